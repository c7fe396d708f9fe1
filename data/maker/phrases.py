"""Names, pronouns, adjectives, times, places and adverbs: the lexicon beside nouns and actions."""

from __future__ import annotations

from typing import NamedTuple


class Adjective(NamedTuple):
    """One adjective: attributive Chinese (with its 的 where it takes one), predicative Chinese.

    Comparison forms.
    """

    en: str
    before_noun: str
    predicate: str
    comparative: str
    superlative: str


def _adjectives(table: str) -> dict[str, Adjective]:
    found = {}
    for line in table.strip().splitlines():
        en, attribute, predicate, comparative, superlative = line.split("|")
        found[en] = Adjective(en, attribute, predicate, comparative, superlative)
    return found


ADJECTIVES = _adjectives(
    """big|大|大|bigger|biggest
small|小|小|smaller|smallest
new|新|新|newer|newest
old|旧|旧|older|oldest
expensive|昂贵 的|贵|more expensive|most expensive
cheap|便宜 的|便宜|cheaper|cheapest
beautiful|漂亮 的|漂亮|more beautiful|most beautiful
interesting|有趣 的|有趣|more interesting|most interesting
boring|无聊 的|无聊|more boring|most boring
fresh|新鲜 的|新鲜|fresher|freshest
delicious|好吃 的|好吃|more delicious|most delicious
sweet|甜 的|甜|sweeter|sweetest
kind|善良 的|善良|kinder|kindest
clever|聪明 的|聪明|cleverer|cleverest
honest|诚实 的|诚实|more honest|most honest
brave|勇敢 的|勇敢|braver|bravest
friendly|友好 的|友好|friendlier|friendliest
polite|有礼貌 的|有礼貌|more polite|most polite
young|年轻 的|年轻|younger|youngest
hardworking|勤奋 的|勤奋|more hardworking|most hardworking
patient|有耐心 的|有耐心|more patient|most patient
tall|高|高|taller|tallest
heavy|重|重|heavier|heaviest
light|轻|轻|lighter|lightest
cute|可爱 的|可爱|cuter|cutest
fat|胖|胖|fatter|fattest
lovely|美丽 的|美丽|lovelier|loveliest
long|长|长|longer|longest
difficult|难|难|more difficult|most difficult
easy|简单|简单|easier|easiest
clean|干净 的|干净|cleaner|cleanest
quiet|安静 的|安静|quieter|quietest
busy|忙|忙|busier|busiest
strong|强壮 的|强壮|stronger|strongest
fast|快|快|faster|fastest"""
)

COLOURS = [
    ("red", "红色"),
    ("blue", "蓝色"),
    ("black", "黑色"),
    ("white", "白色"),
    ("green", "绿色"),
    ("yellow", "黄色"),
]
ANIMAL_COLOURS = [("black", "黑色"), ("white", "白色")]

# Which adjectives a noun's tag allows (before the noun; the same ones serve as predicates).
BY_TAG = {
    "s": ["big", "small"],
    "n": ["new", "old"],
    "p": ["expensive", "cheap"],
    "b": ["beautiful"],
    "i": ["interesting", "boring"],
    "f": ["fresh", "delicious"],
    "t": [
        "kind",
        "clever",
        "honest",
        "brave",
        "friendly",
        "polite",
        "young",
        "hardworking",
        "patient",
    ],
    "a": ["cute"],
}

NAMES = [
    ("Tom", "汤姆", "he"),
    ("John", "约翰", "he"),
    ("Peter", "彼得", "he"),
    ("Jack", "杰克", "he"),
    ("David", "大卫", "he"),
    ("Mike", "迈克", "he"),
    ("Jerry", "杰瑞", "he"),
    ("Mary", "玛丽", "she"),
    ("Anna", "安娜", "she"),
    ("Lily", "莉莉", "she"),
    ("Lucy", "露西", "she"),
    ("Alice", "爱丽丝", "she"),
    ("Emma", "艾玛", "she"),
    ("Li Ming", "李明", "he"),
    ("Wang Fang", "王芳", "she"),
]
TITLES = [("Mr.", "先生", "he"), ("Mrs.", "太太", "she"), ("Miss", "小姐", "she")]
SURNAMES = [("Wang", "王"), ("Li", "李"), ("Zhang", "张"), ("Chen", "陈"), ("Liu", "刘")]

# subject, object, possessive, Chinese, plural
PRONOUNS = {
    "I": ("I", "me", "my", "我", False),
    "you": ("you", "you", "your", "你", False),
    "he": ("he", "him", "his", "他", False),
    "she": ("she", "her", "her", "她", False),
    "we": ("we", "us", "our", "我们", True),
    "they": ("they", "them", "their", "他们", True),
    "it": ("it", "it", "its", "它", False),
}

NUMBERS = [
    ("two", "两"),
    ("three", "三"),
    ("four", "四"),
    ("five", "五"),
    ("six", "六"),
    ("seven", "七"),
    ("eight", "八"),
    ("nine", "九"),
    ("ten", "十"),
]


