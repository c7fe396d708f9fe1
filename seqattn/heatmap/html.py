"""Alignments as one HTML page, or one alignment as a piece of HTML for a notebook.

The page is one file that loads nothing: it works from disk and its own policy forbids it any
network. Hovering a cell, or walking to it with the arrow keys, shows its exact numbers and marks
its row and column. Without script each cell still carries its numbers as a tooltip. Text is left
to the viewer's fonts and each label and sentence has its own direction.
"""

from collections.abc import Iterator, Sequence

from seqattn.alignment import Alignment
from seqattn.graphemes import cell_width
from seqattn.heatmap import reading
from seqattn.heatmap.labels import JOINT, shown_labels
from seqattn.heatmap.markup import FONTS, cell_title, css_ramp, escaped, escaped_labels
from seqattn.heatmap.palette import DEFAULT_PALETTE, Background
from seqattn.heatmap.terminal import digits, percent_of

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
.sa output{display:block;min-height:1.5em;margin:.6em 0;font-variant-numeric:tabular-nums}
.sa figcaption{font-size:13.5px;max-width:46em}
.sa figcaption p{margin:.15em 0}
"""

_DARK_INKS = ".sa{--sa-paper:#0e1116;--sa-ink:#e8ebee;--sa-faint:#98a2ab;--sa-mark:#7cc4ff}"

_PAGE_STYLE = """
body{margin:0 auto;padding:1.5em;background:#fff;color:#1c2024;font-family:%(fonts)s}
h1{font-size:1.3em;margin:0 .9em .8em}
@media (prefers-color-scheme:dark){body{background:#0e1116;color:#e8ebee}}
"""

_SCRIPT = """
for (const figure of document.querySelectorAll("figure.sa")) {
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
}
"""


def to_html(
    alignments: Sequence[Alignment],
    *,
    title: str = "Attention",
    palette: str = DEFAULT_PALETTE,
    captions: Sequence[str] = (),
) -> str:
    """One page with a heatmap for each alignment, light or dark as the reader's system is.

    Args:
        alignments: what to draw, in order.
        title: of the page.
        palette: a name in `PALETTES`; ValueError otherwise.
        captions: a heading for each alignment, if given; ValueError if their number differs.
    """
    if captions and len(captions) != len(alignments):
        raise ValueError(f"{len(captions)} captions for {len(alignments)} alignments")
    figures = [
        _figure(alignment, captions[index] if captions else "")
        for index, alignment in enumerate(alignments)
    ]
    levels = sorted({percent for alignment in alignments for percent in _levels(alignment)})
    dark = _DARK_INKS + _ramp_rules(palette, "dark", levels)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escaped(title)}</title>\n<style>{_PAGE_STYLE % {'fonts': FONTS}}"
        f"{_STYLE % {'fonts': FONTS}}{_ramp_rules(palette, 'light', levels)}\n"
        f"@media (prefers-color-scheme:dark){{{dark}}}</style>\n</head>\n<body>\n"
        f"<h1>{escaped(title)}</h1>\n{''.join(figures)}<p>{reading.CAUTION}</p>\n"
        f"<script>{_SCRIPT}</script>\n</body>\n</html>\n"
    )


def to_fragment(alignment: Alignment, *, palette: str = DEFAULT_PALETTE) -> str:
    """The heatmap as HTML to be put into a page such as a notebook: no script, light paper."""
    rules = _STYLE % {"fonts": FONTS} + _ramp_rules(palette, "light", sorted(_levels(alignment)))
    return f"<style>{rules}</style>\n{_figure(alignment, '', is_live=False)}"


def _figure(alignment: Alignment, caption: str, *, is_live: bool = True) -> str:
    sentences = []
    for role, arrow, text in (
        (alignment.column_role, "→", alignment.column_text),
        (alignment.row_role, "↓", alignment.row_text),
    ):
        entry = f'<dt>{role} {arrow}</dt><dd dir="auto">{escaped(text)}</dd>'
        if text and entry not in sentences:
            sentences.append(entry)
    hint = "Hover a cell, or tab into the picture and use the arrow keys, to read its numbers."
    remarks = [
        reading.size(alignment),
        reading.RINGED,
        reading.measures(alignment),
        reading.joints(alignment, JOINT),
        *alignment.notes,
    ]
    return (
        '<figure class="sa">\n'
        + (f"<h2>{escaped(caption)}</h2>\n" if caption else "")
        + (f"<dl>{''.join(sentences)}</dl>\n" if sentences else "")
        + f'<div class="sa-scroll">{_table(alignment, is_live)}</div>\n'
        + (f'<output aria-live="polite">{hint}</output>\n' if is_live else "")
        + f"<figcaption>{''.join(f'<p>{escaped(text)}</p>' for text in remarks if text)}"
        "</figcaption>\n</figure>\n"
    )


def _table(alignment: Alignment, is_live: bool) -> str:
    rows, columns = escaped_labels(alignment)
    longest = max(map(cell_width, shown_labels(alignment.columns)), default=0)
    is_turned = longest > _LONG_LABEL and len(columns) > _FEW_COLUMNS
    width = "2.3em" if is_turned else f"{max(2.3, longest * 0.62 + 1):.2g}em"
    role = ' role="grid"' if is_live else ""
    look = ' class="sa-turned"' if is_turned else ""
    head = "".join(f'<th scope="col"><bdi>{label}</bdi></th>' for label in columns)
    body = "".join(
        f'<tr><th scope="row"><bdi>{rows[row]}</bdi></th>{"".join(_cells(alignment, row, is_live))}'
        "</tr>\n"
        for row in range(len(rows))
    )
    return (
        f'<table{role}{look} style="--sa-cell:{width}">\n<thead>\n'
        f'<tr><th class="sa-corner"></th><th class="sa-axis" colspan="{len(columns)}"'
        f' style="text-align:left">{alignment.column_role} →</th></tr>\n'
        f'<tr><th class="sa-corner sa-axis">{alignment.row_role} ↓</th>{head}</tr>\n</thead>\n'
        f"<tbody>\n{body}</tbody>\n</table>"
    )


def _cells(alignment: Alignment, row: int, is_live: bool) -> Iterator[str]:
    weights = alignment.weights[row]
    peak = max(range(len(weights)), key=weights.__getitem__, default=-1)
    for column, weight in enumerate(weights):
        percent = percent_of(weight)
        look = f"sa-{percent}" + (" sa-peak" if column == peak else "")
        focus = f' tabindex="{0 if row == column == 0 else -1}"' if is_live else ""
        text = digits(weight).strip() if percent else ""
        title = cell_title(alignment, row, column)
        yield f'<td class="{look}"{focus} title="{title}">{text}</td>'


def _levels(alignment: Alignment) -> set[int]:
    return {percent_of(weight) for row in alignment.weights for weight in row}


def _ramp_rules(palette: str, background: Background, levels: Sequence[int]) -> str:
    ramp = css_ramp(palette, background)
    return "".join(
        f".sa td.sa-{percent}{{background:{ramp[percent][0]};color:{ramp[percent][1]}}}"
        for percent in levels
    )
