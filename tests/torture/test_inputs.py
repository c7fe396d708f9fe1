"""Whatever comes in: no traceback, no line lost, nothing raw on the terminal.

Each input goes through all four: `check`, train's reader, `translate` and `show-attention`. Most
run in this process; some as real ones, a part of them with a terminal as their output.
"""

import json
import os
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from seqattn import checkpoint, translator
from seqattn.config import Config
from seqattn.corpus import open_corpus
from seqattn.errors import SeqattnError
from seqattn.preparation import prepare
from seqattn.search import searcher
from seqattn.unknown import UNKNOWN
from tests.cli.command import TINY_OPTIONS
from tests.tiny import TINY, copy_pairs
from tests.torture.form import FIGURES, LONG, SEED, of
from tests.torture.inputs import NASTY, Files, files, options_of_reading, texts, to_bytes, tsv
from tests.torture.running import (
    Outcome,
    as_process,
    faults,
    in_process,
    line_count,
    on_terminal,
    unpacked,
)

PARTS = of(short=1, long=4)
"""Of the inputs, each a test, so that several processes may share them."""

INPUTS = of(short=120, long=20_000) // PARTS
PROCESSES = of(short=3, long=100)

GENERATED = {
    "phases": [Phase.generate],
    "deadline": None,
    "database": None,
    "derandomize": not LONG,
    "suppress_health_check": list(HealthCheck),
    "report_multiple_bugs": False,
}
"""A failure is told as it was drawn: to make it smaller takes longer than to understand it."""

translate_options = st.one_of(
    st.just([]),
    st.just(["--json"]),
    st.just(["--beam", "2"]),
    st.just(["--beam", "3", "--n-best", "2"]),
    st.just(["--show-attention"]),
    st.sampled_from(UNKNOWN).map(lambda name: ["--unknown", name]),
    st.just(["--quiet"]),
)
show_options = st.tuples(
    st.sampled_from(["text", "text", "json", "tsv", "npz", "pharaoh", "svg", "html"]),
    st.sampled_from(["decoder", "decoder", "decoder-self", "encoder", "summary"]),
    st.lists(
        st.one_of(
            st.just(["--words"]),
            st.just(["--words", "--segment", "spaces"]),
            st.just(["--hide-end"]),
            st.just(["--compact"]),
            st.sampled_from(["20", "33", "80"]).map(lambda width: ["--width", width]),
            texts.filter(lambda text: "\0" not in text).map(lambda text: [f"--target={text}"]),
        ),
        max_size=2,
    ),
).map(lambda o: ["--format", o[0], "--layer", o[1], *(word for words in o[2] for word in words)])


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with every layer of attention that has read odd text and answers with odd bytes."""
    folder = tmp_path_factory.mktemp("babbling")
    draw = random.Random(SEED)
    odd = [(" ".join(draw.choices(NASTY, k=4)), " ".join(draw.choices(NASTY, k=4))) for _ in "odd"]
    odd = [tuple(re.sub("[\0\t\r\n\ud800-\udfff]", "x", side) for side in pair) for pair in odd]
    (folder / "pairs.tsv").write_bytes(tsv([*copy_pairs(40), *odd]))
    mechanisms = "--encoder self-attention --summary attention-learned --decoder-self-attention"
    more = f"{mechanisms} --vocab-size 320 --byte-fallback --max-ratio 0 --epochs 1 --quiet"
    names = ["train", str(folder / "pairs.tsv"), "--run", str(folder / "run")]
    made = in_process([*names, *TINY_OPTIONS, *more.split()])
    assert made.code == 0, made.err
    return folder / "run"


@pytest.fixture(scope="module", autouse=True)
def load_once(run: Path) -> Any:
    """Open the run once and not for each input; and let it babble less, for it never ends."""
    with pytest.MonkeyPatch.context() as patch:
        opened = checkpoint.load_run(run)
        patch.setattr(translator, "load_run", lambda _: opened)
        patch.setattr(searcher, "length_limits", lambda lengths: lengths // 2 + 4)
        yield


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("inputs")


def written(given: Files, place: Path) -> list[str]:
    """Write the files, and give their paths."""
    paths = [str(place / name) for name in given.names]
    for path, content in zip(paths, given.contents, strict=True):
        Path(path).write_bytes(content)
    return paths


def check_is_sound(outcome: Outcome, given: Files) -> int | None:
    """The claims about `check --json`; how many pairs were read."""
    assert faults(outcome) == []
    if not outcome.out:
        return None
    report = json.loads(outcome.out)
    assert report["read"] == report["kept"] + report["dropped"]
    if len(given.names) == 2:
        assert {line_count(unpacked(c) or b"") for c in given.contents} == {report["read"]}
    return int(report["read"])


def reader_is_sound(paths: list[str], options: list[str], read: int | None) -> None:
    """Train's reader: each pair is used, held out or counted as dropped."""
    values = dict(pairwise(options))
    columns = values.get("--columns")
    data = Config().with_values(
        {
            **TINY,
            "max_ratio": float(values.get("--max-ratio", 9)),
            "drop_identical": "--drop-identical" in options,
            "drop_duplicates": "--no-drop-duplicates" not in options,
        }
    )
    try:
        corpus = open_corpus(
            paths,
            input_format=values.get("--input-format", "auto"),
            columns=None if columns is None else tuple(map(int, columns.split(","))),
            reverse="--reverse" in options,
            source_lang=values.get("--source-lang"),
            target_lang=values.get("--target-lang"),
        )
        tokenizers = translator.load("").tokenizers
        prepared = prepare(corpus, None, data, {}, tokenizers=tokenizers)
    except SeqattnError:
        return
    assert len(prepared.train) + len(prepared.dev) + prepared.tally.dropped == read


