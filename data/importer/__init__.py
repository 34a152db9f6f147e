"""The parts of `data/import.py`: packages → sources → lexicon → categories, each uses only what stands to its left."""
