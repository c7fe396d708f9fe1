"""The weather, and how long things take."""

from __future__ import annotations

from typing import NamedTuple

from .noun_phrases import kin, name
from .phrases import CITIES, COUNTRIES, PLACES
from .pieces import Duo, Pen, words
from .sentences_being import RELATED, SURNAMED


def weather(pen: Pen) -> Duo:
    """One of the kinds of sentences about the weather below."""
    pen.note("weather")
    return pen.pick((_day, _raining, _it_will, _it_was, _getting, _season, _sunny, _sunny))(pen)


def _falling(pen: Pen) -> tuple[str, str]:
    """Rain or snow."""
    return pen.pick([("rain", "下雨"), ("snow", "下雪")])


def _day(pen: Pen) -> Duo:
    """Today is sunny / 今天 是 晴天."""
    day = pen.duo(*pen.pick([("today", "今天"), ("tomorrow", "明天"), ("yesterday", "昨天")]))
    form = {"today": "is", "tomorrow": "will be", "yesterday": "was"}[day.en[0].text]
    be, sky = pen.key(), pen.duo(*pen.pick(SKY))
    return Duo(day.en + words(form, be) + sky.en, day.zh + words("是", be) + sky.zh)


def _raining(pen: Pen) -> Duo:
    """It is raining in Paris now / 现在 巴黎 正在 下雨."""
    en, zh = _falling(pen)
    key, mark = pen.key(), pen.key()
    city, now = pen.duo(*pen.pick(CITIES)), pen.duo("now", "现在")
    falls = words("it") + words("is", mark) + words(en + "ing", key)
    return Duo(
        falls + words("in") + city.en + now.en,
        now.zh + city.zh + words("正在", mark) + words(zh, key),
    )


def _season(pen: Pen) -> Duo:
    """It often rains in Japan in spring / 日本 春天 经常 下雨."""
    pen.note("frequency")
    en, zh = _falling(pen)
    seasons = [("summer", "夏天"), ("spring", "春天"), ("autumn", "秋天")]
    season = pen.duo(*pen.pick([("winter", "冬天")] if en == "snow" else seasons))
    city, key = pen.duo(*pen.pick(CITIES + COUNTRIES)), pen.key()
    often = pen.duo(*pen.pick([("often", "经常"), ("sometimes", "有时")]))
    where = words("in") + city.en + words("in") + season.en
    return Duo(
        words("it") + often.en + words(en + "s", key) + where,
        city.zh + season.zh + often.zh + words(zh, key),
    )


def _it_will(pen: Pen) -> Duo:
    """It will rain, may rain, will not rain in London tomorrow."""
    en, zh = _falling(pen)
    day = pen.duo(
        *pen.pick(
            [
                ("tomorrow", "明天"),
                ("tomorrow morning", "明天 早上"),
                ("tomorrow afternoon", "明天 下午"),
                ("next Sunday", "下个 星期天"),
                ("this evening", "今天 晚上"),
                ("next week", "下个 星期"),
            ]
        )
    )
    city, key, mark = pen.duo(*pen.pick(CITIES)), pen.key(), pen.key()
    aux, chinese = pen.pick(
        (("will", "会"), ("will", "会"), ("may", "可能 会"), ("will not", "不会"))
    )
    return Duo(
        words("it") + words(aux, mark) + words(en, key) + words("in") + city.en + day.en,
        day.zh + city.zh + words(chinese, mark) + words(zh, key),
    )


_WARMTH = [
    ("cold", "colder", "冷"),
    ("hot", "hotter", "热"),
    ("warm", "warmer", "暖和"),
    ("cool", "cooler", "凉快"),
]


def _it_was(pen: Pen) -> Duo:
    """It was very cold in Beijing yesterday / 昨天 北京 非常 冷."""
    en, _, zh = pen.pick(_WARMTH)
    days = [
        ("yesterday", "昨天"),
        ("yesterday morning", "昨天 早上"),
        ("yesterday evening", "昨天 晚上"),
        ("last Sunday", "上个 星期天"),
        ("last week", "上个 星期"),
    ]
    day, city, cold = pen.duo(*pen.pick(days)), pen.duo(*pen.pick(CITIES)), pen.duo(en, zh)
    be, very = pen.key(), pen.roll(0.5)
    form = words("was") + words("very", be) if very else words("was", be)
    return Duo(
        words("it") + form + cold.en + words("in") + city.en + day.en,
        day.zh + city.zh + words("非常" if very else "很", be) + cold.zh,
    )


def _getting(pen: Pen) -> Duo:
    """The weather in Beijing is getting colder and colder / 北京 的 天气 越来越 冷."""
    pen.note("more-and-more")
    _, comparative, zh = pen.pick(_WARMTH)
    more, cold, of = pen.key(), pen.key(), pen.key()
    city, sky = pen.duo(*pen.pick(CITIES)), pen.duo("weather", "天气")
    both = words(comparative, cold) + words("and", more) + words(comparative, cold)
    return Duo(
        words("the")
        + sky.en
        + words("in", of)
        + city.en
        + words("is")
        + words("getting", more)
        + both,
        city.zh + words("的", of) + sky.zh + words("越来越", more) + words(zh, cold),
    )


SKY = [("sunny", "晴天"), ("cloudy", "阴天")]


