"""The words of the lexicon: those of scowl without what isn't written so, and the reviewed additions."""

from __future__ import annotations

import re

from importer.failure import ImportFailure
from importer.paradigms import enter_added
from importer.review import REVIEW, reviewed_words
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
    enter_added(words, agid)
    returned = sorted((removed | dropped) & words.keys())
    if returned:
        raise ImportFailure(f"added.txt has what removed.txt or written_open.txt takes away: {' '.join(returned)}")
    return words
