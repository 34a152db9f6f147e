"""The words with their marks and lemmas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from importer.failure import ImportFailure
from importer.families import check_families
from importer.first_sense import other_sense_first
from importer.grammar import Grammar, lemma_of, made_with_s, read_grammar
from importer.paradigms import check_bases
from importer.patterns import check_patterns
from importer.review import REVIEW, reviewed_lines, reviewed_words
from importer.sources import Agid, Gcide, Scowl, Uses, WordNet
from importer.tiers import commonness
from importer.words import make_words

MARKS = (
    "plural_s",
    "plural",
    "verb_s",
    "ordinary",
    "proper",
    "abbreviation",
    "contraction",
    "foreign",
    "profane",
    "slang",
    "geographical",
    "affix",
    "from_abbreviation",
    "other_sense_first",
)
"""Every mark, in the order in which a line of `words.tsv` lists them."""

PLURAL_MARKS = frozenset(("plural_s", "plural"))
"""The marks of plurals, which only one game bars."""

REVIEWED_MARKS = ("proper", "abbreviation", "contraction", "foreign", "slang", "geographical", "affix", "from_abbreviation")
"""The class marks that come only from `review/<mark>.txt`."""


@dataclass
class Lexicon:
    """The words with their tiers, marks and lemmas, and their inflections."""

    words: dict[str, int]
    marks: dict[str, set[str]]
    lemma: dict[str, str]
    grammar: Grammar

    def barred(self, word: str) -> bool:
        """Returns true if a game bars the word for a class other than a plural."""
        return "ordinary" not in self.marks[word] and bool(self.marks[word] - PLURAL_MARKS - {"verb_s", "other_sense_first"})

    def refused(self, word: str) -> bool:
        """Returns true if a game refuses the word: `verb_s` and `ordinary` override its other marks."""
        return self.barred(word) and "verb_s" not in self.marks[word]

    def lines(self) -> Iterator[str]:
        for word in sorted(self.words):
            marks = ",".join(mark for mark in MARKS if mark in self.marks[word])
            yield f"{word}\t{marks}\t{self.lemma[word]}\t\t{self.words[word]}\n"


def with_inflections(entries: Iterable[str], lexicon_words: dict[str, int], grammar: Grammar) -> set[str]:
    """Returns the words of a reviewed list, with the inflections that can't come from a word outside the list."""
    exact: set[str] = set()
    bases: set[str] = set()
    for entry in entries:
        (exact if entry.startswith("=") else bases).add(entry.removeprefix("="))
    tables = (grammar.plurals, grammar.thirds, grammar.others)
    unknown = sorted((exact | bases) - lexicon_words.keys())
    if unknown:
        raise ImportFailure(f"reviewed lists: not in the word list: {' '.join(unknown)}")
    found = exact | bases
    for base in bases:
        for form in grammar.inflections.get(base, ()):
            if all(origin in bases for table in tables for origin in table.get(form, ())):
                found.add(form)
    return found


def profane_words(seed: set[str], wordnet: WordNet, words: dict[str, int], grammar: Grammar) -> set[str]:
    """Returns the seed words that a WordNet gloss confirms, without `profane_remove.txt` and with `profane_add.txt`."""
    confirmed = {word for word in seed if word in words and wordnet.vulgar(word)}
    removed = {entry.removeprefix("=") for entry in reviewed_words(REVIEW / "profane_remove.txt")}
    added = reviewed_words(REVIEW / "profane_add.txt")
    kept = (confirmed - removed) | set(added)
    return with_inflections(sorted(kept), words, grammar) - removed


def irregular_plurals(words: dict[str, int], grammar: Grammar, headwords: frozenset[str] | set[str]) -> set[str]:
    """Returns the plurals that aren't made with S: those of words in the list, without headwords but with `plural.txt`.

    Most of these headwords are singulars: AGID lists AGA as a plural of AGUM, and OPERA of OPERON. The singulars that
    `plural.txt` names are entered in the grammar.
    """
    reviewed = set()
    for entry in " ".join(reviewed_lines(REVIEW / "plural.txt")).split():
        form, _, base = entry.removeprefix("=").partition("=")
        if form in reviewed or form not in words or (base and base not in words):
            raise ImportFailure(f"plural.txt: {entry} is listed twice, or not in the word list")
        reviewed.add(form)
        if base:
            grammar.plurals[form] = grammar.plurals.get(form, set()) | {base}
    return reviewed | {
        form
        for form, bases in grammar.plurals.items()
        if form not in headwords and form not in grammar.others and any(base in words for base in bases - {form})
    }


