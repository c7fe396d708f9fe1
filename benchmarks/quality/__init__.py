"""The default recipe on real text: trained run by run, scored, kept, put on a page.

    plan.py      which runs there are: sets, seeds, learning curve and ablations, as tables
    texts.py     their texts as files
    splits.py    a text cut so that no sentence stands in two parts
    runs.py      one run: trained, gone on with, translated, scored
    rows.py      results/quality.json, which several processes may write at once
    locks.py     what one process may do at a time
    bench.py     what is missing trained, what is there listed
    page.py      docs/quality.md from the rows
    claims.py    what the rows say, in computed sentences

`python -m benchmarks.quality --help` tells the options, `python -m benchmarks.quality.page` makes
the page alone.
"""
