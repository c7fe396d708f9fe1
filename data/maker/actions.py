"""What people and animals do: verb, Chinese verb, objects, places.

And which tenses and adjuncts make sense.

Tags, a letter each: h a habit, g can be in progress, p can be past, f future, plan or order, e
once in a life ("has ... before"), j just/already/not yet, d can last (a duration), k a skill
("can" is 会), b big (may be dated by month or year), w in company, o of one's own ("his bicycle"),
r its object can head a relative clause; D not in the evening; 1 carefully, 2 quietly, 3 happily, 4
slowly; M N V only in the morning, at noon, in the evening.
"""

from __future__ import annotations

from typing import NamedTuple

from .nouns import Noun, nouns


class Action(NamedTuple):
    """One row: `tail` is the split part of verbs like 游泳 (游了一个小时泳).

    `fixed` an object that never changes.
    """

    verb: str
    zh: str
    tail: str
    fixed: tuple[str, str] | None
    objects: tuple[Noun, ...]
    places: tuple[str, ...]
    tags: str


_TABLE = """
buy|买||book novel magazine dictionary notebook map|bookstore|pfgjr
buy|买||@fruit bread meat vegetables fruit|supermarket market|hpfgj
buy|买||@clothes|shop|pfgjr
buy|买||pen pencil|shop|pfgj
buy|买||toy ball|shop|pfgj
buy|买||ticket|station cinema|pfgj
buy|买||phone computer camera bicycle guitar watch|shop|pfjrb
buy|买||car house||pfjrb
read|读||book novel newspaper magazine story|library classroom bedroom park cafe home|hpfgjr12
read|读||letter poem article report email|office bedroom|pfgj1
write|写||letter story poem article|bedroom classroom cafe home|hpfgjr1
write|写||report email|office|hpfgj1
eat|吃||apple banana orange pear egg sandwich hamburger cake|kitchen home|pgj4
eat|吃||bread meat fish noodles dumplings rice chocolate|restaurant kitchen home|hpgj4
eat|吃||vegetables fruit|home|h
drink|喝||tea coffee milk juice water|cafe kitchen office home|hpgj4
drink|喝||beer|restaurant|hpj
wash|洗||shirt coat sweater|yard|pfgjo
wash|洗||cup plate apple|kitchen|pfgj1
wash|洗||car|yard|hpfgjoD1
repair|修理||bicycle car computer radio camera truck||pfgjor1
draw|画||cat dog horse bird flower tree|classroom home|pgjk1
draw|画||map||pfgj1
watch|看||movie|cinema home|hpfgjerw
sing|唱||song|living_room park|pfgj3
visit|参观||museum factory||pfjeD
visit|参观||=our school:我们 学校||pfjD
wait for|等||friend colleague|station airport|gpd
wait for|等||=a bus:公共汽车|station street|gpd
look for|找||key phone bag umbrella dictionary|bedroom office classroom|gpfo
find|找到||key phone umbrella watch|garden park bedroom office|po
lose|丢||key phone umbrella bag watch camera|park station market|po
borrow|借||book novel magazine dictionary|library|hpfjr
sell|卖掉||car house bicycle computer camera guitar||pfjrbo
feed|喂||cat dog rabbit horse cow pig duck chicken|yard farm|hgpfjD
plant|种||tree|garden yard park|hgpfjD
plant|种||vegetables|garden farm|hgpfD
pick|摘||apple orange pear|garden farm|gpfjD
pick|摘||flower tomato|garden|gpfjD
answer|回答||question|classroom|pf1
solve|解决||problem|office|pfjr
take|拍||photo|park zoo beach garden museum|pfgjr
catch|抓||fish|river|peD
make|做||cake sandwich|kitchen|pfgjr
make|做||dumplings noodles soup|kitchen home|hpfgjw
receive|收到||letter gift email||pjr
carry|搬||box table chair||gpf
open|打开||window door box||pf
clean|打扫||room garden|| hpfgjo1
play|踢||=football:足球|playground park|hgpfedkw3
play|打||=basketball:篮球|gym playground|hgpfedkw3
play|打||=tennis:网球|gym park|hgpfedkw
play|下||=chess:象棋|park living_room home|hgpfedkw2
play|弹||=the piano:钢琴|living_room home|hgpfdk13
play|弹||=the guitar:吉他|park bedroom home|hgpfdk3
play|拉||=the violin:小提琴|bedroom home|hgpfdk1
ride|骑||=a bicycle:自行车|park street|hgkw3
fly|放||=kites:风筝|park beach|hgpfewD3
climb|爬||=mountains:山||hew
swim|游|泳||swimming_pool|hgkwD
run|跑|步||park playground|hgw
dance|跳|舞||gym park|hgkw3
sing|唱|歌||living_room park|hgw3
take a walk|散|步||park garden beach|hgfw
take a shower|洗|澡||home|gjVM
watch|看||=television:电视|living_room home|hgpfdw2
listen to|听||=music:音乐|bedroom living_room home|hgpfd2
listen to|听||=the radio:收音机|kitchen living_room|hgpd2
study|学习||=Chinese:中文|library school university|hgpfdwb1
study|学习||=English:英语|library school classroom|hgpfdwb1
study|学习||=math:数学|classroom library|hgpfdw1
study|学习||=history:历史|university library|hgpfdwb1
do|做||=homework:作业|classroom library bedroom home|hgpfd12
do|做||=housework:家务|home|hgpfd
work|工作|||factory hospital office farm|hgpfd1
rest|休息|||park bedroom home|gpfd2
exercise|锻炼|||gym park|hgpfdw
sleep|睡|觉||bedroom|gd
chat|聊|天||cafe living_room park|hw3
cook|做||=breakfast:早饭|kitchen home|hgpfjM
cook|做||=lunch:午饭|kitchen home|hgpfjN
cook|做||=dinner:晚饭|kitchen home|hgpfjVw
have|吃||=breakfast:早饭|kitchen hotel home|hgpfjMw
have|吃||=lunch:午饭|restaurant school home|hgpfjNw
have|吃||=dinner:晚饭|restaurant hotel home|hgpfjVw
"""


