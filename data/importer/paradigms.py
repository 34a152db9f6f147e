"""The paradigms of the words that the reviewer added: each base with every inflection that its parts of speech have.

`review/added.txt` states the parts of speech; the inflections come from the rules of spelling here, or from the entry
where a word is irregular. The checks find a base that is missing and a consonant that is doubled wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from importer.failure import ImportFailure
from importer.review import REVIEW, reviewed_lines, reviewed_words
from importer.sources import LARGEST_TIER, Agid

NOUNS = frozenset(("nouns", "both"))
VERBS = frozenset(("verbs", "both"))
COMPARED = frozenset(("compared",))
UNINFLECTED = frozenset(("mass", "words"))
ENTRY = re.compile(r"([A-Z]{2,})(\+?)(?:=([A-Z]+(?:/[A-Z]+)*))?")

Table = Mapping[str, Set[str]]
"""Maps a form to the words from which it comes."""

Form = tuple[str, str, str, int]
"""A form, its base, the kind (`plural`, `third`, `other`, or empty for the base itself) and the tier."""


def third_person(verb: str) -> str:
    """Returns the regular -S form, which also is the regular plural of a noun."""
    if re.search("([SXZ]|(?<!TE)CH|SH)$", verb):
        return verb + "ES"
    return verb[:-1] + "IES" if re.search("[^AEIOU]Y$", verb) else verb + "S"


def past_and_ing(verb: str) -> tuple[str, str]:
    """Returns the forms in -ED and -ING; a verb that doubles its consonant is given with it (`SCREENSHOTT`)."""
    if verb.endswith("IE"):
        return verb + "D", verb[:-2] + "YING"
    if verb.endswith("E"):
        return verb + "D", (verb if re.search("[EOY]E$", verb) else verb[:-1]) + "ING"
    return (verb[:-1] + "IED" if re.search("[^AEIOU]Y$", verb) else verb + "ED"), verb + "ING"


def degrees(adjective: str) -> tuple[str, str]:
    """Returns the forms in -ER and -EST."""
    if re.search("[^AEIOU]Y$|[^AEIOU]EY$", adjective):
        stem = re.sub("E?Y$", "I", adjective)
    else:
        stem = adjective.removesuffix("E")
    return stem + "ER", stem + "EST"


def inflections(key: str, base: str, doubles: bool, irregular: list[str]) -> Iterator[tuple[str, str]]:
    """Yields the inflections of an entry with their kinds.

    Irregular forms replace the plural of a noun; of a verb, or of a noun that also is a verb, the forms other than the
    one in -S; of an adjective, those in -ER and -EST.
    """
    stem = base + base[-1] if doubles else base
    if key in NOUNS:
        plurals = irregular if irregular and key not in VERBS else [third_person(base)]
        yield from ((plural, "plural") for plural in plurals)
    if key in VERBS:
        yield third_person(base), "third"
        yield from ((form, "other") for form in irregular or past_and_ing(stem))
    if key in COMPARED:
        yield from ((form, "other") for form in irregular or degrees(stem))


def added_entries() -> Iterator[tuple[str, str, bool, list[str], int]]:
    """Yields key, base, whether the base doubles its last consonant, the irregular forms and the tier."""
    tier, key = LARGEST_TIER, ""
    known: set[tuple[str, str]] = set()
    for line in reviewed_lines(REVIEW / "added.txt"):
        name, colon, rest = line.rpartition(":")
        key = name if colon else key
        if key == "tier":
            tier = int(rest)
            continue
        if key not in NOUNS | VERBS | COMPARED | UNINFLECTED:
            raise ImportFailure(f"added.txt: unknown key {key!r}")
        for entry in rest.split():
            parts = ENTRY.fullmatch(entry)
            if parts is None or (key, parts[1]) in known:
                raise ImportFailure(f"added.txt: {entry!r} is not an entry, or is listed twice")
            known.add((key, parts[1]))
            yield key, parts[1], parts[2] == "+", parts[3].split("/") if parts[3] else [], tier


def added_forms() -> Iterator[Form]:
    """Yields every form of `added.txt`, each base before its inflections."""
    for key, base, doubles, irregular, tier in added_entries():
        yield base, base, "", tier
        for form, kind in inflections(key, base, doubles, irregular):
            yield form, base, kind, tier


def enter_added(words: dict[str, int], agid: Agid) -> None:
    """Enters the forms of `added.txt` in the words and in AGID's tables.

    Raises `ImportFailure` for a base that adds nothing, and for a consonant that is doubled wrongly.
    """
    tables = {"plural": agid.plurals, "third": agid.thirds, "other": agid.others}
    adds: dict[str, bool] = {}
    for form, base, kind, tier in added_forms():
        known = form in words and (not kind or base in tables[kind].get(form, ()))
        adds[base] = adds.get(base, False) or not known
        words.setdefault(form, tier)
        if kind:
            tables[kind][form].add(base)
        else:
            agid.headwords.add(base)
    idle = sorted(base for base, new in adds.items() if not new)
    wrong = wrong_doublings(words.keys())
    if idle or wrong:
        raise ImportFailure(f"added.txt: nothing new: {' '.join(idle)}; doubled wrongly: {' '.join(wrong)}")


def closed_syllable(word: str) -> bool:
    """Returns true if a word ends in a single consonant, other than W, X and Y, after a single vowel."""
    return re.search("([^AEIOU]|QU)[AEIOUY][^AEIOUWXY]$", word) is not None


def doubling_end(verb: str, words: Set[str]) -> str:
    """Returns the verb of one syllable at the end of a verb that doubles its consonant (-SHOT, -BLOG), or an empty text.

    What stands before it must be a word or a prefix.
    """
    for length in range(3, len(verb) + 1):
        end, start = verb[-length:], verb[:-length]
        if not re.fullmatch("[^AEIOUY]*(QU)?[AEIOUY][^AEIOUWXY]", end) or end + end[-1] + "ING" not in words:
            continue
        if not start or start in words or start in PREFIXES:
            return end
    return ""


PREFIXES = frozenset(
    "ANTI AUTO BIO CO COUNTER CYBER DE DIS ECO EX FORE GEO HYPER IN INTER MICRO MINI MIS MULTI NON OUT OVER PARA PRE RE SUB"
    " SUPER TELE TRANS UN UNDER UP".split()
)


def wrong_doublings(words: Set[str]) -> list[str]:
    """Returns the verbs of `added.txt` that double their last consonant against the rule, or don't although they should."""
    wrong = []
    for key, base, doubles, irregular, _ in added_entries():
        if key in VERBS and not irregular and doubles != (bool(doubling_end(base, words)) and closed_syllable(base)):
            wrong.append(base)
    return wrong


