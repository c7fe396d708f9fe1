"""An attention matrix with its labels, as plain numbers: merge it, measure it, write it to a file.

An `Alignment` is what leaves the model's side: no tensors, only str and float, checked once when
it is made. Each row says where the model looked when it made that row's token, so rows sum to 1.
Every attention of the model uses the same type; the roles say what its rows and columns are.

    role             a row or column is                                 used by
    target           a piece of the translation, its end mark included  the decoder
    source           a piece of the source, its end mark included       decoder and encoder
    encoder state    the encoder's state after a source piece           the encoder's self-attention
    summary          the one vector that stands for the sentence        attention pooling

How a picture is drawn from it is `seqattn.heatmap`'s work.

    labels.py        what a row or a column stands for
    words.py         pieces merged to words
    alignment.py     the matrix: its measures, other views of it, its links
    formats.py       JSON (one line, everything), TSV (the matrix), npz (numpy arrays)
    checked_json.py  JSON whose every field must be of its kind
    difference.py    one matrix minus another over the same tokens
"""

from seqattn.alignment.alignment import Alignment
from seqattn.alignment.difference import Difference, unlike
from seqattn.alignment.formats import FORMAT, VERSION
from seqattn.alignment.labels import Label, Matrix, Role, Segment, Special

__all__ = [
    "FORMAT",
    "VERSION",
    "Alignment",
    "Difference",
    "Label",
    "Matrix",
    "Role",
    "Segment",
    "Special",
    "unlike",
]
