"""The reviewed lists under `en/review/`, which are maintained by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from importer.failure import ImportFailure

DATA = Path(__file__).resolve().parent.parent
EN = DATA / "en"
REVIEW = EN / "review"


def reviewed_lines(path: Path) -> Iterator[str]:
    """Yields the lines of a reviewed file, without comments and empty lines."""
    for line in path.read_text(encoding="ascii").splitlines():
        content = line.partition("#")[0].strip()
        if content:
            yield content


def reviewed_words(path: Path) -> list[str]:
    """Returns the entries of a reviewed word list: `WORD` (with its inflections) or `=WORD` (only this form)."""
    entries = [entry for line in reviewed_lines(path) for entry in line.split()]
    for entry in entries:
        if not re.fullmatch(r"=?[A-Z]{2,}", entry):
            raise ImportFailure(f"{path.name}: {entry!r} is not an entry")
    doubled = [entry for entry, count in Counter(entries).items() if count > 1]
    if doubled:
        raise ImportFailure(f"{path.name}: listed twice: {' '.join(doubled)}")
    return entries
