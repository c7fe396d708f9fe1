"""TMX 1.4, the exchange format of translation memories, read as a stream.

    <tu> <tuv xml:lang="en"> <seg>Press <bpt i="1">&lt;b></bpt>OK</seg> </tuv> ... </tu>

- A unit (`tu`) holds a segment per language; two languages are taken, `en` also from `en-US`.
- Only the text of `seg` counts, never notes and properties. Inline codes (bpt, ept, it, ph, ut) are
  formatting of some program and are dropped; hi, sub and what is unknown keep their text.
- A line break in a segment, or one marked by a code of type "lb", is a space.
- The XML comes from elsewhere: no entity is expanded, no file or address it names is opened, and
  whatever it does, memory stays bounded (depth, names, tags, segments, segments a unit).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from xml.parsers import expat

from seqattn.corpus.languages import choose_sides, matches, nearest
from seqattn.corpus.lines import MAX_LINE, mend_string
from seqattn.corpus.pairs import Pair, has_both_sides, no_pairs
from seqattn.corpus.sources import Source
from seqattn.corpus.tally import Reason, Tally
from seqattn.errors import CorpusError
from seqattn.text import visible

BLOCK = 1 << 16  # bytes parsed at once
MAX_DEPTH = 100  # elements open at once; TMX needs about 8
MAX_TAG = 1 << 22  # bytes of one tag or comment
MAX_NAMES = 10_000  # different element and attribute names
MAX_SEGMENTS = 1_000  # segments in a unit
MAX_CODE = 100  # characters of a language code

_CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})

Segment = tuple[str, str | None]  # language as written, text; None if longer than MAX_LINE


def find_languages(
    source: Source, source_lang: str | None, target_lang: str | None
) -> tuple[str, str]:
    """The languages of the two sides: those named, completed by the first unit that has two.

    If none is named, the language that the header calls `srclang` comes first.

    Raises:
        CorpusError: which two is not clear; no unit has two; the file is broken before that.
    """
    if source_lang is not None and target_lang is not None:
        return source_lang, target_lang
    reader = UnitReader(source)
    tally = Tally(source.name, unit="unit")
    for number, unit in reader.units():
        if len(unit) < 2:
            tally.add(Reason.LANGUAGE_MISSING, number, ", ".join(tag for tag, _ in unit))
            continue
        found = list(dict.fromkeys(tag for tag, _ in unit))
        found = found if len(found) > 1 else found * 2  # paraphrases: one language twice
        if reader.source_language and source_lang is None and target_lang is None:
            found.sort(key=lambda tag: not matches(reader.source_language, tag))
        return choose_sides(found, source_lang, target_lang, source.name)
    raise no_pairs(source.name, tally)


def read_tmx(
    source: Source, languages: tuple[str, str], tally: Tally, *, guessed: bool = False
) -> Iterator[Pair]:
    """The pairs of a TMX file; `Pair.line` is the number of the unit.

    Args:
        source: the file.
        languages: codes of the source and the target side; a code means its regions too.
        tally: counts what is dropped.
        guessed: whether the user named neither, so that a notice says what was taken.

    Raises:
        CorpusError: the XML is broken or hostile, with file and line.
    """
    if guessed:
        tally.add(Reason.SIDES, None, " -> ".join(languages))
    for number, unit in UnitReader(source).units():
        tags = tuple(tag for tag, _ in unit)
        choice = _choose(tags, languages)
        if choice is None:
            tally.add(Reason.LANGUAGE_MISSING, number, ", ".join(tags))
            continue
        if choice.is_open:
            tally.add(Reason.LANGUAGE_TWICE, number, ", ".join(tags))
        left, right = unit[choice.source][1], unit[choice.target][1]
        if left is None or right is None:
            tally.add(Reason.LONG_LINE, number)
            continue
        left, right = (mend_string(side, number, tally) for side in (left, right))
        if has_both_sides(left, right, number, tally):
            yield Pair(left, right, number)


class _Choice(NamedTuple):
    """Which segments of a unit are the two sides, and whether others could have been."""

    source: int
    target: int
    is_open: bool


@lru_cache(maxsize=256)  # nearly all units of a file have the same languages
def _choose(tags: tuple[str, ...], languages: tuple[str, str]) -> _Choice | None:
    """The places of two languages: an equal code before a region of it, none used twice."""
    left = list(range(len(tags)))
    chosen = {}
    # The longer code is the more specific one and chooses first: en-GB before en.
    for side in sorted((0, 1), key=lambda side: -len(languages[side])):
        places = nearest(languages[side], [tags[place] for place in left])
        if not places:
            return None
        chosen[side] = left.pop(places[0])
    is_open = any(matches(wanted, tags[place]) for wanted in languages for place in left)
    return _Choice(chosen[0], chosen[1], is_open)


class UnitReader:
    """Parses a TMX file block by block; units come out as soon as they are complete.

    Attributes:
        source_language: what the header calls `srclang`, "" before it was read or if it is open.
    """

    def __init__(self, source: Source) -> None:
        self.source_language = ""
        self._source = source
        self._prefix = ""  # of the root's namespace, e.g. "t:"
        self._tags: dict[str, str] = {}  # element names seen, at most MAX_NAMES and a block's
        self._depth = 0
        self._number = 0  # units begun so far
        self._done: list[tuple[int, list[Segment]]] = []
        self._unit: list[Segment] | None = None  # inside <tu>
        self._language: str | None = None  # inside <tuv>
        self._parts: list[str] | None = None  # inside <seg>: its text so far
        self._length = 0  # characters of the segment, those of codes not counted
        self._is_text: list[bool] = []  # per open inline element: is its content text?

    def units(self) -> Iterator[tuple[int, list[Segment]]]:
        """The number, from 1, and the segments of each unit.

        Raises:
            CorpusError: the XML is broken or hostile.
        """
        parser = self._parser()
        fed = 0
        for block in self._source.blocks(BLOCK):
            self._feed(parser, block, last=False)
            fed += len(block)
            if fed - parser.CurrentByteIndex > MAX_TAG or len(parser.intern) > MAX_NAMES:
                raise self._hostile("it has a tag of many MB, or thousands of different names")
            yield from self._done
            self._done.clear()
        self._feed(parser, b"", last=True)
        yield from self._done

    def _parser(self) -> expat.XMLParserType:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._skipped
        return parser

    def _feed(self, parser: expat.XMLParserType, block: bytes, *, last: bool) -> None:
        """Parse a block, with our own words for what may be wrong in it."""
        name = self._source.name
        try:
            parser.Parse(block, last)
        except expat.ExpatError as error:
            raise CorpusError(
                f"{name} line {error.lineno} is not well-formed XML: "
                f"{expat.ErrorString(error.code)}.",
                hint="Is the file whole, and encoded as its first line says?",
            ) from None
        except (ValueError, LookupError):  # from pyexpat, about the declared encoding
            raise CorpusError(
                f"{name} is in an encoding that cannot be read.", hint="Save it as UTF-8."
            ) from None

    def _hostile(self, what: str) -> CorpusError:
        return CorpusError(
            f"{self._source.name} is refused: {what}.",
            hint="No translation memory needs that. Where does the file come from?",
        )

    def _tag(self, name: str) -> str:
        """The name of a TMX element; "" for one of another namespace."""
        tag = self._tags.get(name)
        if tag is None:
            local = name.removeprefix(self._prefix)
            tag = "" if ":" in local or not name.startswith(self._prefix) else local
            self._tags[name] = tag
        return tag

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == 1:
            self._root(name)
        if self._depth > MAX_DEPTH:
            raise self._hostile(f"more than {MAX_DEPTH} elements lie in one another")
        tag = self._tag(name)
        if self._parts is not None:
            self._start_inline(tag, attributes)
        elif tag == "tu":
            self._number += 1
            self._unit = []
        elif tag == "tuv":
            code = attributes.get("xml:lang") or attributes.get("lang") or ""
            self._language = code[:MAX_CODE]
        elif tag == "seg" and self._unit is not None and self._language is not None:
            self._parts, self._length = [], 0
        elif tag == "header":
            self.source_language = attributes.get("srclang", "").replace("*all*", "")

    def _root(self, name: str) -> None:
        """The first element tells whether this is TMX at all."""
        self._prefix = name[: name.rfind(":") + 1]
        if self._tag(name) != "tmx":
            raise CorpusError(
                f"{self._source.name} is an XML file, but no TMX: it begins with "
                f"<{visible(name, 40)}>.",
                hint="Export the pairs as TMX.",
            )

    def _start_inline(self, tag: str, attributes: dict[str, str]) -> None:
        """An element inside a segment."""
        assert self._parts is not None
        is_text = tag == "sub" or (tag not in _CODES and all(self._is_text[-1:]))
        self._is_text.append(is_text)
        if tag == "sub" or attributes.get("type") == "lb":
            self._break()

    def _end(self, name: str) -> None:
        self._depth -= 1
        tag = self._tag(name)
        if self._parts is not None:
            if self._is_text:
                self._is_text.pop()
                if tag == "sub":
                    self._break()
            else:
                self._end_segment()
        elif tag == "tuv":
            self._language = None
        elif tag == "tu" and self._unit is not None:
            self._done.append((self._number, self._unit))
            self._unit = None

    def _end_segment(self) -> None:
        """Put a finished segment into its unit."""
        assert self._parts is not None
        assert self._unit is not None
        if len(self._unit) >= MAX_SEGMENTS:
            raise self._hostile(f"unit {self._number} has more than {MAX_SEGMENTS:,} segments")
        text = _join_lines("".join(self._parts))
        is_long = self._length > MAX_LINE
        self._unit.append((self._language or "", None if is_long else text))
        self._parts = None

    def _text(self, text: str) -> None:
        if self._parts is not None and all(self._is_text[-1:]):
            self._add(text)

    def _break(self) -> None:
        """What comes next is a text of its own: a footnote, a new line."""
        self._add("\n")

    def _add(self, text: str) -> None:
        """Go on with the segment; a too long one is not kept."""
        assert self._parts is not None
        self._length += len(text)
        if self._length > MAX_LINE:
            self._parts.clear()
        else:
            self._parts.append(text)

    def _entity(self, name: str, *_: object) -> None:
        raise self._hostile(f"it declares an XML entity ({visible(name, 40)})")

    def _skipped(self, name: str, is_parameter: bool) -> None:
        """An entity that only a DTD could explain, and DTDs are never fetched."""
        if not is_parameter and self._parts is not None:
            raise CorpusError(
                f"{self._source.name} unit {self._number} uses the unknown entity "
                f"&{visible(name, 40)};.",
                hint="Write the character itself, or its number as in &#160;.",
            )


def _join_lines(text: str) -> str:
    """Each line break, with the indentation around it, as one space."""
    if "\n" not in text and "\r" not in text:
        return text.strip()
    lines = (line.strip() for line in text.replace("\r", "\n").split("\n"))
    return " ".join(line for line in lines if line)
