"""Texts of the lesson kinds."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "kinds.title": Text(
        "Two kinds of attention: who asks, and who answers",
        "两种注意力：谁在提问，谁在回答",
    ),
    "kinds.states.title": Text("One sentence, two sets of states", "一个句子，两组状态"),
    "kinds.states.prose": Text(
        "The encoder has read {count:source word} and keeps a state h_j for each: the rows of H. "
        "The decoder writes {outputs} target words, and before each of them it is in a state "
        "s_{{t-1}}: the rows of S. All numbers are made up.",
        "编码器读完了 {count} 个源端词，为每个词留下一个状态 h_j，即 H 的各行。"
        "解码器要写出 {outputs} 个目标端词，写每个词之前都处在一个状态 s_{{t-1}}，即 S 的各行。"
        "所有数字都是编的。",
    ),
    "kinds.attention.title": Text(
        "Attention: the target asks, the source answers", "注意力：目标端提问，源端回答"
    ),
    "kinds.attention.prose": Text(
        "To write word t the decoder asks with s_{{t-1}}, and every source state answers with a "
        "score. softmax makes weights of them, and the weighted sum of the h_j is the context c_t. "
        "Who asks and who answers belong to different sentences, so the matrix is T_y × T_x = "
        "{outputs} × {count}: a row for each target word, a column for each source word.",
        "写第 t 个词时，解码器用 s_{{t-1}} 提问，每个源端状态用一个得分回答。"
        "softmax 把得分变成权重，h_j 的加权和就是上下文向量 c_t。"
        "提问者和回答者属于两个不同的句子，所以矩阵是 T_y × T_x = {outputs} × {count}："
        "每个目标端词一行，每个源端词一列。",
    ),
    "kinds.self-attention.title": Text(
        "Self-attention: the sentence asks itself", "自注意力：句子向自己提问"
    ),
    "kinds.self-attention.prose": Text(
        "Now the words of one sentence ask one another: x_i asks, every x_j answers, itself "
        "included. The same three lines of arithmetic, but the matrix is square, T_x × T_x = "
        "{count} × {count}, and each word gets a new vector z_i that knows of the others. The rows "
        "of H serve as the x_i here. (Real self-attention first turns x into query, key and value: "
        "see the lesson self-attention.)",
        "现在是同一个句子里的词互相提问：x_i 提问，每个 x_j 回答，包括它自己。"
        "算法还是那三行，但矩阵是方的，T_x × T_x = {count} × {count}，"
        "每个词得到一个了解其他词的新向量 z_i。这里直接拿 H 的各行当作 x_i。"
        "（真正的自注意力会先把 x 变成查询、键和值，见课程 self-attention。）",
    ),
    "kinds.side-by-side.title": Text("Side by side", "并排对比"),
    "kinds.side-by-side.prose": Text(
        "Both are the same function: scores, softmax, weighted sum. They differ in where the "
        "queries come from, and everything else follows from that.",
        "两者是同一个函数：打分、softmax、加权和。区别只在查询从哪里来，其他差别都由此而来。",
    ),
    "kinds.table": Text("Attention and self-attention", "注意力与自注意力"),
    "kinds.table.attention": Text("attention", "注意力"),
    "kinds.table.self": Text("self-attention", "自注意力"),
    "kinds.table.asks": Text("who asks", "谁提问"),
    "kinds.table.asks.a": Text("the decoder state s_{{t-1}}", "解码器状态 s_{{t-1}}"),
    "kinds.table.asks.s": Text("each word x_i", "每个词 x_i"),
    "kinds.table.answers": Text("who answers", "谁回答"),
    "kinds.table.answers.a": Text("the encoder states h_j", "编码器状态 h_j"),
    "kinds.table.answers.s": Text("the words x_j of the same sentence", "同一句子里的词 x_j"),
    "kinds.table.matrix": Text("the matrix", "矩阵"),
    "kinds.table.matrix.a": Text(
        "T_y × T_x, here {outputs} × {count}", "T_y × T_x，这里是 {outputs} × {count}"
    ),
    "kinds.table.matrix.s": Text(
        "T × T, here {count} × {count}", "T × T，这里是 {count} × {count}"
    ),
    "kinds.table.when": Text("computed", "何时计算"),
    "kinds.table.when.a": Text(
        "a row at each decoding step, as s_{{t-1}} is not known earlier",
        "每个解码步算一行，因为之前还不知道 s_{{t-1}}",
    ),
    "kinds.table.when.s": Text("all rows at once", "所有行一次算完"),
    "kinds.table.order": Text("what it shows", "能看出什么"),
    "kinds.table.order.a": Text(
        "which source words a target word came from", "目标端的词来自哪些源端词"
    ),
    "kinds.table.order.s": Text(
        "which words of a sentence belong together", "一个句子里哪些词彼此有关"
    ),
    "kinds.table.often": Text("how often in a model", "模型里用几次"),
    "kinds.table.often.a": Text(
        "between encoder and decoder: once in an RNN model, once in each decoder layer of a "
        "Transformer",
        "在编码器与解码器之间：RNN 模型里一次，Transformer 的每个解码器层一次",
    ),
    "kinds.table.often.s": Text(
        "inside the encoder, the decoder or both: once in each layer of a Transformer",
        "在编码器、解码器或两者内部：Transformer 的每一层一次",
    ),
    "kinds.table.here": Text("seqattn train", "seqattn train"),
    "kinds.table.here.a": Text("--context attention", "--context attention"),
    "kinds.table.here.s": Text(
        "--encoder self-attention, --decoder-self-attention",
        "--encoder self-attention、--decoder-self-attention",
    ),
    "kinds.closing": Text(
        "Next: seqattn explain self-attention, seqattn explain context",
        "接下来：seqattn explain self-attention、seqattn explain context",
    ),
}
