"""What stands around a matrix in the terminal: sentences, axes, column labels and legends."""

from collections.abc import Iterator

from rich.segment import Segment

from seqattn.alignment import Alignment
from seqattn.heatmap import reading
from seqattn.heatmap.canvas import Canvas
from seqattn.heatmap.cells import Drawn, log_prob_said
from seqattn.heatmap.inks import Inks
from seqattn.heatmap.labels import encodable, pad, wrap
from seqattn.heatmap.layout import LOG_PROB_WIDTH, Layout
from seqattn.text import visible

Line = list[Segment]

_NARROWEST_TEXT = 8  # cells; with fewer left beside its name, a sentence goes under it


def sentences(alignment: Alignment, canvas: Canvas, inks: Inks) -> Iterator[Line]:
    """Which sentence this is, and in which direction: column text, then row text."""
    heads = reading.sentences(alignment, canvas.glyph("→", "->"), canvas.glyph("↓", "v"))
    margin = max((len(head) for head, _ in heads), default=0) + 2
    is_under = canvas.width is not None and canvas.width - margin < _NARROWEST_TEXT
    margin = 2 if is_under else margin
    room = None if canvas.width is None else canvas.width - margin
    for head, text in heads:
        safe = encodable(visible(text), canvas.encoding)
        if is_under:
            yield [Segment(head, inks.faint)]
            head = ""
        for number, line in enumerate(wrap(safe.split(" "), room)):
            left = head.ljust(margin) if number == 0 else " " * margin
            yield [Segment(left, inks.faint), Segment(canvas.isolated(line), inks.strong)]
    if heads:
        yield [Segment("")]


def header(
    alignment: Drawn, layout: Layout, block: range, canvas: Canvas, inks: Inks
) -> Iterator[Line]:
    """The name of the axis, the columns' numbers if they are needed, and their labels."""
    margin, inner = " " * (layout.label_width + 1), layout.cell - 1
    yield from axis_lines(alignment, block, len(margin), canvas, inks)
    if layout.is_numbered:
        numbers = "".join(" " + pad(str(column + 1), inner, "center") for column in block)
        yield trimmed([Segment(margin + numbers, inks.faint)])
    height = max(len(layout.heads[column]) for column in block)
    corner = f"{alignment.row_role} {canvas.glyph('↓', 'v')}"
    for line in range(height):
        parts = []
        for column in block:
            head = layout.heads[column]
            blank = height - len(head)  # labels stand on the matrix
            part = canvas.isolated(head[line - blank]) if line >= blank else ""
            parts.append(" " + pad(part, inner, "center"))
        left, tail = margin, []
        if line == height - 1:
            if len(corner) <= layout.label_width:
                left = corner.rjust(layout.label_width) + " "
            if layout.has_log_probs:
                tail = [Segment(reading.LOG_PROB.rjust(LOG_PROB_WIDTH), inks.faint)]
        yield trimmed([Segment(left, inks.faint), Segment("".join(parts), inks.strong), *tail])


def axis_lines(
    alignment: Drawn, block: range, margin: int, canvas: Canvas, inks: Inks
) -> Iterator[Line]:
    """The name of the columns and, if a block does not show all, which: above it where too wide."""
    name, span = f"{alignment.column_role} {canvas.glyph('→', '->')}", ""
    if len(block) < alignment.shape[1]:
        dash = canvas.glyph("–", "-")
        span = f"columns {block.start + 1}{dash}{block.stop} of {alignment.shape[1]}"
    texts = [f"{name}  {span}".rstrip()]
    width = canvas.width
    if width is not None and margin + len(texts[0]) > width:
        texts = [*(wrap(span.split(" "), width) if span else []), name]
    for text in texts:
        indent = margin if width is None else max(0, min(margin, width - len(text)))
        yield [Segment(" " * indent + text, inks.faint)]


def legends(
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    canvas: Canvas,
    inks: Inks,
    *,
    log_probs: tuple[str, ...] = (),
) -> Iterator[Line]:
    """What a picture could not show: full labels by number, log-probabilities by label."""
    for name, entries in ((reading.LOG_PROB, log_probs), ("rows", rows), ("columns", columns)):
        if entries:
            yield [Segment("")]
            for line in wrap([f"{name}:", *entries], canvas.width, gap="  "):
                yield [Segment(line, inks.faint)]


def log_prob_entries(labels: tuple[str, ...], log_probs: tuple[float, ...]) -> tuple[str, ...]:
    """Each row's label and log-probability, for `legends`."""
    pairs = zip(labels, log_probs, strict=True)
    return tuple(f"{label} {log_prob_said(log_prob)}" for label, log_prob in pairs)


def trimmed(line: Line) -> Line:
    """Without the blanks at the end that no colour needs."""
    last = line[-1]
    if last.style is None or last.style.bgcolor is None:
        line[-1] = Segment(last.text.rstrip(" "), last.style)
    return line
