"""Settings from a file: TOML and JSON, what wins over what, and what `--show-config` says of it."""

import json
from pathlib import Path

import pytest

from seqattn import checkpoint
from seqattn.cli.settings import read_settings
from seqattn.config import Config, all_settings
from seqattn.errors import UsageError
from seqattn.sizes import size_defaults
from tests.cli.command import TINY_OPTIONS, seqattn, told, write


def shown(*arguments: object) -> tuple[dict[str, object], dict[str, str]]:
    """Values and origins of `train --show-config --json`, by name."""
    result = seqattn("train", *arguments, "--show-config", "--json", "--quiet")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["format"], found["version"]) == ("seqattn-settings", 1)
    return Config.from_json(found["config"]).values(), found["from"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("s.toml", "epochs = 3\nmax_ratio = 4\n[data]\nreverse = true # a comment\n"),
        ("s.toml", "[training]\nepochs = 3\n[data]\nmax-ratio = 4.0\nreverse = true\n"),
        ("s.toml", "\ufeffepochs = 3\r\nmax-ratio = 4\r\nreverse = true\r\n"),
        ("s.json", '{"epochs": 3, "data": {"reverse": true, "max_ratio": 4.0}}'),
        ("settings", ' {"epochs": 3, "reverse": true, "max-ratio": 4}'),
        ("settings", "epochs = 3\nreverse = true\nmax_ratio = 4"),
        ("s.json", '{"format": 1, "config": {"epochs": 3, "reverse": true, "max_ratio": 4}}'),
    ],
)
def test_toml_and_json_say_the_same_in_sections_or_not(name, content, tmp_path):
    file = write(tmp_path / name, content)
    assert read_settings(file) == {"epochs": 3, "reverse": True, "max_ratio": 4}


@pytest.mark.parametrize("content", ["", "# nothing\n", "{}", "[data]\n"])
def test_a_file_without_settings_sets_nothing(content, tmp_path):
    assert read_settings(write(tmp_path / "s", content)) == {}


@pytest.mark.parametrize(
    ("content", "said", "hint"),
    [
        ("epoch = 3", "s.toml sets 'epoch'", "Did you mean epochs?"),
        ("[model]\nembeding-size = 3", "s.toml sets 'embeding-size'", "embedding_size?"),
        ("[trainings]\nepochs = 3", "s.toml sets 'trainings'", "Did you mean training?"),
        ("zzz = 3", "s.toml sets 'zzz'", "--show-config"),
        ("[data]\nepochs = 3", "epochs in the section data", "the section training"),
        ("epochs = 3\n[training]\nepochs = 3", "sets epochs twice", "Leave one"),
        ("max-ratio = 3\nmax_ratio = 3", "sets max_ratio twice", "Leave one"),
        ("epochs = 0", "s.toml: --epochs is 0", "from 1 to"),
        ("epochs = 2.5", "--epochs is 2.5", "Passes"),
        ("epochs = true", "--epochs is True", ""),
        ("max_ratio = nan", "--max-ratio is nan", "from 0 to"),
        ("score = 'best'", "--score is 'best'", "additive"),
        ("score = 2026-01-01", "--score is datetime", ""),
        ("epochs = ", "no TOML", "epochs = 10"),
        ("epochs = 1\nepochs = 2", "no TOML", "epochs = 10"),
        ('{"epochs": 1, "epochs": 2}', "'epochs' stands there twice", "epochs"),
        ('{"epochs": 1', "no JSON", "epochs"),
        ('{"config": [1]}', "no JSON object", "epochs"),
        ('{"config": ' + "[" * 100_000, "no JSON", "epochs"),
        ('"\x1b[31m" = 1', "no TOML", ""),
        ('"a\\u001b[31m" = 1', r"sets 'a\x1b[31m'", ""),
    ],
)
def test_a_mistake_names_the_file_and_the_setting(content, said, hint, tmp_path, pairs):
    file = write(tmp_path / "s.toml", content)
    result = seqattn("train", pairs, "--config", file)
    assert result.exit_code == 2
    message, advice = told(result)
    assert "s.toml" in message
    assert said in message
    assert hint in advice
    assert "\x1b" not in result.output


@pytest.mark.parametrize("content", [b"score = '\xe9'", b"\xff\xfee\0"])
def test_a_file_that_is_no_utf_8_is_told(content, tmp_path, pairs):
    result = seqattn("train", pairs, "--config", write(tmp_path / "s.toml", content))
    assert result.exit_code == 2
    assert "is not UTF-8" in told(result)[0]


def test_a_file_that_is_missing_or_a_folder_is_told(tmp_path, pairs):
    for path in (tmp_path / "missing.toml", tmp_path):
        result = seqattn("train", pairs, "--config", path)
        assert result.exit_code == 2
        assert "cannot be read" in told(result)[0]


