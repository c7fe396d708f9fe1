"""One JSON object a line: `{"en": .., "de": ..}` or `{"translation": {"en": .., "de": ..}}`.

Other keys may stand beside them. A side that is null is empty, so its pair is dropped; a key that
is missing or no text is refused with its line, as is a line that is no JSON object.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from seqattn.corpus.languages import choose_sides, nearest
from seqattn.corpus.lines import mend_string, read_lines
from seqattn.corpus.pairs import Pair, has_both_sides, no_pairs
from seqattn.corpus.refusals import Refusals
from seqattn.corpus.sources import Source
from seqattn.corpus.tally import Reason, Tally
from seqattn.text import is_blank, visible

WRAPPER = "translation"
_DECODER = json.JSONDecoder(strict=False)  # not strict: a raw tab in a string becomes a space here


@dataclass(frozen=True)
class Keys:
    """Where the two sides stand in each object.

    Attributes:
        source: key of the source side.
        target: key of the target side.
        wrapped: whether both stand in an object named "translation".
        guessed: whether the user named neither, so that the order in the first object decided.
    """

    source: str
    target: str
    wrapped: bool
    guessed: bool

    def reversed(self) -> "Keys":
        """The same with source and target swapped."""
        return replace(self, source=self.target, target=self.source)


def find_keys(source: Source, source_lang: str | None, target_lang: str | None) -> Keys:
    """Find the two keys in the first object of a file.

    Raises:
        CorpusError: the first line that is not blank is no object, or which keys is not clear.
    """
    for line, text in enumerate(read_lines(source, Tally(), tabs=True), start=1):
        if text is None or is_blank(text):
            continue
        record = _parse(text)
        if not isinstance(record, dict):
            refusals = Refusals(source.name)
            refusals.add(line, "is no JSON object", text)
            raise refusals.error(needed=_NEEDED, hint=_HINT)
        wrapped = isinstance(record.get(WRAPPER), dict)
        inner: dict[str, Any] = record[WRAPPER] if wrapped else record
        found = [key for key, value in inner.items() if _is_side(value)]
        one = _resolve(source_lang, found)
        other = _resolve(target_lang, found)
        first, second = choose_sides(found, one, other, source.name)
        return Keys(first, second, wrapped, source_lang is None and target_lang is None)
    raise no_pairs(source.name, Tally())


def read_jsonl(source: Source, keys: Keys, tally: Tally) -> Iterator[Pair]:
    """The pairs of a file of JSON lines.

    Raises:
        CorpusError: lines that are no such object, told with number and a copy.
    """
    if keys.guessed:
        tally.add(Reason.SIDES, None, f"{keys.source} -> {keys.target}")
    refusals = Refusals(source.name)
    for line, text in enumerate(read_lines(source, tally, tabs=True), start=1):
        if text is None:
            tally.add(Reason.LONG_LINE, line)
            continue
        if is_blank(text):
            tally.add(Reason.BLANK_LINE, line)
            continue
        try:
            left, right = _sides(_parse(text), keys)
        except _NotAPairError as error:
            refusals.add(line, str(error), text)
            continue
        left, right = (mend_string(side, line, tally) for side in (left, right))
        if has_both_sides(left, right, line, tally) and not refusals:
            yield Pair(left, right, line)
    refusals.raise_if_any(needed=_NEEDED, hint=_hint(keys))


_NEEDED = 'one JSON object a line, as {"en": "Hello.", "de": "Hallo."}'
_HINT = "Name the keys of the two sides: --source-lang NAME --target-lang NAME."


def _hint(keys: Keys) -> str:
    """What helps against lines that hold no pair by these keys."""
    if keys.guessed:
        return f"Mend or delete such lines, or {_HINT[0].lower()}{_HINT[1:]}"
    return "Mend or delete such lines."


class _NotAPairError(Exception):
    """A line holds no pair; the text says what is wrong, after "line 3"."""


def _parse(text: str) -> Any:
    """The JSON value of a line; None if it is no JSON."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):  # also numbers of too many digits, brackets too deep
        return None


def _sides(record: Any, keys: Keys) -> tuple[str, str]:
    """The two texts of one object."""
    if keys.wrapped and isinstance(record, dict):
        record = record.get(WRAPPER)
    if not isinstance(record, dict):
        raise _NotAPairError(f'has no object "{WRAPPER}"' if keys.wrapped else "is no JSON object")
    return _side(record, keys.source), _side(record, keys.target)


def _side(record: dict[str, Any], key: str) -> str:
    if key not in record:
        raise _NotAPairError(f'has no "{visible(key, 40)}"')
    value = record[key]
    if not _is_side(value):
        raise _NotAPairError(f'has no text as "{visible(key, 40)}"')
    return value or ""


def _is_side(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _resolve(wanted: str | None, found: list[str]) -> str | None:
    """The key that is meant: `en` may stand as `en`, `EN` or, if nothing is nearer, `en_US`."""
    if wanted is None or wanted in found:
        return wanted
    places = nearest(wanted, found)
    return found[places[0]] if len(places) == 1 else wanted