def possible_verbs(form: str) -> Iterator[str]:
    """Yields the verbs from which a form in -ED or -ING may come by rule: TAPPED from TAPP, TAPPE or TAP."""
    stem = form.removesuffix("ED").removesuffix("ING")
    yield from (stem, stem + "E")
    if stem.endswith(("I", "Y")):
        yield from (stem[:-1] + "Y", stem[:-1] + "IE")
    if len(stem) > 2 and (stem[-1] == stem[-2] or stem.endswith("CK")):
        yield stem[:-1]


def baseless_verb(form: str, words: Set[str], verbs: Table) -> bool:
    """Returns true if a form in -ED or -ING looks like that of a verb that isn't in the list.

    It does if it has a prefix before a form of a verb of the list (REPURPOSED), or if -ED and -ING both are in the list.
    An adjective in UN- or NON- doesn't (UNCHANGED, UNCHANGING).
    """
    if not form.endswith(("ED", "ING")) or form in verbs or form + "ING" in words:
        return False
    if any(verb in words for verb in possible_verbs(form)):
        return False
    prefixed = (form.removeprefix(prefix) for prefix in VERB_PREFIXES if form.startswith(prefix))
    if any(base in words for rest in prefixed for base in verbs.get(rest, ())):
        return True
    ing = form[:-3] + "YING" if form.endswith("IED") else form.removesuffix("ED") + "ING"
    return form.endswith("ED") and ing in words and not form.startswith(("UN", "NON"))


VERB_PREFIXES = ("DE", "OUT", "RE", "TRANS")
"""Prefixes that make verbs, but hardly any adjectives in -ED (as OVER- and UNDER- do)."""


def check_bases(words: Set[str], plurals: Table, thirds: Table, others: Table) -> None:
    """Raises `ImportFailure` for an inflected form whose base is missing, unless `no_base.txt` has it.

    A plural without its singular is a line of `also_plural.txt`.
    """
    reviewed = set(reviewed_words(REVIEW / "no_base.txt"))
    plurals_only = {entry for line in reviewed_lines(REVIEW / "also_plural.txt") for entry in line.split()}
    in_list = {form: {base for base in bases if base in words} for form, bases in others.items()}
    known = {form: bases for form, bases in in_list.items() if bases}
    found = {word for word in words if baseless_verb(word, words, known)}
    alone = {form for form, bases in plurals.items() if form.endswith("S") and form in words and not bases & words}
    found |= {form for form in alone - plurals_only if form not in known and form not in thirds}
    missing, idle = sorted(found - reviewed), sorted(reviewed - found)
    if missing or idle:
        raise ImportFailure(f"no base: {' '.join(missing)}; no_base.txt, not needed: {' '.join(idle)}")
