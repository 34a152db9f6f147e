#!/usr/bin/env python3
"""Draws samples of words to be labelled by eye, to measure the marks and the share of junk.

    python3 data/sample.py --seed N --out DIR --work D

`DIR` gets one file per mark in random order, and `README.txt` with the questions. The words come from pools that don't
depend on the importer's rules (`importer/pools.py`). For a rare mark, 300 words are those that loose sources suggest, 100
stand in no dictionary at hand, and 50 are other words beyond tier 35. Words that a question names as examples, or that
an earlier sample of the mark has, aren't drawn.

With `--marked`, a file has 40 words that have the mark, among 40 others of its pool. Such a sample measures only precision,
of marks so rare that the pools show few of their words; the name of its folder ends in `m`.

The labels, `WORD<TAB>yes|no`, belong in `data/en/review/samples/N/`, where `import.py` measures them.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from importer.packages import PYINFLECT, WORDNET, unpack  # noqa: E402
from importer.pools import COMMON_TIER, read_hints, suggested, unconfirmed  # noqa: E402
from importer.review import EN, REVIEW, reviewed_lines  # noqa: E402
from importer.samples import GRAMMAR, QUESTIONS  # noqa: E402
from importer.sources import read_agid, read_wordnet  # noqa: E402

SIZE = 300
UNLISTED_SIZE = 100
OTHER_SIZE = 50
MARKED_SIZE = 40
ORDINARY_SIZE = 500
ORDINARY_TIER = 20
COMMON = GRAMMAR | {"junk", "ordinary"}
"""The samples that show enough words without `--marked`."""


def labelled(name: str) -> set[str]:
    """Returns the words that a sample of this name already has."""
    files = (REVIEW / "samples").glob(f"*/{name}.tsv")
    return {line.split("\t")[0] for path in files for line in reviewed_lines(path)}


def draw(seed: int, work: Path, with_mark: bool) -> dict[str, list[str]]:
    """Draws every sample, in random order; `with_mark` draws those that measure only precision."""
    words: dict[str, int] = {}
    lemma: dict[str, str] = {}
    marks: dict[str, list[str]] = {}
    for line in (EN / "words.tsv").read_text(encoding="ascii").splitlines():
        word, listed, base, _, tier = line.split("\t")
        words[word], lemma[word], marks[word] = int(tier), base, listed.split(",")
    wordnet = read_wordnet(unpack(WORDNET, work))
    agid = read_agid(unpack(PYINFLECT, work))
    hints = read_hints(work, wordnet)
    alone, inflecting = unconfirmed(words, lemma, hints)
    found = {}
    for name, question in QUESTIONS.items():
        chance = random.Random(f"{name} {seed}")

        def take(pool: set[str], size: int, chance: random.Random = chance) -> list[str]:
            return chance.sample(sorted(pool), min(size, len(pool)))

        if with_mark and name in COMMON:
            continue
        if name == "ordinary":
            drawn = take({word for word, tier in words.items() if tier <= ORDINARY_TIER}, ORDINARY_SIZE)
        elif name == "junk":
            drawn = [word for part in (alone, inflecting) for word in take(part, SIZE // 2)]
        elif name in ("plural_s", "verb_s"):
            drawn = take(suggested(name, words, hints, agid, wordnet), SIZE)
        else:
            known = set(re.findall("[A-Z]{2,}", question)) | labelled(name)
            pool = suggested(name, words, hints, agid, wordnet) - known
            unlisted = alone - pool - known
            others = {word for word, tier in words.items() if tier > COMMON_TIER} - pool - alone - known
            drawn = [*take(pool, SIZE), *take(unlisted, UNLISTED_SIZE), *take(others, OTHER_SIZE)]
            if with_mark:
                having = {word for word in words if name in marks[word] and "ordinary" not in marks[word]}
                drawn = [*take(having - known, MARKED_SIZE), *take((pool or unlisted) - having, MARKED_SIZE)]
        chance.shuffle(drawn)
        found[name] = drawn
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--marked", action="store_true", help="draw the samples that measure only precision")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="folder for the packages")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, drawn in draw(arguments.seed, arguments.work.resolve(), arguments.marked).items():
        (arguments.out / f"{name}.txt").write_text("\n".join(drawn) + "\n", encoding="ascii")
    questions = "\n\n".join(f"{name}.txt: {question}" for name, question in QUESTIONS.items())
    (arguments.out / "README.txt").write_text(questions + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
