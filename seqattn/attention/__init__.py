"""Attention: score, mask, softmax, weighted sum; every mechanism of the textbook, one file a family.

    scores.py           how well a query matches a key: six functions
    attend.py           scores -> weights -> weighted sum; the only softmax over positions
    pooling.py          a sentence as one vector: learned or fixed query
    self_attention.py   a sequence that attends to itself

Weights are always returned, never kept on a module.
"""
