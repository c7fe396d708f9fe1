"""Texts of the lesson self-attention."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "self-attention.title": Text(
        "Self-attention: every word of a sentence asks every word of the same sentence",
        "自注意力：句子里的每个词向同一句子里的所有词提问",
    ),
    "self-attention.plain-scores.title": Text(
        "Without parameters: compare each word with each", "不带参数：词与词两两比较"
    ),
    "self-attention.plain-scores.prose": Text(
        "The idea fits into one line even without anything to learn: score two words by the dot "
        "product of their inputs. x_i · x_j is large where both are large in the same places.",
        "就算没有任何可学习的东西，自注意力的想法也只要一行就能写下："
        "两个词的得分就是它们输入向量的点积。"
        "如果两个向量在相同的位置上都大，x_i · x_j 就大。",
    ),
    "self-attention.plain-outputs.title": Text(
        "Without parameters: softmax and sum", "不带参数：softmax 与加权和"
    ),
    "self-attention.plain-outputs.prose": Text(
        "softmax(x_i · x_j) turns each row into weights, and row i of Z is the weighted sum of all "
        "inputs. Note what is missing: a word can only look for what it is itself, so it often "
        "finds itself. The matrices of the next steps let a word ask for something else.",
        "softmax(x_i · x_j) 把每一行变成权重，Z 的第 i 行就是所有输入的加权和。注意它的不足："
        "一个词只能寻找和自己相像的东西，所以常常只找到自己。"
        "后面几步的三个矩阵，正是为了让一个词能去寻找别的东西。",
    ),
    "self-attention.inputs.title": Text("Start with the inputs", "从输入开始"),
    "self-attention.inputs.prose": Text(
        "The sentence has {count:word}, and each word is one row of X: a vector of {size:number}. "
        "In a model they come from an embedding table; here they are made up and small, "
        "so that you can check every step on paper.",
        "句子有 {count} 个词，每个词是 X 的一行，也就是一个 {size} 维向量。"
        "在真正的模型里，它们来自词嵌入表；这里用的是编好的小整数，方便你拿纸笔逐步核对。",
    ),
    "self-attention.inputs-run.title": Text("Start with the inputs", "从输入开始"),
    "self-attention.inputs-run.prose": Text(
        "The run reads the sentence as {count:piece}, the end mark among them, and each is one "
        "row of X: its embedding of {size:number}, as training left it. The first {shown} are "
        "shown.",
        "模型把句子读成 {count} 个子词（包括结束符），每个子词是 X 的一行："
        "训练得到的 {size} 维词嵌入。"
        "这里显示前 {shown} 个数。",
    ),
    "self-attention.weights.title": Text("Three matrices of weights", "三个权重矩阵"),
    "self-attention.weights.prose": Text(
        "Training learns three matrices, the same for every word. Each turns an input of "
        "{input_size:number} into a vector of {size}. With three of them a word has three roles: "
        "it asks (query), it is asked (key), and it gives (value).",
        "训练要学的是三个矩阵，所有词共用。每个矩阵把 {input_size} 维的输入变成 {size} 维的向量。"
        "有了三个矩阵，一个词就有三种角色：提问（查询），被问（键），给出内容（值）。",
    ),
    "self-attention.weights-run.title": Text("Three matrices of weights", "三个权重矩阵"),
    "self-attention.weights-run.prose": Text(
        "Training has learned three matrices, the same for every piece. Each turns an input of "
        "{input_size:number} into a vector of {size}; they are too large to print. With three of "
        "them a piece has three roles: it asks (query), it is asked (key), and it gives (value).",
        "训练学到了三个矩阵，所有子词共用。每个矩阵把 {input_size} 维的输入变成 {size} 维的向量；"
        "它们太大，这里不列出。"
        "有了三个矩阵，一个子词就有三种角色：提问（查询），被问（键），给出内容（值）。",
    ),
    "self-attention.projections.title": Text("Keys, queries and values", "键、查询和值"),
    "self-attention.projections.prose": Text(
        "Multiply X by each matrix. X is {count} × {input_size} and a matrix {input_size} × "
        "{size}, so each product is {count} × {size}: still one row a word. Row i of Q is what "
        "word i looks for, row j of K what word j can be found by, row j of V what it hands over.",
        "用 X 分别乘以三个矩阵。X 是 {count} × {input_size}，矩阵是 {input_size} × {size}，"
        "所以每个乘积是 {count} × {size}：仍然一行对应一个词。"
        "Q 的第 i 行是第 i 个词要找什么，K 的第 j 行是第 j 个词凭什么被找到，"
        "V 的第 j 行是它交出的内容。",
    ),
    "self-attention.scores.title": Text("Scores of the first word", "第一个词的得分"),
    "self-attention.scores.prose": Text(
        "Now one word asks: '{word}'. The dot product of its query with each key, its own "
        "included, gives {count:score}. The larger a score, the better that key answers.",
        "现在由一个词来提问：“{word}”。它的查询与每个键（包括它自己的键）做点积，"
        "得到 {count} 个得分。"
        "得分越大，说明那个键越符合它要找的东西。",
    ),
    "self-attention.scores-scaled.title": Text("Scores of the first word", "第一个词的得分"),
    "self-attention.scores-scaled.prose": Text(
        "Now one word asks: '{word}'. The dot product of its query with each key, its own "
        "included, gives {count:score}. The larger a score, the better that key answers.\n\n"
        "Then all of them are divided by the root of the size of a key, √d_k = √{size} = {root}. "
        "What that is good for is shown at the end.",
        "现在由一个词来提问：“{word}”。它的查询与每个键（包括它自己的键）做点积，"
        "得到 {count} 个得分。"
        "得分越大，说明那个键越符合它要找的东西。\n\n"
        "然后所有得分都除以键的维数的平方根，√d_k = √{size} = {root}。这样做的好处，"
        "最后一步会说明。",
    ),
    "self-attention.softmax.title": Text(
        "softmax: from scores to weights", "softmax：从得分到权重"
    ),
    "self-attention.softmax.prose": Text(
        "Scores may be any numbers; weights should be shares. softmax takes exp of each score, "
        "which makes all of them positive, and divides by their sum. What '{word}' looks at is now "
        "a row of numbers between 0 and 1 that sum to 1. The order of the scores is kept.",
        "得分可以是任意的数，而权重应当是份额。softmax 先对每个得分取 exp，使它们全为正数，"
        "再除以它们的总和。"
        "这样，“{word}”对各个词的关注就成了一行 0 到 1 之间、总和为 1 的数，"
        "得分的大小次序保持不变。",
    ),
    "self-attention.weighted.title": Text(
        "Multiply each value by its weight", "每个值乘以它的权重"
    ),
    "self-attention.weighted.prose": Text(
        "Each word hands over its value, but only as much of it as its weight allows: row j below "
        "is v_j times a_1j. A word with a weight near 0 hands over next to nothing.",
        "每个词都交出自己的值，但交多少由权重决定：下面第 j 行就是 a_1j 乘以 v_j。"
        "权重接近 0 的词，几乎什么也没有交出。",
    ),
    "self-attention.sum.title": Text("Sum: the output of the first word", "求和：第一个词的输出"),
    "self-attention.sum.prose": Text(
        "Add the rows up, column by column. The sum, {size:number}, is the output for '{word}': a "
        "new vector for this word that knows of the words it looked at.",
        "把各行逐列相加，得到的 {size} 个数就是“{word}”的输出："
        "这个词的一个新向量，其中已经带上了它所关注的那些词的信息。",
    ),
    "self-attention.everyone.title": Text("The same for every word", "对每个词都这样做"),
    "self-attention.everyone.prose": Text(
        "The last four steps, for all words at once, are a few matrix operations: Q Kᵀ holds "
        "scores "
        "for every pair, {count} × {count}; softmax works on each row by itself; A V sums the "
        "values. Row 1 is what you have just computed. No row waits for another, so all words are "
        "computed at the same time: that is what an RNN cannot do.",
        "把前面四步对所有词同时进行，只需要几个矩阵运算：Q Kᵀ 是每一对词的得分，{count} × {count}；"
        "softmax 逐行进行；A V 把值加权求和。第一行就是你刚才算出的结果。"
        "各行互不等待，所以所有词可以同时计算：这正是 RNN 做不到的。",
    ),
    "self-attention.scaling.title": Text("What the scaling changed", "缩放改变了什么"),
    "self-attention.scaling.prose": Text(
        "Divided by √{size} = {root}, the scores keep their order but lie closer together, so "
        "softmax shares the weights out more evenly: the largest weight in the row of '{word}' "
        "falls from {before} to {after}.\n\n"
        "Why divide by the root? A dot product adds up d_k products. If their factors are "
        "independent with mean 0 and variance 1, the sum has variance d_k, so scores grow like "
        "√d_k. With long vectors softmax would then put nearly all weight on one word, and hardly "
        "any gradient would be left to learn from. Dividing by √d_k brings the variance back to 1.",
        "除以 √{size} = {root} 之后，得分的次序不变，但彼此靠近了，softmax 分出的权重也就更平均："
        "“{word}”那一行的最大权重从 {before} 降到 {after}。\n\n"
        "为什么除以平方根？点积是 d_k 个乘积之和。如果各因子相互独立、均值为 0、方差为 1，"
        "这个和的方差就是 d_k，于是得分随 √d_k 增大。"
        "向量很长时，softmax 会把几乎全部权重压在一个词上，几乎没有梯度可供学习。"
        "除以 √d_k，方差就回到 1。",
    ),
    "self-attention.closing.scaled": Text(
        "Next: --scaled divides the scores by √d_k and shows what changes.",
        "接下来：加上 --scaled，得分除以 √d_k，看看有什么变化。",
    ),
    "self-attention.closing.plain": Text(
        "Next: --plain begins with the form that has no matrices to learn.",
        "接下来：加上 --plain，先看没有可学习矩阵的形式。",
    ),
}
