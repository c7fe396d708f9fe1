"""A text in every language there is."""

from typing import NamedTuple


class Text(NamedTuple):
    """One text; both fields say the same, with the same placeholders."""

    en: str
    zh: str
