"""The one error of the importer."""


class ImportFailure(Exception):
    """The lexicon can't be made; the message says why."""
