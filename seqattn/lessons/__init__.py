"""Worked lessons: each mechanism on a small example, with every matrix on the way.

    self-attention       queries, keys, values; eight steps
    kinds                attention and self-attention side by side
    scores               the same states through all six scores
    context              one fixed vector for every word, or one of its own for each
    rnn-self-attention   a SimpleRNN that looks back at its states
    pooling              a sentence as one vector: a learned query and a fixed one
    teacher-forcing      what the decoder is fed in training and in use
    step                 one decoding step of a trained run

    lesson.py    a lesson as data, and as JSON        texts/       all texts, English and Chinese
    catalogue.py which lessons there are              sentences.py the user's words in a lesson
    numbers.py   tensors to matrices                  trained.py   a run in a lesson
    figures.py   numbers as they are shown            layout.py    a step as lines, wrapping.py
    terminal.py  the lines in colour

The numbers come from the same code that models are made of (`attention`, `models`), in float64 for
the built-in examples, so what is taught is what runs. A lesson's own file needs torch; catalogue,
texts and drawing do not.
"""
