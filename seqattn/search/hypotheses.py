"""What a search finds, and how it is read off the steps of the search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from torch import Tensor

from seqattn.models.decoder import Decoded
from seqattn.tokenizer import EOS


@dataclass(frozen=True)
class Hypothesis:
    """One target that a search found, or that was given to `force`.

    Attributes:
        tokens: ids without BOS and EOS.
        log_probs: natural logarithms, one a token, EOS's last where it ended.
        ended: whether EOS came before the length limit.
        score: log-probability over length ** length_penalty, plus the coverage where it counts,
            as the module says.
        weights: (T_y, T_x) float on the CPU, a row for each of `log_probs`, a column for each real
            source token; None without attention, or when not kept.
        scores: (T_y, T_x) float, raw scores before softmax, as `weights`.
        self_weights: (T_y, T_y) float: row t over the decoder states s_0 .. s_{t-1}, then 0; None
            without decoder self-attention, or when not kept.
    """

    tokens: list[int]
    log_probs: list[float]
    ended: bool
    score: float
    weights: Tensor | None = None
    scores: Tensor | None = None
    self_weights: Tensor | None = None

    @property
    def log_prob(self) -> float:
        """The whole target's log-probability, in nats."""
        return sum(self.log_probs)

    @property
    def rank(self) -> tuple[bool, float]:
        """What hypotheses are ordered by, the larger the better: first ended, then score."""
        return self.ended, self.score

    def unseen(self) -> "Hypothesis":
        """The same one without what was kept to be seen."""
        return replace(self, weights=None, scores=None, self_weights=None)


LEAST_SEEN = 1e-3
"""What counts as the attention of a source token that got less: one that was looked past cannot
make a score infinitely bad."""

Looks = tuple[Tensor | None, Tensor | None, Tensor | None]
"""Weights, raw scores and self-weights of a step, (N, T_k) each; None where there are none."""


@dataclass(frozen=True)
class Step:
    """What one step gave to each of the N paths it took part in.

    Attributes:
        paths: (N,) int64, the numbers of the paths, each once.
        tokens: (N,) int64, y_t.
        log_probs: (N,) float, of y_t.
        looks: what of it is kept to be seen.
    """

    paths: Tensor
    tokens: Tensor
    log_probs: Tensor
    looks: Looks


def looks_of(decoded: Decoded, keep_weights: bool) -> Looks:
    """What of a step is kept to be seen; nothing without `keep_weights`."""
    if not keep_weights:
        return None, None, None
    return decoded.weights, decoded.scores, decoded.self_weights


@dataclass
class Trace:
    """The steps of a search, out of which its hypotheses are read at the end."""

    steps: list[Step] = field(default_factory=list)

    def add(self, step: Step) -> None:
        """Keep a step."""
        self.steps.append(step)

    def hypotheses(self, mask: Tensor, length_penalty: float) -> list[Hypothesis]:
        """One a path; path i belongs to row i of `mask` (paths, T_x)."""
        paths = mask.shape[0]
        tokens: list[list[int]] = [[] for _ in range(paths)]
        log_probs: list[list[float]] = [[] for _ in range(paths)]
        for step in self.steps:
            columns = (step.paths.tolist(), step.tokens.tolist(), step.log_probs.tolist())
            for path, token, log_prob in zip(*columns, strict=True):
                tokens[path].append(token)
                log_probs[path].append(log_prob)
        source_lengths = mask.sum(dim=1).tolist()
        weights, scores, self_weights = (
            self._gather(paths, [step.looks[kind] for step in self.steps]) for kind in range(3)
        )
        found = []
        for path, (T_x, T_y) in enumerate(zip(source_lengths, map(len, tokens), strict=True)):
            ended = tokens[path][-1:] == [EOS]
            found.append(
                Hypothesis(
                    tokens=tokens[path][:-1] if ended else tokens[path],
                    log_probs=log_probs[path],
                    ended=ended,
                    score=length_normalized(log_probs[path], length_penalty),
                    weights=_cut(weights, path, T_y, T_x),
                    scores=_cut(scores, path, T_y, T_x),
                    self_weights=_cut(self_weights, path, T_y, T_y),
                )
            )
        return found

    def _gather(self, paths: int, parts: Iterable[Tensor | None]) -> Tensor | None:
        """Rows (N, T_k) of each step -> (paths, T_y, T_k) on the CPU, 0 where a path was over."""
        rows = [part for part in parts if part is not None]
        if not rows:
            return None
        width = max(part.shape[1] for part in rows)
        gathered = rows[0].new_zeros(paths, len(rows), width)
        for t, (step, part) in enumerate(zip(self.steps, rows, strict=True)):
            gathered[step.paths, t, : part.shape[1]] = part
        return gathered.cpu()


def length_normalized(log_probs: Sequence[float], length_penalty: float) -> float:
    """The score of a target, as `seqattn.search` says: of n log-probabilities, n 1 or more."""
    return sum(log_probs) / len(log_probs) ** length_penalty


def covered(hypothesis: Hypothesis, coverage_penalty: float) -> Hypothesis:
    """The hypothesis with its coverage in its score (Wu 2016, eq. 14).

        coverage = sum_j log min(sum_t a_tj, 1)          j over the source tokens, not its end mark

    Never above 0: it costs a hypothesis what it left of the source unread.

    Args:
        hypothesis: with weights, unless the penalty is 0.
        coverage_penalty: beta, 0 or more.

    Returns:
        the same one with beta * coverage, in nats, added to its score.

    Raises:
        ValueError: it has no weights, and the penalty is not 0.
    """
    if coverage_penalty == 0:
        return hypothesis
    if hypothesis.weights is None:
        raise ValueError("coverage is read off the weights, and the hypothesis has none")
    seen = hypothesis.weights[:, :-1].sum(dim=0).clamp(LEAST_SEEN, 1.0)  # (T_x - 1,)
    return replace(hypothesis, score=hypothesis.score + coverage_penalty * seen.log().sum().item())


def _cut(gathered: Tensor | None, path: int, T_y: int, T_x: int) -> Tensor | None:
    """One path's own matrix, a copy, so that the batch's is not kept alive by it."""
    return None if gathered is None else gathered[path, :T_y, :T_x].clone()
