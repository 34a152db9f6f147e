"""The questions of the labelled samples, and the accuracy of the marks on them."""

from __future__ import annotations

from importer.failure import ImportFailure
from importer.lexicon import Lexicon
from importer.review import REVIEW, reviewed_lines

BARS = {"plural_s": (0.99, 0.97)}
"""The least precision and recall of a mark; of the other marks, `BAR`."""
BAR = (0.98, 0.90)
GRAMMAR = frozenset(("plural_s", "plural", "verb_s"))
"""The marks that say what a form is, even if the word is ordinary too."""
JUNK_BAR = 0.03
"""The largest share of junk among the words that no second source has."""

QUESTIONS = {
    "plural_s": "yes if the word is, among other things, the plural of an English noun and is made with S: CRABS, KNIVES,"
    " INDICES, GLASSES. no if it has no singular noun (CLOTHES, THANKS), is a singular (NEWS, LENS, MATHEMATICS), is only a"
    " verb form, or is made from a noun in -IS (CRISES).",
    "plural": "yes if the word is, among other things, the plural of an English noun and is not made with S: MICE, CHILDREN,"
    " FIREMEN, CRITERIA, LARVAE, CHERUBIM, BUREAUX, and CRISES from CRISIS. no for plurals made with S, for plurals that look"
    " like the singular (SHEEP), and for names of groups (PEOPLE is yes: a dictionary gives it as a plural of PERSON).",
    "verb_s": "yes if the word is, among other things, the third person singular of a verb (RUNS, GOES, CARRIES), as a large"
    " dictionary (Collins, Merriam-Webster, Chambers) has it. no if only a noun or an adjective is under it.",
    "proper": "yes if the word names a person, place, people, language, religion, sect, work, organisation, festival, month or"
    " epoch of geology, or is an adjective, adverb or -ISM of one, and current general dictionaries write it with a capital in"
    " every sense (KASHMIRI, VEDIC, EMMY, FAUSTIAN, JURASSIC, DONATISM). Also yes for a Latin name of a group above the genus"
    " (ISOPTERA, ANOBIIDAE), unless it is the plural of an English noun in -ON or -UM (PROTOZOA, DIPTERA), and for a genus that"
    " only biologists name (ODONTOPHORUS). no if any sense is written in lower case (CHINA, BOSTON, TURK, ROMEO; ARABIC as in"
    " gum arabic, GREEK for dummy text, DUTCHMAN for a wedge), or if dictionaries say only 'often capitalized' (BYZANTINE,"
    " DRACONIAN, JESUITICAL, TALMUDIC, PRESBYTERIAN). no for verbs and nouns in -IZE, -IZATION, -IFY, -PHILE, -PHOBE, -MANIA"
    " (ANGLICIZE, FRANCOPHILE); for trade marks, breeds, cloths, food, drinks and units (MYLAR, PEKINESE); for genera that"
    " gardeners, doctors or cooks name too (FUCHSIA, EUCALYPTUS) and for fossils (MASTODON). no if you don't know the word as a"
    " name, doubtful if you know a name and suspect a sense in lower case.",
    "abbreviation": "yes if the word is only an abbreviation, or letters that are written in capitals or read one by one (KANS,"
    " CORP, MNA, ENIAC, NIMBY, UFO), or a plural of one. no if it is also an ordinary word, in whatever sense (AM, LAM, TED), and"
    " no for clippings and former acronyms that are used as ordinary words in lower case (EXAM, BRO, ADMIN, RADAR, SCUBA).",
    "contraction": "yes if the word's only sense is to stand for two or more words run together in speech (GONNA, TWAS, DUNNO,"
    " KINDA, LEMME), or it is a word that must be written with an apostrophe (EEN for E'EN). no if dictionaries have it as an"
    " ordinary word without an apostrophe (BOSUN, HALLOWEEN, GOODBYE), or it has another sense (CANT, WELL, TILL).",
    "foreign": "yes if the word is a greeting, interjection, pronoun, article, particle, preposition, conjunction, numeral, adverb"
    " or verb form of another language that English only quotes (BONJOUR, OUI, NYET, ADIOS, CHEZ, PINXIT, QUOAD), or lives only"
    " inside a longer foreign phrase (ENTENDRE, TEMPORE). no for nouns and adjectives, however foreign they look: these are loans"
    " (FROIDEUR, TRISTESSE, PAYSAGE, GEMUTLICH), and no for directions of music and the stage (SUBITO, EXEUNT), for plurals (VITRAUX)"
    " and for words with another sense in English.",
    "profane": "yes if the word is an obscenity, a vulgar oath or a slur, or an inflection or derivative of one, and has no"
    " harmless sense in a dictionary (FUCKER, SHITTY, GODDAMN, PISSED, ARSEHOLE, WHORE, GOLLIWOG). no for words with a harmless"
    " sense (COCK, COON, SHEENY) and for mild words (DAMN, HELL, BUM, BUTT, POO, BONK, TIT, FART), nor for once neutral words"
    " that now offend (NEGRO, SQUAW, MULATTO, COOLIE).",
    "junk": "yes if the word is no English word as it stands: two words or a hyphenated term run together that English doesn't"
    " write so (ROCKANDROLL, LIVINGROOM), an invented or misspelt form (ANALYTICALALLY, QUIZES), a fragment of a phrase"
    " (NAUSEAM), a name in lower case. no if a large dictionary has it, if it is a regular form or derivative of such a word,"
    " if it is a technical, dialect or old word that you don't know but have no reason to doubt, or a plain foreign loan.",
    "ordinary": "yes if the word is an ordinary English word, which no word game should refuse as a name, an abbreviation, a"
    " contraction, a foreign word, profanity or slang. no otherwise.",
}
"""The question of each sample, by its name, as it is put to the person who labels."""


