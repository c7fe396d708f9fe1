"""What measures speed, memory and quality: a table and a JSON file under results/ each.

    measuring.py         the machine, the clock, the table
    operations.py        operations of a training step, counted off the model's sizes
    models.py            models and batches of chosen sizes, and a run to translate with
    made_corpus.py       parallel text of any size
    train_speed.py       target tokens/s, share of the machine's rate, memory
    translate_speed.py   output tokens/s, greedy and with a beam
    start_speed.py       the commands' time to start, beside `import torch`
    show_speed.py        what a picture costs, and `show-attention` beside `translate`
    scaling.py           cost a token as the corpus and the sentences grow
    memory.py            memory and time from the file to the first step
    starting_point.py    --init-from a run against starting from nothing
    thread_policy.py     what threads cost beside other work
    gpu_check.py         training on a GPU, held against the CPU
    performance_page.py  docs/performance.md from the results of those above
    compare_page.py      docs/compare.md from the comparisons kept under results/
    comparison_claims.py what the numbers of a comparison say, in computed sentences
    shipped_runs.py      makes the runs that come with seqattn, and scores them
    quality/             the default recipe on real text, run by run; docs/quality.md
    alignment/           word alignments beside eflomal's and the diagonal; docs/alignment.md
    peers/               other toolkits on the same text, sizes, threads and batches

`make bench` runs those that need nothing but the project; `python -m benchmarks.NAME --help` tells
the options of each. `--quick` is for the form of the figures, never for a time.
"""
