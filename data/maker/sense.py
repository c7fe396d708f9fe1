"""What the grammar could say and nobody does: sentences that hold one of these are left out.

Each row is a kind of fault that is easier to see in the finished sentence than to forbid in the
rules that met there.
"""

from __future__ import annotations

import re

from .pieces import Pair

_SKILL = (
    r"(swim|dance|sing|climb|ski|play (football|basketball|tennis|chess|the \w+)|ride a|catch fish|"
    r"cook|fly kites)"
)
_WHEN = r"(tomorrow|next|this (evening|afternoon)|today|every)"

_ENGLISH = [
    # 会 before a skill would say "can" where no time says "will".
    rf"\b(will|would|may)( not)? {_SKILL}\b(?![^,]*{_WHEN})",
    # Relative clauses without a subject of their own stand in main clauses alone: never behind
    # 因为, 如果, 虽然, 所以, 但是, 说 or before 的时候.
    r"\b(because|although|if|when|while|after|before|but|says?|thinks?|knows?|believes?|hopes?|told"
    r"|know|whether)\b.* (who|that (was|were|bit|caught))\b",
    r"\b(who|that (was|were|bit|caught))\b.*\b(because|although|if|when|after|before) "
    r"(?!.*says that)",
    # One thing that many have.
    r"\b([Aa]ll the|[Mm]any|[Ss]ome) (students|workers|teachers|boys|girls|children|doctors)"
    r"\b[^,.]* an? (?!movie|bus|walk|shower|bicycle)",
    # What anybody can see is no news and no belief.
    r"\b(says?|knows?|thinks?|believes?|told \w+) that .*\b(is|are) (very |not |too )?"
    r"(small|big|red|blue|black|white|green|yellow|new|old)\b",
    # Who eats it has it before them.
    r"\b(eat|eats|ate|eaten|eating|drink|drank|drunk|drinking) (this|these)\b",
    r"\b(already|just) (lost|forgotten|left)\b",
    r"\bworker who works\b",
    r"\b(hopes?|hope) (to|that .* will) (wash|clean|do|answer|feed|repair|cook|make|carry)\b",
    # What she looks like is no matter of age among kin.
    r"(father|mother|brother|sister|uncle|aunt) (is|was) a (young|old)",
    # Whole predicates that say too little for one occasion.
    r"\b(swam|ran|danced|climbed mountains)\b(?![^,.]* (in|on|at|with|for|and) )",
    # What one buys is not old.
    r"\b(buy|buys|bought|buying)\b [^,.]*\bold\b",
    # One sells what one has; what is washed or picked is not judged.
    r"\bsell (a|an|two|three|some)\b",
    r"\b(wash\w*|pick\w*) [^,.]*(expensive|cheap|beautiful|delicious|interesting)",
    # Work is no habit that one only often has.
    r"\b(often|sometimes|always|usually) works? (in|at)\b",
    r"\bborrow\w* [^,.]*(expensive|cheap)|\bvisited a (museum|factory)",
    # Nor does what one reads for its price.
    r"\b(read|reads|reading) (a|an|the|this|two|three|four) (\w+ )?(expensive|cheap)\b",
    # The same name twice.
    r"\b(Tom|John|Peter|Jack|David|Mike|Jerry|Mary|Anna|Lily|Lucy|Alice|Emma|Ming|Fang)\b"
    r".*\b\1\b",
    # Beer is for later, and nobody watches two movies in a breath.
    r"\bmorning\b.*\bbeer\b|\bbeer\b.*\bmorning\b|\bmovie\b.*\bmovie\b",
    # Nobody asks the reason of some.
    r"^Why did .* some\b",
    # A why of the past with a split verb.
    r"^Why did .*(swim|run|dance|climb|take a|chat|sleep|play|sing|exercise|rest)\b",
]
_CHINESE = [
    "(游|跑|跳|散|聊|睡|洗)了?(泳|步|舞|天|觉|澡)吗",
    "(虽然|因为|但是|所以)[^，]*(爬了山|游了泳|跑了步|跳了舞|下了象棋|踢了足球|打了..|弹了..|散了步)[，。]",
    "(虽然|因为|但是|所以)[^，]*(?<!去)(爬山|游泳|跑步|跳舞|下象棋|踢足球|打..|弹..|散步)了。",
    "就(会|可以)(踢|打|下|弹|拉|游泳|跑步|跳舞|爬|唱)",
]
_NEVER = [re.compile(pattern) for pattern in _ENGLISH]
_NEVER_ZH = [re.compile(pattern) for pattern in _CHINESE]


def sensible(pair: Pair) -> bool:
    """Whether the sentence holds none of the faults above."""
    english, chinese = pair.english, pair.chinese
    return not (
        any(pattern.search(english) for pattern in _NEVER)
        or any(pattern.search(chinese) for pattern in _NEVER_ZH)
    )
