"""`explain teacher-forcing`: what the decoder is fed in training and in use, side by side.

Built in: one sentence with made-up probabilities. With a run and --target: the run's own numbers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from seqattn.batches import EncodedCorpus, make_batch
from seqattn.errors import UsageError
from seqattn.lessons.catalogue import Request
from seqattn.lessons.figures import figure
from seqattn.lessons.lesson import ByHand, Lesson, Part, Step, Table
from seqattn.lessons.numbers import float64, matrix
from seqattn.lessons.sentences import TARGET_WORDS, WORDS
from seqattn.lessons.texts import Voice
from seqattn.lessons.trained import (
    END,
    START,
    Source,
    follow,
    given_tokens,
    own_tokens,
    source_of,
    target_label,
    target_labels,
)
from seqattn.search import FORBIDDEN
from seqattn.text import visible

PROBABILITIES = (0.7, 0.2, 0.5, 0.8)
"""p of each reference word when all before it are given; made up."""
BEST = ("汤姆", "喜欢", "杰瑞", END)
"""The likeliest word at each step when the reference is given."""
WRITTEN = ("汤姆", "喜欢", "奶酪", END)
"""What the same model writes when it is fed its own words."""


@dataclass(frozen=True)
class _Case:
    """A sentence, its reference, and what a model makes of it.

    Attributes:
        source: the source sentence.
        reference: T_y labels, the end mark last.
        fed: T_y labels, what training feeds: the reference moved on by one.
        best: T_y labels, the likeliest token at each step of training.
        log_probs: (T_y,) of the reference.
        written: labels of what is written in use.
    """

    source: str
    reference: tuple[str, ...]
    fed: tuple[str, ...]
    best: tuple[str, ...]
    log_probs: Tensor
    written: tuple[str, ...]

    @property
    def written_fed(self) -> tuple[str, ...]:
        """What is fed in use: its own output moved on by one."""
        return (START, *self.written[:-1])


def lesson(request: Request) -> Lesson:
    """The pair, training, inference, and both side by side."""
    say = request.say
    case = _built_in(request) if request.run is None else _of_run(request)
    steps = (_pair(say, case), _training(say, case), _inference(say, case), _both(say, case))
    closing = () if request.run else (say("teacher-forcing.closing"),)
    return Lesson("teacher-forcing", say.language, say("teacher-forcing.title"), steps, closing)


def _built_in(request: Request) -> _Case:
    if request.text is not None:
        raise UsageError(
            request.say("error.needs-run", name="teacher-forcing"),
            hint=request.say("error.needs-run.hint"),
        )
    return _Case(
        source=" ".join(WORDS),
        reference=(*TARGET_WORDS, END),
        fed=_fed(TARGET_WORDS),
        best=BEST,
        log_probs=float64(PROBABILITIES).log(),
        written=WRITTEN,
    )


def _fed(reference: Sequence[str]) -> tuple[str, ...]:
    """The decoder's inputs as a training batch has them."""
    numbers = list(range(10, 10 + len(reference)))  # any ids will do; below 10 are the marks
    batch = make_batch(EncodedCorpus.build([([10], numbers)]), [0])
    labels = dict(zip(numbers, reference, strict=True))
    return tuple(labels.get(i, START) for i in batch.target_in[0].tolist())


def _of_run(request: Request) -> _Case:
    """What the run gives: teacher forcing on --target and its own greedy translation."""
    if request.target is None:
        raise UsageError(
            request.say("error.needs-target"), hint=request.say("error.needs-target.hint")
        )
    source = source_of(request)
    assert request.text is not None
    tokens = given_tokens(source, request)
    reference = _reference(source, request.target)
    moments = follow(source.model, source.encode(), tokens)
    log_probs = torch.stack(
        [moment.log_probs[token] for moment, token in zip(moments, tokens, strict=True)]
    )
    best = []
    for moment in moments:
        allowed = moment.log_probs.clone()
        allowed[list(FORBIDDEN)] = float("-inf")
        best.append(target_label(source, int(allowed.argmax())))
    written = target_labels(source, own_tokens(source))
    fed = _fed(reference[:-1])
    return _Case(request.text, reference, fed, tuple(best), log_probs, written)


def _reference(source: Source, target: str) -> tuple[str, ...]:
    pieces = source.translator.tokenizers.target.pieces(target)
    return (*(piece.label for piece in pieces), END)


def _step(say: Voice, key: str, *parts: Part, **given: object) -> Step:
    full = f"teacher-forcing.{key}"
    return Step(key, say(f"{full}.title"), say.paragraphs(f"{full}.prose", **given), parts)


def _numbers(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, count + 1)))


def _table(say: Voice, about: str, heads: Sequence[str], *columns: Sequence[str]) -> Table:
    """Columns of one length, behind the number t of each row."""
    rows = zip(_numbers(len(columns[0])), *columns, strict=True)
    names = ("t", *(say(f"teacher-forcing.head.{head}") for head in heads))
    return Table(say(f"teacher-forcing.{about}"), names, tuple(rows))


def _pair(say: Voice, case: _Case) -> Step:
    table = _table(say, "pair.table", ("fed", "predict"), case.fed, case.reference)
    return _step(
        say,
        "pair",
        table,
        source=visible(case.source),
        target=visible(" ".join(case.reference[:-1])),
        count=len(case.reference),
    )


def _training(say: Voice, case: _Case) -> Step:
    losses = -case.log_probs
    mean = float(losses.mean())
    shown = [figure(loss) for loss in losses.tolist()[:4]] + (["…"] if len(losses) > 4 else [])
    steps = _numbers(len(losses))
    return _step(
        say,
        "training",
        _table(
            say,
            "training.table",
            ("fed", "predict", "best"),
            case.fed,
            case.reference,
            case.best,
        ),
        matrix(
            say,
            "p",
            "reference-probs",
            case.log_probs.exp(),
            ("T_y",),
            formula="p(y_t | y_<t, x)",
            columns=case.reference,
        ),
        matrix(
            say,
            "loss",
            "losses",
            losses,
            ("T_y",),
            formula="loss_t = −ln p(y_t | y_<t, x)",
            columns=case.reference,
        ),
        ByHand((f"({' + '.join(shown)}) / {steps[-1]} = {figure(mean)}",)),
        first=figure(math.exp(float(case.log_probs[0]))),
        loss=figure(float(losses[0])),
    )


def _inference(say: Voice, case: _Case) -> Step:
    table = _table(say, "inference.table", ("fed", "writes"), case.written_fed, case.written)
    return _step(say, "inference", table)


def _both(say: Voice, case: _Case) -> Step:
    """Both inputs and both outputs, and where they part."""
    length = max(len(case.reference), len(case.written))

    def filled(labels: Sequence[str]) -> tuple[str, ...]:
        return (*labels, *[""] * (length - len(labels)))

    table = _table(
        say,
        "both.table",
        ("fed.training", "predict", "fed.inference", "writes"),
        filled(case.fed),
        filled(case.reference),
        filled(case.written_fed),
        filled(case.written),
    )
    pairs = zip(filled(case.reference), filled(case.written), strict=True)
    parting = next((t for t, (left, right) in enumerate(pairs, start=1) if left != right), None)
    if parting is None:
        return _step(say, "both-alike", table)
    wanted, wrote = filled(case.reference)[parting - 1], filled(case.written)[parting - 1]
    return _step(
        say,
        "both",
        table,
        t=parting,
        wanted=visible(wanted) or "—",
        wrote=visible(wrote) or "—",
    )
