"""Inflections: the plurals, third persons and other forms of words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from importer.failure import ImportFailure
from importer.review import REVIEW, reviewed_lines, reviewed_words
from importer.sources import LARGEST_TIER, Agid, Scowl, Uses, WordNet


@dataclass
class Grammar:
    """The inflections: for each form, the words whose plural, third person or other form it is."""

    plurals: dict[str, set[str]]
    thirds: dict[str, set[str]]
    others: dict[str, set[str]]
    irregular_plurals: frozenset[tuple[str, str]]

    @cached_property
    def inflections(self) -> dict[str, set[str]]:
        """Maps a word to all its forms."""
        forms: dict[str, set[str]] = defaultdict(set)
        for table in (self.plurals, self.thirds, self.others):
            for form, bases in table.items():
                for base in bases:
                    forms[base].add(form)
        return forms

    @cached_property
    def noun_plurals(self) -> dict[str, set[str]]:
        """Maps a word to its plurals: the regular ones, and the irregular ones that WordNet lists (AGID guesses)."""
        forms: dict[str, set[str]] = defaultdict(set)
        for form, bases in self.plurals.items():
            for base in bases:
                if base in possible_bases(form) or (form, base) in self.irregular_plurals:
                    forms[base].add(form)
        return forms


def made_with_s(form: str, base: str) -> bool:
    """Returns true if the plural is formed with S: CRABS, KNIVES, IRISES and INDICES are, CRISES (from CRISIS) isn't."""
    return form.endswith("S") and not (base.endswith("IS") and not form.startswith(base))


def possible_bases(form: str) -> Iterator[str]:
    """Yields the words from which a regular -S form may come: FLIES from FLIE or FLY."""
    if form.endswith("SS"):
        return
    stem = form[:-1]
    if not re.search("([SXZ]|[CS]H|[^AEIOU]Y)$", stem):
        yield stem
    if form.endswith("IES"):
        yield form[:-3] + "Y"
    if form.endswith("ES") and re.search("([SXZO]|[CS]H)$", form[:-2]):
        yield form[:-2]


def has_past_and_ing(base: str, words: dict[str, int]) -> bool:
    stems = (base, base.removesuffix("E"), base + base[-1])
    past = (base[:-1] + "IED",) if base.endswith("Y") else tuple(stem + "ED" for stem in stems)
    return any(form in words for form in past) and any(stem + "ING" in words for stem in stems)


def read_grammar(words: dict[str, int], scowl: Scowl, agid: Agid, wordnet: WordNet) -> Grammar:
    """Classifies every -S word by the first source that has it: AGID, the possessives of scowl, morphology."""

    def in_words(table: dict[str, set[str]]) -> dict[str, set[str]]:
        return {form: set(bases) for form, bases in table.items() if form in words}

    tables = (in_words(agid.plurals), in_words(agid.thirds), in_words(agid.others))
    for entry in " ".join(reviewed_lines(REVIEW / "not_a_form.txt")).split():
        form, _, base = entry.partition("=")
        holding = [table for table in tables if base in table.get(form, ())]
        if not holding:
            raise ImportFailure(f"not_a_form.txt: no source has {entry}")
        for table in holding:
            table[form].discard(base)
            if not table[form]:
                del table[form]
    drop_guessed_bases(tables[:2], words)
    grammar = Grammar(*tables, wordnet.irregular_plurals)
    for form in words:
        known = form in grammar.plurals or form in grammar.thirds
        if not form.endswith("S") or known or form in agid.headwords or form in wordnet.headwords:
            continue
        bases = [base for base in possible_bases(form) if base in words]
        owners = {base for base in bases if base in scowl.possessed}
        verbs = {base for base in bases if has_past_and_ing(base, words)}
        nouns = owners if owners or verbs else set(bases)
        if nouns:
            grammar.plurals[form] = nouns
        if verbs:
            grammar.thirds[form] = verbs
    correct_verbs(grammar, words)
    for form in reviewed_words(REVIEW / "never_plural.txt"):
        grammar.plurals.pop(form, None)
    prefer_singulars_in_is(grammar, words)
    for line in reviewed_lines(REVIEW / "also_plural.txt"):
        for entry in line.split():
            form, _, base = entry.partition("=")
            if form not in words or (base and base not in words):
                raise ImportFailure(f"also_plural.txt: {entry} is not in the word list")
            grammar.plurals[form] = {base or form.removesuffix("S")}
    return grammar


