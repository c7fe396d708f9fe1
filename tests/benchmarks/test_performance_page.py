"""docs/performance.md: made of the files, and what it says is computed from their rows."""

import json
import os

import pytest

from benchmarks import performance_page
from benchmarks.measuring import machine

BESIDE = [
    {"tool": "seqattn", "threads": 1, "batch": 64, "tokens_per_second": 3000.0, "spread": 0.1,
     "share": 0.6, "peak_mib": 900.0, "ratio": 1.0, "ratio_auto": 1.5},
    {"tool": "joeynmt", "threads": 1, "batch": 64, "tokens_per_second": 500.0, "spread": 0.1,
     "share": None, "peak_mib": 900.0, "ratio": 6.0, "ratio_auto": 9.0},
    {"tool": "joeynmt", "threads": 2, "batch": 64, "tokens_per_second": 750.0, "spread": 0.1,
     "share": None, "peak_mib": 900.0, "ratio": 5.25, "ratio_auto": 8.0},
]  # fmt: skip
STARTING = [
    {"command": name, "seconds": seconds, "spread": 0.0, "ratio": seconds / 2, "exit": 0}
    for name, seconds in (
        ("import torch", 2.0), ("seqattn --help", 0.25), ("seqattn translate", 2.5),
        ("seqattn show-attention", 2.6),
    )
]  # fmt: skip
GROWING = [
    {"what": f"{pairs} pairs", "pairs": pairs, "threads": 1, "tokens_per_second": rate,
     "spread": 0.0, "padding": padding}
    for pairs, rate, padding in ((1000, 50.0, 0.06), (10_000, 95.0, 0.03), (100_000, 100.0, 0.02),
                                 (1_000_000, 105.0, 0.01))
]  # fmt: skip


def write(folder, name, rows):
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"machine": machine(), "rows": rows}), encoding="utf-8")


@pytest.fixture
def results(tmp_path):
    write(tmp_path, "peers_train_speed", BESIDE)
    write(tmp_path, "start_speed", STARTING)
    write(tmp_path, "scaling", GROWING)
    return tmp_path


@pytest.mark.parametrize(
    "claim",
    [
        "- 5.25 to 6.00 times joeynmt, float32.",
        "- 8.00 to 9.00 times joeynmt, precision auto.",
        "- `seqattn --help`: 0.25 s.",
        "- `seqattn translate` of one sentence: 1.25 times `import torch`.",
        "- From 10,000 pairs on, training speed lies within 10.0%.",
        "- Padding is at most 6.0% of a batch.",
    ],
)
def test_what_is_said_is_computed_from_the_rows(results, claim):
    assert claim in performance_page.page(results).splitlines()


def test_what_is_not_measured_stands_there_with_its_command(results):
    page = performance_page.page(results)
    missing = [s for s in performance_page.SECTIONS if not (results / f"{s.name}.json").exists()]
    assert page.count("Not measured yet.") == len(missing) == 5
    for section in performance_page.SECTIONS:
        assert f"```sh\n{section.command}\n```" in page


def test_each_section_names_a_benchmark_that_exists_and_is_introduced():
    for section in performance_page.SECTIONS:
        assert section.module.__name__.removeprefix("benchmarks.") in section.command
        assert section.module.COLUMNS
        introduction = performance_page._about(section.module)
        assert introduction
        assert "python -m" not in introduction


def test_the_page_is_what_the_kept_results_give():
    if os.environ.get("SEQATTN_REWRITE_GOLDEN"):
        performance_page.main()
    written = performance_page.PAGE.read_text(encoding="utf-8")
    assert written == performance_page.page(), "run `python -m benchmarks.performance_page`"
