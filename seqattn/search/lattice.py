"""The steps of a beam with their back-pointers, out of which the winners' paths are read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from seqattn.search.hypotheses import Hypothesis, Looks, Step, Trace
from seqattn.tokenizer import EOS


@dataclass(frozen=True)
class Fan:
    """One step of a beam: of n sentences with k prefixes each, which of k' go on and which end.

    Attributes:
        parents: (n, k') int64, the place each prefix that goes on had before the step.
        tokens: (n, k') int64, the token it goes on with.
        log_probs: (n, k') float, of that token.
        totals: (n, k') float, of the whole prefix; -inf where none was left to fill the place.
        ends: (n, k) bool, whether the prefix at this place before the step has ended here.
        end_log_probs: (n, k) float, of EOS behind the prefix at this place before the step.
        end_totals: (n, k) float, of the prefix with EOS.
    """

    parents: Tensor
    tokens: Tensor
    log_probs: Tensor
    totals: Tensor
    ends: Tensor
    end_log_probs: Tensor
    end_totals: Tensor


class _Finalist(NamedTuple):
    """A hypothesis by its last step: at step t, in a place of the beam."""

    rank: tuple[bool, float]
    t: int
    place: int


class _Hop(NamedTuple):
    """One step on the way of a hypothesis: which prefix, of N = n k rows, said what."""

    t: int
    row: int
    token: int
    log_prob: float


class Lattice:
    """All steps of a beam with their back-pointers; the winners' paths are read off at the end.

    Args:
        sentences: B.
    """

    def __init__(self, sentences: int) -> None:
        self._sentences = sentences
        self._fans: list[Fan] = []
        self._looks: list[Looks] = []
        self._alive: list[Tensor] = []  # (n,) int64, the sentences of each step
        self._at_limit: list[Tensor] = []  # (n,) bool, those whose last step it is

    def __len__(self) -> int:
        return len(self._fans)

    def add(self, alive: Tensor, fan: Fan, at_limit: Tensor, looks: Looks) -> None:
        """Keep a step of the sentences `alive` (n,)."""
        self._alive.append(alive)
        self._fans.append(fan)
        self._at_limit.append(at_limit)
        self._looks.append(looks)

    def best(self, mask: Tensor, wanted: int, length_penalty: float) -> list[list[Hypothesis]]:
        """At most `wanted` hypotheses of each sentence, best rank first."""
        winners: list[int] = []  # the sentence of each
        hops: list[list[tuple[int, _Hop]]] = [[] for _ in self._fans]  # of each step, (winner, hop)
        reader = _PathReader(self._fans, self._alive)
        for sentence, finalists in enumerate(self._finalists(length_penalty)):
            for finalist in sorted(finalists, reverse=True)[:wanted]:
                for hop in reader.path(sentence, finalist):
                    hops[hop.t].append((len(winners), hop))
                winners.append(sentence)
        owners = torch.tensor(winners, dtype=torch.int64, device=mask.device)
        trace = Trace([self._step(t, those) for t, those in enumerate(hops) if those])
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

    def _step(self, t: int, hops: list[tuple[int, _Hop]]) -> Step:
        """The winners' share of step t."""
        device = self._alive[t].device
        rows = torch.tensor([hop.row for _, hop in hops], device=device)
        weights, scores, self_weights = (
            None if look is None else look[rows] for look in self._looks[t]
        )
        return Step(
            paths=torch.tensor([winner for winner, _ in hops], device=device),
            tokens=torch.tensor([hop.token for _, hop in hops]),
            log_probs=torch.tensor(
                [hop.log_prob for _, hop in hops], dtype=self._fans[t].log_probs.dtype
            ),
            looks=(weights, scores, self_weights),
        )


class _PathReader:
    """Follows the back-pointers of a lattice, with its steps turned to lists once."""

    def __init__(self, fans: list[Fan], alive: list[Tensor]) -> None:
        self._widths = [fan.ends.shape[1] for fan in fans]  # k of each step
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
            yield _Hop(t, row * self._widths[t] + place, EOS, log_prob)
            t -= 1
        while t >= 0:
            row = self._rows[t][sentence]
            parent = self._parents[t][row][place]
            token, log_prob = self._tokens[t][row][place], self._log_probs[t][row][place]
            yield _Hop(t, row * self._widths[t] + parent, token, log_prob)
            t, place = t - 1, parent