def drop_guessed_bases(tables: Iterable[dict[str, set[str]]], words: dict[str, int]) -> None:
    """Replaces WAR as a base of WARES by WARE, which is in the list: AGID may add -ES to any word."""
    for table in tables:
        for form, bases in table.items():
            guessed = {form.removesuffix("ES")} - set(possible_bases(form))
            if bases & guessed and form[:-1] in words:
                table[form] = (bases - guessed) | {form[:-1]}


def correct_verbs(grammar: Grammar, words: dict[str, int]) -> None:
    """Removes the third persons of verbs without another form in the list (HUBS), and adds those of verbs with both.

    AGID has many nouns as verbs, and some verbs as nouns only (TEXTS). `review/not_a_verb.txt` lists further nouns.
    """
    nouns = set(reviewed_words(REVIEW / "not_a_verb.txt"))
    other_forms = {base for form, bases in grammar.others.items() if form in words for base in bases}
    for form in list(grammar.thirds):
        bases = grammar.thirds[form]
        bases -= nouns | {base for base in bases - other_forms if base in words and not has_past_and_ing(base, words)}
        if not bases:
            del grammar.thirds[form]
    for form in words:
        if len(form) > 4 and form.endswith("S") and form not in grammar.thirds:
            bases = {base for base in possible_bases(form) if base in words and has_past_and_ing(base, words)} - nouns
            if bases:
                grammar.thirds[form] = bases


def prefer_singulars_in_is(grammar: Grammar, words: dict[str, int]) -> None:
    """Removes the singulars that are less likely than one in -IS: CRISES is the plural of CRISIS, and not of CRISE.

    A singular is less likely if it is in a larger tier, or if it is itself a plural or a third person (MIMES, DIES).
    """
    inflected = grammar.plurals.keys() | grammar.thirds.keys()
    for form, bases in grammar.plurals.items():
        tiers = [words[base] for base in bases if base in words and not made_with_s(form, base)]
        if form.endswith("ES") and tiers:
            bases -= {
                base
                for base in bases
                if made_with_s(form, base) and (base in inflected or words.get(base, LARGEST_TIER + 1) > min(tiers))
            }


def irregularity(form: str, base: str) -> int:
    """Returns 0 for a regular -S form of the base, 1 for a plural with a Latin ending, and 2 for any other form."""
    if form.endswith("S") and base in possible_bases(form):
        return 0
    endings = (("US", "I"), ("UM", "A"), ("IS", "ES"), ("A", "AE"), ("ON", "A"), ("MAN", "MEN"))
    return 1 if form in {base.removesuffix(old) + new for old, new in endings if base.endswith(old)} else 2


def lemma_of(
    word: str,
    tables: tuple[tuple[str, dict[str, set[str]]], ...],
    words: dict[str, int],
    headwords: set[str],
    uses: dict[tuple[str, str], Uses],
) -> str:
    """Returns the lemma of a word, or an empty text if no table has it as a form of another word.

    Each table comes with its part of speech. Of several bases, the lemma is a headword if there is one; of these, it is
    the one that WordNet's tagged texts use most as this part of speech, then the one of which the word is the most regular form.
    """
    parts: dict[str, set[str]] = {}
    for part, table in tables:
        for base in table.get(word, ()):
            if base in words and base != word:
                parts.setdefault(base, set()).add(part)

    def rank(base: str) -> tuple[bool, int, int, int, str]:
        tagged = sum(uses.get((part, base), Uses()).tagged for part in parts[base])
        return base not in headwords, -tagged, irregularity(word, base), words[base], base

    return min(parts, key=rank, default="")
