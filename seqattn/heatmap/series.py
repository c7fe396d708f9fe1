"""A sentence's attention after each validation of a training, as one page with a slider.

The page loads nothing and works from disk, as every page here; it looks like the others, with the
figures put one in the place of the other. Left and right move the slider wherever the focus is not
in a matrix, a curve of BLEU stands over it, and `#3` at the end of the address opens the third.
Without script the last figure is there.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from seqattn.alignment import Alignment
from seqattn.alignment.checked_json import Form, number, or_null, text, truth, whole
from seqattn.alignment.formats import FORM as ALIGNMENT
from seqattn.heatmap import reading
from seqattn.heatmap.figure import LIVE, figure, style
from seqattn.heatmap.html import page
from seqattn.heatmap.markup import escaped
from seqattn.heatmap.palette import DEFAULT_PALETTE
from seqattn.text import json_line

FORMAT = "seqattn-watched"
VERSION = 1
_FORM = Form(
    "watched validation",
    FORMAT,
    VERSION,
    {
        "step": whole,
        "epoch": number,
        "loss": or_null(number, math.inf),
        "bleu": number,
        "best": truth,
        "source": text,
        "alignment": lambda value: ALIGNMENT.take(value, Alignment),
    },
)
_HEIGHT = 40  # of the curve, in its own units


@dataclass(frozen=True)
class Frame:
    """A sentence's attention at one validation.

    Attributes:
        step: steps trained.
        epoch: epochs trained, a fraction within one.
        loss: of the validation, nats per target token; inf where it was no finite number.
        bleu: of the validation, 0 to 100.
        best: whether it was the best validation so far.
        source: the sentence as it was given.
        alignment: of the sentence and the model's translation of it.

    Raises:
        ValueError: epoch or bleu is nan or infinite.
    """

    step: int
    epoch: float
    loss: float
    bleu: float
    best: bool
    source: str
    alignment: Alignment

    def __post_init__(self) -> None:
        for name in ("epoch", "bleu"):
            if not math.isfinite(getattr(self, name)):
                raise ValueError(f"{name} must be finite, got {getattr(self, name)}")
        if not math.isfinite(self.loss):  # nan too: one that equals itself can be compared
            object.__setattr__(self, "loss", math.inf)

    def to_json(self) -> str:
        """One line that `from_json` reads back exactly; a loss of inf is null."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["alignment"] = json.loads(self.alignment.to_json())
        values["loss"] = self.loss if math.isfinite(self.loss) else None
        return json_line({"format": FORMAT, "version": VERSION, **values})

    @classmethod
    def from_json(cls, line: str | bytes) -> "Frame":
        """Read what `to_json` wrote.

        Raises:
            ValueError: it is something else, damaged, or of another version.
        """
        return _FORM.read(line, cls)

    def told(self) -> str:
        """Its numbers in words.

        >>> Frame(1624, 2.0, 2.1, 21.44, True, "", Alignment((), (), ())).told()
        'step 1,624, epoch 2, BLEU 21.4 (best so far), loss 2.100'
        """
        best = " (best so far)" if self.best else ""
        return (
            f"step {self.step:,}, epoch {self.epoch:.4g}, BLEU {self.bleu:.1f}{best}, "
            f"loss {self.loss:.3f}"
        )


class SeriesPage:
    """The page, which grows by a figure a validation: each is made once, however often it is asked.

    Args:
        palette: a name in `PALETTES`; ValueError otherwise.
    """

    def __init__(self, palette: str = DEFAULT_PALETTE) -> None:
        self.palette = palette
        self.frames: list[Frame] = []
        self._figures: list[str] = []

    def add(self, frame: Frame) -> None:
        """The next validation."""
        self.frames.append(frame)
        self._figures.append(figure(frame.alignment))

    def to_html(self) -> str:
        """The page of all so far, the last one in sight; ValueError while there is none."""
        if not self.frames:
            raise ValueError("a series without a validation has no page")
        kept = "".join(
            f'<template data-told="{escaped(_place(number, len(self.frames), frame))}">'
            f"{made}</template>\n"
            for number, (frame, made) in enumerate(
                zip(self.frames, self._figures, strict=True), start=1
            )
        )
        body = (
            f'{_player(self.frames)}<div id="stage">{self._figures[-1]}</div>\n'
            f"<p>{reading.CAUTION}</p>\n{kept}"
        )
        alignments = [frame.alignment for frame in self.frames]
        return page(
            body,
            title="Attention while the model learns",
            rules=_STYLE + style(alignments, self.palette, follows_reader=True),
            script=LIVE + _SCRIPT,
        )


