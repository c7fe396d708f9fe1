"""Search: from a source sentence to the target tokens that a model gives it.

Three ways through the one `step` interface of `Stepper`:

    greedy    the likeliest token at each step
    beam      the `size` likeliest prefixes at each step (Graves 2012; Sutskever 2014, 3.2)
    force     a given target, to see its weights and its probability

Token ids and tensors in, `Hypothesis` out; no text here. What holds for all three:

- Score: sum_t log p(y_t | y_<t, x) / n ** length_penalty, n the tokens with the end mark. 0 leaves
  the plain sum, which prefers short outputs; 1 is the mean. (Wu 2016, 7 has a kindred rule.)
- A search stops at `length_limits`, so it always stops. What has not ended by then is marked, and
  ranks behind all that has ended: a loop repeated up to the limit often has the best mean.
- PAD, BOS and UNK are never chosen. UNK would tell the reader nothing; the next best token does,
  and with byte fallback every character can be spelled. Probabilities stay the model's own, not
  shared out anew over what is allowed, so that forcing the same tokens gives the same numbers.
- Row t of the weights is what predicted token t; the last row is the end mark's.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

import torch
from torch import Tensor

from seqattn.models.decoder import Decoded
from seqattn.tokenizer import BOS, EOS, PAD, UNK

LENGTH_PENALTY = 1.0
"""Exponent of the length in a score."""

FORBIDDEN = (PAD, UNK, BOS)
"""Ids that a search never chooses."""


@dataclass(frozen=True)
class Hypothesis:
    """One target that a search found, or that was given to `force`.

    Attributes:
        tokens: ids without BOS and EOS.
        log_probs: natural logarithms, one a token, EOS's last where it ended.
        ended: whether EOS came before the length limit.
        score: log-probability over length ** length_penalty, as the module says.
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


class Selectable(Protocol):
    """A batch whose sentences can be picked, left out and repeated."""

    def select(self: "T", indices: Tensor) -> "T":
        """The sentences `indices` (N,) int64, in that order."""
        ...


T = TypeVar("T", bound=Selectable)
M = TypeVar("M", bound=Selectable)
S = TypeVar("S", bound=Selectable)


class Stepper(Protocol[M, S]):
    """What a search needs of a model; `Seq2Seq` is one."""

    def encode(self, source: Tensor, mask: Tensor) -> M:
        """Source ids (B, T_x) int64 and their mask -> what every step sees of the source."""
        ...

    def begin(self, memory: M) -> S:
        """The state before the first target token."""
        ...

    def step(self, memory: M, state: S, tokens: Tensor) -> tuple[Tensor, S, Decoded]:
        """Feed y_{t-1} (B,) int64; get log-probabilities (B, V) of y_t, state and weights."""
        ...


def length_limits(source_lengths: Tensor) -> Tensor:
    """Steps after which a search gives up: 2 T_x + 20, both sides counted with the end mark.

    Real translations stay far below it, even where one side is written in more pieces; what
    reaches it is nearly always a loop.

    >>> import torch
    >>> length_limits(torch.tensor([1, 10]))
    tensor([22, 40])
    """
    return 2 * source_lengths + 20


@torch.inference_mode()
def greedy(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    max_lengths: Tensor,
    *,
    length_penalty: float = LENGTH_PENALTY,
    forbidden: Sequence[int] = FORBIDDEN,
    keep_weights: bool = True,
) -> list[Hypothesis]:
    """The likeliest token at each step; a sentence that has ended leaves the batch.

    Args:
        model: in evaluation mode.
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens.
        max_lengths: (B,) int64, most steps of each sentence, 1 or more, the end mark included.
        length_penalty: exponent of the length in the score, 0 or more.
        forbidden: ids that are never chosen.
        keep_weights: whether the hypotheses carry their weights.

    Returns:
        a hypothesis for each sentence, in the order of the batch.
    """
    _check(model, source, mask, max_lengths)
    memory = model.encode(source, mask)
    return _greedy(model, memory, mask, max_lengths, length_penalty, forbidden, keep_weights)


