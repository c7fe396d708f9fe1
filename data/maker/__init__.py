"""The grammar that writes the shipped English-Chinese corpus (pure standard library).

Read in this order: `pieces` (linked words), `nouns`, `actions`, `phrases` (the lexicon),
`noun_phrases`, `predicates`, `clauses` (one language beside the other), the `sentences_*` files
(what is said), `split`, `baseline`, `figures`, `output`.
"""
