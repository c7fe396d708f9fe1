"""Comparing changes nothing in a training: same bits, also when it was interrupted."""

import json
from pathlib import Path

import pytest

from seqattn import checkpoint, evaluation, run_log
from seqattn.comparison import trainings
from seqattn.comparison.results import FILE, PLOT, Comparison, Plan, TestSet, means, read
from seqattn.comparison.trainings import Began, Compared, Scored, begin, compare
from seqattn.comparison.variants import variants
from seqattn.errors import RunError, TrainingError
from seqattn.preparation import Prepared
from seqattn.reports import Started
from seqattn.training import train
from seqattn.translator import load
from tests.tiny import copy_pairs, prepare_tiny

TEST = TestSet("unseen", *map(list, zip(*copy_pairs(30, seed=9), strict=True)))
CONTEXTS = variants(vary=["context=none,attention"])


def bits(folder: Path) -> dict[str, bytes]:
    """Every tensor of a run's model as bytes."""
    tensors, _ = checkpoint.load_tensors(folder / checkpoint.MODEL)
    return {name: tensor.numpy().tobytes() for name, tensor in tensors.items()}


def prepared_in(folder: Path, **given) -> Prepared:
    folder.mkdir()
    return prepare_tiny(folder, copy_pairs(60), copy_pairs(9, seed=5), epochs=6, **given)


def finished(reports) -> Comparison:
    """The comparison at the end of all reports."""
    last = list(reports)[-1]
    assert isinstance(last, Compared)
    assert not last.interrupted
    return last.comparison


