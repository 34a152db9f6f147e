#!/usr/bin/env python3
"""Draws samples of words to be labelled by eye, to measure the marks and the share of junk.

    python3 data/sample.py --seed N --out DIR --work D

`DIR` gets one file per mark with 300 words in random order, and `README.txt` with the questions. The words come from
pools that don't depend on the importer's rules (`importer/pools.py`): for a rare mark half from the words that loose
sources suggest, half from the other words beyond tier 35. The labels, `WORD<TAB>yes|no`, belong in
`data/en/review/samples/`, where `import.py` measures them.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from importer.packages import PYINFLECT, WORDNET, unpack  # noqa: E402
from importer.pools import COMMON_TIER, read_hints, suggested, unconfirmed  # noqa: E402
from importer.review import EN  # noqa: E402
from importer.samples import QUESTIONS  # noqa: E402
from importer.sources import read_agid, read_wordnet  # noqa: E402

SIZE = 300
ORDINARY_SIZE = 500
ORDINARY_TIER = 20


def draw(seed: int, work: Path) -> dict[str, list[str]]:
    """Draws every sample, in random order."""
    words: dict[str, int] = {}
    lemma: dict[str, str] = {}
    for line in (EN / "words.tsv").read_text(encoding="ascii").splitlines():
        word, _, base, _, tier = line.split("\t")
        words[word], lemma[word] = int(tier), base
    wordnet = read_wordnet(unpack(WORDNET, work))
    agid = read_agid(unpack(PYINFLECT, work))
    hints = read_hints(work, wordnet)
    found = {}
    for name in QUESTIONS:
        chance = random.Random(f"{name} {seed}")

        def take(pool: set[str], size: int, chance: random.Random = chance) -> list[str]:
            return chance.sample(sorted(pool), min(size, len(pool)))

        if name == "ordinary":
            drawn = take({word for word, tier in words.items() if tier <= ORDINARY_TIER}, ORDINARY_SIZE)
        elif name == "junk":
            drawn = [word for part in unconfirmed(words, lemma, hints) for word in take(part, SIZE // 2)]
        elif name in ("plural_s", "verb_s"):
            drawn = take(suggested(name, words, hints, agid, wordnet), SIZE)
        else:
            pool = suggested(name, words, hints, agid, wordnet)
            drawn = take(pool, SIZE // 2)
            drawn += take({word for word, tier in words.items() if tier > COMMON_TIER} - pool, SIZE - len(drawn))
        chance.shuffle(drawn)
        found[name] = drawn
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="folder for the packages")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, drawn in draw(arguments.seed, arguments.work.resolve()).items():
        (arguments.out / f"{name}.txt").write_text("\n".join(drawn) + "\n", encoding="ascii")
    questions = "\n\n".join(f"{name}.txt: {question}" for name, question in QUESTIONS.items())
    (arguments.out / "README.txt").write_text(questions + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
