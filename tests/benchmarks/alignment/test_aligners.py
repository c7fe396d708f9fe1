"""The aligners: each word's link, by place, by eflomal, by the models of both ways."""

import sys
from dataclasses import replace

import pytest

from benchmarks.alignment import texts
from benchmarks.alignment.aligners import attention, diagonal, eflomal
from benchmarks.alignment.bench import joined
from benchmarks.alignment.texts import AlignedText, Gold
from seqattn.checkpoint import STATE, load_tensors, read_state_about, save_tensors
from seqattn.evaluation import parse_pharaoh
from seqattn.translator import load
from seqattn.word_alignment import AGREEMENT, WordAligner, WordedPair
from tests.cli.command import TINY_OPTIONS, seqattn
from tests.tiny import copy_pairs


def test_the_diagonal_goes_from_corner_to_corner_either_way():
    pairs = [WordedPair.of("a b c", "x y z"), WordedPair.of("a b", "w x y z")]
    found = diagonal.align(pairs)
    square = {(0, 0), (1, 1), (2, 2)}
    assert found.forward == [square, {(0, 0), (0, 1), (1, 2), (1, 3)}]
    assert found.backward == [square, {(0, 1), (1, 3)}]


@pytest.fixture
def program(tmp_path):
    """Takes eflomal's place: links the words of each line as far as both sides go, and 0-1 back."""
    script = tmp_path / "eflomal-align"
    script.write_text(f"""#!{sys.executable}
import sys
named = dict(zip(sys.argv[1::2], sys.argv[2::2]))
sides = [open(named[side]).read().splitlines() for side in ("--source", "--target")]
with open(named["--forward-links"], "w") as forward, open(named["--reverse-links"], "w") as back:
    for source, target in zip(*sides):
        pairs = zip(range(len(source.split())), range(len(target.split())))
        print(*(f"{{i}}-{{j}}" for i, j in pairs), file=forward)
        if source != "lost":
            print("0-1", file=back)
""")
    script.chmod(0o755)
    return script


def test_of_eflomals_links_those_of_the_wanted_lines_are_taken(program):
    read = [("a", "x y"), ("a b", "x y z"), ("a b c", "x")]
    found = eflomal.align(program, read, [1, 0], threads=1)
    assert found.forward == [{(0, 0), (1, 1)}, {(0, 0)}]
    assert found.backward == [{(0, 1)}, {(0, 1)}]
    assert found.facts["seed"] is None


def test_lines_that_eflomal_loses_are_no_silent_shift(program):
    with pytest.raises(ValueError, match="1 lines for 2"):
        eflomal.align(program, [("lost", "x"), ("a", "x")], [0], threads=1)


def text_of(pairs, train_files, dev_files):
    """A text of copied sentences, whose gold are its first five."""
    links = (" ".join(f"{i}-{i}" for i in range(len(s.split()))) for s, _ in pairs[:5])
    gold = Gold(
        "gold",
        tuple(WordedPair.of(*pair) for pair in pairs[:5]),
        tuple(map(parse_pharaoh, links)),
    )
    return AlignedText("t", ("a", "b"), pairs, train_files, dev_files, (gold,), "0")


def test_attention_is_read_off_the_models_of_both_ways_and_only_of_this_text(tmp_path):
    pairs = copy_pairs(40)
    files = [
        texts._written(part, tmp_path / name, ("a", "b"))
        for name, part in (("train", pairs), ("dev", pairs[:6]), ("other", copy_pairs(40, seed=1)))
    ]
    text = text_of(pairs, *files[:2])
    models = attention.Models(text, tmp_path, threads=1)
    assert models.folder("backward").name == "t.b-a"
    for way in attention.WAYS:
        command = [*models.command(way), *TINY_OPTIONS, "--epochs", "2", "--quiet"]
        assert seqattn(*command).exit_code == 0
    found = attention.align(models, text.gold[0].pairs)
    swapped = [WordedPair(b, a, d, c) for a, b, c, d in text.gold[0].pairs]
    forward, backward = (load(models.folder(way)) for way in attention.WAYS)
    assert found.forward == list(WordAligner(forward).align_many(text.gold[0].pairs))
    turned = [{(j, i) for i, j in links} for links in WordAligner(backward).align_many(swapped)]
    assert found.backward == turned
    both = WordAligner(forward, backward, heuristic=AGREEMENT)
    assert joined(found, AGREEMENT) == list(both.align_many(text.gold[0].pairs))
    assert found.facts["pairs"] == 40
    assert found.facts["settings"][0]["epochs"] == 2
    assert found.facts["trained"] == [{}, {}]  # not by the benchmark itself
    state = read_state_about(models.folder("forward"))
    assert state.pop("finished")
    tensors, _ = load_tensors(models.folder("forward") / STATE)
    save_tensors(models.folder("forward") / STATE, tensors, state)
    with pytest.raises(attention.UnfitRunError, match=r"not finished; .* --resume"):
        attention.align(models, text.gold[0].pairs)
    (models.folder("forward") / STATE).unlink()  # as in a run that was copied to translate with
    assert attention.align(models, text.gold[0].pairs).forward == found.forward
    other = replace(models, text=replace(text, train_files=files[2]))
    with pytest.raises(attention.UnfitRunError, match="another text"):
        attention.align(other, text.gold[0].pairs)
