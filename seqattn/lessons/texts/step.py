"""Texts of the lesson step."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "step.title": Text("One step of decoding: step {t}", "解码的一步：第 {t} 步"),
    "step.where.title": Text("Where we are", "现在的位置"),
    "step.where.prose": Text(
        "The run {run} reads the sentence as {count:piece}, the end mark among them, and {kind} "
        "has {steps}. This lesson looks at number {t}: what the decoder computes before it is "
        "there.",
        "模型 {run} 把句子读成 {count} 个子词（包括结束符），{kind}有 {steps} 个。"
        "本课看的是第 {t} 个：它写出之前，解码器都算了什么。",
    ),
    "step.where.own": Text("its own translation", "它自己的译文"),
    "step.where.given": Text("the translation given", "给定的译文"),
    "step.where.table": Text("Pieces, parted by spaces", "子词，以空格隔开"),
    "step.where.source": Text("source", "源端"),
    "step.where.so-far": Text("written so far", "已写出"),
    "step.where.now": Text("to be written", "将写出"),
    "step.where.whole": Text("whole translation", "完整译文"),
    "step.first-state.title": Text("The state before: s_0", "之前的状态：s_0"),
    "step.first-state.prose": Text(
        "The decoder starts from s_0, {size:number} made of the summary of the whole source "
        "sentence. It has been fed nothing but '{fed}' yet.",
        "解码器从 s_0 出发，这 {size} 个数由整个源句的摘要得到。它至今只得到过输入“{fed}”。",
    ),
    "step.state.title": Text("The state before: s_{before}", "之前的状态：s_{before}"),
    "step.state.prose": Text(
        "All that the decoder knows of what it has written lies in s_{before}, {size:number}. The "
        "piece written last, '{fed}', is fed in this step.",
        "解码器对已写内容的全部了解都在 s_{before} 里，共 {size} 个数。"
        "上一步写出的“{fed}”是这一步的输入。",
    ),
    "step.query.title": Text("Who asks: q_{t}", "谁来提问：q_{t}"),
    "step.query.prose": Text(
        "s_{before} has not read '{fed}' yet. This run was trained with --query state-and-input: "
        "what '{fed}' says about where to look next is added, and the sum q_{t} asks.",
        "s_{before} 还没有读到“{fed}”。这个模型用 --query state-and-input 训练："
        "把“{fed}”对下一步该看哪里的提示加上去，由二者之和 q_{t} 来提问。",
    ),
    "step.scores.title": Text("A score for every source piece", "给每个源端子词打分"),
    "step.scores.prose": Text(
        "{asks} asks each of the {count} encoder states by the score {score}. Scores have no "
        "unit: only their differences count.",
        "{asks} 用打分函数 {score} 向 {count} 个编码器状态逐一提问。"
        "得分没有单位，要紧的只是它们之间的差。",
    ),
    "step.softmax.title": Text("softmax: weights", "softmax：得到权重"),
    "step.softmax.prose": Text(
        "softmax, as computers do it: take the largest score off all of them, so that exp cannot "
        "overflow; take exp; divide by the sum. Most weight goes to '{peak}': {share}.",
        "计算机里的 softmax：先让所有得分减去最大的一个，以免 exp 溢出；再取 exp；最后除以总和。"
        "权重最大的是“{peak}”：{share}。",
    ),
    "step.context.title": Text("The context vector", "上下文向量"),
    "step.context.prose": Text(
        "c_{t} is the weighted sum of the {count} encoder states, {size:number} for the "
        "part of the source that matters now. The table gives the length of each state and of "
        "what it contributes.",
        "c_{t} 是 {count} 个编码器状态的加权和，这 {size} 个数代表此刻最要紧的那部分源端内容。"
        "下表给出每个状态的长度，以及它贡献的那一份的长度。",
    ),
    "step.shortcut.title": Text("The lexical shortcut", "词汇直通"),
    "step.shortcut.prose": Text(
        "The source pieces also speak for themselves, without their sentence: the embeddings, "
        "weighted as the states are, give l_{t}, which is added to what predicts the next piece.",
        "源端子词还会撇开整个句子、各自发言：词向量按同样的权重相加得到 l_{t}，"
        "再加到预测下一个子词的向量上。",
    ),
    "step.fixed.title": Text("No attention: the fixed C", "没有注意力：固定的 C"),
    "step.fixed.prose": Text(
        "This run was trained with --context fixed: there are no scores and no weights. At every "
        "step, this one included, the decoder is fed the same vector C. See: seqattn explain "
        "context.",
        "这个模型用 --context fixed 训练：没有得分，也没有权重。每一步（包括这一步），"
        "解码器得到的都是同一个向量 C。参见：seqattn explain context。",
    ),
    "step.none.title": Text("No attention: nothing of the source", "没有注意力：不再看源端"),
    "step.none.prose": Text(
        "This run was trained with --context none: there are no scores and no weights. What the "
        "decoder knows of the source came in with s_0 and has had to last in its state. See: "
        "seqattn explain context.",
        "这个模型用 --context none 训练：没有得分，也没有权重。"
        "解码器对源端的了解只来自 s_0，只能靠状态一路保留下来。参见：seqattn explain context。",
    ),
    "step.looking-back.title": Text("Decoder self-attention", "解码器自注意力"),
    "step.looking-back.prose": Text(
        "This run also looks back at its own earlier states: s_{before} asks s_0 .. s_{before}, "
        "and their weighted sum enters the cell as well.",
        "这个模型还会回看自己先前的状态：s_{before} 向 s_0 … s_{before} 提问，"
        "它们的加权和也进入解码单元。",
    ),
    "step.next.title": Text("The new state and the next piece", "新状态与下一个子词"),
    "step.next.prose": Text(
        "The GRU makes s_{t} of s_{before}, the piece fed and what came in beside it. From them "
        "the output layer gives each of the {vocabulary} pieces a probability. Here '{chosen}' "
        "comes next, with a probability of {probability}.",
        "GRU 由 s_{before}、输入的子词以及一同进入的向量得到 s_{t}。"
        "输出层再据此给 {vocabulary} 个子词各一个概率。"
        "这里接下来的是“{chosen}”，概率 {probability}。",
    ),
    "step.closing": Text("Next: --step {next}", "接下来：--step {next}"),
}
