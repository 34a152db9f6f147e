"""The contents of the packages scowl, AGID, WordNet and cuss, in upper case."""

from __future__ import annotations

import gzip
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from importer.failure import ImportFailure

LARGEST_TIER = 80
LIGATURES = str.maketrans({"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ß": "ss"})
VOWELLESS_WORDS = frozenset("SH HM MM BRR CWM HMM NTH PHT PST SHH TSK ZZZ".split())
"""Words of three letters or fewer without a vowel or Y that aren't letter plurals or abbreviations."""


def fold(text: str) -> str:
    """Removes accents and ligatures: `crème` becomes `creme`."""
    decomposed = unicodedata.normalize("NFKD", text.translate(LIGATURES))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def closed_up(term: str) -> str:
    """Returns the term in upper case without its hyphens, spaces, apostrophes and full stops."""
    return re.sub("[-_ '.]", "", fold(term)).upper()


def is_word(text: str) -> bool:
    """Returns true if a folded lower-case entry may be a word: two letters or more, no letter plural such as `bs`."""
    if not re.fullmatch("[a-z]{2,}", text):
        return False
    return len(text) > 3 or re.search("[aeiouy]", text) is not None or text.upper() in VOWELLESS_WORDS


@dataclass(frozen=True)
class Scowl:
    """The contents of scowl: each word's lowest tier, the nouns with a possessive, the lower-case abbreviations."""

    tier: dict[str, int]
    possessed: frozenset[str]
    abbreviations: frozenset[str]
    firm_tier: dict[str, int]
    """The lowest tier in the English, American, British and Canadian lists, without variants."""


def read_scowl(files: dict[str, bytes]) -> Scowl:
    tier: dict[str, int] = {}
    possessed: set[str] = set()
    abbreviations: set[str] = set()
    firm_tier: dict[str, int] = {}
    for path in sorted(files):
        named = re.fullmatch(r"usr/share/dict/scowl/(\w+)-(words|abbreviations)\.(\d+)", path)
        if named is None or int(named[3]) > LARGEST_TIER:
            continue
        size = int(named[3])
        for line in files[path].decode("utf-8").splitlines():
            entry = fold(line.strip())
            if named[2] == "abbreviations":
                if re.fullmatch("[a-z]{2,}", entry):
                    abbreviations.add(entry.upper())
            elif entry.endswith("'s"):
                possessed.add(entry.removesuffix("'s").upper())
            elif is_word(entry):
                word = entry.upper()
                tier[word] = min(size, tier.get(word, size))
                if "variant" not in named[1] and not named[1].startswith("australian"):
                    firm_tier[word] = min(size, firm_tier.get(word, size))
    return Scowl(tier, frozenset(possessed), frozenset(abbreviations), firm_tier)


@dataclass(frozen=True)
class Agid:
    """The rows of AGID, inverted: each table maps an inflected form to the words from which it may come."""

    headwords: set[str] = field(default_factory=set)
    plurals: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    thirds: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    others: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def read_agid(files: dict[str, bytes]) -> Agid:
    """Reads rows `base,N,plural`, `base,V,past,participle,ing,third` and `base,A,er,est`; `/` separates variants."""
    agid = Agid()
    for line in files["pyinflect/infl.csv"].decode("utf-8").splitlines():
        base, part, *columns = line.split(",")
        if not re.fullmatch("[a-z]+", base):
            continue
        lemma = base.upper()
        agid.headwords.add(lemma)
        for number, column in enumerate(columns):
            last = number == len(columns) - 1
            table = agid.plurals if part == "N" else agid.thirds if part == "V" and last else agid.others
            for form in column.split("/"):
                if re.fullmatch("[a-z]+", form) and form != base:
                    table[form.upper()].add(lemma)
    return agid


PARTS_OF_SPEECH = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
VULGAR_GLOSS = re.compile(
    r"\b(obscene|vulgar|offensive|ethnic slur|disparaging|derogatory|insulting term|dirty word)", re.I
)


@dataclass(frozen=True)
class Synset:
    """A sense: its lemmas as WordNet spells them, its hyponyms and its gloss."""

    lemmas: tuple[str, ...]
    hyponyms: tuple[str, ...]
    gloss: str


@dataclass(frozen=True)
class WordNet:
    """WordNet's synsets by part of speech and offset, and the senses of each lemma, the most frequent first."""

    synsets: dict[tuple[str, str], Synset]
    senses: dict[tuple[str, str], list[str]]
    headwords: frozenset[str]
    capitalised: frozenset[str]
    terms: frozenset[str]
    """Terms that are written with a hyphen, a space or a full stop, here without it."""
    irregular_plurals: frozenset[tuple[str, str]]

    def root(self, name: str) -> str:
        """Returns the offset of a noun sense, such as `animal.n.1`."""
        lemma, part, number = name.rsplit(".", 2)
        senses = self.senses.get((part, lemma), [])
        if part != "n" or not number.isdigit() or not 1 <= int(number) <= len(senses):
            raise ImportFailure(f"WordNet has no noun sense {name}")
        return senses[int(number) - 1]

    def closure(self, roots: Iterable[str], cuts: Iterable[str]) -> set[str]:
        """Returns the noun synsets at or under `roots`, without those at or under `cuts`."""
        seen = {self.root(cut) for cut in cuts}
        cut_off = frozenset(seen)
        waiting = [self.root(root) for root in roots]
        while waiting:
            offset = waiting.pop()
            if offset not in seen:
                seen.add(offset)
                waiting.extend(self.synsets["n", offset].hyponyms)
        return seen - cut_off

    def vulgar(self, word: str) -> bool:
        """Returns true if a gloss calls a sense of the word obscene, vulgar, offensive or disparaging."""
        senses = ((part, offset) for part in PARTS_OF_SPEECH for offset in self.senses.get((part, word.lower()), []))
        return any(VULGAR_GLOSS.search(self.synsets[sense].gloss) for sense in senses)


