"""The modules of the importer: packages → sources → grammar → lexicon → categories; each uses only those before it."""
