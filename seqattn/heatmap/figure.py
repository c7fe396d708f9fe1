"""The figure of one matrix in HTML: its sentences, its table and what is said under it.

A page gives it a script: hovering a cell, or walking to it with the arrow keys, shows its exact
numbers and marks its row and column. Without script each cell still carries its numbers as a
tooltip. Text is left to the viewer's fonts and each label and sentence has its own direction.
"""

from collections.abc import Iterable, Iterator

from seqattn.alignment import Difference
from seqattn.graphemes import cell_width
from seqattn.heatmap import reading
from seqattn.heatmap.cells import Drawn, levels_of, log_prob_said, log_probs_of, said
from seqattn.heatmap.labels import JOINT, shown_labels
from seqattn.heatmap.markup import (
    FONTS,
    cell_title,
    css_changes,
    css_name,
    css_ramp,
    escaped,
    escaped_labels,
    levels_in,
    log_prob_title,
)
from seqattn.heatmap.palette import Background

# Labels longer than this many cells are turned, if there are more than a few columns.
_LONG_LABEL, _FEW_COLUMNS = 5, 8

_STYLE = """
.sa{margin:0 0 2.5em;padding:1em 1.2em;font-family:%(fonts)s;font-size:15px;line-height:1.45;
 background:var(--sa-paper);color:var(--sa-ink);--sa-paper:#fff;--sa-ink:#1c2024;--sa-faint:#5c666e;
 --sa-mark:#0b5cad}
.sa dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em;margin:0 0 1em}
.sa dt,.sa-axis,.sa figcaption{color:var(--sa-faint);font-weight:normal}
.sa dd{margin:0;font-weight:600;white-space:pre-wrap}
.sa-scroll{overflow:auto;max-height:85vh;width:max-content;max-width:100%%}
.sa table{border-collapse:separate;border-spacing:0;margin:0;font-size:14px}
.sa th{font-weight:500;background:var(--sa-paper);padding:.1em .5em;white-space:nowrap;
 position:sticky;z-index:1;border:0}
.sa thead th{top:0;vertical-align:bottom;text-align:center}
.sa tbody th{left:0;text-align:right}
.sa thead th.sa-corner{left:0;z-index:2;text-align:right}
.sa-turned thead bdi{writing-mode:vertical-rl;text-orientation:sideways;transform:rotate(180deg);
 display:inline-block}
.sa td{text-align:center;min-width:var(--sa-cell);height:1.85em;padding:0;border:0;
 font-variant-numeric:tabular-nums;cursor:default}
.sa td.sa-peak{font-weight:bold;outline:1.5px solid currentColor;outline-offset:-4px;
 border-radius:4px}
.sa td:focus-visible,.sa td.sa-here{outline:2px solid var(--sa-mark);outline-offset:-2px}
.sa th.sa-here{color:var(--sa-mark);text-decoration:underline;text-underline-offset:.2em}
.sa td.sa-log{position:sticky;right:0;z-index:1;min-width:0;padding:0 .5em 0 1em;text-align:right;
 background:var(--sa-paper);color:var(--sa-faint)}
.sa thead th.sa-log{right:0;z-index:2;text-align:right}
.sa output{display:block;min-height:1.5em;margin:.6em 0;font-variant-numeric:tabular-nums}
.sa figcaption{font-size:13.5px;max-width:46em}
.sa figcaption p{margin:.15em 0}
"""

_DARK_INKS = ".sa{--sa-paper:#0e1116;--sa-ink:#e8ebee;--sa-faint:#98a2ab;--sa-mark:#7cc4ff}"

LIVE = """
const enliven = figure => {
  const table = figure.querySelector("table"), output = figure.querySelector("output");
  const hint = output.textContent, heads = [...table.tHead.rows[1].cells];
  const rows = [...table.tBodies[0].rows].map(row => [...row.cells]);
  const clear = () => table.querySelectorAll(".sa-here").forEach(
    cell => cell.classList.remove("sa-here"));
  const show = cell => {
    clear();
    for (const part of [cell, cell.parentNode.cells[0], heads[cell.cellIndex]])
      part.classList.add("sa-here");
    output.textContent = cell.title;
  };
  const home = () => table.contains(document.activeElement) && document.activeElement.title
    ? show(document.activeElement) : (clear(), output.textContent = hint);
  table.addEventListener("pointerover", event => {
    const cell = event.target.closest("td");
    if (cell) show(cell);
  });
  table.addEventListener("pointerleave", home);
  table.addEventListener("focusin", event => event.target.title && show(event.target));
  table.addEventListener("focusout", () => setTimeout(home));
  table.addEventListener("keydown", event => {
    const cell = event.target.closest("td");
    if (!cell || event.altKey || event.metaKey) return;
    const last = rows[0].length - 1, end = rows.length - 1;
    let row = cell.parentNode.sectionRowIndex, column = cell.cellIndex;
    if (event.key === "ArrowRight") column = Math.min(column + 1, last);
    else if (event.key === "ArrowLeft") column = Math.max(column - 1, 1);
    else if (event.key === "ArrowDown") row = Math.min(row + 1, end);
    else if (event.key === "ArrowUp") row = Math.max(row - 1, 0);
    else if (event.key === "Home") { column = 1; if (event.ctrlKey) row = 0; }
    else if (event.key === "End") { column = last; if (event.ctrlKey) row = end; }
    else return;
    event.preventDefault();
    cell.tabIndex = -1;
    rows[row][column].tabIndex = 0;
    rows[row][column].focus();
    show(rows[row][column]);  // a window in the background gets no focus events
  });
};
"""
"""Script: `enliven(figure)` lets a figure made with `is_live` be read cell by cell."""

