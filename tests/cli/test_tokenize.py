"""`seqattn tokenize`: text to pieces or ids, and back."""

import pytest

from tests.cli.command import seqattn, told

TEXTS = ["a b c", "ab  cd", "", "x汤🙂", "</s> ▁a <unk>", "e\u0301"]


def run(trained, *arguments, stdin):
    """The lines that the command writes."""
    result = seqattn("tokenize", *arguments, "--run", trained, "-q", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return result.stdout.split("\n")[:-1]


@pytest.mark.parametrize("side", ["source", "target"])
def test_ids_decode_to_the_text_as_far_as_the_vocabulary_holds_it(side, trained):
    known = ["a b c", "", "h g"]
    ids = run(trained, "--ids", "--side", side, stdin="\n".join(known) + "\n")
    assert run(trained, "--decode", "--side", side, stdin="\n".join(ids) + "\n") == known


def test_there_is_a_piece_for_each_id(trained):
    text = "\n".join(TEXTS) + "\n"
    pieces, ids = run(trained, stdin=text), run(trained, "--ids", stdin=text)
    assert [len(line.split(" ")) for line in pieces] == [len(line.split(" ")) for line in ids]
    assert len(pieces) == len(TEXTS)


def test_a_piece_that_goes_on_with_its_word_is_joined(trained):
    assert run(trained, stdin="ab\n")[0].replace(" ", "") in ("a‿b", "ab")
    assert "‿" not in run(trained, stdin="a b\n")[0]


@pytest.mark.parametrize("ids", ["4 x", "-1", "99999999", "9" * 5000, "1.5", "٣"])
def test_what_is_no_id_is_refused_with_its_line(ids, trained):
    result = seqattn("tokenize", "--decode", "--run", trained, stdin=f"4\n{ids}\n")
    assert result.exit_code == 2
    assert "Line 2" in told(result)[0]