@torch.inference_mode()
def beam(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    max_lengths: Tensor,
    *,
    size: int,
    n_best: int = 1,
    length_penalty: float = LENGTH_PENALTY,
    forbidden: Sequence[int] = FORBIDDEN,
    keep_weights: bool = True,
) -> list[list[Hypothesis]]:
    """Keep the `size` likeliest prefixes of each sentence, all sentences in one batch.

    At each step every prefix is continued with every token. Of all these the `size` likeliest
    count: those with EOS have ended and leave, and the likeliest others fill the `size` places
    again. A sentence is done when `size` hypotheses have ended, or at its length limit. The greedy
    hypothesis always joins the finalists, so the answer never ranks below it; `size` 1 is greedy.

    Args:
        model: in evaluation mode.
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens.
        max_lengths: (B,) int64, most steps of each sentence, 1 or more, the end mark included.
        size: prefixes kept, 1 or more.
        n_best: hypotheses wanted of each sentence, in 1 to `size`.
        length_penalty: exponent of the length in the score, 0 or more.
        forbidden: ids that are never chosen.
        keep_weights: whether the hypotheses carry their weights.

    Returns:
        for each sentence its n_best distinct hypotheses, best `rank` first; fewer where the
        vocabulary allows no more.
    """
    _check(model, source, mask, max_lengths)
    if not 1 <= n_best <= size:
        raise ValueError(f"n_best is {n_best}, expected 1 to the beam's size, {size}")
    memory = model.encode(source, mask)
    greedy_ones = _greedy(model, memory, mask, max_lengths, length_penalty, forbidden, keep_weights)
    if size == 1:
        return [[hypothesis] for hypothesis in greedy_ones]
    limits = max_lengths.to(mask.device)
    lattice = _fan_out(model, memory, limits, size, forbidden, keep_weights)
    # One more than wanted: the greedy one may be among them, and is then left out.
    found = lattice.best(mask, n_best + 1, length_penalty)
    answers = []
    for others, greedy_one in zip(found, greedy_ones, strict=True):
        distinct = [other for other in others if other.tokens != greedy_one.tokens]
        ranked = sorted([greedy_one, *distinct], key=lambda each: each.rank, reverse=True)
        answers.append(ranked[:n_best])
    return answers


@torch.inference_mode()
def force(
    model: Stepper[M, S],
    source: Tensor,
    mask: Tensor,
    target_out: Tensor,
    *,
    length_penalty: float = LENGTH_PENALTY,
    keep_weights: bool = True,
) -> list[Hypothesis]:
    """Feed given targets: the probability of each of their tokens, and the weights.

    Args:
        model: in evaluation mode.
        source: (B, T_x) int64, each sentence ended by EOS, then PAD.
        mask: (B, T_x) bool, True on real tokens.
        target_out: (B, T_y) int64, each target ended by EOS, then PAD; it is fed shifted by one,
            behind BOS.
        length_penalty: exponent of the length in the score, 0 or more.
        keep_weights: whether the hypotheses carry their weights.
    """
    lengths = (target_out != PAD).sum(dim=1)
    _check(model, source, mask, lengths)

    def choose(log_probs: Tensor, alive: Tensor, t: int) -> Tensor:
        return target_out[alive, t]

    return _follow(
        model, model.encode(source, mask), mask, lengths, choose, length_penalty, keep_weights
    )


def _check(model: object, source: Tensor, mask: Tensor, max_lengths: Tensor) -> None:
    """Refuse what would give silently wrong answers."""
    if getattr(model, "training", False):
        raise ValueError("the model is in training mode: dropout would change every answer")
    if mask.shape != source.shape or max_lengths.shape != source.shape[:1]:
        raise ValueError(
            f"source has shape {tuple(source.shape)}, but mask {tuple(mask.shape)} and "
            f"lengths {tuple(max_lengths.shape)}"
        )
    if bool((max_lengths < 1).any()):
        raise ValueError("every sentence needs at least one step, for its end mark")


def _forbid(log_probs: Tensor, forbidden: Sequence[int]) -> Tensor:
    """A copy of (N, V) log-probabilities with -inf at the forbidden ids."""
    ids = torch.tensor(forbidden, dtype=torch.int64, device=log_probs.device)
    return log_probs.index_fill(1, ids, float("-inf"))


