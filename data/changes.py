#!/usr/bin/env python3
"""Compares the committed word list with another `words.tsv` on standard input.

    git show 5b715ca:data/en/words.tsv | python3 data/changes.py > data/changes.tsv

Each line has the change (`added`, `removed` or `changed`), the word, and marks and lemma before and after.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

WORDS = Path(__file__).resolve().parent / "en" / "words.tsv"


def read(lines: Iterable[str]) -> dict[str, tuple[str, str]]:
    columns = (line.split("\t") for line in lines)
    return {word: (marks, lemma) for word, marks, lemma, *_ in columns}


def main() -> None:
    old = read(sys.stdin)
    new = read(WORDS.read_text(encoding="ascii").splitlines())
    for word in sorted(old.keys() | new.keys()):
        before, after = old.get(word, ("", "")), new.get(word, ("", ""))
        change = "added" if word not in old else "removed" if word not in new else "changed"
        if change != "changed" or before != after:
            print(change, word, *before, *after, sep="\t")


if __name__ == "__main__":
    main()
