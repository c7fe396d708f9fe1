"""Run folders: whatever their name is, and left as they are by who only reads them."""

import pytest

from seqattn import checkpoint, translator
from seqattn.tokenizer import TokenizerPair
from tests.cli.command import TINY_OPTIONS, process, seqattn, write
from tests.tiny import copy_pairs

ASCII_ONLY = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "LANG": "C"}


@pytest.mark.parametrize("env", [{}, ASCII_ONLY], ids=["own locale", "ascii locale"])
def test_commas_spaces_other_letters_and_a_slash_in_names_are_harmless(env, tmp_path):
    lines = "".join(f"汤姆 {text}\té {text}\n" for text, _ in copy_pairs(40))
    pairs = write(tmp_path / "pairs, 汤.tsv", lines)
    folder = "new/a, ß 汤/"
    options = [*TINY_OPTIONS, "--epochs", 1, "--quiet"]
    started = process("train", pairs, "--run", folder, *options, env=env)
    assert (started.communicate()[1], started.returncode) == (b"", 0)
    assert (tmp_path / "new" / "a, ß 汤" / checkpoint.MODEL).exists()
    asked = ("translate", "汤姆 a", "--quiet", "--run", folder)
    told = process(*asked, env=env).communicate()
    assert told == (seqattn(*asked).stdout.encode(), b"")


@pytest.mark.parametrize("command", ["translate", "show-attention", "tokenize"])
def test_a_run_is_loaded_once_however_many_lines_come(command, trained, monkeypatch):
    loaded = []

    def counting(load):
        def once_more(*arguments, **options):
            loaded.append(load)
            return load(*arguments, **options)

        return once_more

    monkeypatch.setattr(translator, "load_run", counting(translator.load_run))
    monkeypatch.setattr(TokenizerPair, "load", counting(TokenizerPair.load))
    monkeypatch.setattr("seqattn.cli.texts.LARGEST_WINDOW", 2)
    lines = "a b\n\nc\n" + "d e\n" * 20
    result = seqattn(command, "--run", trained, "-q", stdin=lines)
    assert result.exit_code == 0
    assert result.stdout.count("d e") >= 20 or command == "translate"
    assert len(set(loaded)) == len(loaded) > 0


@pytest.mark.parametrize(
    "command", [["translate", "a b"], ["show-attention", "a b"], ["tokenize", "a"], ["info"]]
)
def test_reading_a_run_writes_nothing_into_it(command, trained):
    def state() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in [trained, *trained.iterdir()]}

    before = state()
    assert seqattn(*command, "--run", trained).exit_code == 0
    assert state() == before
