"""Other toolkits on the same text, sizes, threads and batches, measured in turn with seqattn.

    environments.py      JoeyNMT and OpenNMT-py, each installed into an environment of its own
    text.py              one tokenisation for all: text as numbers of pieces, one line a sentence
    plain_pytorch.py     the third peer: the same model as a reader of a tutorial writes it
    drive_joeynmt.py     runs inside JoeyNMT's environment: train, time, translate
    drive_opennmt.py     the same for OpenNMT-py
    drive_seqattn.py     the same for seqattn and for plain PyTorch
    driving.py           how a driver is started and what it answers
    train_speed.py       python -m benchmarks.peers.train_speed --multi30k DIR
    translate_speed.py   python -m benchmarks.peers.translate_speed --multi30k DIR

Sizes of every model: embedding 256, encoder 2 x 256, decoder 512, one vocabulary of 4,000 pieces
for both sides, dropout 0.3, label smoothing 0.1, Adam, gradients clipped to 1. What differs is each
toolkit's own: JoeyNMT and OpenNMT-py feed the attentional vector back into the cell (Luong 2015,
3.3) and project 512 numbers onto the vocabulary, seqattn and plain PyTorch 256.

The toolkits read numbers of pieces as if they were words, so that no time goes into tokenising and
all four see the same tokens. For speed all get the same sentences in the same batches, lengths
alike within a batch: the files stand in that order and are not shuffled.
"""
