"""Attention: score, mask, softmax, weighted sum; each mechanism of the textbook in its place.

    scores.py           how well a query matches a key: six functions
    attend.py           scores -> weights -> weighted sum; the only softmax over positions
    pooling.py          a sentence as one vector: learned or fixed query
    self_attention.py   a sequence that attends to itself

Weights are always returned, never kept on a module.
"""
