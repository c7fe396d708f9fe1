"""The truth: each mechanism as a slow loop over plain numbers, written off its formula.

A vector is a list of floats, a matrix a list of its rows, a sequence a list of vectors. No torch,
no batch, no padding and nothing computed ahead: what is here is checked by reading it.

An `Align` is a score with its weights inside: query and key in, one number out.
"""

import math
from collections.abc import Callable

Vector = list[float]
Matrix = list[Vector]
Align = Callable[[Vector, Vector], float]
Cell = Callable[[Vector, Vector], Vector]


def dot(a: Vector, b: Vector) -> float:
    """
    >>> dot([1.0, 2.0], [3.0, 4.0])
    11.0
    """
    return sum(x * y for x, y in zip(a, b, strict=True))


def product(W: Matrix, x: Vector) -> Vector:
    """
    >>> product([[1.0, 2.0], [0.0, 1.0], [3.0, 0.0]], [3.0, 4.0])
    [11.0, 4.0, 9.0]
    """
    return [dot(row, x) for row in W]


def add(*vectors: Vector) -> Vector:
    """
    >>> add([1.0, 2.0], [3.0, 4.0], [5.0, 6.0])
    [9.0, 12.0]
    """
    return [sum(numbers) for numbers in zip(*vectors, strict=True)]


def tanh(x: Vector) -> Vector:
    return [math.tanh(number) for number in x]


def sigmoid(x: Vector) -> Vector:
    return [1 / (1 + math.exp(-number)) for number in x]


def softmax(scores: Vector) -> Vector:
    """
    >>> softmax([5.0, 5.0])
    [0.5, 0.5]
    """
    total = sum(math.exp(score) for score in scores)
    return [math.exp(score) / total for score in scores]


def weighted_sum(weights: Vector, vectors: Matrix) -> Vector:
    """
    >>> weighted_sum([0.25, 0.75], [[4.0, 0.0], [0.0, 8.0]])
    [1.0, 6.0]
    """
    scaled = [[weight * n for n in v] for weight, v in zip(weights, vectors, strict=True)]
    return add(*scaled)


# Scores: Luong 2015, eq. 8; Vaswani 2017, eq. 1; Bahdanau 2015, A.1.2; Yang 2016, eq. 5 and 6.


def dot_score(q: Vector, k: Vector) -> float:
    return dot(q, k)


def scaled_dot_score(q: Vector, k: Vector) -> float:
    return dot(q, k) / math.sqrt(len(k))


def general_score(q: Vector, k: Vector, W: Matrix) -> float:
    return dot(q, product(W, k))


def additive_score(q: Vector, k: Vector, W: Matrix, U: Matrix, v: Vector) -> float:
    return dot(v, tanh(add(product(W, q), product(U, k))))


def concat_score(q: Vector, k: Vector, W: Matrix, v: Vector) -> float:
    return dot(v, tanh(product(W, q + k)))


def pooling_score(q: Vector, k: Vector, W: Matrix, b: Vector) -> float:
    return dot(q, tanh(add(product(W, k), b)))


# Attention over a sequence.


def attention(query: Vector, states: Matrix, align: Align) -> tuple[Vector, Vector]:
    """Context and weights (Bahdanau 2015, eq. 5 and 6)."""
    weights = softmax([align(query, h) for h in states])
    return weighted_sum(weights, states), weights


def attention_pooling(states: Matrix, W: Matrix, b: Vector, e: Vector) -> tuple[Vector, Vector]:
    """Summary and weights (Yang 2016, eq. 5 to 7)."""
    u = [tanh(add(product(W, h), b)) for h in states]
    weights = softmax([dot(u_j, e) for u_j in u])
    return weighted_sum(weights, states), weights


def self_attention(
    inputs: Matrix, W_query: Matrix, W_key: Matrix, W_value: Matrix, *, scaled: bool
) -> tuple[Matrix, Matrix]:
    """Outputs and weights (Vaswani 2017, eq. 1)."""
    outputs, rows = [], []
    for x_i in inputs:
        scores = [dot(product(W_query, x_i), product(W_key, x_j)) for x_j in inputs]
        if scaled:
            scores = [score / math.sqrt(len(W_key)) for score in scores]
        weights = softmax(scores)
        outputs.append(weighted_sum(weights, [product(W_value, x_j) for x_j in inputs]))
        rows.append(weights)
    return outputs, rows


# Recurrences.


def simple_rnn(inputs: Matrix, A: Matrix, b: Vector) -> Matrix:
    """h_1 .. h_T of h_{t+1} = tanh(A [h_t; x_{t+1}] + b), h_0 = 0 (Elman 1990)."""
    states = [[0.0] * len(A)]
    for x in inputs:
        states.append(tanh(add(product(A, states[-1] + x), b)))
    return states[1:]


