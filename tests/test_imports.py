"""The order of the rooms: a file imports only what stands above it; and what stays without torch.

The list is the architecture in one glance (docs/decisions.md). Imports inside functions count too;
those under TYPE_CHECKING do not, since they are never carried out.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import seqattn

ROOMS = (
    "seqattn",  # the package itself: the version and the legend of letters
    "errors",
    "setting",
    "sizes",
    "config",
    "text",
    "files",
    "graphemes",
    "normalization",
    "corpus",
    "inspection",
    "alignment",
    "translation",
    "heatmap",
    "pieces",
    "tokenizer",
    "batches",
    "subword_sampling",
    "epochs",
    "attention",
    "compatibility",
    "recurrence",
    "models",
    "devices",
    "reports",
    "run_log",
    "shipped",
    "tensors",
    "checkpoint",
    "search",
    "unknown",
    "layers",
    "translator",
    "word_alignment",
    "evaluation",
    "validation",
    "preparation",
    "starting_point",
    "training_state",
    "processes",
    "learner",
    "training",
    "comparison",
    "lessons",
    "cli",
    "__main__",
)

ALLOWED = {("alignment", "heatmap")}
"""The exception: a notebook asks an alignment for its picture, which is drawn on request."""

WITHOUT_TORCH = ("seqattn", "seqattn.config", "seqattn.corpus", "seqattn.alignment",
                 "seqattn.heatmap", "seqattn.tokenizer", "seqattn.word_alignment",
                 "seqattn.evaluation", "seqattn.reports", "seqattn.cli")  # fmt: skip

PACKAGE = Path(seqattn.__file__).parent


def room_of(module: str) -> str:
    """`corpus` of `seqattn.corpus.tsv`; `seqattn` of the package itself.

    >>> room_of("seqattn.corpus.tsv"), room_of("seqattn.errors"), room_of("seqattn")
    ('corpus', 'errors', 'seqattn')
    """
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def imported(file: Path) -> Iterator[tuple[str, int]]:
    """The modules that a file imports, with their lines, but for those under TYPE_CHECKING."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped = {
        id(node)
        for guard in ast.walk(tree)
        if isinstance(guard, ast.If) and "TYPE_CHECKING" in ast.unparse(guard.test)
        for statement in guard.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno}: imports are written in full"
            module = node.module or ""
            if module == "seqattn":  # a room, or a name of the package such as __version__
                rooms = [alias.name for alias in node.names if alias.name in ROOMS]
                yield from ((f"seqattn.{room}", node.lineno) for room in rooms or [""])
            else:
                yield module, node.lineno


def offences(package: Path) -> list[str]:
    """Each import of a room that does not stand above the importing one."""
    found = []
    for file in sorted(package.rglob("*.py")):
        relative = file.relative_to(package).with_suffix("").as_posix()
        here = "seqattn" if relative == "__init__" else relative.split("/")[0]
        if here not in ROOMS:
            found.append(f"{relative}.py stands in no room of the list")
            continue
        for module, line in imported(file):
            there = room_of(module) if module.split(".")[0] == "seqattn" else None
            if there in (None, "", here) or (here, there) in ALLOWED:
                continue
            if there not in ROOMS or ROOMS.index(there) > ROOMS.index(here):
                found.append(f"{relative}.py:{line} imports {module}")
    return found


def test_every_file_imports_only_what_stands_above_it():
    assert offences(PACKAGE) == []


def test_an_import_from_below_is_found(tmp_path):
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "train.py").write_text("from seqattn.errors import UsageError\n")
    (tmp_path / "errors.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from seqattn.training import train\n"
        "def late():\n    from seqattn.cli.train import train\n"
    )
    (tmp_path / "config.py").write_text("from seqattn import errors, models\n")
    (tmp_path / "helpers.py").write_text("")
    assert offences(tmp_path) == [
        "config.py:1 imports seqattn.models",
        "errors.py:5 imports seqattn.cli.train",
        "helpers.py stands in no room of the list",
    ]


@pytest.mark.parametrize(
    ("package", "only"),
    [("sentencepiece", "tokenizer"), ("sacrebleu", "evaluation"), ("safetensors", "tensors")],
)
def test_a_library_is_touched_in_one_room_only(package, only):
    rooms = {
        file.relative_to(PACKAGE).with_suffix("").parts[0]
        for file in PACKAGE.rglob("*.py")
        if any(module.split(".")[0] == package for module, _ in imported(file))
    }
    assert rooms == {only}


@pytest.mark.parametrize(
    ("module", "has_torch"), [*((name, 0) for name in WITHOUT_TORCH), ("seqattn.translator", 1)]
)
def test_what_needs_no_torch_loads_none(module, has_torch):
    # The last case proves that the check can fail.
    code = f"import sys, {module}; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == has_torch


def test_public_names_are_there_and_loaded_on_first_use():
    code = (
        "import sys, seqattn; early = 'torch' in sys.modules; seqattn.load; "
        "sys.exit(early or 'torch' not in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    for name in seqattn.__all__:
        assert getattr(seqattn, name).__doc__
    with pytest.raises(AttributeError, match="nothing"):
        _ = seqattn.nothing
