"""Names of the two sides: which language code means which, and which two are wanted."""

from collections.abc import Sequence

from seqattn.errors import CorpusError
from seqattn.text import counted, visible


def matches(wanted: str, tag: str) -> bool:
    """Whether a language code is the wanted language or a kind of it (RFC 4647, basic filtering).

    >>> matches("en", "en-US"), matches("en", "EN_gb"), matches("en-US", "en-GB")
    (True, True, False)
    """
    wanted, tag = _plain(wanted), _plain(tag)
    return tag == wanted or tag.startswith(wanted + "-")


def nearest(wanted: str, tags: Sequence[str]) -> list[int]:
    """Places of the tags that mean the wanted language: equal ones, or else regions of it.

    >>> nearest("en", ["en-US", "de", "en-GB"]), nearest("en", ["en-US", "EN"])
    ([0, 2], [1])
    """
    equal = [place for place, tag in enumerate(tags) if _plain(tag) == _plain(wanted)]
    return equal or [place for place, tag in enumerate(tags) if matches(wanted, tag)]


def choose_sides(
    found: Sequence[str], source: str | None, target: str | None, name: str
) -> tuple[str, str]:
    """Complete the two names by those found in a file's first pair.

    Args:
        found: the names there, in file order.
        source: the name the user gave for the source side, or None.
        target: the same for the target side.
        name: the file's name in messages.

    Raises:
        CorpusError: what is left to choose from is not clear; the message lists it.
    """
    if source is not None and target is not None:
        return source, target
    left = list(found)
    for given in (source, target):
        if given is not None:
            places = nearest(given, left)
            if not places:
                raise _unclear(found, f"no '{visible(given, 40)}'", name)
            del left[places[0]]
    needed = [source, target].count(None)
    if len(left) != needed:
        raise _unclear(found, counted(len(found), "language"), name)
    return source or left.pop(0), target or left.pop(0)


def _unclear(found: Sequence[str], problem: str, name: str) -> CorpusError:
    shown = ", ".join(visible(tag, 40) for tag in found[:20]) or "none"
    return CorpusError(
        f"{name} has {problem} where two sides are to be chosen; found: {shown}.",
        hint="Name both: --source-lang NAME --target-lang NAME.",
    )


def _plain(tag: str) -> str:
    return tag.replace("_", "-").lower()