def translate_is_sound(outcome: Outcome, content: bytes | None, options: list[str]) -> None:
    """As many answers as lines; where a line could not be read, those before it."""
    assert faults(outcome) == []
    if content is None:
        assert outcome.code == 2
        return
    if "--show-attention" in options:
        return
    lines = outcome.lines
    if "--json" in options:
        assert all(isinstance(json.loads(line), dict) for line in lines)
    count = len({line.split("\t")[0] for line in lines}) if "--n-best" in options else len(lines)
    there = line_count(content)
    bad = re.search(rb"Error: \S+ line (\d+) ", outcome.err)
    if outcome.code == 0:
        assert count == there
    elif bad:
        assert count == int(bad[1]) - 1
    else:
        assert count <= there


def show_is_sound(outcome: Outcome, content: bytes | None, options: list[str]) -> None:
    """A line for each line in the formats of lines; nothing unless all of it in the others."""
    form = options[options.index("--format") + 1]
    assert faults(outcome, binary=form == "npz") == []
    if outcome.code == 0 and content is not None and form in ("json", "pharaoh"):
        assert len(outcome.lines) == line_count(content)
    if form in ("svg", "npz") and outcome.code:
        assert outcome.out == b""


@pytest.mark.skipif(os.name != "posix", reason="Windows cannot write every name and argument")
@pytest.mark.parametrize("part", range(PARTS))
def test_no_input_is_lost_or_gets_through_raw(run, place, part):
    given_files = given(files(), options_of_reading, translate_options, show_options, texts)

    @seed(SEED + 1000 * part)
    @settings(max_examples=INPUTS, **GENERATED)
    @given_files
    def each(
        found: Files, reading: list[str], translating: list[str], showing: list[str], text: str
    ) -> None:
        FIGURES["inputs in process, each through check, reader, translate, show-attention"] += 1
        paths = written(found, place)
        content = unpacked(found.contents[0])
        read = check_is_sound(in_process(["check", *paths, "--json", *reading]), found)
        if "x" not in reading:  # which stands for a number of a column
            reader_is_sound(paths, reading, read)
        in_file = ["--file", paths[0], "--run", str(run)]
        translate_is_sound(in_process(["translate", *in_file, *translating]), content, translating)
        show_is_sound(in_process(["show-attention", *in_file, *showing]), content, showing)
        answer = in_process(["translate", "--run", str(run), "--", text])
        assert faults(answer) == []
        assert len(answer.lines) == (answer.code == 0 and text != "-")  # which is stdin, empty here

    each()


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo terminal")
def test_no_input_is_lost_or_gets_through_raw_by_real_processes(run, place):
    kinds = st.sampled_from(["check", "train", "translate", "show-attention"])

    @seed(SEED)
    @settings(max_examples=PROCESSES, **GENERATED)
    @given(
        kinds, files(), options_of_reading, translate_options, show_options, texts, st.booleans()
    )
    def each(
        kind: str,
        found: Files,
        reading: list[str],
        translating: list[str],
        showing: list[str],
        text: str,
        terminal: bool,
    ) -> None:
        FIGURES["inputs by real processes"] += 1
        FIGURES[f"    of {kind}{' with a terminal' if terminal else ''}"] += 1
        paths = written(found, place)
        content = found.contents[0]
        start = on_terminal if terminal else as_process
        if kind in ("check", "train"):
            fresh = place / f"run-{FIGURES['inputs by real processes']}"
            more = ["--run", str(fresh), *TINY_OPTIONS, "--epochs", "1"] if kind == "train" else []
            assert faults(start([kind, *paths, *reading, *more]), colours=terminal) == []
        elif "--target" in " ".join(showing):  # one sentence, as an argument
            argument = to_bytes(text.replace("\0", "")).decode("utf-8", "surrogateescape")
            outcome = start(["show-attention", *showing, "--run", str(run), "--", argument])
            assert faults(outcome, colours=terminal, binary="npz" in showing) == []
        else:
            options = translating if kind == "translate" else showing
            outcome = start([kind, *options, "--run", str(run)], content)
            binary = kind != "translate" and "npz" in options
            assert faults(outcome, colours=terminal, binary=binary) == []
            if kind == "translate" and not terminal:
                translate_is_sound(outcome, content, options)

    each()


@pytest.mark.parametrize(
    ("outcome", "fault"),
    [
        (Outcome(3, b"", b""), "exit code 3"),
        (Outcome(0, b"a\x1b[31m\n", b""), "stdout has '\\x1b'"),
        (Outcome(0, "a\u202e\n".encode(), b""), "stdout has '\\u202e'"),
        (Outcome(0, "\u2068a\n\u2069\n".encode(), b""), "stdout has an isolate without its end"),
        (Outcome(0, b"", b"\x9b\n"), "stderr is no UTF-8"),
        (Outcome(2, b"", b"Error: it is so.\n"), "a mistake told as"),
        (Outcome(1, b"", b"Traceback (most recent call last)\n"), "stderr has a traceback"),
    ],
)
def test_what_must_never_be_is_found(outcome, fault):
    assert fault in "; ".join(faults(outcome))


def test_what_may_be_is_no_fault():
    told = b"Reading a\nError: it is so.\nHint:  Mend it.\n"
    assert faults(Outcome(2, "\u2068\u05e9\u2069\ta\n".encode(), told)) == []
