"""The tiers: how common a word is, by two witnesses, the sizes of scowl and the frequencies of `wordfreq`."""

from __future__ import annotations

from importer.failure import ImportFailure
from importer.review import REVIEW, reviewed_lines
from importer.sources import Scowl

KNOWN_TIER = 35
"""Most people know a word of this tier or a smaller one."""
RARER_TIER = 60
"""The lowest tier of a word that most people don't know."""
FREQUENT = 3.0
"""The Zipf value, once in a million words, from which a spelling is common although only a list of variants has it."""
MEASURABLE = 2.5
"""The least Zipf value of a word in `commoner.txt`."""


def commonness(words: dict[str, int], scowl: Scowl, frequency: dict[str, float]) -> dict[str, int]:
    """Returns the words with the tiers on which both witnesses agree.

    - A word that only scowl's variants and Australian lists have is of tier 60 or rarer, unless people write it.
    - A word up to tier 35 that `wordfreq` lacks (Zipf value below 1) is of tier 60.
    - `review/commoner.txt` gives words of today a lower tier; its words must have a measurable frequency.
    """
    found = {}
    for word, tier in words.items():
        if scowl.tier.get(word) == tier and frequency.get(word, 0) < FREQUENT:
            tier = min(scowl.firm_tier.get(word, RARER_TIER), max(tier, RARER_TIER)) if tier < RARER_TIER else tier
        if tier <= KNOWN_TIER and word not in frequency:
            tier = RARER_TIER
        found[word] = tier
    tier, wrong = 0, []
    for line in reviewed_lines(REVIEW / "commoner.txt"):
        key, colon, rest = line.rpartition(":")
        tier = int(rest) if colon and key == "tier" else tier
        for word in () if colon else rest.split():
            if found.get(word, 0) <= tier or frequency.get(word, 0) < MEASURABLE:
                wrong.append(word)
            found[word] = tier
    if wrong:
        raise ImportFailure(f"commoner.txt: not words above that tier with a measurable frequency: {' '.join(wrong)}")
    return found