def _place(number: int, count: int, frame: Frame) -> str:
    return f"Validation {number} of {count}: {frame.told()}"


def _player(frames: Sequence[Frame]) -> str:
    """Slider, button, curve of BLEU and the numbers; hidden where no script moves them."""
    count = len(frames)
    top = max(1.0, *(frame.bleu for frame in frames))
    points = " ".join(
        f"{number},{_HEIGHT * (1 - frame.bleu / top):.1f}" for number, frame in enumerate(frames)
    )
    return (
        '<div id="player" hidden>\n<span aria-hidden="true">BLEU</span>'
        f'<svg viewBox="0 0 {max(1, count - 1)} {_HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="BLEU of each validation, 0 to {top:.1f}"><polyline points="{points}"/>'
        f'<line id="here" y1="0" y2="{_HEIGHT}"/></svg>\n'
        '<button type="button" id="play">Play</button>'
        f'<input type="range" id="at" min="1" max="{count}" value="{count}" '
        'aria-label="Validation">\n'
        f'<p id="told" role="status">{escaped(_place(count, count, frames[-1]))}</p>\n</div>\n'
    )


_STYLE = """
#player{display:grid;grid-template-columns:4.5em minmax(0,30em);gap:.3em 1em;align-items:center;
 margin:0 1.1em .2em;padding:.4em 0;position:sticky;top:0;z-index:3;background:#fff}
#player[hidden]{display:none}
#player span{color:#5c666e;font-size:13.5px;text-align:right}
#player p{grid-column:1/-1;margin:0;font-variant-numeric:tabular-nums}
#player button{font:inherit;padding:.15em 0;cursor:pointer}
#player input{width:100%;margin:0;cursor:pointer;accent-color:#0b5cad}
#player svg{display:block;width:calc(100% - 16px);height:2.2em;margin:0 8px;overflow:visible}
#player polyline,#player line{fill:none;stroke:#5c666e;stroke-width:1.5;
 vector-effect:non-scaling-stroke}
#player line{stroke:#0b5cad;stroke-width:2}
@media (prefers-color-scheme:dark){#player{background:#0e1116}#player span{color:#98a2ab}
 #player input{accent-color:#7cc4ff}#player polyline{stroke:#98a2ab}#player line{stroke:#7cc4ff}}
"""

_SCRIPT = """
const frames = [...document.querySelectorAll("template")], stage = document.getElementById("stage");
const [player, play, at, here, told] = ["player", "play", "at", "here", "told"].map(
  id => document.getElementById(id));
let timer = 0;
const show = number => {
  const frame = frames[number - 1];
  at.value = number;
  at.setAttribute("aria-valuetext", told.textContent = frame.dataset.told);
  for (const end of ["x1", "x2"]) here.setAttribute(end, number - 1);
  stage.replaceChildren(frame.content.cloneNode(true));
  enliven(stage.querySelector("figure"));
};
const stop = () => { clearInterval(timer); timer = 0; play.textContent = "Play"; };
const go = number => {
  stop();
  show(Math.min(Math.max(number, 1), frames.length));
};
const fromAddress = () => go(parseInt(location.hash.slice(1)) || frames.length);
at.addEventListener("input", () => go(at.valueAsNumber));
play.addEventListener("click", () => {
  if (timer) return stop();
  if (at.valueAsNumber === frames.length) show(1);
  play.textContent = "Stop";
  timer = setInterval(
    () => at.valueAsNumber < frames.length ? show(at.valueAsNumber + 1) : stop(), 700);
});
document.addEventListener("keydown", event => {
  const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!step || event.target.closest("td, input") || event.altKey || event.ctrlKey || event.metaKey)
    return;
  event.preventDefault();
  go(at.valueAsNumber + step);
});
addEventListener("hashchange", fromAddress);
player.hidden = false;
fromAddress();
"""
