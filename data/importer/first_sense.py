"""Which sense people read first in an S-form that is a plural and something else (RULEBOOK P9)."""

from __future__ import annotations

from importer.failure import ImportFailure
from importer.grammar import Grammar
from importer.review import REVIEW, reviewed_words
from importer.sources import Uses

VERB_SHARE = 2
"""A verb is read first if it has more than this many uses for every use of the noun."""


def verb_first(form: str, grammar: Grammar, uses: dict[tuple[str, str], Uses]) -> bool:
    """Returns true if the verbs under the form are used more than twice as often as the nouns.

    Where no text is tagged with either, the part of speech with more senses counts.
    """
    noun, verb = (
        max(
            (uses.get((part, base), Uses()) for base in table.get(form, ())),
            key=lambda each: (each.tagged, each.senses),
            default=Uses(),
        )
        for part, table in (("n", grammar.plurals), ("v", grammar.thirds))
    )
    if noun.tagged or verb.tagged:
        return verb.tagged > VERB_SHARE * noun.tagged
    return verb.senses > noun.senses


def other_sense_first(
    plurals: set[str], verbs: set[str], grammar: Grammar, uses: dict[tuple[str, str], Uses]
) -> tuple[set[str], set[str]]:
    """Returns the plurals in -S that people read first as something else, and of these the ones that they don't read as verbs.

    Raises `ImportFailure` for a reviewed line that changes nothing.
    """
    by_count = {form for form in plurals & verbs if verb_first(form, grammar, uses)}
    as_verbs, as_others, removed = (
        set(reviewed_words(REVIEW / f"{name}.txt")) for name in ("verb_first", "other_sense_first", "plural_first")
    )
    wrong = sorted(
        (as_verbs - (plurals & verbs - by_count - as_others)) | (as_others - plurals) | (removed - (by_count - as_others))
    )
    if wrong:
        raise ImportFailure(f"verb_first.txt, other_sense_first.txt, plural_first.txt: lines without effect: {' '.join(wrong)}")
    return (by_count | as_verbs | as_others) - removed, as_others
