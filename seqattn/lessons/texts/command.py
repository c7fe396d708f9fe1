"""Texts of the command itself: help, mistakes, and what stands around the steps."""

from seqattn.lessons.texts.text import Text

TEXTS = {
    "help.summary": Text(
        "Work a mechanism out: every matrix, step by step.",
        "把一种机制一步步算给你看，每个矩阵都列出来。",
    ),
    "help.body": Text(
        "LESSON is one of those that `seqattn explain --list` names. TEXT is a sentence of your "
        "own to work on; with --run some lessons show what a trained run makes of it.",
        "LESSON 是课程名，`seqattn explain --list` 会列出全部课程。TEXT 是你自己的句子；"
        "有些课程加上 --run 后，会展示训练好的模型怎样处理它。",
    ),
    "help.usage": Text("Usage: {usage}", "用法：{usage}"),
    "help.arguments": Text("Arguments:", "参数："),
    "help.options": Text("Options:", "选项："),
    "help.lesson": Text(
        "Name of a lesson; without it the lessons are listed.", "课程名；不写则列出所有课程。"
    ),
    "help.text": Text(
        "A sentence of your own instead of the built-in one.", "你自己的句子，用来代替内置例句。"
    ),
    "help.scaled": Text(
        "self-attention: divide the scores by the root of their size, and see what changes.",
        "self-attention：得分除以向量维数的平方根，并说明有何变化。",
    ),
    "help.plain": Text(
        "self-attention: begin with the form that has no parameters.",
        "self-attention：先看不带任何参数的形式。",
    ),
    "help.step": Text(
        "step: which piece of the translation, from 1; without it the first.",
        "step：看译文的第几个子词，从 1 数起；不写则看第一个。",
    ),
    "help.target": Text(
        "teacher-forcing and step: a translation of TEXT.",
        "teacher-forcing 和 step：给定 TEXT 的译文。",
    ),
    "help.run": Text(
        "Run folder that `seqattn train` wrote: show what it does with TEXT. The lesson step takes "
        "the run trained last if there is no --run, or else one that comes with seqattn.",
        "`seqattn train` 写出的运行目录：展示它如何处理 TEXT。课程 step 若不写 --run，"
        "就用最近训练的那个；一个也没有时，用随包附带的。",
    ),
    "help.list": Text("List the lessons.", "列出所有课程。"),
    "help.lang": Text(
        "Language of the lesson, en or zh; without it as the locale says.",
        "课程的语言，en 或 zh；不写则按系统语言环境。",
    ),
    "help.pause": Text(
        "Wait for a key after each step, if this is a terminal; q ends.",
        "在终端里，每一步之后按任意键继续；按 q 结束。",
    ),
    "help.json": Text(
        "Write all numbers and texts, or the list, as one JSON object.",
        "把所有数字和文字（或课程列表）写成一个 JSON 对象。",
    ),
    "help.width": Text(
        "Cells to use; without it the terminal's width, or 80.",
        "排版宽度（字符格数）；不写则用终端宽度，非终端时为 80。",
    ),
    "help.quiet": Text(
        "Write nothing to stderr unless something fails.", "除非出错，不向标准错误输出任何内容。"
    ),
    "help.debug": Text(
        "Show where in the program a mistake was found.", "显示错误是在程序的哪里发现的。"
    ),
    "help.help": Text("Show this message and exit.", "显示本帮助并退出。"),
    "list.head": Text(
        "Lessons, each with: seqattn explain NAME", "课程列表，用法：seqattn explain 课程名"
    ),
    "list.foot": Text(
        "Those marked TEXT take a sentence of your own, those marked RUN show a trained run.",
        "标有 TEXT 的可以用你自己的句子，标有 RUN 的可以展示训练好的模型。",
    ),
    "list.self-attention": Text(
        "queries, keys and values in eight steps", "查询、键、值：八步算完自注意力"
    ),
    "list.kinds": Text("attention and self-attention side by side", "注意力与自注意力并排对比"),
    "list.scores": Text(
        "the same states through all six scores", "同一组状态，六种打分函数逐一算过"
    ),
    "list.context": Text(
        "why one fixed vector for all words distracts", "为什么所有词共用一个向量会“分心”"
    ),
    "list.rnn-self-attention": Text(
        "an RNN that looks back at its own states", "会回看自己历史状态的 RNN"
    ),
    "list.pooling": Text(
        "a sentence as one vector: learned or fixed query", "把句子汇成一个向量：可学习或固定的查询"
    ),
    "list.teacher-forcing": Text(
        "what the decoder is fed in training and in use", "训练和推理时，解码器的输入有何不同"
    ),
    "list.step": Text("one decoding step of a trained run", "训练好的模型如何完成一步解码"),
    "show.step": Text("Step {number} of {count} ·", "第 {number} 步，共 {count} 步 ·"),
    "show.shape": Text("{about}, {shape}", "{about}，{shape}"),
    "show.columns": Text(
        "columns {first} to {last} of {count}", "第 {first} 至 {last} 列，共 {count} 列"
    ),
    "show.hidden": Text(
        "… and {count:more column}; --json has all", "……还有 {count} 列，用 --json 可得全部"
    ),
    "show.pause": Text("[any key: next step, q: end]", "[按任意键继续，q 结束]"),
    "error.lesson": Text("There is no lesson {name!r}.", "没有名为 {name!r} 的课程。"),
    "error.lesson.hint": Text("The lessons are {names}.", "现有课程：{names}。"),
    "error.option": Text(
        "The lesson {name} has no use for {option}.", "课程 {name} 用不到 {option}。"
    ),
    "error.option.hint": Text(
        "Leave it out; {option} goes with {names}.", "请去掉它；{option} 只用于 {names}。"
    ),
    "error.text": Text(
        "The lesson {name} is about its own sentence and takes no TEXT.",
        "课程 {name} 使用自带的例句，不接受 TEXT。",
    ),
    "error.text.hint": Text("Run: seqattn explain {name}", "请运行：seqattn explain {name}"),
    "error.no-text": Text(
        "A run needs a sentence to work on, but the lesson {name} was given none.",
        "模型需要一个句子才能演示，但课程 {name} 没有得到句子。",
    ),
    "error.no-text.hint": Text(
        'Add one: seqattn explain {name} --run DIR "A sentence."',
        '请加上一句：seqattn explain {name} --run DIR "A sentence."',
    ),
    "error.target": Text(
        "--target is a translation for a run to look at, but there is no --run.",
        "--target 是给模型看的译文，但没有写 --run。",
    ),
    "error.target.hint": Text("Add --run DIR and a TEXT.", "请加上 --run DIR 和 TEXT。"),
    "error.blank": Text(
        "The text is empty, so there is nothing to look at.", "文本是空的，没有可看的内容。"
    ),
    "error.blank.hint": Text(
        "Give a sentence with at least one visible character.", "请给出至少含一个可见字符的句子。"
    ),
    "error.blank-target": Text(
        "The translation is empty, so there is nothing to feed to the decoder.",
        "译文是空的，没有可以喂给解码器的内容。",
    ),
    "error.long": Text(
        "The text has {count:word}; a lesson shows every number of at most {most}.",
        "文本有 {count} 个词；课程要列出每个数字，最多 {most} 个词。",
    ),
    "error.source-pieces": Text(
        "The text has {count:piece}; a lesson about a run shows {most} at most.",
        "文本有 {count} 个子词；用模型的课程最多展示 {most} 个。",
    ),
    "error.target-pieces": Text(
        "The translation has {count:piece}; a lesson about a run shows {most} at most.",
        "译文有 {count} 个子词；用模型的课程最多展示 {most} 个。",
    ),
    "error.long.hint": Text("Give a shorter sentence.", "请换一个短一点的句子。"),
    "error.encoder": Text(
        "This run's encoder is {has}, but the lesson shows the encoder {needs}.",
        "这个模型的编码器是 {has}，而本课展示的是编码器 {needs}。",
    ),
    "error.encoder.hint": Text(
        "Train one with: seqattn train --encoder {needs}. Without --run the lesson has its own "
        "numbers.",
        "可以这样训练一个：seqattn train --encoder {needs}。不写 --run 时，本课使用自带的数字。",
    ),
    "error.summary": Text(
        "This run's sentence summary is {has}, which attends to nothing.",
        "这个模型的句子摘要方式是 {has}，其中没有注意力。",
    ),
    "error.summary.hint": Text(
        "Train one with: seqattn train --summary attention-learned. Without --run the lesson has "
        "its own numbers.",
        "可以这样训练一个：seqattn train --summary attention-learned。"
        "不写 --run 时，本课使用自带的数字。",
    ),
    "error.needs-run": Text(
        "The lesson {name} shows a sentence of yours only with a run and a reference translation.",
        "课程 {name} 只有在给出模型和参考译文时，才能展示你自己的句子。",
    ),
    "error.needs-run.hint": Text(
        "Add --run DIR --target TRANSLATION, or leave TEXT out.",
        "请加上 --run DIR --target 译文，或者去掉 TEXT。",
    ),
    "error.needs-target": Text(
        "Teacher forcing feeds the reference translation, but there is no --target.",
        "教师强制要把参考译文喂给解码器，但没有写 --target。",
    ),
    "error.needs-target.hint": Text(
        "Add --target with a translation of TEXT.", "请用 --target 给出 TEXT 的译文。"
    ),
    "error.step": Text(
        "There is no step {step}: the translation has {count:piece} with its end mark.",
        "没有第 {step} 步：译文连同结束符共有 {count} 个子词。",
    ),
    "error.step.hint": Text(
        "Choose --step from 1 to {count}.", "--step 请取 1 到 {count} 之间的数。"
    ),
    "error.no-lesson": Text(
        "{option} is for a lesson, but none was named.", "{option} 要配合课程使用，但没有写课程名。"
    ),
    "error.no-lesson.hint": Text("Name one first: {names}.", "请先写一个课程名：{names}。"),
    "error.lang": Text("--lang is {name!r}.", "--lang 的值是 {name!r}。"),
    "error.lang.hint": Text("Choose one of {names}.", "请从 {names} 中选择。"),
}
