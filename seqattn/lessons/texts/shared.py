"""What the matrices are called, whatever the lesson."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "matrix.inputs": Text("inputs", "输入"),
    "matrix.w-key": Text("what makes keys", "用来算键"),
    "matrix.w-query": Text("what makes queries", "用来算查询"),
    "matrix.w-value": Text("what makes values", "用来算值"),
    "matrix.keys": Text("keys", "键"),
    "matrix.queries": Text("queries", "查询"),
    "matrix.query": Text("the query, a decoder state", "查询，即解码器状态"),
    "matrix.values": Text("values", "值"),
    "matrix.scores": Text("scores, a row for who asks", "得分，每行是一个提问者"),
    "matrix.scores-of-one": Text("scores", "得分"),
    "matrix.scores-of-pieces": Text("score of every source piece", "每个源端子词的得分"),
    "matrix.scores-compared": Text("scores of all six", "六种打分的得分"),
    "matrix.weights": Text("weights, each row sums to 1", "权重，每行之和为 1"),
    "matrix.weights-of-one": Text("weights, they sum to 1", "权重，总和为 1"),
    "matrix.weights-of-pieces": Text("weights, they sum to 1", "权重，总和为 1"),
    "matrix.weights-fixed": Text(
        "the share of each source word in C", "每个源端词在 C 中所占的份额"
    ),
    "matrix.weights-back": Text(
        "weights over h_0 .. h_t, exactly 0 after them", "对 h_0 … h_t 的权重，其后恰为 0"
    ),
    "matrix.weights-self": Text(
        "weights over the decoder's earlier states", "对解码器先前状态的权重"
    ),
    "matrix.weights-compared": Text("weights side by side", "权重并排对比"),
    "matrix.weighted-values": Text("values times their weights", "值乘以各自的权重"),
    "matrix.weighted-states": Text("states times their weights", "状态乘以各自的权重"),
    "matrix.output-of-one": Text("output of the first word", "第一个词的输出"),
    "matrix.outputs": Text("outputs", "输出"),
    "matrix.encoder-states": Text("encoder states h_j", "编码器状态 h_j"),
    "matrix.decoder-states": Text("decoder states s_0 .. s_3", "解码器状态 s_0 … s_3"),
    "matrix.decoder-state": Text("decoder state", "解码器状态"),
    "matrix.decoder-query": Text("who asks", "提问者"),
    "matrix.shortcut": Text("what the attended words say", "被注意的词所说的话"),
    "matrix.states": Text("states", "状态"),
    "matrix.contexts": Text("context vectors", "上下文向量"),
    "matrix.contexts-compared": Text("contexts side by side", "上下文向量并排对比"),
    "matrix.context": Text("context vector", "上下文向量"),
    "matrix.fixed-context": Text("the one context of all steps", "所有步骤共用的上下文向量"),
    "matrix.learned": Text("parameters", "参数"),
    "matrix.learned-joint": Text("parameters, the two side by side", "参数，由两个矩阵左右拼接"),
    "matrix.prepared": Text("keys, prepared once a sentence", "处理后的键，每句只算一次"),
    "matrix.inside": Text("the inside of the score", "打分函数的内层"),
    "matrix.pooling-keys": Text("what the query meets", "与查询相遇的向量"),
    "matrix.query-learned": Text("the learned query", "可学习的查询"),
    "matrix.query-fixed": Text("the fixed query", "固定的查询"),
    "matrix.pooled": Text("the sentence as one vector", "整句汇成的一个向量"),
    "matrix.pooled-compared": Text(
        "the sentence as one vector, three ways", "三种方式得到的句向量"
    ),
    "matrix.reference-probs": Text("probability of each reference word", "每个参考词的概率"),
    "matrix.losses": Text("loss, in nats", "损失，单位为奈特"),
    "matrix.softmax-columns": Text("softmax, column by column", "softmax 的逐列计算"),
    "matrix.state-norms": Text("lengths of the states", "各状态的长度（范数）"),
    "matrix.likeliest": Text("the likeliest next pieces", "最可能的下一个子词"),
}
