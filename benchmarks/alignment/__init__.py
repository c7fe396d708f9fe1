"""Word alignments: attention beside eflomal and the diagonal, on the same lines.

    texts.py     the two texts that aligners read, and their gold links
    aligners/    attention, eflomal, the diagonal: all answer alike
    bench.py     one aligner on one text, measured and scored; results/alignment.json
    page.py      docs/alignment.md from the rows

`python -m benchmarks.alignment --help` tells the options.
"""
