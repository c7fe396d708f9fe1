"""The grammar that writes the shipped English-Chinese corpus (pure standard library).

Read in this order: `pieces` (linked words), `nouns`, `actions`, `phrases` (the lexicon),
`noun_phrases`, `predicates`, `clauses`, `closing` (one language beside the other), `doings`,
`errands`, `gifts`, the `sentences_*` files (what is said), `split`, `baseline`, `linked`,
`doubts_zh`, `doubts_en`, `grades` (which gold links are sure), `figures`, `output`.
"""
