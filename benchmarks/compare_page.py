"""docs/compare.md, made of the comparisons that are kept under results/.

    python -m benchmarks.compare_page            writes the page and its plots
        --keep FOLDER NAME --commit COMMIT       first keeps what `seqattn compare` wrote

A comparison that is kept is results/compare-NAME.json, its comparison.json without the folders of
files. Beside it stands compare-NAME.about.json with what the file cannot know (the commit), or,
written by an early version, does not know (`command`, `machine`). Every sentence of the page that
says what came out is computed here: which orders hold, and by how much.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from benchmarks.comparison_claims import claims
from benchmarks.measuring import PROJECT, RESULTS, machine
from seqattn.comparison.plot import bleu_by_length
from seqattn.comparison.results import FILE, Comparison, read
from seqattn.comparison.table import table
from seqattn.preparation import without_folders

DOCS = PROJECT / "docs"
PAGE = DOCS / "compare.md"
PREFIX, ABOUT = "compare-", ".about.json"
HEAD = """# Mechanisms compared

Made by `python -m benchmarks.compare_page` from `benchmarks/results/compare-*.json`; not by hand.

Within a comparison all is the same but what its table names: text, split, tokenizers, sizes, order
of the batches, budget. Times and memory hold for the machine named. Scores hold for the text and
the budget named; another text may turn an order round.
"""


@dataclass(frozen=True)
class Kept:
    """A comparison under results/.

    Attributes:
        name: of the file, without `compare-`.
        comparison: as `seqattn compare` wrote it.
        about: the commit, and command and machine where the comparison has none; may be empty.
    """

    name: str
    comparison: Comparison
    about: dict[str, Any]

    @property
    def commands(self) -> list[str]:
        """What was typed, a line each; none where nobody wrote it down."""
        told = [shlex.split(self.about["command"])] if "command" in self.about else []
        typed = self.comparison.commands or told
        return [shlex.join(["seqattn", *command]) for command in typed]

    @property
    def circumstances(self) -> str:
        """Commit, processor, threads, versions and what else was so, as one sentence."""
        where = {**self.about.get("machine", {}), **self.comparison.machine}
        facts = [f"Commit {self.about.get('commit', 'unknown')}"]
        if where:
            flags, threads = ", ".join(where["flags"]), where["threads"]
            facts.append(f"{where['processor']} ({flags or 'no flags known'})")
            facts.append(f"{threads} thread{'' if threads == 1 else 's'}")
        versions = self.comparison.versions
        facts += [f"torch {versions['torch']}", f"Python {versions['python']}"]
        facts += [self.about["note"]] if "note" in self.about else []
        return "; ".join(facts) + "."


def kept(folder: Path = RESULTS) -> list[Kept]:
    """All that are kept, by name."""
    found = []
    for path in folder.glob(f"{PREFIX}*.json"):
        if not path.name.endswith(ABOUT):
            about = path.with_name(path.name.removesuffix(".json") + ABOUT)
            comparison = Comparison.from_json(json.loads(path.read_text(encoding="utf-8")))
            told = json.loads(about.read_text(encoding="utf-8")) if about.exists() else {}
            name = path.name.removeprefix(PREFIX).removesuffix(".json")
            found.append(Kept(name, comparison, told))
    return sorted(found, key=lambda one: one.name)


def page(found: Sequence[Kept]) -> str:
    """The whole page."""
    return "\n".join([HEAD, *("\n".join(_part(one, found)) for one in found)])


def _part(one: Kept, found: Sequence[Kept]) -> Iterator[str]:
    """What stands on the page of one comparison."""
    yield f"## {one.name.replace('-', ' ').capitalize()}\n"
    if one.commands:
        yield "\n".join(["```sh", *one.commands, "```\n"])
    yield one.circumstances + "\n"
    yield "\n".join(["```text", *table(one.comparison), "```\n"])
    if one.comparison.results:
        yield f"![BLEU by source length]({plot_of(one)})\n"
    commit = one.about.get("commit")
    others = [o.comparison for o in found if o is not one and o.about.get("commit") == commit]
    yield from (f"- {claim}" for claim in claims(one.comparison, others))
    yield ""


def plot_of(one: Kept) -> str:
    """The file name of its plot, beside the page."""
    return f"{PREFIX}{one.name}.svg"


def keep(folder: Path, name: str, about: dict[str, Any], results: Path = RESULTS) -> Path:
    """Copy a comparison to results/, without the folders of files.

    Raises:
        SeqattnError: the folder holds none.
    """
    read(folder)
    data = json.loads((folder / FILE).read_text(encoding="utf-8"))
    data["test"]["name"] = without_folders(data["test"]["name"])
    data["commands"] = [[_portable(word) for word in one] for one in data.get("commands", ())]
    if "command" in about:
        about = {**about, "command": shlex.join(map(_portable, shlex.split(about["command"])))}
    results.mkdir(exist_ok=True)
    path = results / f"{PREFIX}{name}.json"
    _write_json(path, data)
    _write_json(path.with_name(f"{PREFIX}{name}{ABOUT}"), about)
    return path


def _portable(word: str) -> str:
    """A word of a command without the folders of an absolute path.

    >>> _portable("/home/me/a.en"), _portable("--run=/tmp/c"), _portable("runs/c")
    ('a.en', '--run=c', 'runs/c')
    """
    option, equals, value = word.rpartition("=")
    path = PurePosixPath(value)
    return f"{option}{equals}{path.name}" if path.is_absolute() else word


def _write_json(path: Path, data: dict[str, Any]) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write(results: Path = RESULTS, docs: Path = DOCS) -> None:
    """Write the page and the plots."""
    found = kept(results)
    (docs / PAGE.name).write_text(page(found), encoding="utf-8", newline="\n")
    for one in found:
        if one.comparison.results:
            drawn = bleu_by_length(one.comparison)
            (docs / plot_of(one)).write_text(drawn, encoding="utf-8", newline="\n")


def main() -> None:
    """Keep a comparison if asked to; write the page."""
    parser = argparse.ArgumentParser(description="Write docs/compare.md.")
    parser.add_argument("--keep", nargs=2, metavar=("FOLDER", "NAME"), help="keep this one first")
    parser.add_argument("--commit", help="with --keep: the commit that it was trained at")
    parser.add_argument("--command", help="with --keep: arguments of seqattn, where not on file")
    parser.add_argument("--note", help="with --keep: what else was so, such as other work")
    parser.add_argument("--threads", type=int, help="likewise; the machine is taken to be this one")
    given = parser.parse_args()
    if given.keep:
        if not given.commit:
            parser.error("--keep needs --commit")
        about: dict[str, Any] = {"commit": given.commit}
        about |= {
            name: getattr(given, name) for name in ("command", "note") if getattr(given, name)
        }
        if given.threads:
            facts = machine()
            about["machine"] = {name: facts[name] for name in ("processor", "flags")}
            about["machine"]["threads"] = given.threads
        print(f"Written: {keep(Path(given.keep[0]), given.keep[1], about)}", file=sys.stderr)
    write()
    print(PAGE)


if __name__ == "__main__":
    main()