def _actions() -> list[Action]:
    found = []
    for line in _TABLE.strip().splitlines():
        verb, zh, tail, objects, places, tags = line.split("|")
        fixed = None
        if objects.startswith("="):
            en, _, chinese = objects[1:].partition(":")
            fixed = (en, chinese)
            objects = ""
        row = Action(
            verb, zh, tail, fixed, tuple(nouns(objects)), tuple(places.split()), tags.strip()
        )
        found.append(row)
    return found


ACTIONS = _actions()


class Handling(NamedTuple):
    """A verb whose definite object goes before it with 把.

    `result` is verb and outcome in Chinese; with a goal, the verb and the 在, 到, 给 or 回 that
    leads to the goal.
    """

    verb: str
    particle: str
    result: str
    objects: tuple[Noun, ...]
    goal: str


_HANDLINGS = """\
put||放 在|book magazine letter key cup bag hat phone umbrella dictionary vase|surface
hang||挂 在|coat hat map painting photo|wall
move||搬 到|table chair box desk sofa|room
take|home|带 回|book gift cat dog painting camera box|home
leave||忘 在|umbrella bag phone key hat camera|site
hide||藏 在|gift key letter photo toy|hideout
break||打破|window vase cup plate|
close||关上|window door|
lock||锁上|door|
turn off||关掉|light television radio computer lamp|
finish reading||读 完|book novel letter article report|
finish writing||写 完|report letter article story|
clean up||打扫 干净|room garden|
throw away||扔掉|newspaper magazine box toy bag|
eat up||吃光|cake bread noodles dumplings|
drink up||喝光|milk juice soup|
sell||卖 给|car house bicycle painting camera|person
give||送 给|book painting flower toy cat camera|person
return||还 给|book bicycle umbrella dictionary camera|person
send||寄 给|letter gift photo box|person
lend||借 给|bicycle umbrella dictionary car computer|person"""


def _handlings() -> list[Handling]:
    found = []
    for line in _HANDLINGS.splitlines():
        verb, particle, result, objects, goal = line.split("|")
        found.append(Handling(verb, particle, result, tuple(nouns(objects)), goal))
    return found


HANDLINGS = _handlings()


class Suffering(NamedTuple):
    """A passive: what is acted on, the verb, Chinese with its outcome.

    Who can do it ("" for nobody named).
    """

    verb: str
    result: str
    objects: tuple[Noun, ...]
    agents: tuple[str, ...]


_SUFFERINGS = """break|打破|window vase cup plate|boy girl child cat name kin
eat|吃掉|cake fish bread sandwich|dog cat mouse
steal|偷走|phone bag bicycle car camera painting|thief none none
catch|抓住|mouse bird|cat
bite|咬伤|boy girl waiter reporter|dog
repair|修好|computer truck car bicycle refrigerator|worker engineer kin none
borrow|借走|book dictionary bicycle novel umbrella|name kin student teacher
sell|卖掉|car house bicycle painting|kin name none
solve|解决|problem|engineer scientist name none
take away|拿走|key bag letter umbrella box|name kin manager teacher none
praise|表扬|boy girl student|teacher
criticize|批评|driver waiter worker|manager
close|关上|window door|name nurse teacher none none
throw away|扔掉|newspaper magazine toy box|kin name none
scare away|吓跑|cat bird rabbit mouse|dog child boy"""


def _sufferings() -> list[Suffering]:
    found = []
    for line in _SUFFERINGS.splitlines():
        verb, result, objects, agents = line.split("|")
        found.append(Suffering(verb, result, tuple(nouns(objects)), tuple(agents.split())))
    return found


SUFFERINGS = _sufferings()