# -- one path a sentence: greedy and force ---------------------------------------------------------


def _greedy(
    model: Stepper[M, S],
    memory: M,
    mask: Tensor,
    max_lengths: Tensor,
    length_penalty: float,
    forbidden: Sequence[int],
    keep_weights: bool,
) -> list[Hypothesis]:
    def choose(log_probs: Tensor, alive: Tensor, t: int) -> Tensor:
        return _forbid(log_probs, forbidden).max(dim=1).indices

    return _follow(model, memory, mask, max_lengths, choose, length_penalty, keep_weights)


def _follow(
    model: Stepper[M, S],
    memory: M,
    mask: Tensor,
    max_lengths: Tensor,
    choose: Callable[[Tensor, Tensor, int], Tensor],
    length_penalty: float,
    keep_weights: bool,
) -> list[Hypothesis]:
    """One path a sentence; `choose` picks y_t from (log-probabilities, sentences alive, t)."""
    B = mask.shape[0]
    alive = torch.arange(B, device=mask.device)  # sentences still in the batch
    tokens = torch.full_like(alive, BOS)
    limits = max_lengths.to(mask.device)
    state = model.begin(memory)
    trace = _Trace()
    while len(alive):
        log_probs, state, decoded = model.step(memory, state, tokens)
        tokens = choose(log_probs, alive, len(trace.steps))
        chosen = log_probs.gather(1, tokens.unsqueeze(1)).squeeze(1)
        trace.add(_Step(alive, tokens, chosen, _looks(decoded, keep_weights)))
        going_on = (tokens != EOS) & (limits[alive] > len(trace.steps))
        if not bool(going_on.all()):
            kept = going_on.nonzero().squeeze(1)
            memory, state = memory.select(kept), state.select(kept)
            alive, tokens = alive[kept], tokens[kept]
    return trace.hypotheses(mask, length_penalty)


@dataclass(frozen=True)
class _Step:
    """What one step gave to each of the N paths it took part in.

    Attributes:
        paths: (N,) int64, the numbers of the paths, each once.
        tokens: (N,) int64, y_t.
        log_probs: (N,) float, of y_t.
        looks: weights, scores and self-weights, (N, T_k) each, or None.
    """

    paths: Tensor
    tokens: Tensor
    log_probs: Tensor
    looks: "_Looks"


_Looks = tuple[Tensor | None, Tensor | None, Tensor | None]


def _looks(decoded: Decoded, keep_weights: bool) -> _Looks:
    if not keep_weights:
        return None, None, None
    return decoded.weights, decoded.scores, decoded.self_weights


@dataclass
class _Trace:
    """The steps of a search, out of which its hypotheses are read at the end."""

    steps: list[_Step] = field(default_factory=list)

    def add(self, step: _Step) -> None:
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
                    score=_score(log_probs[path], length_penalty),
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


def _score(log_probs: Sequence[float], length_penalty: float) -> float:
    return sum(log_probs) / len(log_probs) ** length_penalty


def _cut(gathered: Tensor | None, path: int, T_y: int, T_x: int) -> Tensor | None:
    """One path's own matrix, a copy, so that the batch's is not kept alive by it."""
    return None if gathered is None else gathered[path, :T_y, :T_x].clone()


# -- many paths a sentence: beam -------------------------------------------------------------------


