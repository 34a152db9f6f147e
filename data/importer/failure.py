"""The error of the importer."""


class ImportFailure(Exception):
    """Raised if the lexicon can't be made; the message gives the reason."""
