"""What a file really is, told by its first bytes: the wrong thing given by mistake gets its name.

`refuse_binary` is for every format, `refuse_markup` for text whose format nobody stated, and
`recognise` chooses the format of a file whose ending says nothing.
"""

import json
import re
import zipfile

from seqattn.corpus.sources import Place, Source
from seqattn.errors import CorpusError

_SAVE_AS_TEXT = "Export it as text: one pair a line, a tab between the two sentences, UTF-8."
_UNPACK = "Unpack it first; .gz and .xz can be read as they are."

_SIGNATURES: list[tuple[bytes, str, str]] = [
    (b"%PDF", "a PDF", "Copy its text out, and align the sentences first."),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file (.xls or .doc)", _SAVE_AS_TEXT),
    (b"{\\rtf", "a rich text document (rtf)", _SAVE_AS_TEXT),
    (b"SQLite format 3\0", "an SQLite database", _SAVE_AS_TEXT),
    (b"PAR1", "a Parquet table", _SAVE_AS_TEXT),
    (b"\x1f\x8b", "packed twice, or gzip data", _UNPACK),
    (b"\xfd7zXZ\x00", "packed twice, or xz data", _UNPACK),
    (b"BZh", "packed with bzip2", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "packed with zstd", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"\x89PNG", "a picture (PNG)", "Sentences as text are needed."),
    (b"\xff\xd8\xff", "a picture (JPEG)", "Sentences as text are needed."),
    (b"\x7fELF", "a program", "Sentences as text are needed."),
]
_WIDE_MARKS = {  # longest first: the UTF-32 mark begins with the UTF-16 one
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_ZIP_PARTS = [
    ("xl/", "a spreadsheet (xlsx)"),
    ("word/", "a Word document (docx)"),
    ("ppt/", "a presentation (pptx)"),
]
_ZIP_KINDS = [
    ("opendocument.spreadsheet", "a spreadsheet (ods)"),
    ("opendocument.text", "a text document (odt)"),
    ("epub", "an e-book (epub)"),
]
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_ELEMENT = re.compile(rb"<([\w:.-]+)")
_PROLOG = {b"<?": b"?>", b"<!--": b"-->"}
_ENDINGS = {
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".tmx": "tmx",
}


def refuse_binary(
    head: bytes, name: str, place: Place | None = None, *, wide: bool = False
) -> None:
    """Raise a CorpusError that says what `head`, a file's first bytes, is if it is no UTF-8 text.

    Args:
        head: the first bytes, unpacked.
        name: the file's name in messages.
        place: where it lies, to look into a zip; None for a stream.
        wide: let UTF-16 pass (XML says itself how it is encoded).
    """
    for magic, kind, remedy in _SIGNATURES:
        if head.startswith(magic):
            raise CorpusError(f"{name} is {kind}, not text.", hint=remedy)
    if head.startswith((b"PK\3\4", b"PK\5\6")):
        kind = _zip_kind(place)
        packed = kind == "a zip archive"
        raise CorpusError(f"{name} is {kind}.", hint=_UNPACK if packed else _SAVE_AS_TEXT)
    if head[257:262] == b"ustar":
        raise CorpusError(f"{name} is a tar archive.", hint="Unpack it: tar -xf.")
    if head and not head.strip(b"\0"):
        raise CorpusError(
            f"{name} begins with nothing but NUL bytes.",
            hint="A full disk or a copy cut short leaves such files: fetch it again.",
        )
    encoding = None if wide else wide_encoding(head)
    if encoding:
        raise CorpusError(
            f"{name} is {encoding} text.",
            hint=f"Save it as UTF-8: iconv -f {encoding} -t UTF-8 FILE > NEW.",
        )


def wide_encoding(head: bytes) -> str | None:
    """Tell "UTF-16" and "UTF-32" by their marks or their many NULs; None for anything else."""
    for mark, kind in _WIDE_MARKS.items():
        if head.startswith(mark):
            return kind
    start = head[:2000]
    zeros = start.count(0)
    if zeros * 4 > len(start) * 3 - 4 and len(start) >= 8:
        return "UTF-32"
    half = max(start[0::2].count(0), start[1::2].count(0))  # the upper bytes of Latin letters
    wide = len(start) >= 4 and half * 3 > len(start) and (zeros - half) * 10 < half
    return "UTF-16" if wide else None


def _zip_kind(place: Place | None) -> str:
    """What a zip holds: office files are zips."""
    if place is None:
        return "a zip archive"
    try:
        with place.open("rb") as file, zipfile.ZipFile(file) as archive:
            names = archive.namelist()[:10_000]
            kind = (
                archive.open("mimetype").read(200).decode("latin-1") if "mimetype" in names else ""
            )
    except Exception:  # damaged in one of many ways; that it is a zip is said all the same
        return "a zip archive"
    for mark, words in _ZIP_KINDS:
        if mark in kind:
            return words
    for folder, words in _ZIP_PARTS:
        if any(name.startswith(folder) for name in names):
            return words
    return "a zip archive"


def refuse_markup(head: bytes, name: str) -> None:
    """Raise a CorpusError if text is a web page or XML, when lines of sentences are expected."""
    if _HTML.match(head, _prolog_end(head)):
        raise CorpusError(
            f"{name} is an HTML page.",
            hint="Download the file itself (on GitHub: the Raw button), not the page about it.",
        )
    root = xml_root(head)
    if root == "tmx":
        raise CorpusError(
            f"{name} is a TMX file.", hint="It holds both languages: give it alone, ending in .tmx."
        )
    if root == "xliff":
        raise CorpusError(f"{name} is an XLIFF file.", hint="Export it as TMX.")
    if root is not None:
        raise CorpusError(f"{name} is an XML file, but no TMX.", hint="Export the pairs as TMX.")


def xml_root(head: bytes) -> str | None:
    """The name of the first element if the text is XML, lower case and without prefix."""
    if kind := wide_encoding(head):
        head = head.decode(kind, "ignore").encode()
    head = head.removeprefix(b"\xef\xbb\xbf")
    if not head.lstrip().lower().startswith((b"<?xml", b"<!doctype", b"<tmx", b"<xliff")):
        return None
    start = _prolog_end(head)
    if head[start : start + 9].lower() == b"<!doctype":
        inner, end = head.find(b"[", start), head.find(b">", start)
        if start < inner < end:
            end = head.find(b">", head.find(b"]", inner))
        start = _prolog_end(head, end + 1)
    match = _ELEMENT.match(head, start)
    return match[1].decode().rpartition(":")[2].lower() if match else None


def _prolog_end(head: bytes, start: int = 0) -> int:
    """Where the white space, comments and declarations at the start of XML or HTML end."""
    if head.startswith(b"\xef\xbb\xbf", start):
        start += 3
    while True:
        while head[start : start + 1].isspace():
            start += 1
        ends = (end for begin, end in _PROLOG.items() if head.startswith(begin, start))
        end = next(ends, b"")
        place = head.find(end, start) if end else -1
        if place < 0:
            return start
        start = place + len(end)


def recognise(source: Source) -> str:
    """Choose "tsv", "jsonl" or "tmx" for a file that holds both sides.

    Raises:
        CorpusError: it is none of them; the message says what it seems to be.
    """
    head, name = source.head(), source.name
    root = xml_root(head)
    refuse_binary(head, name, source.place, wide=root is not None)
    if root == "tmx":
        return "tmx"
    first = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    if b"\t" not in first:
        refuse_markup(head, name)
    if source.ending in _ENDINGS:
        return _ENDINGS[source.ending]
    if first.startswith(b"{") and _is_json(first):
        return "jsonl"
    if b"\t" in head:
        return "tsv"
    raise _unrecognised(first, name)


def _unrecognised(first: bytes, name: str) -> CorpusError:
    """The error for one file that seems not to hold both sides."""
    if first[:1] in (b"{", b"["):
        return CorpusError(
            f"{name} seems to be JSON, but not one object a line.",
            hint='Write one pair a line: {"en": "Hello.", "de": "Hallo."}',
        )
    if not first:
        return CorpusError(
            f"{name} holds only blank lines: 0 pairs.", hint="A pair needs text on both sides."
        )
    return CorpusError(
        f"{name} has no tab between two sentences, so it holds only one side.",
        hint="Give two files, SOURCE TARGET, or one with a tab between the sentences of a pair.",
    )


def _is_json(line: bytes) -> bool:
    """Whether a line is a JSON value by itself."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