class Time(NamedTuple):
    """A time adverbial: when it lies (past, future, habit, now), its part of the day.

    Whether it is a long span.
    """

    en: str
    zh: str
    when: str
    part: str = ""
    long: bool = False


TIMES = [
    Time("yesterday", "昨天", "past"),
    Time("yesterday morning", "昨天 早上", "past", "morning"),
    Time("yesterday afternoon", "昨天 下午", "past", "afternoon"),
    Time("yesterday evening", "昨天 晚上", "past", "evening"),
    Time("this morning", "今天 早上", "past", "morning"),
    Time("two days ago", "两 天 前", "past"),
    Time("three days ago", "三 天 前", "past"),
    Time("last Sunday", "上个 星期天", "past"),
    Time("last Saturday", "上个 星期六", "past"),
    Time("last Friday", "上个 星期五", "past"),
    Time("last week", "上个 星期", "past"),
    Time("last month", "上个 月", "past", "", True),
    Time("last year", "去年", "past", "", True),
    Time("three years ago", "三 年 前", "past", "", True),
    Time("tomorrow", "明天", "future"),
    Time("tomorrow morning", "明天 早上", "future", "morning"),
    Time("tomorrow afternoon", "明天 下午", "future", "afternoon"),
    Time("tomorrow evening", "明天 晚上", "future", "evening"),
    Time("this evening", "今天 晚上", "future", "evening"),
    Time("next Sunday", "下个 星期天", "future"),
    Time("next Saturday", "下个 星期六", "future"),
    Time("next Monday", "下个 星期一", "future"),
    Time("next week", "下个 星期", "future"),
    Time("next month", "下个 月", "future", "", True),
    Time("next year", "明年", "future", "", True),
    Time("every day", "每天", "habit"),
    Time("every morning", "每天 早上", "habit", "morning"),
    Time("every afternoon", "每天 下午", "habit", "afternoon"),
    Time("every evening", "每天 晚上", "habit", "evening"),
    Time("every Sunday", "每个 星期天", "habit"),
    Time("every Saturday", "每个 星期六", "habit"),
    Time("every weekend", "每个 周末", "habit"),
]


class Place(NamedTuple):
    """A place: English phrase after its preposition, the preposition, Chinese noun.

    Chinese localiser (or "").
    """

    en: str
    preposition: str
    zh: str
    localiser: str
    measure: str = "个"


def _places(table: str) -> dict[str, Place]:
    found = {}
    for line in table.strip().splitlines():
        name, preposition, zh, localiser, *rest = line.split()
        local = "" if localiser == "-" else localiser
        found[name] = Place("the " + name.replace("_", " "), preposition, zh, local, *rest)
    return found


PLACES = _places(
    """park in 公园 里
library in 图书馆 里
hospital in 医院 里 家
shop in 商店 里 家
supermarket in 超市 里 家
market in 市场 里
bookstore in 书店 里 家
restaurant in 餐馆 里 家
cafe in 咖啡馆 里 家
hotel in 酒店 里 家
museum in 博物馆 里
bank in 银行 里 家
office in 办公室 里
factory in 工厂 里 家
station at 车站 -
airport at 机场 -
zoo in 动物园 里
cinema in 电影院 里 家
gym in 体育馆 里
garden in 花园 里
kitchen in 厨房 里
classroom in 教室 里
bedroom in 卧室 里
living_room in 客厅 里
yard in 院子 里
street on 街 上
beach on 海滩 上
river in 河 里
farm on 农场 里
swimming_pool in 游泳池 里
playground on 操场 上
university at 大学 -
forest in 森林 里
company at 公司 -"""
)
PLACES["home"] = Place("home", "at", "家", "")
PLACES["school"] = Place("school", "at", "学校", "")

CITIES = [
    ("Beijing", "北京"),
    ("Shanghai", "上海"),
    ("London", "伦敦"),
    ("Paris", "巴黎"),
    ("Tokyo", "东京"),
    ("New York", "纽约"),
]
COUNTRIES = [("China", "中国"), ("Japan", "日本"), ("France", "法国"), ("Canada", "加拿大")]

FREQUENCY = [("often", "经常"), ("always", "总是"), ("usually", "通常"), ("sometimes", "有时")]
MANNER = [
    ("carefully", "认真 地"),
    ("quietly", "安静 地"),
    ("happily", "高兴 地"),
    ("slowly", "慢慢 地"),
]
TRANSPORT = [
    ("train", "坐", "火车"),
    ("bus", "坐", "公共汽车"),
    ("plane", "坐", "飞机"),
    ("taxi", "坐", "出租车"),
    ("bicycle", "骑", "自行车"),
]
HOURS = [
    ("six", "六"),
    ("seven", "七"),
    ("eight", "八"),
    ("nine", "九"),
    ("ten", "十"),
]
