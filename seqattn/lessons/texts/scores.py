"""Texts of the lesson scores."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "scores.title": Text(
        "Six ways to score how well a query matches a key", "六种打分：查询与键有多匹配"
    ),
    "scores.given.title": Text("One query, a few states", "一个查询，几个状态"),
    "scores.given.prose": Text(
        "The decoder state s asks {count:encoder state} h_j, which are keys and values alike. "
        "Every score gives one number e_j for each pair (s, h_j). What follows is always the same: "
        "a = softmax(e), c = Σ_j a_j h_j. The numbers are made up; the two sizes D_q and D_k are "
        "equal, so that all six scores can be shown.",
        "解码器状态 s 向 {count} 个编码器状态 h_j 提问，h_j 既是键也是值。"
        "每种打分函数对每一对 (s, h_j) 给出一个数 e_j，之后的计算都一样："
        "a = softmax(e)，c = Σ_j a_j h_j。数字是编的；D_q 与 D_k 取得相等，六种打分才能都演示。",
    ),
    "scores.dot.title": Text("dot", "dot：点积"),
    "scores.dot.prose": Text(
        "The dot product: large where both vectors are large in the same places. It costs least "
        "and has nothing to learn, but both states must have the same size and speak the same "
        "language.",
        "点积：两个向量在相同的位置上都大，得分就大。它最省计算，也没有要学的参数，"
        "但两种状态必须维数相同，各维的含义也要对得上。",
    ),
    "scores.dot.formula": Text("e_j = s · h_j", "e_j = s · h_j"),
    "scores.dot.short": Text("{asks} · h_j", "{asks} · h_j"),
    "scores.scaled-dot.title": Text("scaled-dot", "scaled-dot：缩放点积"),
    "scores.scaled-dot.prose": Text(
        "The dot product divided by √D_k, so that scores do not grow with the size of the states. "
        "The order stays, the weights become more even.",
        "点积除以 √D_k，使得分不随状态维数增大。次序不变，权重变得更平均。",
    ),
    "scores.scaled-dot.formula": Text("e_j = s · h_j / √D_k", "e_j = s · h_j / √D_k"),
    "scores.scaled-dot.short": Text("{asks} · h_j / √D_k", "{asks} · h_j / √D_k"),
    "scores.general.title": Text("general", "general：双线性"),
    "scores.general.prose": Text(
        "A learned matrix W translates the key into the query's space before the dot product, so "
        "the sizes may differ, and training decides what counts as a match.",
        "先用可学习的矩阵 W 把键变换到查询所在的空间，再做点积。这样维数可以不同，"
        "怎样才算匹配也由训练决定。",
    ),
    "scores.general.formula": Text("e_j = s · (W h_j)", "e_j = s · (W h_j)"),
    "scores.general.short": Text("{asks} · (W h_j)", "{asks} · (W h_j)"),
    "scores.additive.title": Text("additive", "additive：加性"),
    "scores.additive.prose": Text(
        "A small network with one layer reads both states: W s and U h_j are added, squeezed by "
        "tanh into -1 .. 1, and v sums up what the D_a inner numbers say. This was the first "
        "attention for translation (Bahdanau 2015), and is what `seqattn train` uses by default.",
        "一个单层小网络同时读入两种状态：W s 与 U h_j 相加，经 tanh 压到 -1 到 1 之间，"
        "再由 v 汇总内层的 D_a 个数。这是机器翻译中最早的注意力（Bahdanau 2015），"
        "也是 `seqattn train` 的默认打分。",
    ),
    "scores.additive.formula": Text("e_j = v · tanh(W s + U h_j)", "e_j = v · tanh(W s + U h_j)"),
    "scores.additive.short": Text("v · tanh(W {asks} + U h_j)", "v · tanh(W {asks} + U h_j)"),
    "scores.concat.title": Text("concat", "concat：拼接"),
    "scores.concat.prose": Text(
        "Put the two states end to end and use one matrix. As W [s; h] = W_1 s + W_2 h, with W_1 "
        "the left and W_2 the right half of W, this is the additive score in other clothes: the "
        "halves here are the W and U of the step before, and so all numbers are the same.",
        "把两个状态首尾拼接，只用一个矩阵。因为 W [s; h] = W_1 s + W_2 h，"
        "其中 W_1、W_2 是 W 的左右两半，"
        "所以它就是换了写法的加性打分：这里的两半就是上一步的 W 和 U，因此所有数字都相同。",
    ),
    "scores.concat.formula": Text("e_j = v · tanh(W [s; h_j])", "e_j = v · tanh(W [s; h_j])"),
    "scores.concat.short": Text("v · tanh(W [{asks}; h_j])", "v · tanh(W [{asks}; h_j])"),
    "scores.pooling.title": Text("pooling", "pooling：汇聚"),
    "scores.pooling.prose": Text(
        "The score of attention pooling, asked by the decoder state: a layer with tanh makes u_j "
        "of each key, and the query meets u_j in a dot product. Unlike `general` it has a bias, "
        "and tanh bounds each number of u_j.",
        "注意力汇聚的打分，查询换成解码器状态：先用带 tanh 的一层把每个键变成 u_j，"
        "查询再与 u_j 做点积。"
        "与 general 不同，它有偏置，而且 tanh 限制了 u_j 各分量的大小。",
    ),
    "scores.pooling.formula": Text("e_j = s · tanh(W h_j + b)", "e_j = s · tanh(W h_j + b)"),
    "scores.pooling.short": Text("{asks} · tanh(W h_j + b)", "{asks} · tanh(W h_j + b)"),
    "scores.comparison.title": Text("All six side by side", "六种打分并排对比"),
    "scores.comparison.prose": Text(
        "The same states, six opinions. Only the scores differ; softmax and the weighted sum are "
        "shared. With learned parameters, training moves the weights to where they help.",
        "同样的状态，六种看法。不同的只是得分，softmax 与加权和都一样。"
        "对带参数的打分，训练会把权重调到有用的地方。",
    ),
    "scores.closing": Text(
        "Next: seqattn train --score NAME trains a model with the score of your choice.",
        "接下来：用 seqattn train --score 名称，训练一个采用你所选打分的模型。",
    ),
}
