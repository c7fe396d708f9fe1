"""The nouns: English, Chinese, measure word, and what can be said of them.

Tags: c coloured, s has a size, n new or old, p has a price, b beautiful to look at, i interesting
or boring, f food that can be fresh or delicious, t a person's traits, a an animal; K: the definite
noun stands bare in Chinese (a place, a fixture that the listener knows: 房间, 窗户),
everything else takes 那 and its measure word (那本书).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Noun(NamedTuple):
    """One noun; `plural` is empty for a mass noun."""

    en: str
    plural: str
    zh: str
    measure: str
    tags: str

    @property
    def known(self) -> bool:
        """Whether "the" leaves the Chinese noun bare."""
        return "K" in self.tags


_TABLE = """
# crime
thief thieves 小偷 个 K
# roles
teacher + 老师 个 t
doctor + 医生 个 t
nurse + 护士 个 t
student + 学生 个 t
driver + 司机 个 t
cook + 厨师 个 t
engineer + 工程师 个 t
lawyer + 律师 个 t
manager + 经理 个 t
farmer + 农民 个 t
police_officer + 警察 个 t
worker + 工人 个 t
writer + 作家 个 t
singer + 歌手 个 t
scientist + 科学家 个 t
reporter + 记者 个 t
waiter + 服务员 个 t
painter + 画家 个 t
actor + 演员 个 t
# individuals
man men 男人 个 t
woman women 女人 个 t
boy + 男孩 个 t
girl + 女孩 个 t
child children 孩子 个 t
# friends
friend + 朋友 个 t
classmate + 同学 个 t
colleague + 同事 个 t
neighbor + 邻居 个 t
# kin
father - 爸爸 个 t
mother - 妈妈 个 t
older_brother - 哥哥 个 t
younger_brother - 弟弟 个 t
older_sister - 姐姐 个 t
younger_sister - 妹妹 个 t
grandfather - 爷爷 个 t
grandmother - 奶奶 个 t
uncle - 叔叔 个 t
aunt - 阿姨 个 t
# family
son + 儿子 个 t
daughter + 女儿 个 t
wife - 妻子 个 t
husband - 丈夫 个 t
# pets
cat + 猫 只 sca
dog + 狗 只 sca
rabbit + 兔子 只 sca
bird + 鸟 只 sca
# animals
mouse mice 老鼠 只 sa
horse + 马 匹 ca
sheep sheep 羊 只 sa
cow + 牛 头 ca
pig + 猪 头 sa
duck + 鸭子 只 sa
chicken + 鸡 只 sa
# wild
tiger + 老虎 只 a
monkey + 猴子 只 sa
elephant + 大象 头 a
panda + 熊猫 只 a
lion + 狮子 头 a
bear + 熊 只 a
# paper
book + 书 本 nip
novel + 小说 本 nip
magazine + 杂志 本 ni
newspaper + 报纸 份 
dictionary dictionaries 词典 本 nsp
letter + 信 封 
story stories 故事 个 i
article + 文章 篇 i
poem + 诗 首 i
report + 报告 份 
email + 邮件 封 
notebook + 笔记本 本 cns
map + 地图 张 n
# fruit
apple + 苹果 个 csf
banana + 香蕉 根 f
orange + 橙子 个 sf
pear + 梨 个 sf
watermelon + 西瓜 个 sf
tomato tomatoes 西红柿 个 sf
potato potatoes 土豆 个 s
egg + 鸡蛋 个 
# snack
cake + 蛋糕 个 sf
sandwich sandwiches 三明治 个 f
hamburger + 汉堡 个 sf
# bulk
rice - 米饭 碗 
bread - 面包 块 f
noodles - 面条 碗 
dumplings - 饺子 盘 
meat - 肉 块 
soup - 汤 碗 
fish - 鱼 条 
chocolate - 巧克力 块 
fruit - 水果 斤 
vegetables - 蔬菜 斤 
# drink
water - 水 杯 
tea - 茶 杯 
coffee - 咖啡 杯 
milk - 牛奶 杯 
juice - 果汁 杯 
beer - 啤酒 瓶 
# clothes
shirt + 衬衫 件 cnpb
coat + 外套 件 cnpb
dress dresses 裙子 条 cnpb
sweater + 毛衣 件 cnpb
hat + 帽子 顶 cnpb
# device
phone + 手机 部 cnp
computer + 电脑 台 np
camera + 相机 台 np
radio + 收音机 台 n
bicycle + 自行车 辆 cnp
watch watches 手表 块 np
guitar + 吉他 把 np
# vehicle
car + 汽车 辆 cnp
truck + 卡车 辆 csn
bus buses 公共汽车 辆 cs
# belongings
bag + 包 个 csn
umbrella + 雨伞 把 cn
key + 钥匙 把 
pen + 钢笔 支 cn
pencil + 铅笔 支 c
cup + 杯子 个 csn
plate + 盘子 个 cs
ball + 球 个 cs
toy + 玩具 个 n
box boxes 箱子 个 s
gift + 礼物 件 s
photo + 照片 张 
painting + 画 幅 b
ticket + 票 张 
basket + 篮子 个 s
vase + 花瓶 个 bs
# plants
flower + 花 朵 cb
tree + 树 棵 s
# furniture
table + 桌子 张 n
desk + 书桌 张 n
chair + 椅子 把 n
bed + 床 张 n
sofa + 沙发 张 n
lamp + 台灯 盏 n
refrigerator + 冰箱 台 n
television + 电视 台 Kn
window + 窗户 扇 K
door + 门 扇 K
wall + 墙 面 K
light + 灯 盏 K
# buildings
house + 房子 座 snpb
museum + 博物馆 个
factory factories 工厂 家
room + 房间 个 Ksb
garden + 花园 个 Ksb
# shows
movie + 电影 部 i
song + 歌 首
# ideas
question + 问题 个 
problem + 问题 个 
"""


def _read() -> tuple[dict[str, Noun], dict[str, list[Noun]]]:
    by_name: dict[str, Noun] = {}
    by_class: dict[str, list[Noun]] = {}
    group = ""
    for line in _TABLE.strip().splitlines():
        if line.startswith("#"):
            group = line[2:]
            continue
        name, plural, zh, measure, *rest = line.split()
        en = name.replace("_", " ")
        many = {"+": en + "s", "-": ""}.get(plural, plural)
        noun = Noun(en, many, zh, measure, rest[0] if rest else "")
        by_name[name] = noun
        by_class.setdefault(group, []).append(noun)
    return by_name, by_class


NOUNS, CLASSES = _read()

# Containers and the Chinese measure word each becomes; the noun decides which can hold it.
CONTAINERS: dict[str, list[tuple[str, str, str]]] = {
    "tea": [("cup", "cups", "杯")],
    "coffee": [("cup", "cups", "杯")],
    "water": [("glass", "glasses", "杯"), ("bottle", "bottles", "瓶")],
    "milk": [("glass", "glasses", "杯"), ("bottle", "bottles", "瓶")],
    "juice": [("glass", "glasses", "杯"), ("bottle", "bottles", "瓶")],
    "beer": [("bottle", "bottles", "瓶")],
    "rice": [("bowl", "bowls", "碗")],
    "noodles": [("bowl", "bowls", "碗")],
    "soup": [("bowl", "bowls", "碗")],
    "dumplings": [("plate", "plates", "盘")],
    "bread": [("piece", "pieces", "块")],
    "chocolate": [("piece", "pieces", "块")],
    "meat": [("piece", "pieces", "块")],
}


@cache
def nouns(spec: str) -> list[Noun]:
    """The nouns of a specification: names, or whole groups written @group, split at spaces."""
    found: list[Noun] = []
    for word in spec.split():
        found += CLASSES[word[1:]] if word.startswith("@") else [NOUNS[word]]
    return found