def self_attentive_rnn(
    inputs: Matrix, A: Matrix, b: Vector, align: Align, *, update: str
) -> tuple[Matrix, Matrix]:
    """h_1 .. h_T, and for t = 1 .. T the weights of h_0 .. h_t when h_t asks; h_0 = c_0 = 0."""
    states, rows = [[0.0] * len(A)], []
    context = [0.0] * len(A)
    for x in inputs:
        seen = {"xc": x + context, "hxc": states[-1] + x + context}[update]
        states.append(tanh(add(product(A, seen), b)))
        context, weights = attention(states[-1], states, align)
        rows.append(weights)
    return states[1:], rows


def gru_cell(x: Vector, h: Vector, W: Matrix, U: Matrix, b: Vector, c: Vector) -> Vector:
    """One step (Cho 2014, eq. 5 to 8, with the reset gate behind the product, as PyTorch has it).

    W, U, b and c hold the rows of the reset gate, the update gate and the candidate, in this order.
    """
    return gru_gates(add(product(W, x), b), add(product(U, h), c), h)


def gru_gates(inputs: Vector, recurrent: Vector, h: Vector) -> Vector:
    """What follows the products of a GRU."""
    size = len(h)
    r = sigmoid(add(inputs[:size], recurrent[:size]))
    z = sigmoid(add(inputs[size : 2 * size], recurrent[size : 2 * size]))
    reset = [gate * number for gate, number in zip(r, recurrent[2 * size :], strict=True)]
    n = tanh(add(inputs[2 * size :], reset))
    return [(1 - z_i) * n_i + z_i * h_i for z_i, n_i, h_i in zip(z, n, h, strict=True)]


def layer_norm(y: Vector, gain: Vector, bias: Vector) -> Vector:
    """gain * (y - mean) / sqrt(variance + 1e-5) + bias (Ba 2016, eq. 4).

    >>> [round(number, 4) for number in layer_norm([1.0, 5.0], [1.0, 3.0], [0.5, 0.0])]
    [-0.5, 3.0]
    """
    mean = sum(y) / len(y)
    variance = sum((number - mean) ** 2 for number in y) / len(y)
    scale = 1 / math.sqrt(variance + 1e-5)
    return [g * (number - mean) * scale + b for number, g, b in zip(y, gain, bias, strict=True)]


def layer_norm_of_gates(y: Vector, gain: Vector, bias: Vector) -> Vector:
    """Reset and update gate normalised as one, the candidate alone (Ba 2016, supplement)."""
    two = 2 * len(y) // 3
    return layer_norm(y[:two], gain[:two], bias[:two]) + layer_norm(y[two:], gain[two:], bias[two:])


def layer_norm_gru_cell(
    x: Vector,
    h: Vector,
    W: Matrix,
    U: Matrix,
    b: Vector,
    c: Vector,
    gain_x: Vector,
    gain_h: Vector,
) -> Vector:
    """One step with both products normalised; b and c are the biases behind the norms."""
    inputs = layer_norm_of_gates(product(W, x), gain_x, b)
    return gru_gates(inputs, layer_norm_of_gates(product(U, h), gain_h, c), h)


def transition(h: Vector, U: Matrix, b: Vector, c: Vector, gain: Vector | None) -> Vector:
    """One step without input (Miceli Barone 2017, section 2.2): b is all that there is of it."""
    recurrent = product(U, h)
    recurrent = add(recurrent, c) if gain is None else layer_norm_of_gates(recurrent, gain, c)
    return gru_gates(b, recurrent, h)


def bidirectional(
    inputs: Matrix, forward: Cell, backward: Cell, size: int
) -> tuple[Matrix, Vector]:
    """h_j = [forward at j; backward at j], and [forward at the last; backward at the first]."""
    ahead, back = [[0.0] * size], [[0.0] * size]
    for x in inputs:
        ahead.append(forward(x, ahead[-1]))
    for x in reversed(inputs):
        back.append(backward(x, back[-1]))
    states = [f + b for f, b in zip(ahead[1:], reversed(back[1:]), strict=True)]
    return states, ahead[-1] + back[-1]


def decoder(
    inputs: Matrix,
    start: Vector,
    see: Callable[[Matrix, Vector], Vector],
    cell: Cell,
    readout: tuple[Matrix, Vector],
) -> tuple[Matrix, Matrix]:
    """s_0 .. s_T and r_1 .. r_T for the target embeddings e(y_0) .. e(y_{T-1}).

    s_t = cell([e(y_{t-1}); seen], s_{t-1}) and r_t = tanh(W [s_t; e(y_{t-1}); seen] + b), where
    `see` says, from s_0 .. s_{t-1} and e(y_{t-1}), what else enters the step: nothing, C, c_t, z_t.
    """
    W, b = readout
    states, readouts = [start], []
    for y in inputs:
        seen = see(states, y)
        s = cell(y + seen, states[-1])
        readouts.append(tanh(add(product(W, s + y + seen), b)))
        states.append(s)
    return states, readouts


def cross_entropy(logits: Vector, target: int, *, smoothing: float) -> float:
    """-sum_v q_v log p_v: q has 1 - smoothing on the target, the rest is spread over all."""
    probabilities = softmax(logits)
    share = [smoothing / len(logits)] * len(logits)
    share[target] += 1 - smoothing
    return -sum(q * math.log(p) for q, p in zip(share, probabilities, strict=True))