def make_lexicon(
    scowl: Scowl,
    agid: Agid,
    wordnet: WordNet,
    gcide: Gcide,
    uses: dict[tuple[str, str], Uses],
    frequency: dict[str, float],
    seed: set[str],
) -> Lexicon:
    words = make_words(scowl, agid, wordnet, gcide)
    grammar = read_grammar(words, scowl, agid, wordnet)
    check_patterns(words, grammar)
    check_bases(words.keys(), grammar.plurals, grammar.thirds, grammar.others)
    marks: dict[str, set[str]] = {word: set() for word in words}
    lists = {mark: with_inflections(reviewed_words(REVIEW / f"{mark}.txt"), words, grammar) for mark in REVIEWED_MARKS}
    lists["profane"] = profane_words(seed, wordnet, words, grammar)
    for mark, members in lists.items():
        for word in members:
            marks[word].add(mark)
    irregular = irregular_plurals(words, grammar, agid.headwords | wordnet.headwords)
    reviewed_ordinary = with_inflections(reviewed_words(REVIEW / "ordinary.txt"), words, grammar)
    for word in words:
        barred = bool(marks[word])
        plural = any(made_with_s(word, base) for base in grammar.plurals.get(word, ()))
        if plural:
            marks[word].add("plural_s")
        elif word in irregular:
            marks[word].add("plural")
        # `verb_s` and `ordinary` override every class mark, so no rule may add them to a word such as FUCKS.
        if word.endswith("S") and word in grammar.thirds and not barred:
            marks[word].add("verb_s")
        if word in reviewed_ordinary:
            marks[word].add("ordinary")
    plurals = {word for word in words if "plural_s" in marks[word]}
    verbs = {word for word in words if "verb_s" in marks[word]}
    first, as_others = other_sense_first(plurals, verbs, grammar, uses)
    idle = sorted((first | as_others) & reviewed_ordinary)
    if idle:
        raise ImportFailure(f"ordinary.txt: words that are read first as a verb, or in other_sense_first.txt: {' '.join(idle)}")
    for word in first:
        marks[word].add("other_sense_first")
    for word in as_others:
        marks[word].add("ordinary")
    check_families(words, marks, grammar)
    idle = sorted(word for word in words if marks[word] - {"verb_s"} == {"ordinary"})
    if idle:
        raise ImportFailure(f"ordinary.txt: words without another mark: {' '.join(idle)}")
    headwords = agid.headwords | wordnet.headwords
    known = wordnet.headwords | wordnet.capitalised
    nouns, thirds = ("n", grammar.plurals), ("v", grammar.thirds)

    def is_only_a_form(word: str) -> bool:
        """Returns true for a form such as CAME that only AGID has as a headword. GAMER isn't one, although AGID compares GAME."""
        return word in grammar.others and word not in known and not word.endswith(("ER", "EST"))

    def lemma(word: str) -> str:
        """Returns the lemma under the sense that people read first; a headword of WordNet that isn't an -S form has none.

        A third person that is no plural and that texts use more as a noun (NEWS, CLOTHES) has none either.
        """
        if "other_sense_first" in marks[word] and "verb_s" in marks[word] and "ordinary" not in marks[word]:
            return lemma_of(word, (thirds,), words, headwords, uses)
        if marks[word] & PLURAL_MARKS:
            found = lemma_of(word, (nouns,), words, headwords, uses)
        elif "verb_s" in marks[word] and ("n", word) in uses and word in wordnet.headwords:
            found = lemma_of(word, (thirds,), words, headwords, uses)
            return found if uses.get(("v", found), Uses()).tagged > uses["n", word].tagged else ""
        elif word in headwords and "verb_s" not in marks[word] and not is_only_a_form(word):
            return ""
        else:
            found = ""
        others = ("a" if word.endswith(("ER", "EST")) else "v", grammar.others)
        return found or lemma_of(word, (nouns, thirds, others), words, headwords, uses)

    lemmas = {word: lemma(word) for word in words}
    return Lexicon(commonness(words, scowl, frequency), marks, lemmas, grammar)