@pytest.fixture(scope="module")
def compared(tmp_path_factory) -> tuple[Path, Comparison]:
    """Two contexts with two seeds, never interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    prepared = prepared_in(folder / "text")
    begun = begin(folder / "c", prepared, TEST, Plan(CONTEXTS, (1, 2), (3, 4)))
    return folder / "c", finished(compare(begun, prepared, TEST, folder / "c", apart=False))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("variant", CONTEXTS, ids=lambda variant: variant.name)
def test_a_variant_is_the_model_that_a_single_training_gives(compared, tmp_path, variant, seed):
    folder, comparison = compared
    alone = prepared_in(tmp_path / "text", **dict(variant.changes), seed=seed)
    reports = list(train(alone, tmp_path / "alone"))
    assert bits(folder / variant.folder(seed)) == bits(tmp_path / "alone")

    result = comparison.results[variant.folder(seed)]
    log = run_log.read_log(tmp_path / "alone")
    best = next(record for record in log if record["step"] == reports[-1].best_step)
    assert (result.validation_loss, result.validation_bleu) == (best["loss"], best["bleu"])
    assert result.parameters == reports[0].parameters
    assert (result.steps, result.epochs, result.reason) == (reports[-1].step, 6, "epochs")

    outputs = [t.text for t in load(tmp_path / "alone").translate_many(TEST.sources)]
    scores = evaluation.corpus_scores(outputs, TEST.references, tokenize="none")
    assert (result.bleu, result.bleu_signature) == (scores.bleu, scores.bleu_signature)
    lengths = [len(source.split()) for source in TEST.sources]
    rows = evaluation.by_length(lengths, outputs, TEST.references, (3, 4), tokenize="none")
    assert [(r.shortest, r.longest, r.sentences, r.bleu) for r in result.by_length] == [
        (row.shortest, row.longest, row.scores.sentences, row.scores.bleu) for row in rows
    ]
    kept = (folder / variant.folder(seed) / trainings.TRANSLATIONS).read_text().splitlines()
    assert kept == outputs


def test_seeds_give_different_models_of_one_size(compared):
    folder, comparison = compared
    for variant in CONTEXTS:
        first, second = comparison.results_of(variant)
        assert (first.seed, second.seed) == (1, 2)
        assert first.parameters == second.parameters
        assert bits(folder / first.folder) != bits(folder / second.folder)


def test_a_mean_is_the_mean_of_the_seeds(compared):
    _, comparison = compared
    results = comparison.results_of(CONTEXTS[0])
    mean = means(results)
    assert mean["bleu"] == (results[0].bleu + results[1].bleu) / 2
    for number, row in enumerate(mean["by_length"]):
        of_seeds = [result.by_length[number] for result in results]
        assert row["bleu"] == (of_seeds[0].bleu + of_seeds[1].bleu) / 2
        assert row["sentences"] == of_seeds[0].sentences == of_seeds[1].sentences


def test_the_file_says_everything_and_is_read_back_as_it_was(compared):
    folder, comparison = compared
    data = json.loads((folder / FILE).read_text("utf-8"))
    assert Comparison.from_json(data) == comparison == read(folder)
    assert json.loads(json.dumps(comparison.to_json())) == data
    assert [variant["changes"] for variant in data["variants"]] == [
        {"context": "none"},
        {"context": "attention"},
    ]
    assert data["seeds"] == [1, 2]
    assert data["test"]["unit"] == "words"
    assert sum(row["sentences"] for row in data["results"][0]["by_length"]) == 30
    assert {"python", "torch", "sacrebleu", "seqattn"} <= data["versions"].keys()
    assert str(folder) not in json.dumps(data)
    assert (folder / PLOT).read_text().startswith("<svg ")


@pytest.mark.parametrize("stop_after", [0, 3, 70, 100])
def test_interrupted_and_gone_on_with_gives_the_same_models_and_scores(
    compared, tmp_path, stop_after
):
    folder, whole = compared
    prepared, cut = prepared_in(tmp_path / "text"), tmp_path / "cut"
    begun = begin(cut, prepared, TEST, whole.plan)
    calls = iter(range(10_000))
    reports = list(
        compare(
            begun, prepared, TEST, cut, apart=False, should_stop=lambda: next(calls) >= stop_after
        )
    )
    assert isinstance(reports[-1], Compared)
    assert reports[-1].interrupted
    done = [report.result.folder for report in reports if isinstance(report, Scored)]
    assert len(done) < 4
    assert not read(cut).is_finished
    assert not (cut / PLOT).exists()

    reports = list(compare(read(cut), prepared, TEST, cut, apart=False))
    again = [report.folder.name for report in reports if isinstance(report, Began)]
    assert sorted(again + done) == sorted(whole.results)
    started = next(report for report in reports if isinstance(report, Started))
    assert (started.resumed_at > 0) == (stop_after > 0)
    comparison = reports[-1].comparison
    for name, result in whole.results.items():
        assert bits(cut / name) == bits(folder / name)
        assert without_time(comparison.results[name]) == without_time(result)


def without_time(result):
    """What of a result does not depend on how fast the machine was."""
    return {**vars(result), "seconds": None, "tokens_per_second": None}


def test_what_is_done_is_not_done_again_and_seeds_may_be_added(tmp_path):
    prepared, folder = prepared_in(tmp_path / "text"), tmp_path / "c"
    begun = begin(folder, prepared, TEST, Plan(CONTEXTS, (1,)))
    first = finished(compare(begun, prepared, TEST, folder, apart=False))
    more = Comparison.from_json({**first.to_json(), "seeds": [1, 2]})
    assert not more.is_finished
    reports = list(compare(more, prepared, TEST, folder, apart=False))
    assert [report.seed for report in reports if isinstance(report, Began)] == [2, 2]
    assert [report.is_new for report in reports if isinstance(report, Scored)] == [
        False, False, True, True,
    ]  # fmt: skip
    assert read(folder).is_finished


@pytest.mark.parametrize("there", [checkpoint.CONFIG, checkpoint.STATE])
def test_a_run_killed_before_it_was_whole_is_begun_anew(tmp_path, there):
    prepared, folder = prepared_in(tmp_path / "text"), tmp_path / "c"
    begun = begin(folder, prepared, TEST, Plan(CONTEXTS[:1], (1,)))
    run = folder / CONTEXTS[0].folder(1)
    checkpoint.create_run(run, prepared.config, prepared.tokenizers, prepared.info)
    (run / checkpoint.CONFIG).rename(run / there)
    assert finished(compare(begun, prepared, TEST, folder, apart=False)).is_finished


def test_a_training_that_breaks_is_named(tmp_path):
    prepared, folder = prepared_in(tmp_path / "text", averaging=0.0), tmp_path / "c"
    breaking = variants(vary=["learning-rate=100"], single=[])
    begun = begin(folder, prepared, TEST, Plan(breaking, (4,)))

    def broken(training, should_stop):
        raise TrainingError("The loss is no longer finite at step 3.", hint="Lower it.")
        yield

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trainings, "train_here", broken)
        with pytest.raises(TrainingError, match=r"learning-rate=100, seed 4: The loss is no"):
            list(compare(begun, prepared, TEST, folder, apart=False))


def test_a_folder_that_is_taken_is_refused(compared, tmp_path):
    folder, comparison = compared
    prepared = prepared_in(tmp_path / "text")
    for taken in (folder, folder / CONTEXTS[0].folder(1)):
        with pytest.raises(RunError, match="already holds"):
            begin(taken, prepared, TEST, comparison.plan)


@pytest.mark.parametrize("change", ["training text", "validation text", "test set"])
def test_another_text_is_refused_when_going_on(compared, tmp_path, change):
    folder, comparison = compared
    pairs = copy_pairs(60, seed=int(change == "training text"))
    dev = copy_pairs(9 + (change == "validation text"), seed=5)
    test = TestSet("unseen", TEST.sources[:29], TEST.references[:29])
    prepared = prepare_tiny(tmp_path, pairs, dev)
    trainings.check_same(folder, comparison, prepared_in(tmp_path / "same"), TEST)
    with pytest.raises(RunError, match=f"The {change} is not the one"):
        trainings.check_same(folder, comparison, prepared, test if change == "test set" else TEST)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "holds no comparison"),
        ("{", "damaged"),
        ("[]", "damaged"),
        ('{"format": 1}', "damaged"),
        ('{"format": 2}', "written in format 2"),
    ],
)
def test_a_folder_without_a_comparison_is_told(tmp_path, content, said):
    if content is not None:
        (tmp_path / FILE).write_text(content)
    with pytest.raises(RunError, match=said):
        read(tmp_path)


def test_the_unfinished_comparison_is_found(tmp_path, monkeypatch, compared):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RunError, match="no unfinished comparison"):
        trainings.find_unfinished()
    _, comparison = compared
    for name, seeds in (("compare-done", [1, 2]), ("compare-open", [1, 2, 3])):
        (Path("runs") / name).mkdir(parents=True)
        plan = Comparison.from_json({**comparison.to_json(), "seeds": seeds})
        trainings.write(Path("runs") / name, plan)
    Path("runs/copied-in-part").mkdir()
    Path("runs/copied-in-part", FILE).write_text("{")  # some other folder's damage is no hindrance
    assert trainings.find_unfinished() == Path("runs/compare-open")
    Path("runs/compare-open", FILE).write_text("{")
    with pytest.raises(RunError, match="no unfinished comparison") as refusal:
        trainings.find_unfinished()
    assert refusal.value.hint is not None
    assert f"runs/compare-open/{FILE} is damaged" in refusal.value.hint
