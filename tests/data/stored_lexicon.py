"""Reads a stored lexicon (docs/stored-lexicon.md), without libraries, and prints what it says about words.

Usage: python3 stored_lexicon.py FILE WORD...

Prints the digest, the number of words, and a line for each word: its row, marks, headword, definition and tier.
"""

import hashlib
import sys

MARKS = "plural_s plural verb_s ordinary proper abbreviation contraction foreign profane slang geographical affix from_abbreviation other_sense_first".split()
# The letters that the first 63 codes of the format stand for.
COMMON = b"te/oasripcnw.hlm-du012g=:bf3y5&_4v9678k%?xCDASFIBEjPTzRNM+LOqHG"


def number(data, at, length):
    return int.from_bytes(data[at : at + length], "little")


class Fst:
    """A transducer of version 3. A node is written backwards: its first byte is the one at its address."""

    def __init__(self, data):
        self.data, self.root = data, number(data, len(data) - 12, 8)

    def node(self, address):
        """Returns whether a word ends at a node, and the node's transitions: letter to (output, address)."""
        if address == 0:
            return True, {}
        state, at = self.data[address], address - 1
        kind, low = state >> 6, state & 63
        if kind >= 2:
            letter = COMMON[low - 1] if low else self.data[at]
            at -= low == 0
            if kind == 3:
                return False, {letter: (0, at)}
            letters, final = [letter], False
        else:
            count = low or self.data[at]
            at -= low == 0
            final = kind == 1
        sizes, at = self.data[at], at - 1
        width, out_width = sizes >> 4, sizes & 15
        if kind < 2:
            assert count <= 32, "words have letters from A to Z only"
            letters = [self.data[at - i] for i in range(count)]
            at -= count
        starts = [at + 1 - width * (i + 1) for i in range(len(letters))]
        at -= width * len(letters)
        outs = [number(self.data, at + 1 - out_width * (i + 1), out_width) for i in range(len(letters))]
        end = at + 1 - out_width * (len(letters) + (kind < 2 and final))
        deltas = [number(self.data, start, width) for start in starts]
        return final, {a: (out, end - delta if delta else 0) for a, out, delta in zip(letters, outs, deltas)}

    def get(self, word):
        address, row = self.root, 0
        for letter in word:
            out, address = self.node(address)[1].get(letter, (0, None))
            if address is None:
                return None
            row += out
        return row if self.node(address)[0] else None


class StoredLexicon:
    def __init__(self, data):
        assert hashlib.sha256(data[:-32]).digest() == data[-32:], "the file is damaged"
        assert data[:8] == b"WCSTORED" and number(data, 8, 4) == 1
        self.rows, self.digest, sections, at = number(data, 12, 4), data[16:48].hex(), [], 120
        for section in range(9):
            length = number(data, 48 + 8 * section, 8)
            sections.append(data[at : at + length])
            at += length
        words, self.tiers, self.sets, self.marks, rules, self.lemmas, self.ends, self.definitions, self.categories = sections
        self.words, self.rules = Fst(words), []
        while rules:
            self.rules.append((rules[0], rules[2 : 2 + rules[1]].decode()))
            rules = rules[2 + rules[1] :]

    def column(self, column, row):
        width = len(column) // self.rows
        return number(column, row * width, width)

    def facts(self, word):
        row = self.words.get(word.encode())
        if row is None:
            return None
        bits, rule = number(self.sets, 2 * self.column(self.marks, row), 2), self.column(self.lemmas, row)
        removed, added = self.rules[rule - 1] if rule else (len(word), "")
        start = self.column(self.ends, row - 1) if row and self.ends else 0
        definition = self.definitions[start : self.column(self.ends, row)].decode()
        marks = ",".join(mark for bit, mark in enumerate(MARKS) if bits >> bit & 1)
        return row, marks, word[: len(word) - removed] + added, definition, self.tiers[row]


if __name__ == "__main__":
    lexicon = StoredLexicon(open(sys.argv[1], "rb").read())
    print(f"sha256:{lexicon.digest}", lexicon.rows)
    for word in sys.argv[2:]:
        facts = lexicon.facts(word)
        print(word, *(("not", "listed") if facts is None else facts), sep="\t")
