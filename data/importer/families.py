"""The check that a mark holds for a family: a word, its forms, its derivatives and its other spellings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from importer.failure import ImportFailure
from importer.grammar import Grammar
from importer.review import REVIEW, reviewed_lines

FAMILY_MARKS = ("proper", "abbreviation", "contraction", "foreign", "profane", "slang", "geographical")
"""The class marks that a family shares."""

ENDINGS = (
    *("S ES ED D ING INGS ER ERS EST Y IE IES IER IEST ILY INESS ISH ISHLY ISHNESS NESS NESSES LY ERY ERIES DOM DOMS").split(),
    *("LIKE IC ICS ICAL ICALLY ISM ISMS IST ISTS ISTIC IZE ISE ITE ITES AN IAN IANS AL ALLY ESE ESQUE O OS MAN MEN").split(),
)
"""The endings of derivatives."""

SHORTEST_STEM = 3


def stems(word: str) -> set[str]:
    """Returns the word as it stands before an ending: SLEAZE and SLEAZ, GROTTY and GROTT, SCHNOZZ and SCHNOZ."""
    found = {word, word + word[-1]}
    if word.endswith("E"):
        found.add(word[:-1])
    if word.endswith("Y"):
        found |= {word[:-1], word[:-1] + "I", word[:-1] + "IE"}
    if word.endswith("IE"):
        found.add(word[:-2] + "Y")
    if len(word) > SHORTEST_STEM and word[-1] == word[-2]:
        found.add(word[:-1])
    return {stem for stem in found if len(stem) >= SHORTEST_STEM}


def relatives(word: str, words: dict[str, int], grammar: Grammar) -> Iterator[str]:
    """Yields the words of the list that look like forms, derivatives, bases or other spellings of the word."""
    for table in (grammar.plurals, grammar.thirds, grammar.others):
        yield from (base for base in table.get(word, ()) if base in words)
    yield from (form for form in grammar.inflections.get(word, ()) if form in words)
    for stem in stems(word):
        yield from (stem + ending for ending in ("", *ENDINGS) if stem + ending in words)
    for ending in ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) >= SHORTEST_STEM:
            candidates = {base, base + "E", base + "Y", re.sub("I$", "Y", base), re.sub(r"(.)\1$", r"\1", base)}
            yield from (candidate for candidate in candidates if candidate in words)


def check_families(words: dict[str, int], marks: dict[str, set[str]], grammar: Grammar) -> None:
    """Raises `ImportFailure` for each relative of a marked word that neither has the mark nor is in `families.txt`.

    A word that is marked and also `ordinary` has a sense outside the family, so its relatives aren't checked. A line of
    `families.txt` is a mark, a colon and the words that a reader leaves without it: they have another origin or sense.
    """
    reviewed: dict[str, set[str]] = {mark: set() for mark in FAMILY_MARKS}
    for line in reviewed_lines(REVIEW / "families.txt"):
        mark, colon, entries = line.partition(":")
        if not colon or mark not in reviewed:
            raise ImportFailure(f"families.txt: {line[:40]!r} doesn't begin with a mark")
        reviewed[mark] |= set(entries.split())
    failed = []
    for mark in FAMILY_MARKS:
        members = {word for word in words if mark in marks[word] and "ordinary" not in marks[word]}
        found = {each for word in members for each in relatives(word, words, grammar)}
        split = {word for word in found if mark not in marks[word]}
        if split - reviewed[mark]:
            failed.append(f"{mark}: {' '.join(sorted(split - reviewed[mark]))}")
        if reviewed[mark] - split:
            failed.append(f"{mark}: lines without effect: {' '.join(sorted(reviewed[mark] - split))}")
    if failed:
        raise ImportFailure("families.txt or the list of the mark: " + "; ".join(failed))
