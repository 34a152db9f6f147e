"""Patterns of forms that scowl's largest sizes invent; a reader allows each word that has one, or it leaves the list."""

from __future__ import annotations

import re
from collections.abc import Callable

from importer.failure import ImportFailure
from importer.grammar import Grammar
from importer.review import REVIEW, reviewed_words

BRITISH_SPELLING_TOO_FAR = re.compile("(?<!T)OUR(OUS|AT(E|ED|ES|ING)$|IFIC|IMET|IST|ISM)")
"""HUMOR loses its U before these endings in every spelling: HUMOROUS, DECOLORATE, VAPORIFIC."""
SUFFIX_TWICE = re.compile("LYLY|NESSNESS|ALALLY|EDED(LY|ED|NESS)|LESSLESS|FULFUL")
TWO_SYLLABLES = re.compile("[AEIOUY]+[^AEIOUY]+[AEIOUY]+[^AEIOUY]$")


def plural_of_plural(form: str, words: dict[str, int], grammar: Grammar) -> bool:
    """Returns true for BOOTSES, the plural of a plural: the base is the plural of a word that is in the list too."""
    bases = grammar.plurals.get(form, set())
    return form.endswith("SES") and form[:-2] in bases and any(each in words for each in grammar.plurals.get(form[:-2], ()))


def doubled_without_stress(form: str, words: dict[str, int], _: Grammar) -> bool:
    """Returns true for TRANSITTED, which doubles a consonant that TRANSITED doesn't."""
    match = re.fullmatch(r"([A-Z]+)([BDFGKMNPRSTVZ])\2(ED|ING|ER|ERS|EST)", form)
    if match is None or TWO_SYLLABLES.search(match[1] + match[2]) is None:
        return False
    return match[1] + match[2] in words and match[1] + match[2] + match[3] in words


PATTERNS: dict[str, Callable[[str, dict[str, int], Grammar], bool]] = {
    "the plural of a plural": plural_of_plural,
    "a plural in -AHES": lambda form, _words, _grammar: form.endswith("AHES"),
    "-OUR- before a Latin ending": lambda form, _words, _grammar: BRITISH_SPELLING_TOO_FAR.search(form) is not None,
    "a consonant doubled without stress": doubled_without_stress,
    "an ending twice": lambda form, _words, _grammar: SUFFIX_TWICE.search(form) is not None,
    "one letter three times": lambda form, _words, _grammar: re.search(r"(.)\1\1", form) is not None,
}


def check_patterns(words: dict[str, int], grammar: Grammar) -> None:
    """Raises `ImportFailure` for each word with such a pattern that `review/allowed_forms.txt` doesn't have."""
    allowed = set(reviewed_words(REVIEW / "allowed_forms.txt"))
    found: dict[str, list[str]] = {name: [] for name in PATTERNS}
    for word in words:
        for name, matches in PATTERNS.items():
            if matches(word, words, grammar):
                found[name].append(word)
    failed = [
        f"{name}: {' '.join(sorted(set(members) - allowed))}" for name, members in found.items() if set(members) - allowed
    ]
    idle = sorted(allowed.difference(*found.values()))
    if idle:
        failed.append(f"allowed_forms.txt has lines without effect: {' '.join(idle)}")
    if failed:
        raise ImportFailure("forms that look invented (allowed_forms.txt or removed.txt): " + "; ".join(failed))