def _sunny(pen: Pen) -> Duo:
    """It was cloudy in Paris yesterday / 昨天 巴黎 是 阴天."""
    past = [
        ("yesterday", "昨天"),
        ("yesterday morning", "昨天 早上"),
        ("yesterday afternoon", "昨天 下午"),
        ("last Sunday", "上个 星期天"),
        ("last Saturday", "上个 星期六"),
    ]
    future = [
        ("tomorrow", "明天"),
        ("tomorrow morning", "明天 早上"),
        ("tomorrow afternoon", "明天 下午"),
        ("next Sunday", "下个 星期天"),
        ("next Monday", "下个 星期一"),
    ]
    form, days = pen.pick([("is", [("today", "今天")]), ("was", past), ("will be", future)])
    day, city, be = pen.duo(*pen.pick(days)), pen.duo(*pen.pick(CITIES)), pen.key()
    sky = pen.duo(*pen.pick(SKY))
    en = words("it") + words(form, be) + sky.en + words("in") + city.en + day.en
    return Duo(en, day.zh + city.zh + words("是", be) + sky.zh)


class Way(NamedTuple):
    """From where to where, the English article of both, by what, and how long that may take."""

    start: Duo
    end: Duo
    article: str
    vehicle: tuple[str, str, str]
    spans: list[tuple[str, str]]


_CLOSE = ({"Beijing", "Shanghai"}, {"London", "Paris"})


def _far(pen: Pen) -> Way:
    """Between two cities, in true times: by train only where one goes."""
    one, two = pen.sample(CITIES, 2)
    both = {one[0], two[0]}
    vehicle = ("plane", "坐", "飞机")
    spans = [("ten hours", "十 个 小时"), ("twelve hours", "十二 个 小时")]
    if both in _CLOSE:
        vehicle = pen.pick([("train", "坐", "火车"), vehicle])
        spans = [("two hours", "两 个 小时"), ("three hours", "三 个 小时")]
        if vehicle[0] == "train":
            spans = [("three hours", "三 个 小时"), ("five hours", "五 个 小时")]
    elif both <= {"Beijing", "Shanghai", "Tokyo"}:
        spans = [("three hours", "三 个 小时")]
    return Way(pen.duo(*one), pen.duo(*two), "", vehicle, spans)


def _near(pen: Pen) -> Way:
    """Between two places of a town."""
    spots = ["station", "library", "hospital", "museum", "airport", "park", "bank", "hotel"]
    both = pen.sample(spots, 2)
    start, end = (pen.duo(PLACES[s].en.removeprefix("the "), PLACES[s].zh) for s in both)
    vehicles = [("bus", "坐", "公共汽车"), ("taxi", "坐", "出租车")]
    if "airport" not in both:
        vehicles.append(("bicycle", "骑", "自行车"))
    spans = [
        ("twenty minutes", "二十 分钟"),
        ("thirty minutes", "三十 分钟"),
        ("half an hour", "半 个 小时"),
        ("an hour", "一 个 小时"),
    ]
    return Way(start, end, "the", pen.pick(vehicles), spans)


def travel_time(pen: Pen) -> Duo:
    """It takes two hours to go from Beijing to Shanghai by train.

    从 北京 坐 火车 到 上海 需要 两 个 小时.
    """
    pen.note("from-to", "transport")
    way = pen.pick((_far, _near))(pen)
    en, zh = pen.pick(way.spans)
    *number, unit = en.split()
    *figures, measure = zh.split()
    count, last, need, by, go, origin, goal = (pen.key() for _ in range(7))
    vehicle, ride, zh_vehicle = way.vehicle
    car, the = pen.duo(vehicle, zh_vehicle), words(way.article)
    takes = words("it") + words("takes", need) + words(" ".join(number), count) + words(unit, last)
    route = words("from", origin) + the + way.start.en + words("to", goal) + the + way.end.en
    english = takes + words("to") + words("go", go) + route + words("by", by) + car.en
    chinese = words("从", origin) + way.start.zh + words(ride, by) + car.zh
    chinese += words("到", goal, go) + way.end.zh + words("需要", need)
    return Duo(english, chinese + words(" ".join(figures), count) + words(measure, last))


def works_from(pen: Pen) -> Duo:
    """My father works from nine to five every day."""
    pen.note("from-to", "clock")
    who = kin(pen) if pen.roll(0.5) else name(pen)
    hours = [("seven", "七 点"), ("eight", "八 点"), ("nine", "九 点"), ("ten", "十 点")]
    ends = [("four", "四 点"), ("five", "五 点"), ("six", "六 点")]
    start, end = pen.duo(*pen.pick(hours)), pen.duo(*pen.pick(ends))
    a, b, work = pen.key(), pen.key(), pen.key()
    when = pen.duo(
        *pen.pick(
            [
                ("every day", "每天"),
                ("every Saturday", "每个 星期六"),
                ("every Monday", "每个 星期一"),
            ]
        )
    )
    verb = pen.pick([("work", "工作"), ("study", "学习")])
    if who.ident in RELATED or who.ident in SURNAMED:
        verb = ("work", "工作")
    form = verb[0] + "s" if verb[0] == "work" else "studies"
    en = (
        who.en + words(form, work) + words("from", a) + start.en + words("to", b) + end.en + when.en
    )
    zh = (
        who.zh
        + when.zh
        + words("都", *when.zh[0].keys)
        + words("从", a)
        + start.zh
        + words(verb[1], work)
        + words("到", b)
        + end.zh
    )
    return Duo(en, zh)
