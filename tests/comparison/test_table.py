"""The table: every seed, the mean above them, the bins with their sentences, what was measured."""

from seqattn.comparison.results import Comparison
from seqattn.comparison.table import table
from tests.comparison.made_up import comparison


def cells(line: str) -> list[str]:
    return line.split()


def test_each_variant_has_its_mean_and_every_seed():
    lines = table(comparison())
    assert cells(lines[0]) == [
        "context", "seed", "parameters", "loss", "BLEU", "0-9", "10-19", "20+", "tokens/s", "MB",
        "epochs", "minutes",
    ]  # fmt: skip
    assert cells(lines[1]) == ["sentences", "757", "420", "310", "27"]
    assert cells(lines[2])[:5] == ["none", "mean", "2,345,678", "2.250", "31.5"]
    assert cells(lines[3])[:5] == ["1", "2,345,678", "2.250", "31.0", "51.0"]
    assert cells(lines[4])[0] == "2"
    assert cells(lines[5])[:2] == ["fixed", "mean"]
    assert cells(lines[2])[5:] == ["51.5", "31.5", "11.5", "9,876", "612", "20", "1.5"]
    assert lines[11] == ""


def test_with_one_seed_there_is_no_mean():
    lines = table(comparison(seeds=[3]))
    assert [cells(line)[:2] for line in lines[2:5]] == [
        ["none", "3"], ["fixed", "3"], ["attention", "3"],
    ]  # fmt: skip


def test_columns_stand_under_each_other():
    lines = table(comparison())[:11]
    end_of_bleu = lines[0].index(" BLEU") + 5
    for line in lines:
        assert line[end_of_bleu - 1].isalnum()
        assert line[end_of_bleu] == " "
        assert line == line.rstrip()


def test_what_the_numbers_are_stands_below():
    told = "\n".join(table(comparison())[12:])
    for said in ("a.tsv: 20,000 pairs", "test.tsv", "words", "nrefs:1|tok:13a", "30 epochs", "412"):
        assert said in told
    assert "minutes each" not in told
    limited = comparison().to_json()
    limited["config"]["training"]["max_minutes"] = 2.5
    assert "30 epochs or 2.5 minutes each" in "\n".join(table(Comparison.from_json(limited)))


def test_memory_that_was_not_measured_is_a_dash_and_a_gpu_gets_a_column():
    data = comparison(seeds=[1]).to_json()
    for result in data["results"]:
        result.update(peak_memory=None, first_memory=None, peak_gpu_memory=8_000_000)
    lines = table(Comparison.from_json(data))
    assert lines[0].count("MB") == 2
    assert cells(lines[2])[-4:] == ["-", "8", "20", "1.5"]
    assert "process" not in "\n".join(lines)


def test_a_name_from_a_file_cannot_write_to_the_terminal():
    data = comparison().to_json()
    data["test"]["name"] = data["corpus"]["name"] = "a\x1b[31m.tsv"
    assert "\x1b" not in "\n".join(table(Comparison.from_json(data)))
