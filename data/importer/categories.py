"""The categories of the card games: WordNet closures and reviewed entries."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from importer.failure import ImportFailure
from importer.lexicon import Lexicon
from importer.review import reviewed_lines
from importer.sources import WordNet

CATEGORY_LETTERS = range(2, 16)


@dataclass
class Category:
    """A category as its reviewed file defines it."""

    name: str
    title: str = ""
    flags: str = ""
    roots: list[str] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)
    senses: int = 1
    entries: list[str] = field(default_factory=list)


def read_category(path: Path) -> Category:
    """Reads a reviewed category file, which has lines `key: value` and entries.

    The entries are `WORD` (with its plural), `WORD*` (with all inflections), `WORD+` (with its forms in -ER and -EST),
    `=WORD` (only this form), and the removals `-WORD` (with its plural) and `-=WORD` (only this form).
    """
    category = Category(path.stem)
    for line in reviewed_lines(path):
        key, colon, value = (part.strip() for part in line.partition(":"))
        match key if colon else "":
            case "title":
                category.title = value
            case "flags":
                category.flags = value
            case "roots":
                category.roots += value.split()
            case "cuts":
                category.cuts += value.split()
            case "senses":
                category.senses = int(value)
            case "":
                category.entries += line.split()
            case _:
                raise ImportFailure(f"{path.name}: unknown key {key!r}")
    for entry in category.entries:
        if not re.fullmatch(r"-?=?[A-Z]{2,15}|[A-Z]{2,15}[*+]", entry):
            raise ImportFailure(f"{path.name}: {entry!r} is not an entry")
    if not category.title or category.flags not in ("", "proper_nouns"):
        raise ImportFailure(f"{path.name}: give a title, and no flag except proper_nouns")
    return category


def closure_words(category: Category, wordnet: WordNet) -> set[str]:
    """Returns the lower-case lemmas that have one of their first `senses` noun senses under the roots."""
    found = set()
    members = wordnet.closure(category.roots, category.cuts)
    for offset in members:
        for lemma in wordnet.synsets["n", offset].lemmas:
            if lemma.isalpha() and lemma.islower() and offset in wordnet.senses["n", lemma][: category.senses]:
                found.add(lemma.upper())
    return found


def category_words(category: Category, lexicon: Lexicon, wordnet: WordNet) -> list[str]:
    """Returns the words of the closure that no game bars and the entries of the reviewed file, with their inflections.

    Raises `ImportFailure` for an entry that isn't in the word list, except for names (`=WORD` with `proper_nouns`),
    and for a removal that removes nothing or a word that another entry adds.
    """
    by_sign: dict[str, set[str]] = defaultdict(set)
    for entry in category.entries:
        word = entry.strip("-=*+")
        by_sign[entry.replace(word, "")].add(word)
    closure = {word for word in closure_words(category, wordnet) & lexicon.words.keys() if not lexicon.barred(word)}
    exact, starred, compared = by_sign["="], by_sign["*"], by_sign["+"]
    added = by_sign[""] | starred | compared
    names = exact if category.flags == "proper_nouns" else set()
    wrong = (added | (exact - names)) - lexicon.words.keys()
    wrong |= by_sign["-"] - closure
    wrong |= by_sign["-"] & (added | exact)
    if wrong:
        raise ImportFailure(f"category {category.name}: unknown or contradictory entries: {' '.join(sorted(wrong))}")
    bases = (closure | by_sign[""]) - by_sign["-"]
    found = bases | exact | added
    for base in bases:
        found |= lexicon.grammar.noun_plurals.get(base, set())
    for base in starred:
        found |= lexicon.grammar.inflections.get(base, set())
    for base in compared:
        found |= {form for form in lexicon.grammar.inflections.get(base, ()) if form.endswith(("ER", "EST"))}
    unused = by_sign["-="] - found
    if unused:
        raise ImportFailure(f"category {category.name}: removals without effect: {' '.join(sorted(unused))}")
    return sorted(word for word in found - by_sign["-="] if len(word) in CATEGORY_LETTERS)
