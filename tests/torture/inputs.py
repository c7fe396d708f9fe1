"""What people might give a program: texts of any code points, files of any bytes.

A third of the files are bytes without any sense. The others were proper files of one of the formats
before some bytes of them were changed, taken out, put in or doubled, or their end was cut off.
"""

import gzip
import json
import lzma
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from hypothesis import strategies as st

NASTY = re.split(
    " ",
    "\0 \a \b \x1b \x1b[31m \x1b]0;t\a \x7f \x85 \x9b31m \r \v \f \x1c \u00a0 \u00ad \u034f \u061c "
    "\u115f \u180e \u200b \u200c \u200d \u200e \u200f \u2028 \u2029 \u202a \u202b \u202d \u202e "
    "\u2060 \u2066 \u2067 \u2068 \u2069 \u206f \u2581 \u2800 \u3000 \u3164 \ufdd0 \ufe0f \ufeff "
    "\ufff9 \ufffd \uffff \U000e0041 \U0010ffff \ud800 \udc9b \udfff e\u0301 \u0301 \u0e01\u0e47 "
    "\u0915\u094d\u0937\u093f \u1100\u1161\u11a8 \ufb01 \u2167 \u01c5 \u1e9e \u0130 \u4eba \uff21 "
    "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u0660 \U0001f468\u200d\U0001f469 "
    "\U0001f1e9\U0001f1ea \U0001f44d\U0001f3fd \u2603 <s> </s> <unk> <0x0A> [b] [/b] :smile: %s {} "
    "\\n \\x1b &amp; &#27; <tu> </seg> ]]> \" ' ` $(id) ; | - -- --run = 0 \u22121 1e999 \t",
)
"""Characters and short texts that have harmed programs."""

WORDS = [*"abcdefgh", "Tom", "\u6c64\u59c6"]

characters = st.characters(exclude_categories=())  # lone surrogates, too
texts = st.one_of(
    st.lists(st.sampled_from([*WORDS, *NASTY]), max_size=12).map(" ".join),
    st.lists(st.sampled_from([*WORDS, *NASTY]), max_size=12).map("".join),
    st.text(characters, max_size=30),
    st.builds(lambda text, times: text * times, st.sampled_from(NASTY), st.integers(1, 120)),
)


def to_bytes(text: str) -> bytes:
    """UTF-8, with lone surrogates as the three bytes that no decoder takes."""
    return text.encode("utf-8", "surrogatepass")


Pairs = Sequence[tuple[str, str]]


def tsv(pairs: Pairs) -> bytes:
    return to_bytes("".join(f"{source}\t{target}\n" for source, target in pairs))


def jsonl(pairs: Pairs, *, nested: bool = False, plain: bool = False) -> bytes:
    objects = ({"en": source, "de": target} for source, target in pairs)
    lines = (
        json.dumps({"translation": each} if nested else each, ensure_ascii=plain)
        for each in objects
    )
    return to_bytes("".join(f"{line}\n" for line in lines))


def tmx(pairs: Pairs, *, encoding: str = "utf-8") -> bytes:
    def side(language: str, text: str) -> str:
        return f'<tuv xml:lang="{language}"><seg>{escape(text)}</seg></tuv>'

    units = "".join(f"<tu>{side('en', s)}{side('de-AT', t)}</tu>\n" for s, t in pairs)
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?>\n<tmx version="1.4"><header srclang="en"/>'
        f"<body>\n{units}</body></tmx>\n"
    )
    return text.encode(encoding, "surrogatepass")


FORMATS: dict[str, Callable[[Pairs], bytes]] = {
    "tsv": tsv,
    "jsonl": jsonl,
    "nested.jsonl": lambda pairs: jsonl(pairs, nested=True),
    "plain.jsonl": lambda pairs: jsonl(pairs, plain=True),
    "tmx": tmx,
    "utf-16.tmx": lambda pairs: tmx(pairs, encoding="utf-16"),
}
"""A file of pairs, by the ending of its name."""

PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": lambda content: gzip.compress(content, mtime=0),
    ".xz": lambda content: lzma.compress(content, preset=0),
}


@dataclass(frozen=True)
class Change:
    """Something done to some bytes of a file."""

    kind: str
    place: float  # in [0, 1] of the file
    size: int
    content: bytes

    def made(self, data: bytes) -> bytes:
        start = int(self.place * len(data))
        end = start + self.size
        return {
            "put in": data[:start] + self.content + data[start:],
            "change": data[:start] + self.content + data[start + len(self.content) :],
            "take out": data[:start] + data[end:],
            "double": data[:end] + data[start:],
            "cut off": data[:start],
        }[self.kind]


changes = st.builds(
    Change,
    st.sampled_from(["put in", "change", "take out", "double", "cut off"]),
    st.floats(0, 1),
    st.integers(1, 40),
    st.one_of(
        st.binary(min_size=1, max_size=4),
        st.sampled_from(NASTY).map(to_bytes),
        st.sampled_from([b"\n", b"\t", b"\r\n", b"\xef\xbb\xbf", b"<", b"}", b'"', b"\n\n"]),
    ),
)


@dataclass(frozen=True)
class Files:
    """One file or two: their names and their bytes."""

    names: tuple[str, ...]
    contents: tuple[bytes, ...]


pair_lists = st.lists(st.tuples(texts, texts), max_size=5)


@st.composite
def proper_files(draw: st.DrawFn) -> Files:
    """One file of a format, or two line-aligned ones."""
    pairs = draw(pair_lists)
    if draw(st.integers(0, 3)) == 0:
        # A line break in a text would nearly always give the two files different numbers of lines.
        flat = [tuple(side.replace("\n", " ") for side in pair) for pair in pairs]
        sides = [to_bytes("".join(f"{pair[i]}\n" for pair in flat)) for i in (0, 1)]
        return Files(("a.en", "a.de"), (sides[0], sides[1]))
    ending = draw(st.sampled_from(list(FORMATS)))
    return Files((f"a.{ending}",), (FORMATS[ending](pairs),))


@st.composite
def files(draw: st.DrawFn) -> Files:
    """Any files: without sense, or proper ones that something was done to; packed or not."""
    if draw(st.integers(0, 2)) == 0:
        names = draw(st.sampled_from([("a.tsv",), ("a.jsonl",), ("a.tmx",), ("a",), ("a", "b")]))
        found = Files(names, tuple(draw(st.binary(max_size=200)) for _ in names))
    else:
        found = draw(proper_files())
    contents = []
    packing = draw(st.sampled_from(["", "", "", ".gz", ".xz"]))
    for content in found.contents:
        for change in draw(st.lists(changes, max_size=3)):
            content = change.made(content)
        content = PACKINGS[packing](content)
        if packing and draw(st.integers(0, 4)) == 0:
            content = draw(changes).made(content)
        contents.append(content)
    return Files(tuple(name + packing for name in found.names), tuple(contents))


options_of_reading = st.lists(
    st.one_of(
        st.just(["--reverse"]),
        st.sampled_from(["1,2", "2,1", "1,3", "0,1", "x"]).map(lambda c: ["--columns", c]),
        st.sampled_from(["auto", "lines", "tsv", "jsonl", "tmx"]).map(
            lambda name: ["--input-format", name]
        ),
        st.just(["--source-lang", "en", "--target-lang", "de"]),
        st.just(["--source-lang", "de"]),
        st.sampled_from(["0", "1", "9"]).map(lambda ratio: ["--max-ratio", ratio]),
        st.just(["--drop-identical"]),
        st.just(["--no-drop-duplicates"]),
    ),
    max_size=2,
).map(lambda lists: [word for words in lists for word in words])
