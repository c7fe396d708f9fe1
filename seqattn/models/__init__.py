"""The models: an encoder, a decoder, and the seq2seq that joins them.

    encoders/     source embeddings -> one state a source token
    summaries.py  those states -> one vector a sentence, which starts the decoder
    decoder.py    teacher-forced over a whole target, or one step at a time
    seq2seq.py    embeddings, encoder, decoder and output layer as one model
    output.py     from the decoder's readout to logits and loss, a chunk at a time

Each is written here as the formula reads, with autograd; `seqattn.recurrence` computes the same
faster, and a test holds both equal.
"""
