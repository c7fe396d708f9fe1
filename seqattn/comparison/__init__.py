"""Several mechanisms trained on one budget and put side by side.

    variants.py    which settings differ: presets, --vary, --variant
    results.py     what came out of each training; comparison.json
    process.py     one training in a process of its own, with its peak memory
    trainings.py   one training after another, each in its run folder; goes on where it was
    table.py       the results as lines of text
    plot.py        BLEU by source length as SVG

Everything that is not named as varied is common to all: text, split, tokenizers, sizes, batches,
schedule. Only process.py and trainings.py need torch.
"""
