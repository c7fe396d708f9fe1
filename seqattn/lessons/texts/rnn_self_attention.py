"""Texts of the lesson rnn-self-attention."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "rnn-self-attention.title": Text(
        "Self-attention in an RNN: the newest state looks back at all states so far",
        "RNN 中的自注意力：最新的状态回看此前所有状态",
    ),
    "rnn-self-attention.inputs.title": Text("Inputs and weights", "输入与权重"),
    "rnn-self-attention.inputs.prose": Text(
        "The words come in one after the other, {count:word}, each a vector x_t. A SimpleRNN keeps "
        "one state h_t, and A is what it multiplies with, written here as one matrix for each "
        "part: A_x for the input, A_h for the state before, A_c for a context that comes in below. "
        "The bias b is 0.",
        "{count} 个词依次输入，每个词是一个向量 x_t。SimpleRNN 只保留一个状态 h_t；"
        "矩阵 A 在这里按相乘的对象拆开写：A_x 乘输入，A_h 乘前一个状态，A_c 乘后面要引入的上下文。"
        "偏置 b 为 0。",
    ),
    "rnn-self-attention.plain.title": Text(
        "A SimpleRNN without attention", "不带注意力的 SimpleRNN"
    ),
    "rnn-self-attention.plain.prose": Text(
        "h_{{t+1}} = tanh(A [h_t; x_{{t+1}}] + b): the new state is made of the state before and "
        "the new word. Whatever is to be remembered of the first word must survive every step, "
        "since only the last state is seen.",
        "h_{{t+1}} = tanh(A [h_t; x_{{t+1}}] + b)：新状态由前一个状态和新词合成。"
        "因为只看得到前一个状态，第一个词的信息必须熬过每一步才能保留下来。",
    ),
    "rnn-self-attention.first.title": Text("Looking back: the first word", "回看：第一个词"),
    "rnn-self-attention.first.prose": Text(
        "Now with attention, update rule [x; c]: the context takes the place of the state before. "
        "At the start there is nothing, h_0 = c_0 = 0, so h_1 comes from x_1 alone.\n\n"
        "Then h_1 asks all states so far, h_0 and itself, by dot product. softmax makes weights of "
        "the scores, and c_1 is their weighted sum. The score with h_0 is 0, but its weight is "
        "not: exp(0) = 1.",
        "现在加上注意力，更新规则是 [x; c]：上下文取代了前一个状态的位置。"
        "开始时什么都没有，h_0 = c_0 = 0，所以 h_1 只由 x_1 得到。\n\n"
        "然后 h_1 用点积向目前所有的状态提问，即 h_0 和它自己。softmax 把得分变成权重，"
        "c_1 就是加权和。"
        "与 h_0 的得分是 0，权重却不是 0，因为 exp(0) = 1。",
    ),
    "rnn-self-attention.second.title": Text("Looking back: the second word", "回看：第二个词"),
    "rnn-self-attention.second.prose": Text(
        "x_2 and the context c_1 make h_2. h_2 asks h_0, h_1 and itself: three scores, three "
        "weights. Each word adds one more state to look back at.",
        "x_2 与上下文 c_1 合成 h_2。h_2 向 h_0、h_1 和自己提问：三个得分，三个权重。"
        "每来一个词，可回看的状态就多一个。",
    ),
    "rnn-self-attention.xc.title": Text(
        "The whole sentence, update [x; c]", "整个句子，更新规则 [x; c]"
    ),
    "rnn-self-attention.xc.prose": Text(
        "All in order, {count:word}. Row t of the weights is what h_t looks at: h_0 .. h_t, and "
        "exactly 0 to the right, where no state was yet. So the matrix has T rows and T+1 "
        "columns. The last context is seen by no later state.",
        "依次处理全部 {count} 个词。权重的第 t 行是 h_t 所看的 h_0 … h_t，右边恰好为 0，"
        "因为那些状态还不存在。所以矩阵有 T 行、T+1 列。最后一个上下文不再被任何状态使用。",
    ),
    "rnn-self-attention.hxc.title": Text(
        "The whole sentence, update [h; x; c]", "整个句子，更新规则 [h; x; c]"
    ),
    "rnn-self-attention.hxc.prose": Text(
        "The second rule keeps the state before as well: h_{{t+1}} is made of h_t, x_{{t+1}} and "
        "c_t, so the short way back, A_h h_t, is there besides the look back. The first row "
        "of the {count} is the same under both rules, as h_0 and c_0 are 0; then they part.",
        "第二种规则同时保留前一个状态：h_{{t+1}} 由 h_t、x_{{t+1}} 和 c_t 合成，"
        "除了回看之外，还有 A_h h_t 这条近路。"
        "{count} 行中的第一行在两种规则下相同，因为 h_0 与 c_0 都是 0；从第二行起就不同了。",
    ),
    "rnn-self-attention.closing": Text(
        "Next: seqattn train --encoder self-attentive-rnn --encoder-update xc, and then seqattn "
        "explain rnn-self-attention --run DIR TEXT",
        "接下来：seqattn train --encoder self-attentive-rnn --encoder-update xc，"
        "然后 seqattn explain rnn-self-attention --run DIR TEXT",
    ),
}
