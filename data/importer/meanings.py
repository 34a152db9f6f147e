"""The meanings that the project wrote itself, in `en/meanings.tsv`."""

from __future__ import annotations

from collections.abc import Set

from importer.failure import ImportFailure
from importer.review import EN

PARTS = frozenset("noun verb adj adv prep conj pron det interj contraction".split())
MAX_LINES = 1_500
MAX_BYTES = 100
"""The limit of a meaning, so that it fits in one line of an answer."""


def check_meanings(words: Set[str]) -> int:
    """Returns the number of meanings.

    Raises `ImportFailure` for a line that isn't `WORD part meaning` separated by tabs, that is out of order or repeated, or
    whose word isn't in the list.
    """
    lines = (EN / "meanings.tsv").read_text(encoding="ascii").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    bad = [row for row in rows if len(row) != 3 or row[1] not in PARTS or not 0 < len(row[2]) <= MAX_BYTES]
    if bad or len(lines) > MAX_LINES:
        raise ImportFailure(f"meanings.tsv: too many lines, or not a meaning: {bad[:10]}")
    known = [(word, part) for word, part, _ in rows]
    unknown = sorted({word for word, _ in known} - words)
    if unknown or len(set(known)) < len(known) or known != sorted(known, key=lambda entry: entry[0]):
        raise ImportFailure(f"meanings.tsv: repeated, out of order, or not in the word list: {' '.join(unknown)}")
    return len(rows)