EACH_LIVE = (
    LIVE
    + """
document.querySelectorAll("figure.sa").forEach(enliven);
"""
)
"""Script: all figures of a page can be read so."""


def style(drawn: Iterable[Drawn], palette: str, *, follows_reader: bool) -> str:
    """The CSS of figures: of the levels that occur in them, and no others.

    Args:
        drawn: what the figures show.
        palette: a name in `PALETTES`; ValueError otherwise.
        follows_reader: dark where the reader's system is; else always light.
    """
    seen = {(isinstance(one, Difference), level) for one in drawn for level in _levels(one)}
    rules = _STYLE % {"fonts": FONTS} + _ramp_rules(palette, "light", seen)
    if follows_reader:
        dark = _DARK_INKS + _ramp_rules(palette, "dark", seen)
        rules += f"\n@media (prefers-color-scheme:dark){{{dark}}}"
    return rules


def figure(
    drawn: Drawn, caption: str = "", *, is_live: bool = True, log_probs: bool = False
) -> str:
    """The matrix as a `figure` element.

    Args:
        drawn: what to draw.
        caption: its heading, if it has one.
        is_live: with the roles and the place that `LIVE` wants.
        log_probs: with each row's log-probability at its end, where it is known.
    """
    sentences = "".join(
        f'<dt>{head}</dt><dd dir="auto">{escaped(text)}</dd>'
        for head, text in reading.sentences(drawn)
    )
    hint = "Hover a cell, or tab into the picture and use the arrow keys, to read its numbers."
    remarks = reading.drawn_remarks(drawn, JOINT, log_probs=log_probs)
    table = _table(drawn, is_live, log_probs_of(drawn, wanted=log_probs))
    return (
        '<figure class="sa">\n'
        + (f"<h2>{escaped(caption)}</h2>\n" if caption else "")
        + (f"<dl>{sentences}</dl>\n" if sentences else "")
        + f'<div class="sa-scroll">{table}</div>\n'
        + (f'<output aria-live="polite">{hint}</output>\n' if is_live else "")
        + f"<figcaption>{''.join(f'<p>{escaped(text)}</p>' for text in remarks)}"
        "</figcaption>\n</figure>\n"
    )


def _table(drawn: Drawn, is_live: bool, log_probs: tuple[float, ...] | None) -> str:
    rows, columns = escaped_labels(drawn)
    longest = max(map(cell_width, shown_labels(drawn.columns)), default=0)
    is_turned = longest > _LONG_LABEL and len(columns) > _FEW_COLUMNS
    width = "2.3em" if is_turned else f"{max(2.3, longest * 0.62 + 1):.2g}em"
    role = ' role="grid"' if is_live else ""
    look = ' class="sa-turned"' if is_turned else ""
    head = "".join(f'<th scope="col"><bdi>{label}</bdi></th>' for label in columns)
    ends = [""] * len(rows)
    if log_probs is not None:
        head += f'<th scope="col" class="sa-log sa-axis">{reading.LOG_PROB}</th>'
        ends = [_log_prob(drawn, is_live, *pair) for pair in enumerate(log_probs)]
    body = "".join(
        f'<tr><th scope="row"><bdi>{label}</bdi></th>{cells}{end}</tr>\n'
        for label, cells, end in zip(rows, _cells(drawn, is_live), ends, strict=True)
    )
    across = len(columns) + (log_probs is not None)
    return (
        f'<table{role}{look} style="--sa-cell:{width}">\n<thead>\n'
        f'<tr><th class="sa-corner"></th><th class="sa-axis" colspan="{across}"'
        f' style="text-align:left">{drawn.column_role} →</th></tr>\n'
        f'<tr><th class="sa-corner sa-axis">{drawn.row_role} ↓</th>{head}</tr>\n</thead>\n'
        f"<tbody>\n{body}</tbody>\n</table>"
    )


def _cells(drawn: Drawn, is_live: bool) -> Iterator[str]:
    """The cells of each row."""
    is_change = isinstance(drawn, Difference)
    focus = ' tabindex="0"' if is_live else ""  # the first cell is the one stop of the tab key
    for row, (levels, peak) in enumerate(zip(levels_of(drawn), drawn.peaks(), strict=True)):
        cells = []
        for column, level in enumerate(levels):
            look = "sa-" + css_name(level, is_change=is_change)
            look += " sa-peak" if column == peak else ""
            text, title = said(level, is_change=is_change), cell_title(drawn, row, column)
            cells.append(f'<td class="{look}"{focus} title="{title}">{text}</td>')
            focus = focus.replace("0", "-1")
        yield "".join(cells)


def _log_prob(drawn: Drawn, is_live: bool, row: int, log_prob: float) -> str:
    """The cell at the end of a row; the arrow keys reach it as they reach the others."""
    focus = ' tabindex="-1"' if is_live else ""
    title = log_prob_title(drawn, row, log_prob)
    return f'<td class="sa-log"{focus} title="{title}">{log_prob_said(log_prob)}</td>'


def _levels(drawn: Drawn) -> list[int]:
    return levels_in(levels_of(drawn))


def _ramp_rules(palette: str, background: Background, seen: set[tuple[bool, int]]) -> str:
    ramps = {False: css_ramp(palette, background), True: css_changes(background)}
    rules = []
    for is_change, level in sorted(seen):
        cell, text = ramps[is_change][level]
        name = css_name(level, is_change=is_change)
        rules.append(f".sa td.sa-{name}{{background:{cell};color:{text}}}")
    return "".join(rules)
