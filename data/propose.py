#!/usr/bin/env python3
"""Shows what is known of words, and writes the reviewed line that would add them.

    python3 data/propose.py --work D yeet skibidi                     show what is known
    python3 data/propose.py --work D yeet --as verbs \\
        --sense "to throw hard" --source "Collins" --source "Merriam-Webster"    write the line as well

A word needs a sense and two sources: general dictionaries, or a dictionary and printed uses. `--as` is a key of
`en/review/added.txt`: `nouns`, `verbs`, `both`, `compared` (adjectives with -ER), `mass` or `words` (both without forms).
The lines go to that file, with the sense and the sources as a comment. `--work` keeps the packages, about 75 MB, for the next call.
After a proposal run `import.py`, and commit the reviewed and the generated files together.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.dont_write_bytecode = True

from importer.failure import ImportFailure  # noqa: E402
from importer.packages import GCIDE, PYINFLECT, SCOWL, WORDFREQ, WORDNET, unpack  # noqa: E402
from importer.paradigms import VERBS, closed_syllable, doubling_end, inflections  # noqa: E402
from importer.review import EN, REVIEW, reviewed_lines  # noqa: E402
from importer.sources import fold, read_agid, read_gcide, read_wordfreq, read_wordnet  # noqa: E402

KINDS = ("nouns", "verbs", "both", "compared", "mass", "words")
SOURCES_NEEDED = 2
PROPOSED_TIER = 70


def scowl_lists(folder: Path) -> dict[str, list[str]]:
    """Returns the lists of scowl, of every size, in which each word stands."""
    found: dict[str, list[str]] = {}
    for path, content in sorted(unpack(SCOWL, folder).items()):
        if path.startswith("usr/share/dict/scowl/"):
            name = path.rpartition("/")[2]
            for line in content.decode("utf-8").splitlines():
                found.setdefault(fold(line.strip()).upper(), []).append(name)
    return found


def doubles(word: str, kind: str, words: set[str]) -> bool:
    """Returns true if the word is a verb that doubles its last consonant: SCREENSHOT, because of SHOTTING."""
    return kind in VERBS and closed_syllable(word) and bool(doubling_end(word, words))


class Knowledge:
    """Everything that the lists, the sources and the review say about words."""

    def __init__(self, folder: Path) -> None:
        self.rows = {
            row[0]: row for row in (line.split("\t") for line in (EN / "words.tsv").read_text("ascii").splitlines())
        }
        self.scowl = scowl_lists(folder)
        self.wordnet = read_wordnet(unpack(WORDNET, folder))
        self.gcide = read_gcide(unpack(GCIDE, folder))
        self.agid = read_agid(unpack(PYINFLECT, folder))
        self.frequency = read_wordfreq(unpack(WORDFREQ, folder))
        self.review = {
            path: set(re.findall("[A-Z]{2,}", "\n".join(reviewed_lines(path)))) for path in sorted(REVIEW.rglob("*.txt"))
        }

    def facts(self, word: str) -> Iterator[tuple[str, str]]:
        """Yields the name and the text of each fact about the word."""
        row = self.rows.get(word)
        if row is None:
            yield "lexicon", "not in the list"
        else:
            _, marks, lemma, _, tier = row
            yield "lexicon", f"tier {tier}, {f'form of {lemma}' if lemma else 'own lemma'}, marks: {marks or 'none'}"
            others = sorted(other for other, each in self.rows.items() if each[2] == word)
            yield "forms", " ".join(others) or "none"
        zipf = self.frequency.get(word)
        yield "frequency", f"Zipf {zipf:.2f} (wordfreq)" if zipf is not None else "not measurable (wordfreq)"
        yield "scowl", ", ".join(self.scowl.get(word, ())) or "in no list"
        yield "wordnet", spelling(word, self.wordnet.headwords, self.wordnet.terms, self.wordnet.capitalised)
        yield "gcide", spelling(word, self.gcide.headwords, self.gcide.terms, frozenset())
        agid = [f"plural of {base}" for base in sorted(self.agid.plurals.get(word, ()))]
        agid += [f"third person of {base}" for base in sorted(self.agid.thirds.get(word, ()))]
        agid += [f"form of {base}" for base in sorted(self.agid.others.get(word, ()))]
        agid += ["headword"] if word in self.agid.headwords else []
        yield "agid", ", ".join(agid) or "not in it"
        files = [str(path.relative_to(REVIEW)) for path, entries in self.review.items() if word in entries]
        yield "review", ", ".join(files) or "in no file"


def spelling(word: str, closed: frozenset[str], terms: frozenset[str], capitalised: frozenset[str]) -> str:
    found = ["in one word"] if word in closed else []
    found += ["with a hyphen or a space"] if word in terms else []
    found += ["with a capital"] if word in capitalised else []
    return ", ".join(found) or "not in it"


def proposal(entry: str, kind: str, sense: str, sources: list[str]) -> str:
    """Returns the lines for `added.txt`. An entry with a plus sign doubles its last consonant."""
    note = json.dumps(f"{sense} ({'; '.join(sources)})", ensure_ascii=True)[1:-1]
    return f"# {entry.removesuffix('+')}: {note}\ntier: {PROPOSED_TIER}\n{kind}: {entry}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="folder for the packages")
    parser.add_argument("--as", dest="kind", choices=KINDS, help="write the proposal to en/review/added.txt")
    parser.add_argument("--sense", default="", help="what the word means")
    parser.add_argument("--source", action="append", default=[], help="a dictionary, or a printed use; give two")
    arguments = parser.parse_args()
    words = [fold(word).upper() for word in arguments.words]
    wrong = [word for word in words if re.fullmatch("[A-Z]{2,45}", word) is None]
    if wrong:
        parser.error(f"not a word of 2 to 45 letters: {' '.join(wrong)}")
    if arguments.kind and (len(words) > 1 or not arguments.sense or len(arguments.source) < SOURCES_NEEDED):
        parser.error("a proposal is one word with a --sense and two --source")
    arguments.work.mkdir(parents=True, exist_ok=True)
    try:
        known = Knowledge(arguments.work.resolve())
    except ImportFailure as failure:
        print(failure, file=sys.stderr)
        return 2
    for word in words:
        print(word)
        for name, text in known.facts(word):
            print(f"  {name:9}  {text}")
    if not arguments.kind:
        return 0
    if words[0] in known.rows:
        print(f"{words[0]} is in the list already", file=sys.stderr)
        return 1
    added = REVIEW / "added.txt"
    doubled = doubles(words[0], arguments.kind, set(known.rows))
    entry = words[0] + ("+" if doubled else "")
    lines = proposal(entry, arguments.kind, arguments.sense, arguments.source)
    added.write_text(added.read_text(encoding="ascii").rstrip("\n") + "\n\n" + lines, encoding="ascii")
    new = " ".join(form for form, _ in inflections(arguments.kind, words[0], doubled, []))
    print(f"\nwritten to en/review/added.txt{f', with the forms {new}' if new else ''}:\n{lines}", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
