"""Pools of words that loose sources suggest for a mark; samples are drawn from them, and they are read by eye.

No pool uses the reviewed lists or the rules of the importer, so that a sample can find the errors of both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from importer.packages import CUSS, FRENCH, GCIDE, GERMAN, ITALIAN, MISCFILES, SCOWL, SPANISH, unpack
from importer.sources import VULGAR_GLOSS, Agid, WordNet, fold

COMMON_TIER = 35
"""Words of this tier or a smaller one are ordinary unless a source suggests otherwise."""

PLURAL_SHAPE = re.compile("(MEN|PEOPLE|FEET|TEETH|CHILDREN|MICE|LICE|[^S]SES|I|AE|IA|IM|TA|ERA|ORA|RA|X|EN)$")
CONTRACTED_SHAPE = re.compile("(NNA|TTA|TCHA|MME|MMIE|NNO|NDA|RTA|LDA|OFT|NAE|NIT|AINT|DNT|ZAT|DDIT|SSIR)$")
FOREIGN_LISTS = {FRENCH: "french", GERMAN: "ngerman", ITALIAN: "italian", SPANISH: "spanish"}


@dataclass(frozen=True)
class Hints:
    """Facts of independent sources about words, in upper case."""

    capitals: frozenset[str]
    """Words that scowl, WordNet or Webster's Second write with a capital."""
    abbreviations: frozenset[str]
    apostrophes: frozenset[str]
    foreign: frozenset[str]
    rude: frozenset[str]
    dictionaries: frozenset[str]
    """Lower-case headwords of WordNet, Webster's Second and GCIDE."""


def plain(word: str) -> bool:
    return re.fullmatch("[A-Za-z]{2,}", word) is not None


def read_hints(folder: Path, wordnet: WordNet) -> Hints:
    """Reads the hints from the pinned packages in `folder`."""
    scowl: dict[str, set[str]] = {}
    for path, content in unpack(SCOWL, folder).items():
        named = re.fullmatch(r"usr/share/dict/scowl/[a-z_0-9]+-([a-z-]+)\.\d+", path)
        if named:
            scowl.setdefault(named[1], set()).update(content.decode("utf-8").splitlines())
    webster = unpack(MISCFILES, folder)["usr/share/dict/web2"].decode("latin-1").split()
    gcide = unpack(GCIDE, folder)["usr/share/dictd/gcide.index"].decode("utf-8", "replace").splitlines()
    names = scowl["upper"] | scowl["proper-names"] | {word for word in webster if word[0].isupper()}
    letters = {lemma for synset in wordnet.synsets.values() for lemma in synset.lemmas if lemma.isupper()}
    contracted = {entry for words in scowl.values() for entry in words if "'" in entry and not entry.endswith("'s")}
    accented = {entry for entry in scowl["words"] if fold(entry) != entry}
    lists = (
        unpack(package, folder)[f"usr/share/dict/{name}"].decode("utf-8").split()
        for package, name in FOREIGN_LISTS.items()
    )
    abroad = {fold(word) for words in lists for word in words} | {fold(entry) for entry in accented}
    cuss = re.findall(r"^  '?([a-z]+)'?: [12],$", unpack(CUSS, folder)["package/index.js"].decode("utf-8"), re.M)
    vulgar = {lemma for synset in wordnet.synsets.values() if VULGAR_GLOSS.search(synset.gloss) for lemma in synset.lemmas}

    def upper(words: set[str]) -> frozenset[str]:
        return frozenset(word.upper() for word in map(fold, words) if plain(word))

    return Hints(
        capitals=upper(names) | wordnet.capitalised,
        abbreviations=upper({entry.replace(".", "") for entry in scowl["abbreviations"]} | letters),
        apostrophes=upper({entry.replace("'", "") for entry in contracted}),
        foreign=upper(abroad),
        rude=upper(set(cuss) | vulgar),
        dictionaries=wordnet.headwords
        | upper({word for word in webster if word.islower()} | {line.partition("\t")[0] for line in gcide}),
    )


def suggested(mark: str, words: dict[str, int], hints: Hints, agid: Agid, wordnet: WordNet) -> set[str]:
    """Returns the words of the list that a loose source suggests for `mark`."""
    in_s = {word for word in words if word.endswith("S")}
    rare = {word for word in words if words[word] > COMMON_TIER}
    headwords = wordnet.headwords | agid.headwords
    match mark:
        case "plural_s":
            return in_s
        case "verb_s":
            stems = {word: re.sub("(?<=[SXZOH])ES$|S$", "", word).removesuffix("E") for word in in_s}
            return {word for word, stem in stems.items() if stem + "ED" in words or stem + "ING" in words}
        case "plural":
            irregular = {form for form, _ in wordnet.irregular_plurals} | agid.plurals.keys()
            return {word for word in words if PLURAL_SHAPE.search(word) and word in irregular} - headwords | {
                form for form, base in wordnet.irregular_plurals if form in words and not form.startswith(base)
            } - {word for word in in_s if not word.endswith("ES")}
        case "proper":
            return {word for word in (hints.capitals & rare) - headwords if word + "S" not in words and word[:-1] not in words}
        case "abbreviation":
            return hints.abbreviations & rare
        case "contraction":
            return {word for word in rare - headwords if CONTRACTED_SHAPE.search(word) and len(word) <= 7} | (
                hints.apostrophes & words.keys()
            )
        case "foreign":
            found = (hints.foreign & rare) - headwords - hints.dictionaries
            return {word for word in found if word + "S" not in words and word[:-1] not in words}
        case "profane":
            found = hints.rude & words.keys()
            tables = (agid.plurals, agid.thirds, agid.others)
            return found | {
                form for table in tables for form, bases in table.items() if form in words and bases & found
            }
    raise ValueError(f"no pool for {mark}")


def unconfirmed(words: dict[str, int], lemma: dict[str, str], hints: Hints) -> tuple[set[str], set[str]]:
    """Returns the words that neither WordNet, Webster's Second nor GCIDE has, without plain derivatives of theirs.

    The first set holds the words without an inflection in the list, among which junk is the most frequent.
    """
    known = hints.dictionaries
    inflected = set(lemma.values())

    def derived(word: str) -> bool:
        endings = "S ES ED ING ER ERS EST LY NESS NESSES LESS INGS".split()
        stems = {word.removesuffix(ending) for ending in endings} | {word.removesuffix("S")}
        stems |= {stem[:-1] + "Y" for stem in stems if stem.endswith("I")} | {stem + "E" for stem in stems}
        stems |= {re.sub("^(UN|RE|NON|OUT|OVER|PRE|SUB|SUPER|ANTI|DIS|MIS|INTER|MULTI|UNDER|POST|DE)", "", stem) for stem in stems}
        return bool(stems & known) or lemma[word] in known

    found = {word for word in words if not derived(word)}
    alone = {word for word in found if not lemma[word] and word not in inflected}
    return alone, found - alone
