"""Texts of the lesson teacher-forcing."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "teacher-forcing.title": Text(
        "Teacher forcing: what the decoder is fed in training and in use",
        "教师强制：训练和推理时解码器的输入",
    ),
    "teacher-forcing.head.fed": Text("input", "输入"),
    "teacher-forcing.head.predict": Text("must predict", "应预测"),
    "teacher-forcing.head.best": Text("likeliest", "最可能"),
    "teacher-forcing.head.writes": Text("writes", "写出"),
    "teacher-forcing.head.fed.training": Text("training input", "训练时输入"),
    "teacher-forcing.head.fed.inference": Text("inference input", "推理时输入"),
    "teacher-forcing.pair.title": Text(
        "A pair, and the target moved on by one", "一个句对，目标端右移一位"
    ),
    "teacher-forcing.pair.prose": Text(
        "The source is '{source}', its reference translation '{target}'. At each step the decoder "
        "is fed one word and must predict the next. So its inputs are the reference with <s> in "
        "front, its outputs the reference with </s> behind: the same row, moved on by one, "
        "T_y = {count:step}.",
        "源端是“{source}”，参考译文是“{target}”。每一步给解码器输入一个词，要它预测下一个词。"
        "所以输入是前面加上 <s> 的参考译文，输出是后面加上 </s> 的参考译文："
        "同一行词错开一位，共 T_y = {count} 步。",
    ),
    "teacher-forcing.pair.table": Text("Inputs and outputs of the decoder", "解码器的输入与输出"),
    "teacher-forcing.training.title": Text(
        "Training: the teacher corrects each step", "训练：老师步步纠正"
    ),
    "teacher-forcing.training.prose": Text(
        "In training the input is always the reference, even where the model would have written "
        "something else: it may be wrong at one step without spoiling the next. All inputs are "
        "known beforehand, so a whole batch can be prepared at once.\n\n"
        "What counts is the probability of the reference word at each step. The loss is its "
        "negative logarithm, {loss} for the first word with its {first}, and training lowers the "
        "mean over all words.",
        "训练时，输入始终是参考译文，即使模型自己会写出别的词：这一步错了，不会连累下一步。"
        "所有输入事先已知，所以可以整批准备好。\n\n"
        "要看的是每一步参考词的概率。损失是它的负对数：第一个词的概率是 {first}，损失就是 {loss}。"
        "训练要降低的是所有词损失的平均值。",
    ),
    "teacher-forcing.training.table": Text(
        "Training: fed with the reference", "训练：输入参考译文"
    ),
    "teacher-forcing.inference.title": Text("Inference: on its own", "推理：独自前行"),
    "teacher-forcing.inference.prose": Text(
        "In use there is no reference. The decoder starts from <s>, and each word that it writes "
        "is its next input. It stops when it writes </s>.",
        "实际使用时没有参考译文。解码器从 <s> 开始，每写出一个词，就把它当作下一步的输入，"
        "直到写出 </s> 为止。",
    ),
    "teacher-forcing.inference.table": Text(
        "Inference: fed with its own output", "推理：输入自己的输出"
    ),
    "teacher-forcing.both.title": Text("Side by side", "并排对比"),
    "teacher-forcing.both.prose": Text(
        "They part at step {t}: the reference has '{wanted}', but the model writes '{wrote}'. In "
        "training the next input is '{wanted}' all the same; in use it is '{wrote}', and "
        "everything after it is built on that. In training the model never saw its own mistakes: "
        "this gap is called exposure bias.",
        "两者在第 {t} 步分开：参考译文是“{wanted}”，模型写的却是“{wrote}”。"
        "训练时下一步的输入仍然是“{wanted}”；推理时却是“{wrote}”，之后的一切都建立在它上面。"
        "训练中模型从未见过自己的错误，这种落差叫作暴露偏差（exposure bias）。",
    ),
    "teacher-forcing.both-alike.title": Text("Side by side", "并排对比"),
    "teacher-forcing.both-alike.prose": Text(
        "The model writes the reference word for word, so it is fed the same in both. Try a "
        "sentence that it gets wrong: from the first mistake on the two inputs differ.",
        "模型写出的与参考译文一字不差，所以两种情况下输入相同。"
        "换一个它会译错的句子试试：从第一个错误起，两边的输入就不同了。",
    ),
    "teacher-forcing.both.table": Text("Training and inference", "训练与推理"),
    "teacher-forcing.closing": Text(
        "Next: with a trained run, seqattn explain teacher-forcing --run DIR TEXT --target "
        "TRANSLATION",
        "接下来：用训练好的模型，seqattn explain teacher-forcing --run DIR TEXT --target 译文",
    ),
}
