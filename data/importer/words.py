"""The words of the lexicon: those of scowl without what isn't written so, and the reviewed additions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from importer.failure import ImportFailure
from importer.review import REVIEW, reviewed_lines, reviewed_words
from importer.sources import LARGEST_TIER, VOWELLESS_WORDS, Agid, Gcide, Scowl, WordNet


def clipped_words(scowl: Scowl, agid: Agid, wordnet: WordNet) -> dict[str, int]:
    """Returns the abbreviations of scowl that are headwords and whose -S form is a word of scowl, and HM and MM.

    `review/clipped.txt` adds more words. A clipped word has the tier of its -S form, or else the largest tier.
    """
    headwords = agid.headwords | wordnet.headwords | wordnet.capitalised
    found = {entry for entry in scowl.abbreviations & headwords if entry + "S" in scowl.tier}
    found |= scowl.abbreviations & VOWELLESS_WORDS
    found.update(entry.removeprefix("=") for entry in reviewed_words(REVIEW / "clipped.txt"))
    return {word: scowl.tier.get(word + "S", LARGEST_TIER) for word in found if word not in scowl.tier}


def written_open(tier: dict[str, int], gcide: Gcide, wordnet: WordNet) -> set[str]:
    """Returns the words of `review/written_open.txt`: terms that scowl has run together, such as ROCKANDROLL.

    A word that GCIDE or WordNet writes with a hyphen or a space, and neither of them in one word, is decided by a
    reader: it is either there, or in `review/closed_up.txt` with the words that stay.

    Raises `ImportFailure` for such a word that no file has, and for a line that decides nothing.
    """
    terms = (gcide.terms | wordnet.terms) - gcide.headwords - wordnet.headwords
    kept, dropped = (set(reviewed_words(REVIEW / name)) for name in ("closed_up.txt", "written_open.txt"))
    undecided = sorted((terms & tier.keys()) - kept - dropped)
    if undecided:
        raise ImportFailure(f"closed_up.txt or written_open.txt: decide on {' '.join(undecided)}")
    idle = sorted((kept - terms) | (kept & dropped) | ((kept | dropped) - tier.keys()))
    if idle:
        raise ImportFailure(f"closed_up.txt, written_open.txt: lines without effect: {' '.join(idle)}")
    return dropped


def third_person(verb: str) -> str:
    """Returns the regular -S form, which also is the regular plural of a noun."""
    if re.search("([SXZ]|[CS]H)$", verb):
        return verb + "ES"
    return verb[:-1] + "IES" if re.search("[^AEIOU]Y$", verb) else verb + "S"


def past_and_ing(verb: str) -> tuple[str, str]:
    if verb.endswith("E"):
        return verb + "D", verb[:-1] + "ING"
    return (verb[:-1] + "IED" if re.search("[^AEIOU]Y$", verb) else verb + "ED"), verb + "ING"


def added_forms() -> Iterator[tuple[str, str, str, int]]:
    """Yields form, base, kind (`plural`, `third`, `other`, or empty for the base itself) and tier of `added.txt`."""
    tier, key = LARGEST_TIER, ""
    for line in reviewed_lines(REVIEW / "added.txt"):
        name, colon, rest = line.rpartition(":")
        key = name if colon else key
        if key == "tier":
            tier = int(rest)
            continue
        for base in rest.split():
            yield base, base, "", tier
            if key == "nouns":
                yield third_person(base), base, "plural", tier
            elif key in ("verbs", "doubling"):
                yield third_person(base), base, "third", tier
                for form in past_and_ing(base + base[-1] if key == "doubling" else base):
                    yield form, base, "other", tier
            elif key != "words":
                raise ImportFailure(f"added.txt: unknown key {key!r}")


def make_words(scowl: Scowl, agid: Agid, wordnet: WordNet, gcide: Gcide) -> dict[str, int]:
    """Returns every word with its tier, and enters the forms of `added.txt` in AGID's tables."""
    words = scowl.tier | clipped_words(scowl, agid, wordnet)
    removed = set(reviewed_words(REVIEW / "removed.txt"))
    unknown = sorted(removed - words.keys())
    dropped = written_open(words, gcide, wordnet)
    doubled = sorted(removed & dropped)
    if unknown or doubled:
        raise ImportFailure(f"removed.txt: not in the word list, or in written_open.txt: {' '.join(unknown + doubled)}")
    for word in removed | dropped:
        del words[word]
    tables = {"plural": agid.plurals, "third": agid.thirds, "other": agid.others}
    idle = set()
    for form, base, kind, tier in added_forms():
        if kind:
            tables[kind][form].add(base)
        else:
            agid.headwords.add(base)
        if form not in words:
            words[form] = tier
            idle.discard(base)
        elif form == base:
            idle.add(base)
    if idle:
        raise ImportFailure(f"added.txt: nothing new: {' '.join(sorted(idle))}")
    return words