def _fan_out(
    model: Stepper[M, S],
    memory: M,
    max_lengths: Tensor,
    size: int,
    forbidden: Sequence[int],
    keep_weights: bool,
) -> "_Lattice":
    """Run the beam to its end; K is `size`, n the sentences still in the batch."""
    B, K = len(max_lengths), size
    alive = torch.arange(B, device=max_lengths.device)
    memory = memory.select(alive.repeat_interleave(K))
    state = model.begin(memory)
    tokens = torch.full((B, K), BOS, device=alive.device)
    # All K prefixes are still the same one: only the first counts.
    totals = torch.full((B, K), float("-inf"), device=alive.device)
    totals[:, 0] = 0.0
    ended = torch.zeros_like(alive)
    lattice = _Lattice(B, K)
    while len(alive):
        log_probs, state, decoded = model.step(memory, state, tokens.flatten())
        log_probs = _forbid(log_probs, forbidden).reshape(len(alive), K, -1)  # (n, K, V)
        fan = _continue(totals.to(log_probs.dtype), log_probs)
        ended = ended + fan.ends.sum(dim=1)
        at_limit = max_lengths[alive] <= len(lattice) + 1
        done = at_limit | (ended >= K) | fan.totals[:, 0].isinf()
        lattice.add(alive, fan, at_limit, _looks(decoded, keep_weights))
        kept = (~done).nonzero().squeeze(1)
        rows = kept.unsqueeze(1) * K + fan.parents[kept]  # (n, K), into the step just made
        state = state.select(rows.flatten())
        if len(kept) < len(alive):
            # Any of a sentence's K rows will do: its memory is the same for all prefixes.
            memory = memory.select(rows.flatten())
        alive, tokens, totals, ended = (
            alive[kept], fan.tokens[kept], fan.totals[kept], ended[kept],
        )  # fmt: skip
    return lattice


@dataclass(frozen=True)
class _Fan:
    """One step of a beam: which prefixes go on, and which end. All (n, K), of n sentences.

    Attributes:
        parents: int64, the place each prefix that goes on had before the step.
        tokens: int64, the token it goes on with.
        log_probs: float, of that token.
        totals: float, of the whole prefix; -inf where there was none left to fill the place.
        ends: bool, whether the prefix at this place before the step has ended here.
        end_log_probs: float, of EOS behind the prefix at this place before the step.
        end_totals: float, of the prefix with EOS.
    """

    parents: Tensor
    tokens: Tensor
    log_probs: Tensor
    totals: Tensor
    ends: Tensor
    end_log_probs: Tensor
    end_totals: Tensor


def _continue(totals: Tensor, log_probs: Tensor) -> _Fan:
    """Continue prefixes of log-probability `totals` (n, K) with tokens of (n, K, V)."""
    _, K, V = log_probs.shape
    joined = totals.unsqueeze(2) + log_probs  # (n, K, V)
    # At most K of the best 2 K can be EOS, so K others are always among them.
    best = joined.flatten(1).topk(min(2 * K, K * V), dim=1)
    end_totals = joined[:, :, EOS]
    ends = (end_totals >= best.values[:, K - 1 : K]) & end_totals.isfinite()
    is_end = best.indices % V == EOS
    places = is_end.byte().argsort(dim=1, stable=True)[:, :K]  # the first K that are no ends
    indices = best.indices.gather(1, places)
    return _Fan(
        parents=indices // V,
        tokens=indices % V,
        log_probs=log_probs.flatten(1).gather(1, indices),
        totals=best.values.gather(1, places),
        ends=ends,
        end_log_probs=log_probs[:, :, EOS],
        end_totals=end_totals,
    )


class _Finalist(NamedTuple):
    """A hypothesis by its last step: at step t, in a place of the beam."""

    rank: tuple[bool, float]
    t: int
    place: int


class _Hop(NamedTuple):
    """One step on the way of a hypothesis: which prefix, of N = n K rows, said what."""

    t: int
    row: int
    token: int
    log_prob: float


