"""Everything dropped is counted, and the tally stays small."""

from seqattn.corpus import Reason, Tally
from seqattn.corpus.tally import LINES_KEPT


def test_a_tally_keeps_the_first_lines_and_one_example_however_much_it_counts():
    tally = Tally("a.tsv")
    for line in range(1, 1001):
        tally.add(Reason.EMPTY_SOURCE, line, f"example {line} \x1b")
    (notice,) = tally
    assert (notice.count, notice.lines) == (1000, tuple(range(1, LINES_KEPT + 1)))
    assert notice.example == r"example 1 \x1b"
    assert str(notice) == (
        "a.tsv: dropped 1,000 pairs: the source is empty "
        "(lines 1, 2, 3, 4, 5, …; 'example 1 \\x1b')"
    )


def test_a_large_measure_is_told_in_full():
    tally = Tally("a")
    tally.add(Reason.TOO_LONG, 1, measure=1_234_567)
    tally.add(Reason.RATIO, 2, measure=12.3456)
    long, uneven = map(str, tally)
    assert "largest 1,234,567" in long
    assert "largest 12.35" in uneven


def test_merging_adds_counts_and_keeps_files_apart():
    one, other = Tally("a"), Tally("b")
    one.add(Reason.TOO_LONG, 1, measure=5)
    one.add(Reason.TAB, 2, where="c")
    other.add(Reason.TOO_LONG, 3, measure=4)
    other.add(Reason.TAB, 4, where="c")
    one.merge(other)
    assert [(n.reason, n.where, n.count, n.lines, n.largest) for n in one] == [
        (Reason.TOO_LONG, "a", 1, (1,), 5),
        (Reason.TOO_LONG, "b", 1, (3,), 4),
        (Reason.TAB, "c", 2, (2, 4), None),
    ]
    assert one.dropped == 2  # mended lines are not dropped
    assert one.count(Reason.TAB) == 2


def test_a_notice_as_json_names_reason_and_effect():
    tally = Tally("a")
    tally.add(Reason.DUPLICATE, 7, "x")
    assert next(iter(tally)).as_dict() == {
        "reason": "duplicate",
        "effect": "dropped",
        "where": "a",
        "count": 1,
        "lines": [7],
        "example": "x",
        "largest": None,
    }


def test_every_reason_has_its_own_key_and_a_known_effect():
    assert len({reason.key for reason in Reason}) == len(Reason)
    assert {reason.effect for reason in Reason} == {"dropped", "skipped", "mended", "noted"}


def test_a_line_counts_once_for_a_reason_however_often_it_is_mended():
    tally = Tally("a")
    for line in (3, 3, 4, 4, 4):
        tally.add(Reason.CONTROL, line, "x")
    tally.add(Reason.CONTROL, 4, "x", where="b")  # line 4 of another file is another line
    tally.add(Reason.SURROGATE, 4, "x")  # and another reason is another count
    assert [(n.reason, n.where, n.count, n.lines) for n in tally] == [
        (Reason.CONTROL, "a", 2, (3, 4)),
        (Reason.CONTROL, "b", 1, (4,)),
        (Reason.SURROGATE, "a", 1, (4,)),
    ]
