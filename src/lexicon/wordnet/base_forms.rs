//! The base forms of inflected words, by the rules of `WordNet` (see morphy(7WN)).

/// The endings of inflected forms by part of speech, each with the ending of the base form.
const ENDINGS: [(&str, &[(&str, &str)]); 3] = [
    (
        "noun",
        &[
            ("s", ""),
            ("ses", "s"),
            ("xes", "x"),
            ("zes", "z"),
            ("ches", "ch"),
            ("shes", "sh"),
            ("men", "man"),
            ("ies", "y"),
        ],
    ),
    (
        "verb",
        &[
            ("s", ""),
            ("ies", "y"),
            ("es", "e"),
            ("es", ""),
            ("ed", "e"),
            ("ed", ""),
            ("ing", "e"),
            ("ing", ""),
        ],
    ),
    ("adj", &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")]),
];

/// Returns the words that a word in lower case may be a regular form of, by part of speech. Not all
/// of them are words.
///
/// ```
/// use wordcourt::lexicon::wordnet::base_forms;
/// let forms: Vec<(&str, String)> = base_forms("baking").collect();
/// assert_eq!(forms, [("verb", "bake".to_owned()), ("verb", "bak".to_owned())]);
/// ```
pub fn base_forms(word: &str) -> impl Iterator<Item = (&'static str, String)> {
    let forms = ENDINGS.iter().flat_map(|&(part, endings)| {
        endings.iter().map(move |&(ending, of_base)| (part, ending, of_base))
    });
    forms.filter_map(move |(part, ending, of_base)| {
        let stem = word.strip_suffix(ending).filter(|stem| !stem.is_empty())?;
        Some((part, format!("{stem}{of_base}")))
    })
}
