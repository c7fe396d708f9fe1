"""What the benchmark of starting points trains and validates on."""

from benchmarks.starting_point import pairs_of, split


def test_each_english_sentence_comes_once_with_its_first_translation(tmp_path):
    text = tmp_path / "cmn.txt"
    text.write_text(
        "\ufeffHi.\t嗨。\tby A\nHi.\t你好。\tby B\nRun.\t跑。\nlonely\n", encoding="utf-8"
    )
    assert pairs_of(text) == [("Hi.", "嗨。"), ("Run.", "跑。")]


def test_no_english_sentence_both_trains_and_validates():
    pairs = [(f"e{i}", f"c{i % 3}") for i in range(50)]
    dev, train = split(pairs, seed=1, dev=10, train=30)
    assert (len(dev), len(train)) == (10, 30)
    assert {english for english, _ in dev}.isdisjoint(english for english, _ in train)
    assert (dev, train) == split(pairs, seed=1, dev=10, train=30)
    assert dev != split(pairs, seed=2, dev=10, train=30)[0]