def read_sample(number: str, name: str) -> dict[str, bool]:
    """Returns the labels of a sample, without the words about which its reader was in doubt."""
    path = REVIEW / "samples" / number / f"{name}.tsv"
    labels = dict(line.split("\t")[:2] for line in reviewed_lines(path)) if path.exists() else {}
    wrong = sorted(word for word, label in labels.items() if label not in ("yes", "no", "doubtful"))
    if wrong:
        raise ImportFailure(f"{path.name}: label as yes, no or doubtful: {' '.join(wrong)}")
    return {word: label == "yes" for word, label in labels.items() if label != "doubtful"}


def measure(lexicon: Lexicon) -> dict[str, dict[str, dict[str, int | float]]]:
    """Compares every sample with the marks, by the name and then the number of the sample.

    A sample whose number ends in `m` was drawn with an eye to the marks, and measures only precision.

    Raises `ImportFailure` if the samples of a mark together fall below its bars, if there is more junk than allowed, or
    if a game bars an ordinary word.
    """
    result: dict[str, dict[str, dict[str, int | float]]] = {}
    failed = []
    for name in QUESTIONS:
        right, found, marked, yes, words = 0, 0, 0, 0, 0
        result[name] = {}
        for folder in sorted((REVIEW / "samples").iterdir()):
            labels = {word: label for word, label in read_sample(folder.name, name).items() if word in lexicon.words}
            if not labels:
                continue
            positive = {word for word, label in labels.items() if label}
            if name == "ordinary":
                chosen = {word for word in positive if lexicon.refused(word)}
            else:
                names = {name, "geographical"} if name == "proper" else {name}
                chosen = {word for word in labels if names & lexicon.marks[word]}
                if name not in GRAMMAR:
                    # Such a word is allowed everywhere, as if it had no mark.
                    chosen = {word for word in chosen if "ordinary" not in lexicon.marks[word]}
            figures: dict[str, int | float] = {"labelled": len(labels), "yes": len(positive)}
            if name == "ordinary":
                figures["barred"] = len(chosen)
            elif name != "junk":
                both = len(positive & chosen)
                figures["precision"] = round(both / len(chosen), 4) if chosen else 1.0
                right += both
                if not folder.name.endswith("m"):
                    figures["recall"] = round(both / len(positive), 4) if positive else 1.0
                    found += both
            result[name][folder.name] = figures
            marked, words = marked + len(chosen), words + len(labels)
            if not folder.name.endswith("m"):
                yes += len(positive)
        if name == "junk":
            bad = yes > JUNK_BAR * words
        elif name == "ordinary":
            bad = marked > 0
        else:
            precision, recall = BARS.get(name, BAR)
            bad = right < precision * marked or found < recall * yes
        if bad:
            failed.append(f"{name}: {right} right of {marked} chosen and {yes} labelled yes, of {words} words")
    if failed:
        raise ImportFailure("the samples fall below their bars: " + "; ".join(failed))
    return result
