"""Texts that tokenizers are learned from in milliseconds."""

import itertools

ENGLISH = [
    f"{who} {does} {whom}."
    for who, does, whom in itertools.product(
        ("the red fox", "Tom", "a small house", "the child of the king"),
        ("sees", "chases", "follows", "looks for"),
        ("Jerry", "the big houses", "12 foxes", "a tree"),
    )
]
CHINESE = [
    f"{who}{does}{whom}。"
    for who, does, whom in itertools.product(
        ("汤姆", "红色的狐狸", "国王的孩子"), ("看见", "追逐", "寻找"), ("杰瑞", "大房子", "一棵树")
    )
]
