"""English verb forms: the irregular ones by table, the regular ones by rule."""

from __future__ import annotations

_IRREGULAR = {
    line.split()[0]: line.split()[1:]
    for line in """buy bought bought
read read read
write wrote written
eat ate eaten
drink drank drunk
draw drew drawn
meet met met
find found found
lose lost lost
sell sold sold
feed fed fed
catch caught caught
bite bit bitten
make made made
wear wore worn
take took taken
build built built
teach taught taught
send sent sent
show showed shown
tell told told
give gave given
lend lent lent
swim swam swum
run ran run
sing sang sung
ride rode ridden
fly flew flown
sleep slept slept
do did done
know knew known
understand understood understood
go went gone
come came come
leave left left
get got got
break broke broken
put put put
hang hung hung
steal stole stolen
throw threw thrown
hide hid hidden
see saw seen
say said said
think thought thought
hear heard heard
have had had
let let let
become became become
feel felt felt
win won won
begin began begun
forget forgot forgotten
speak spoke spoken
keep kept kept
wake woke woken
bring brought brought
fall fell fallen
ring rang rung
sit sat sat
stand stood stood""".splitlines()
}
_DOUBLED = {
    "swim",
    "run",
    "put",
    "get",
    "let",
    "chat",
    "plan",
    "stop",
    "sit",
    "begin",
    "win",
    "forget",
}
_VOWELS = "aeiou"


def _regular_past(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ied"
    if verb in _DOUBLED:
        return verb + verb[-1] + "ed"
    return verb + "ed"


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def _ing(verb: str) -> str:
    if verb in _DOUBLED:
        return verb + verb[-1] + "ing"
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return verb + "ing"


def inflect(verb: str, form: str) -> str:
    """The form of a verb phrase; only its first word changes. Forms: base, s, past, pp, ing.

    >>> [inflect("take a walk", form) for form in ("base", "s", "past", "pp", "ing")]
    ['take a walk', 'takes a walk', 'took a walk', 'taken a walk', 'taking a walk']
    """
    head, _, rest = verb.partition(" ")
    if form == "s":
        head = _third(head)
    elif form == "ing":
        head = _ing(head)
    elif form in ("past", "pp"):
        irregular = _IRREGULAR.get(head)
        head = irregular[form == "pp"] if irregular else _regular_past(head)
    elif form != "base":
        raise ValueError(f"unknown verb form {form!r}")
    return f"{head} {rest}" if rest else head
