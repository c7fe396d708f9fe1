r"""Prose set into lines of a terminal, in scripts with and without spaces. Widths are in cells.

Words break at spaces; Chinese breaks between any two characters, but no line begins with a closing
mark such as `，` or ends with an opening one such as `（`.
"""

import re

from seqattn.graphemes import cell_width, clusters, is_unspaced
from seqattn.heatmap.labels import fold

_CLOSING = frozenset("，。、；：？！）》」』】”’…％,.;:?!)]}%")
_OPENING = frozenset("（《「『【“‘([{")
_NO_BREAK = "\xa0"
_GLUE = re.compile(r" [×·] | = (?=\d)")  # 3 × 4 and T = 5 are not torn apart


def wrap_prose(text: str, width: int) -> list[str]:
    """One paragraph in lines of at most `width` cells; 1 line at least.

    >>> wrap_prose("A query asks every key.", 12)
    ['A query asks', 'every key.']
    >>> wrap_prose("查询向每个键提问，键作答。", 18)
    ['查询向每个键提问，', '键作答。']
    >>> wrap_prose("查询向每个键提问，键作答。", 16)
    ['查询向每个键提', '问，键作答。']
    """
    lines: list[str] = []
    line = ""
    for gap, unit in _units(text):
        if line and cell_width(line) + len(gap) + cell_width(unit) <= width:
            line += gap + unit
            continue
        if line:
            lines.append(line)
        *whole, line = fold(unit, width)
        lines += whole
    return [*lines, line]


def _units(text: str) -> list[tuple[str, str]]:
    """What may not be broken, each with the space before it, if any."""
    units: list[tuple[str, str]] = []
    for word in _GLUE.sub(_glue, text).split(" "):
        gap = " "
        for cluster in clusters(word):
            if gap == "" and _stays(units[-1][1], cluster):
                units[-1] = (units[-1][0], units[-1][1] + cluster)
            else:
                units.append((gap, cluster))
            gap = ""
    return [(gap, unit.replace(_NO_BREAK, " ")) for gap, unit in units]


def _glue(match: re.Match[str]) -> str:
    return match[0].replace(" ", _NO_BREAK)


def _stays(before: str, cluster: str) -> bool:
    """Whether no line may break between a unit and the cluster that follows it without a space."""
    last = before[-1]
    if cluster in _CLOSING or last in _OPENING:
        return True
    if last in _CLOSING and (cluster in _OPENING or is_unspaced(last)):
        return False
    return not is_unspaced(cluster) and not is_unspaced(last)
