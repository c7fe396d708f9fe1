"""Kinds of sentences that readers of both languages found wrong or odd never come back."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
sys.path.insert(0, str(DATA))

from maker.phrases import TIMES  # noqa: E402


def _pairs() -> list[tuple[str, str]]:
    found = []
    for part in ("train", "dev", "test"):
        for line in (DATA / f"{part}.tsv").read_text(encoding="utf-8").splitlines():
            english, _, chinese = line.partition("\t")
            found.append((english, chinese))
    return found


PAIRS = _pairs()

# What must not stand in the Chinese, and a sentence that had it.
NEVER_CHINESE = {
    "a beautiful song": ("漂亮的(歌|诗)", "他唱了一首漂亮的歌。"),
    "raining as a reason": ("(因为|虽然)正在下", "因为正在下雨，所以他待在家里。"),
    "为什么 without a time": ("^[^天月年期上]*为什么把", "你为什么把那本书卖给了汤姆？"),
    "a time before hoping": ("(今天|明天|下个).{0,5}希望", "他明天晚上希望弹吉他。"),
    "people who are boring": ("[他她我你汤姆们](很|非常|不|这么)无聊", "他很无聊。"),
    "a bare noun in a relative clause": (
        "(买|唱|洗|写|抓住|种|解决|借|打破)了(书|衬衫|信|鸟|老鼠|小?树|问题|词典)的那",
        "买了书的那个男人是汤姆。",
    ),
    "a bare noun after 把": (
        "(?<![那哪这一两三四五六几])把(书(?!桌)|信|帽子|包|画|漂亮|新|旧)",
        "她把书放在了桌子上。",
    ),
    "a bare place never visited": ("参观过?(工厂|博物馆)", "他从来没有参观过工厂。"),
    "a planted flower": ("种了?[^，。的]*花[，。]", "刘小姐种花。"),
    "will not after a condition": ("就不会", "如果下雨，他就不会去公园。"),
    "wearing 它": ("还没有[穿戴读]它", "他买了一件衬衫，但是他还没有穿它。"),
    "a split verb in a question of the past": (
        "(游了泳|跑了步|跳了舞|散了步)吗",
        "他去游泳池游了泳吗？",
    ),
    "a bare past that says too little": (
        "(虽然|但是|所以)[^，]*(爬了山|游了泳|跑了步|跳了舞|下了象棋|踢了足球)[，。]",
        "虽然天气很热，但是他爬了山。",
    ),
    "a skill after 就会": ("就(会|可以)(踢|打|下|弹|拉|游泳|跑步|跳舞|爬)", "他就可以游泳。"),
    "a subjectless relative clause after 因为": (
        "(因为|所以|虽然|但是|如果|说|认为|相信)(买|戴|穿|住|打开|打破|修理|把|给|被|在..里工作)[^，]*的那",
        "因为打开了箱子的那个女孩很累，所以她回了家。",
    ),
    "after doing without 完": ("^[^，完]*了[^，完]*以后，", "踢了足球以后，他喝了水。"),
    "two 的 in a wearing clause": (
        "(戴|穿)着一.[^，的]*色的[^，的]*的那",
        "戴着一顶黑色的帽子的那个女人",
    ),
    "a bare role": (
        "(^|，)(老师|医生|工人|司机|律师|经理|护士|记者|歌手|作家|科学家|农民)(?!们)",
        "工人有一个儿子。",
    ),
    "了 within 把 in a relative clause": ("^把[^，]*了的那", "把那份报纸扔掉了的那个医生"),
    "bare furniture moved": ("(?<!那)把(桌子|书桌|椅子|箱子)(搬|放|关|藏)", "他把桌子搬到了卧室。"),
    "sleeping as a posture": ("睡在", "那只狗睡在沙发上。"),
    "a movie before or after a movie": ("看完?一部电影以", "看一部电影以前，他们买了面包。"),
    "正在 after 都": ("都正在", "大家都正在吃晚饭。"),
    "people who are hunted": (
        "(约翰|彼得|杰克|大卫|迈克|玛丽|安娜|莉莉|露西|爱丽丝|艾玛|李明|王芳|先生|太太|小姐)[^，]*追逐"
        "|追逐(约翰|彼得|杰克|大卫|迈克|玛丽|安娜|莉莉|露西|爱丽丝|艾玛|李明|王芳)",
        "迈克正在追逐约翰。",
    ),
    "a bare object after the last 了": (
        "^(?![^，]*(已经|刚刚|都|地|给|一起|谁))[^，]*(踢|打|下|弹|拉|做|吃|看|听|学习|买|洗|散|回)了"
        "(足球|[篮网]球|象棋|钢琴|吉他|小提琴|作业|家务|.饭|电视|音乐|中文|英语|水果|蔬菜|澡|步|家)(。|吗)",
        "杰克今天早上在体育馆里打了篮球。",
    ),
    "going asked with 了 inside": ("^[^，]*去了[^，]*(店|站|园|校)吗", "你去了车站吗？"),
    "a custom asked without 都": ("^[^都]*每(天|个)[^都]*吗", "你每天弹钢琴吗？"),
    "from ten to four before the verb": ("从.点到.点工作", "他从十点到四点工作。"),
}

NEVER_ENGLISH = {
    "dinner in the morning": (
        r"(morning|afternoon), (?!.*\bwho\b)[^,]*\b(had|cooked|cook|have) dinner"
        r"|dinner( (in|at|with|for) [^,.]{0,25})? (this|yesterday|tomorrow|every) "
        r"(morning|afternoon)",
        "Tom cooked dinner this morning.",
    ),
    "lunch or breakfast in the evening": (
        r"(breakfast|lunch)( (in|at|with|for) [^,.]{0,25})? (this|yesterday|tomorrow) evening"
        r"|^[^,]*evening, (?!.*\bwho\b)[^,]*(breakfast|lunch)",
        "Yesterday evening, Tom had lunch.",
    ),
    "a boring thing to wish for": (
        r"\b(a|an|two|the|this|some) boring (?!\w+ in)",
        "Tom plans to buy a boring book.",
    ),
    "one's opinion in a whose": (
        r"^Whose (expensive|cheap|beautiful|interesting)",
        "Whose expensive book is this?",
    ),
    "who often works": (r"who often works", "The man who often works is tired."),
    "a brave cook": (r"brave (cook|writer|waiter|manager|lawyer)", "The brave cook sings."),
    "a name told about itself": (
        r"told (\w+) that \1 would",
        "Anna told Jack that Jack would sing.",
    ),
    "borrowing in the library": (
        r"borrow\w*( [a-z]+){1,5} in the library",
        "He borrowed a book in the library.",
    ),
    "a letter still being written": (
        r"\b(is|are|am) \w+ing made",
        "The letter that he is writing made Tom sad.",
    ),
    "a skill for a future": (
        r"^Will (you|\w+|the \w+) (swim|dance|sing|"
        r"play (the )?(football|basketball|tennis|chess|piano|guitar|violin))\?"
        r"|^[^,]* will swim\.",
        "Will you swim?",
    ),
    "will for a skill without a time": (
        r"\b(will|would) (swim|dance|play (football|tennis|chess|the piano))"
        r"(?![^,]*(tomorrow|next|this evening|today))",
        "He told me that she would swim.",
    ),
    "an indefinite subject": (
        r"^An? \w+ (likes|loves|misses|comes|knows|has|is (?!\w+ing))",
        "A girl misses her mother.",
    ),
    "young or old kin": (
        r"(father|mother|brother|sister|uncle|aunt|grandmother) is an? (young|old) ",
        "My grandfather is a young doctor.",
    ),
    "hoping for chores": (
        r"\bhopes? to (wash|clean|do|answer|feed|repair)\b",
        "He hopes to wash the cups.",
    ),
    "eating this": (
        r"\b(eat|ate|eaten|drink|drank|drunk) (this|these)\b",
        "He ate this sandwich.",
    ),
    "already losing": (r"already (lost|broken|forgotten|left)\b", "He has already lost the key."),
    "one thing for all": (
        r"\b[Aa]ll the (boys|girls|students|workers|children)\b[^,.]* an? (small|big|pear|book)",
        "All the boys picked a small pear.",
    ),
    "a worker who works": (r"worker who works", "The worker who works in the hotel sings."),
    "a report in a report": (
        r"\bsays that .*\b(says|thinks|knows|believes|hopes) that\b",
        "Tom says that Mary knows that it rains.",
    ),
    "news of what one sees": (
        r"\b(says|thinks|believes) that .*\b(is|are) (very )?(small|red|blue|new)\b",
        "Tom says that the orange is small.",
    ),
    "a pronoun of nobody": (
        r"\b(woman|girl|mother|sister|aunt)\b[^,.]* says that (he|his)\b",
        "The woman says that he often sings.",
    ),
    "buying what is old": (r"\bbought [^,.]*\bold\b", "He bought an old coat."),
    "the same name twice": (
        r"\b(Tom|Mary|Jack|Jerry|Anna|Lucy)\b.*\b\1\b",
        "Jack and Mary waited for Mary.",
    ),
    "a why of the past without a time": (
        r"^Why did (?!.*(yesterday|ago|last|this morning))",
        "Why did his father sing?",
    ),
}


@pytest.mark.parametrize("kind", NEVER_CHINESE)
def test_no_chinese_sentence_has(kind):
    pattern, bad = NEVER_CHINESE[kind]
    assert re.search(pattern, bad)
    assert [pair for pair in PAIRS if re.search(pattern, pair[1])] == []


@pytest.mark.parametrize("kind", NEVER_ENGLISH)
def test_no_english_sentence_has(kind):
    pattern, bad = NEVER_ENGLISH[kind]
    assert re.search(pattern, bad)
    assert [pair for pair in PAIRS if re.search(pattern, pair[0])] == []


def test_definite_objects_carry_na():
    """After "bought the book" the Chinese has 那, even inside a relative clause."""
    objects = r"(bought|borrowed|read|sold|lost|found) the (book|dictionary|novel|bicycle|letter)\b"
    found = [pair for pair in PAIRS if re.search(objects, pair[0])]
    assert len(found) > 30
    assert [pair for pair in found if "那" not in pair[1]] == []


def test_a_fronted_time_never_stands_before_a_relative_clause():
    """It would be taken for the time of that clause: 昨天戴着帽子的那个女孩跑了步."""

    def swallowed(pair: tuple[str, str]) -> bool:
        found = re.match(r"([^,]*), the [a-z ]* who\b", pair[0])
        return found is not None and pair[1].startswith(times.get(found[1].lower(), "-"))

    times = {time.en: time.zh.replace(" ", "") for time in TIMES}
    bad = ("Yesterday, the girl who is wearing a hat ran.", "昨天戴着一顶帽子的那个女孩跑了步。")
    good = ("Yesterday, the girl who is wearing a hat ran.", "戴着一顶帽子的那个女孩昨天跑了步。")
    assert swallowed(bad)
    assert not swallowed(good)
    assert [pair for pair in PAIRS if swallowed(pair)] == []


def test_jerry_is_a_name_like_any_other():
    """A name that stands in the textbook sentences alone is one that no model learns."""
    train = [line.split("\t")[0] for line in (DATA / "train.tsv").read_text("utf-8").splitlines()]

    def count(name: str) -> int:
        return sum(re.search(rf"\b{name}\b", english) is not None for english in train)

    assert count("Jerry") > 0.8 * count("Tom") > 300
    assert sum(re.search(r"\bchas\w+ Jerry\b", english) is not None for english in train) >= 15
    assert sum(re.search(r"^Jerry .*\bchas", english) is not None for english in train) >= 15