class _Lattice:
    """All steps of a beam with their back-pointers; the winners' paths are read off at the end.

    Args:
        sentences: B.
        size: K.
    """

    def __init__(self, sentences: int, size: int) -> None:
        self._sentences = sentences
        self._size = size
        self._fans: list[_Fan] = []
        self._looks: list[_Looks] = []
        self._alive: list[Tensor] = []  # (n,) int64, the sentences of each step
        self._at_limit: list[Tensor] = []  # (n,) bool, those whose last step it is

    def __len__(self) -> int:
        return len(self._fans)

    def add(self, alive: Tensor, fan: _Fan, at_limit: Tensor, looks: _Looks) -> None:
        """Keep a step of the sentences `alive` (n,)."""
        self._alive.append(alive)
        self._fans.append(fan)
        self._at_limit.append(at_limit)
        self._looks.append(looks)

    def best(self, mask: Tensor, wanted: int, length_penalty: float) -> list[list[Hypothesis]]:
        """At most `wanted` hypotheses of each sentence, best rank first."""
        winners: list[int] = []  # the sentence of each
        hops: list[list[tuple[int, _Hop]]] = [[] for _ in self._fans]  # of each step, (winner, hop)
        reader = _PathReader(self._fans, self._alive, self._size)
        for sentence, finalists in enumerate(self._finalists(length_penalty)):
            for finalist in sorted(finalists, reverse=True)[:wanted]:
                for hop in reader.path(sentence, finalist):
                    hops[hop.t].append((len(winners), hop))
                winners.append(sentence)
        owners = torch.tensor(winners, dtype=torch.int64, device=mask.device)
        trace = _Trace([self._step(t, those) for t, those in enumerate(hops) if those])
        answers: list[list[Hypothesis]] = [[] for _ in range(self._sentences)]
        found = trace.hypotheses(mask[owners], length_penalty)
        for sentence, hypothesis in zip(winners, found, strict=True):
            answers[sentence].append(hypothesis)
        return answers

    def _finalists(self, length_penalty: float) -> list[list[_Finalist]]:
        """What has ended, and what was cut at its limit, of each sentence."""
        found: list[list[_Finalist]] = [[] for _ in range(self._sentences)]
        for t, (alive, fan, at_limit) in enumerate(
            zip(self._alive, self._fans, self._at_limit, strict=True)
        ):
            sentences = alive.tolist()
            cut = at_limit.unsqueeze(1) & fan.totals.isfinite()
            for ended, there, totals in (
                (True, fan.ends, fan.end_totals),
                (False, cut, fan.totals),
            ):
                places = there.nonzero().tolist()
                for (row, place), total in zip(places, totals[there].tolist(), strict=True):
                    rank = ended, total / (t + 1) ** length_penalty
                    found[sentences[row]].append(_Finalist(rank, t, place))
        return found

    def _step(self, t: int, hops: list[tuple[int, _Hop]]) -> _Step:
        """The winners' share of step t."""
        device = self._alive[t].device
        rows = torch.tensor([hop.row for _, hop in hops], device=device)
        weights, scores, self_weights = (
            None if look is None else look[rows] for look in self._looks[t]
        )
        return _Step(
            paths=torch.tensor([winner for winner, _ in hops], device=device),
            tokens=torch.tensor([hop.token for _, hop in hops]),
            log_probs=torch.tensor(
                [hop.log_prob for _, hop in hops], dtype=self._fans[t].log_probs.dtype
            ),
            looks=(weights, scores, self_weights),
        )


class _PathReader:
    """Follows the back-pointers of a lattice, with its steps turned to lists once."""

    def __init__(self, fans: list[_Fan], alive: list[Tensor], size: int) -> None:
        self._size = size
        self._rows = [{s: row for row, s in enumerate(step.tolist())} for step in alive]
        self._parents: list[list[list[int]]] = [fan.parents.tolist() for fan in fans]
        self._tokens: list[list[list[int]]] = [fan.tokens.tolist() for fan in fans]
        self._log_probs: list[list[list[float]]] = [fan.log_probs.tolist() for fan in fans]
        self._end_log_probs: list[list[list[float]]] = [fan.end_log_probs.tolist() for fan in fans]

    def path(self, sentence: int, finalist: _Finalist) -> Iterator[_Hop]:
        """The steps of a hypothesis, the last one first."""
        t, place = finalist.t, finalist.place
        ended, _ = finalist.rank
        if ended:
            row = self._rows[t][sentence]
            log_prob = self._end_log_probs[t][row][place]
            yield _Hop(t, row * self._size + place, EOS, log_prob)
            t -= 1
        while t >= 0:
            row = self._rows[t][sentence]
            parent = self._parents[t][row][place]
            token, log_prob = self._tokens[t][row][place], self._log_probs[t][row][place]
            yield _Hop(t, row * self._size + parent, token, log_prob)
            t, place = t - 1, parent
