"""Texts of the lesson context."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "context.title": Text(
        "Context: one vector for every word, or one of its own for each",
        "上下文：所有词共用一个向量，还是每个词各有一个",
    ),
    "context.word": Text("word", "词"),
    "context.from": Text("made from", "由什么生成"),
    "context.states.title": Text("The source: Tom chase Jerry", "源端：Tom chase Jerry"),
    "context.states.prose": Text(
        "The encoder has made a state h_j of four numbers for each source word (made up here). The "
        "decoder is to write 汤姆 追逐 杰瑞. What should it be given of the source?",
        "编码器为每个源端词生成一个四维状态 h_j（这里是编的数字）。"
        "解码器要写出“汤姆 追逐 杰瑞”。应该把源端的什么信息交给它？",
    ),
    "context.fixed.title": Text("One fixed C: the distracted model", "固定的 C：分心的模型"),
    "context.fixed.prose": Text(
        "Without attention the whole sentence becomes one vector C, here the mean of the states, "
        "and every target word is made from the same C. Look at the rows: whether 汤姆 or 杰瑞 is "
        "to be written, Tom, chase and Jerry count the same. The model cannot turn to the word "
        "that matters now; it is distracted. Encoders that take their last state as C have the "
        "same fault, with other shares.\n\n"
        "For three words this may do. In a long sentence one vector must hold everything, and "
        "details are lost.",
        "没有注意力时，整个句子变成一个向量 C（这里取各状态的平均），"
        "每个目标端词都由同一个 C 生成。"
        "看看各行：不管要写的是“汤姆”还是“杰瑞”，Tom、chase、Jerry 的份量都一样。"
        "模型无法转向此刻最要紧的那个词，所以说它是“分心”的。"
        "把编码器最后一个状态当作 C 也有同样的毛病，只是份额不同。\n\n"
        "只有三个词时也许还行；句子一长，一个向量要装下全部内容，细节就丢失了。",
    ),
    "context.fixed.table": Text("Every word from the same C", "每个词都来自同一个 C"),
    "context.jerry.title": Text("Attention for 杰瑞", "写“杰瑞”时的注意力"),
    "context.jerry.prose": Text(
        "Now the decoder may weight the source words before it writes {word}: Tom 0.3, chase 0.2, "
        "Jerry 0.5. The context is the weighted sum of the states, and Jerry has the largest share "
        "in it.",
        "现在解码器在写“{word}”之前，可以给源端各词分配权重：Tom 0.3，chase 0.2，Jerry 0.5。"
        "上下文向量是各状态的加权和，其中 Jerry 所占份额最大。",
    ),
    "context.tom.title": Text("Attention for 汤姆", "写“汤姆”时的注意力"),
    "context.tom.prose": Text(
        "For {word} the same states get other weights: Tom 0.6, chase 0.2, Jerry 0.2. Other "
        "weights give another context, although the sentence is the same.",
        "写“{word}”时，同样的状态得到另一组权重：Tom 0.6，chase 0.2，Jerry 0.2。"
        "句子没有变，权重变了，上下文向量也就变了。",
    ),
    "context.all.title": Text("A context of its own for each word", "每个词都有自己的上下文"),
    "context.all.prose": Text(
        "So f(C) becomes f(c_t): the fixed C gives way to one that changes with the word to be "
        "written. Each row of A is one word's weights; C = A H holds one context a row. In a "
        "trained model the weights are not given but computed, from s_{{t-1}} and each h_j.",
        "于是 f(C) 变成 f(c_t)：固定的 C 换成了随所写的词而变的上下文。"
        "A 的每一行是一个词的权重，C = A H 的每一行是一个上下文向量。"
        "在训练好的模型里，权重不是给定的，而是由 s_{{t-1}} 和每个 h_j 算出来的。",
    ),
    "context.all.table": Text("Every word from its own c_t", "每个词都来自自己的 c_t"),
    "context.closing": Text(
        "Next: seqattn explain scores shows how the weights are computed; seqattn train --context "
        "fixed trains the distracted model.",
        "接下来：seqattn explain scores 讲权重怎样算出来；"
        "seqattn train --context fixed 可以训练这个“分心”的模型。",
    ),
}