def test_each_value_is_shown_with_the_source_that_won(tmp_path, pairs):
    file = write(tmp_path / "s.toml", "epochs = 3\nseed = 5\nvocab_size = 40\n")
    values, origins = shown(pairs, "--config", file, "--seed", 7)
    assert {name: (values[name], origins[name]) for name in ("seed", "epochs", "patience")} == {
        "seed": (7, "option"),
        "epochs": (3, "file"),
        "patience": (Config().value("patience"), "default"),
    }
    usual = size_defaults(60)["batch_tokens"]
    assert (origins["batch_tokens"], values["batch_tokens"]) == ("size", usual)
    assert usual != Config().value("batch_tokens")
    assert (origins["vocabularies"], values["vocabularies"]) == ("text", "joint")
    assert list(origins) == [setting.name for setting in all_settings()]


def test_a_run_that_is_gone_on_with_wins_over_the_default_and_loses_to_a_file(tmp_path, pairs):
    run = ("--run", tmp_path / "run")
    seqattn("train", pairs, *run, *TINY_OPTIONS, "--max-minutes", 1e-6, "--patience", 5)
    file = write(tmp_path / "s.toml", "patience = 6\n")
    values, origins = shown(pairs, *run, "--resume", "--config", file, "--max-minutes", 2)
    stored = checkpoint.read_config(tmp_path / "run")[0]
    assert (values["patience"], origins["patience"]) == (6, "file")
    assert (values["max_minutes"], origins["max_minutes"]) == (2, "option")
    assert (values["seed"], origins["seed"]) == (stored.value("seed"), "run")
    assert (values["embedding_size"], origins["embedding_size"]) == (
        stored.value("embedding_size"),
        "run",
    )


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_is_shown_can_be_given_again(form, tmp_path, pairs):
    options = ("--score", "dot", "--max-ratio", 3.5, "--learning-rate", 1e-5, "--vocab-size", 40)
    first = seqattn("train", pairs, *options, "--show-config", "--quiet", *form)
    file = write(tmp_path / ("s.json" if form else "s.toml"), first.stdout)
    again, origins = shown(pairs, "--config", file)
    assert again == shown(pairs, *options)[0]
    assert set(origins.values()) == {"file"}
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("command", ["train", "check"])
def test_an_empty_file_name_is_not_taken_for_the_folder_one_is_in(command, pairs):
    [what, hint] = told(seqattn(command, pairs, "--config", ""))
    assert "name of a file is empty" in what
    assert "shell variable" in hint


@pytest.mark.parametrize("ratio", ["0.5", "0.999"])
def test_a_limit_that_no_pair_could_keep_is_refused(ratio, pairs, tmp_path):
    for given in (
        ["--max-ratio", ratio],
        ["--config", write(tmp_path / "s", f"max_ratio={ratio}")],
    ):
        [what, hint] = told(seqattn("check", pairs, *given))
        assert f"--max-ratio is {ratio}" in what
        assert "from 1 to 1000, or 0 for none" in hint
    for sensible in ("0", "1"):
        assert seqattn("check", pairs, "--max-ratio", sensible).exit_code == 0


def test_the_table_says_where_each_value_comes_from(tmp_path, pairs):
    file = write(tmp_path / "a\x1b[31m#.toml", "patience = 6\n")
    options = ("--config", file, "--epochs", 3, "--vocab-size", 40)
    result = seqattn("train", pairs, *options, "--show-config", "--quiet")
    rows = dict(line.split(" = ", 1) for line in result.stdout.splitlines() if " = " in line)
    said = {name: [part.strip() for part in row.split("#", 1)] for name, row in rows.items()}
    assert said["epochs"] == ["3", "option --epochs"]
    assert said["patience"] == ["6", f"file {tmp_path}/a\\x1b[31m#.toml"]
    assert said["decoder_size"] == ["256", "by the number of pairs"]
    assert said["vocabularies"] == ['"joint"', "decided by the text"]
    assert said["reverse"] == ["false", "default"]
    assert [line for line in result.stdout.splitlines() if line.startswith("[")] == [
        "[data]",
        "[tokenizer]",
        "[model]",
        "[training]",
    ]


def test_a_setting_of_any_kind_survives_both_forms(tmp_path):
    values = Config().values()
    toml = "\n".join(f"{name} = {json.dumps(value)}" for name, value in values.items())
    assert read_settings(write(tmp_path / "s.toml", toml)) == values
    assert read_settings(write(tmp_path / "s.json", json.dumps(values))) == values
    with pytest.raises(UsageError):
        read_settings(write(tmp_path / "s.toml", toml + "\nmore = 1"))


@pytest.mark.parametrize("content", ["null", "3", '"config"', "[1]"])
def test_json_that_is_no_object_is_refused_in_words(content, tmp_path):
    with pytest.raises(UsageError, match="holds no JSON object"):
        read_settings(write(tmp_path / "s.json", content))


def test_a_device_that_never_ends_is_no_settings_file():
    with pytest.raises(UsageError, match="is longer than") as refusal:
        read_settings(Path("/dev/zero"))
    assert refusal.value.hint == "Is it a settings file?"
