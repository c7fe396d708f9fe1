"""The peers: plain PyTorch computes what seqattn does; text, tasks and ratios have their form.

JoeyNMT and OpenNMT-py need environments of over a gigabyte and are not run here.
"""

import doctest
import json

import pytest
import torch

from benchmarks import models
from benchmarks.peers import drive_seqattn, driving, environments, text, train_speed

from benchmarks.peers import translate_speed  # isort: skip
from benchmarks.peers.plain_pytorch import PlainModel
from seqattn.batches import EncodedCorpus, make_batch
from seqattn.tokenizer import TokenizerPair
from tests.tiny import copy_pairs

TINY = {"embedding_size": 6, "encoder_size": 5, "decoder_size": 8, "attention_size": 7}
NAMES = {
    "embedding.weight": "source_embedding.weight", "output.bias": "output.bias",
    "start": "decoder.start_layer", "query": "decoder.score.query_layer",
    "key": "decoder.score.key_layer", "energy": "decoder.score.score_layer",
    "cell": "decoder.cell", "readout": "decoder.readout_layer", "encoder": "encoder.gru",
}  # fmt: skip


def test_plain_pytorch_has_the_loss_and_the_gradients_of_seqattn():
    torch.manual_seed(2)
    settings = {**text.SETTINGS, **TINY, "vocab_size": 19, "precision": "float32"}
    corpus = EncodedCorpus.build([([5, 6, 7, 11], [4, 8]), ([9], [5, 5, 18]), ([4, 17], [6])])
    ours = models.training_of(settings).learner.model.eval()
    plain = PlainModel(19, embedding=6, encoder=5, decoder=8, attention=7, dropout=0.0)
    own = dict(ours.named_parameters())
    pairs = []
    for name, parameter in plain.named_parameters():
        stem, _, rest = name.partition(".")
        partner = own[NAMES.get(name) or f"{NAMES[stem]}.{rest}"]
        parameter.data.copy_(partner.data)
        pairs.append((parameter, partner))
    assert len(pairs) == len(own)

    batch = make_batch(corpus, [0, 1, 2])
    loss = plain.loss(batch.source, batch.source_lengths, batch.target_in, batch.target_out)
    expected = ours.loss(batch, label_smoothing=0.1) / batch.target_tokens
    torch.testing.assert_close(loss, expected)
    loss.backward()
    expected.backward()
    for theirs, mine in pairs:
        torch.testing.assert_close(theirs.grad, mine.grad, rtol=1e-4, atol=1e-6)


@pytest.fixture
def written(tmp_path):
    """A folder of tiny text as all tools read it."""
    files = []
    for name, seed in (("train", 0), ("dev", 1), ("test", 2)):
        sides = [tmp_path / f"{name}.{side}" for side in ("en", "de")]
        pairs = copy_pairs(24, seed=seed)
        for path, lines in zip(sides, zip(*pairs, strict=True), strict=True):
            path.write_text("".join(f"{line}\n" for line in lines))
        files.append(tuple(sides))
    return text.write_text(text.Files(*files), tmp_path / "text", [4], vocab_size=20)


def test_the_text_of_equal_steps_is_the_training_text_in_batches_of_like_length(written):
    rows = text.read_ids(written / "same4.trg")
    assert len(rows) % 4 == 0
    train = text.read_ids(written / "train.trg")
    assert {tuple(row) for row in rows} <= {tuple(row) for row in train}
    lengths = [len(row) for row in rows]
    assert max(max(lengths[i : i + 4]) - min(lengths[i : i + 4]) for i in (0, 4, 8)) <= 2
    tokenizer = TokenizerPair.load(written).target
    decoded = [tokenizer.decode(ids) for ids in text.read_ids(written / "test.trg")]
    assert decoded == (written / "test.txt").read_text().splitlines()
    assert (written / "pieces.txt").read_text().splitlines()[0] == str(text.FIRST_PIECE)


@pytest.mark.parametrize("tool", ["seqattn", "plain"])
def test_a_driver_answers_each_task(tool, written, tmp_path, monkeypatch, capsys):
    def ask(**task):
        common = {"text": str(written), "work": str(tmp_path / tool), "threads": 1, "tool": tool}
        given = json.dumps({**common, "batch": 4, "settings": TINY, **task})
        monkeypatch.setattr("sys.argv", ["driver", given])
        drive_seqattn.main()
        return json.loads(capsys.readouterr().out.splitlines()[-1])

    answer = ask(do="steps", warmup=1, steps=2)
    rows = text.read_ids(written / "same4.trg")[4:12]
    assert answer["tokens"] == sum(len(row) + 1 for row in rows)
    assert answer["seconds"] > 0
    once = {**TINY, "epochs": 1, "batch_tokens": 60}
    assert ask(do="learn", minutes=0.05 if tool == "plain" else 60, settings=once)["steps"] > 0
    out = tmp_path / "out"
    assert ask(do="translate", beam=1, out=str(out))["seconds"] > 0
    row = translate_speed.row_of([2.0], text.read_ids(out), written)
    assert row["sentences_per_second"] == 12
    assert 0 <= row["bleu"] <= 100


def test_the_examples_of_the_peers_hold():
    for module in (text, train_speed, translate_speed):
        failed, tried = doctest.testmod(module)
        assert (failed, tried > 0) == (0, True)


def test_every_peer_has_a_driver_and_pinned_packages():
    for peer in environments.PEERS:
        assert (driving.HERE / f"drive_{peer}.py").exists()
        bare, needed = environments.PACKAGES[peer]
        assert all("==" in package for package in (*bare, *needed) if package != "numpy")
    assert environments._torch().startswith("torch==")
