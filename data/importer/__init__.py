"""The modules of the importer; each uses only those before it.

packages, sources, paradigms, words, grammar, patterns, families, first_sense, tiers, lexicon, categories, meanings; samples
and pools measure what they make.
"""
