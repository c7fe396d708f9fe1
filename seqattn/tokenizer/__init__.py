"""Text to pieces and back with SentencePiece: learn, load, encode, decode.

The only room that touches SentencePiece. A piece is a word or a part of one, learned from the
corpus itself, so that any language works, with or without spaces between words, and nothing has to
be segmented before. Two ways to learn them:

    bpe       join the most frequent neighbours, again and again  Sennrich 2016, section 3.2
    unigram   keep the pieces that make the corpus likeliest      Kudo 2018, section 3.2

SentencePiece's unigram starts from strings that several *different* words share, however often they
occur. A text of few different words (`and` shares nothing) is left in letters; bpe keeps it whole.

    settings.py    what a tokenizer is learned with; it travels inside the model file
    spelling.py    the special ids, and how SentencePiece spells spaces
    tokenizer.py   one vocabulary: text to ids and back
    pair.py        the two of a run, or the one for both sides
    learning.py    from sentences to a vocabulary

What holds for every tokenizer here:

- Ids 0 to 3 are PAD, UNK, BOS, EOS. No text can produce PAD, BOS or EOS: a typed `</s>` is four
  characters. UNK stands for characters never seen, and only without byte fallback.
- With byte fallback `decode(encode(text)) == normalize(text)` for any text: a character that was
  never seen becomes its UTF-8 bytes, a piece each.
- SentencePiece marks spaces with `▁`, which never leaves this room. A text whose first letter is of
  a script written with spaces is read as if a space stood before it, so that `the` is the same
  piece at the start and inside; `我` needs none, and would otherwise exist twice.
- A typed `▁` (U+2581) survives: inside it stands as U+FDD0, which normalisation keeps free; so
  does `▅` (U+2585), which SentencePiece keeps for itself, as U+FDD1.
- Digits are not cut apart by rule: each number would begin with a piece that is only a space.
- The settings travel inside the model file, in a field that SentencePiece passes over.
"""

from seqattn.tokenizer.learning import learn_tokenizer, learn_tokenizers
from seqattn.tokenizer.pair import TokenizerPair
from seqattn.tokenizer.settings import TokenizerSettings
from seqattn.tokenizer.spelling import BOS, EOS, MARK_NAMES, PAD, UNK, UNKNOWN_MARK
from seqattn.tokenizer.tokenizer import Tokenizer

__all__ = [
    "BOS",
    "EOS",
    "MARK_NAMES",
    "PAD",
    "UNK",
    "UNKNOWN_MARK",
    "Tokenizer",
    "TokenizerPair",
    "TokenizerSettings",
    "learn_tokenizer",
    "learn_tokenizers",
]
