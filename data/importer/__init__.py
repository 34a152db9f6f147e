"""The modules of the importer; each uses only those before it.

packages, sources, words, grammar, patterns, families, first_sense, lexicon, categories; samples and pools measure what they make.
"""
