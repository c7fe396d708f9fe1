"""Texts of the lesson pooling."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "pooling.title": Text(
        "Attention pooling: a sentence as one vector", "注意力汇聚：把句子变成一个向量"
    ),
    "pooling.states.title": Text("The states", "各个状态"),
    "pooling.states.prose": Text(
        "The encoder left {count:state} of {size:number}, one a word. A decoder or a classifier "
        "often wants one vector for the whole sentence. The mean would count each word the same; "
        "pooling lets attention choose.",
        "编码器留下 {count} 个 {size} 维状态，每个词一个。"
        "解码器或分类器往往只要一个代表整句的向量。"
        "取平均会让每个词份量相同；注意力汇聚则让注意力来选择。",
    ),
    "pooling.states-run.title": Text("The states of this run", "这个模型的状态"),
    "pooling.states-run.prose": Text(
        "The encoder reads {count:piece}, the end mark among them, and leaves a state of "
        "{size:number} for each.",
        "编码器读入 {count} 个子词（包括结束符），为每个子词留下一个 {size} 维状态。",
    ),
    "pooling.keys.title": Text("What each state shows to the query", "每个状态拿给查询看的东西"),
    "pooling.keys.prose": Text(
        "A layer with tanh turns each state into u_j, a vector of {size:number} between -1 and 1. "
        "The u_j are only for being compared; what is summed up in the end are the h_j.",
        "带 tanh 的一层把每个状态变成 u_j，一个分量都在 -1 到 1 之间的 {size} 维向量。"
        "u_j 只用来比较，最后加权求和的是 h_j。",
    ),
    "pooling.learned.title": Text("A learned query", "可学习的查询"),
    "pooling.learned.prose": Text(
        "In attention between decoder and encoder a decoder state asks. Here nobody is there to "
        "ask, so the model has a query e of its own. It is a parameter: training moves e until the "
        "u_j · e are large for words that matter.",
        "在解码器与编码器之间的注意力里，提问的是解码器状态。这里没有提问者，"
        "所以模型自带一个查询 e。"
        "它是参数：训练不断调整 e，直到重要的词的 u_j · e 变大。",
    ),
    "pooling.fixed.title": Text("A fixed query", "固定的查询"),
    "pooling.fixed.prose": Text(
        "Now e is drawn by chance once (seed {seed}), stored with the model, and never trained. "
        "Only W and b can learn to turn the states that matter towards e. Same states, same u_j, "
        "another query: other weights.",
        "这一次 e 只随机抽取一次（种子 {seed}），随模型保存，从不训练。"
        "只有 W 和 b 能学着让重要的状态转向 e。状态相同，u_j 相同，查询不同，权重也就不同。",
    ),
    "pooling.comparison.title": Text("Side by side, and beside the mean", "并排对比，并与平均相比"),
    "pooling.comparison.prose": Text(
        "Three ways to make one vector of the same states. The mean is pooling with equal weights. "
        "W and b have not been trained here, so the weights show the arithmetic, not a meaning.",
        "同样的状态，三种汇成一个向量的方式。平均就是权重相等的汇聚。"
        "这里的 W 和 b 没有经过训练，所以权重只说明算法，不代表含义。",
    ),
    "pooling.row.learned": Text("learned", "可学习"),
    "pooling.row.fixed": Text("fixed", "固定"),
    "pooling.row.mean": Text("mean", "平均"),
    "pooling.closing": Text(
        "Next: seqattn train --summary attention-learned, or attention-fixed; then seqattn explain "
        "pooling --run DIR TEXT shows the run's own.",
        "接下来：seqattn train --summary attention-learned 或 attention-fixed；"
        "然后 seqattn explain pooling --run DIR TEXT 展示模型自己的权重。",
    ),
}