def read_wordnet(files: dict[str, bytes]) -> WordNet:
    synsets: dict[tuple[str, str], Synset] = {}
    senses: dict[tuple[str, str], list[str]] = {}
    headwords: set[str] = set()
    capitalised: set[str] = set()
    terms: set[str] = set()
    for part, name in PARTS_OF_SPEECH.items():
        for line in files[f"usr/share/wordnet/data.{name}"].decode("utf-8").splitlines():
            if line.startswith(" "):
                continue
            facts, _, gloss = line.partition(" | ")
            columns = facts.split()
            after_lemmas = 4 + 2 * int(columns[3], 16)
            lemmas = tuple(re.sub(r"\(\w+\)$", "", lemma) for lemma in columns[4:after_lemmas:2])
            pointers = columns[after_lemmas + 1 : after_lemmas + 1 + 4 * int(columns[after_lemmas])]
            hyponyms = tuple(offset for kind, offset in zip(pointers[::4], pointers[1::4], strict=True) if kind == "~")
            synsets[part, columns[0]] = Synset(lemmas, hyponyms, gloss)
            for lemma in lemmas:
                if lemma.isalpha() and lemma.isascii():
                    (headwords if lemma.islower() else capitalised).add(lemma.upper())
                else:
                    terms.add(closed_up(lemma))
        for line in files[f"usr/share/wordnet/index.{name}"].decode("utf-8").splitlines():
            if not line.startswith(" "):
                columns = line.split()
                senses[part, columns[0]] = columns[len(columns) - int(columns[2]) :]
    exceptions = (line.upper().split() for line in files["usr/share/wordnet/noun.exc"].decode("utf-8").splitlines())
    irregular = frozenset((form, base) for form, *bases in exceptions for base in bases)
    return WordNet(synsets, senses, frozenset(headwords), frozenset(capitalised), frozenset(terms), irregular)


@dataclass(frozen=True)
class Gcide:
    """The headwords of GCIDE that are single words, and those with a hyphen or a space, here without it."""

    headwords: frozenset[str]
    terms: frozenset[str]


def read_gcide(files: dict[str, bytes]) -> Gcide:
    lines = files["usr/share/dictd/gcide.index"].decode("utf-8", "replace").splitlines()
    heads = {fold(line.partition("\t")[0]) for line in lines}
    return Gcide(
        frozenset(head.upper() for head in heads if re.fullmatch("[A-Za-z]{2,}", head)),
        frozenset(closed_up(head) for head in heads if re.fullmatch("[A-Za-z'.]+([- ][A-Za-z'.-]*)+", head)),
    )


@dataclass(frozen=True)
class Uses:
    """How often WordNet's tagged texts use a lemma as one part of speech, and how many senses it has as that part."""

    tagged: int = 0
    senses: int = 0


def read_uses(files: dict[str, bytes]) -> dict[tuple[str, str], Uses]:
    """Returns the uses of each lemma by part of speech, from lines `lemma%part:... offset number count`."""
    found: dict[tuple[str, str], Uses] = {}
    for line in files["usr/share/wordnet/index.sense"].decode("utf-8").splitlines():
        key, _, _, count = line.split()
        lemma, _, rest = key.partition("%")
        part = "nvara"[int(rest[0]) - 1]
        before = found.get((part, lemma.upper()), Uses())
        found[part, lemma.upper()] = Uses(before.tagged + int(count), before.senses + 1)
    return found


def read_wordfreq(files: dict[str, bytes]) -> dict[str, float]:
    """Returns the Zipf value of each word of `wordfreq`: the logarithm of its frequency per 10^9 words.

    The file is a MessagePack array. Its first element is a header; element n holds the words of -(n - 1) centibels.
    """
    buckets = unpack_messages(gzip.decompress(files["wordfreq/data/large_en.msgpack.gz"]))
    return {word.upper(): 9 - number / 100 for number, words in enumerate(buckets[1:]) for word in words}


def unpack_messages(content: bytes) -> list[Any]:
    """Decodes a MessagePack array of arrays, maps, texts and small numbers."""
    position = 0

    def take(count: int) -> bytes:
        nonlocal position
        position += count
        return content[position - count : position]

    def size(count: int) -> int:
        return int.from_bytes(take(count), "big")

    def text(length: int) -> str:
        return take(length).decode("utf-8")

    def value() -> Any:
        kind = size(1)
        match kind:
            case _ if kind < 0x80:
                return kind
            case _ if kind < 0x90:
                return {value(): value() for _ in range(kind & 0x0F)}
            case _ if kind < 0xA0:
                return [value() for _ in range(kind & 0x0F)]
            case _ if kind < 0xC0:
                return text(kind & 0x1F)
            case 0xCC | 0xCD | 0xCE:
                return size(1 << (kind - 0xCC))
            case 0xD9 | 0xDA | 0xDB:
                return text(size(1 << (kind - 0xD9)))
            case 0xDC | 0xDD:
                return [value() for _ in range(size(2 << (kind - 0xDC)))]
        raise ImportFailure(f"wordfreq: unexpected byte {kind:#x} in the MessagePack file")

    unpacked = value()
    assert isinstance(unpacked, list)
    return unpacked


def read_cuss(files: dict[str, bytes]) -> set[str]:
    """Returns the single words to which `cuss` gives its highest rating, 2."""
    entries = re.findall(r"^  '?([a-z]+)'?: (\d),$", files["package/index.js"].decode("utf-8"), re.M)
    return {entry.upper() for entry, rating in entries if rating == "2"}
