//! Senses, read from lines of the data files.

/// A sense of a word.
///
/// ```
/// use wordcourt::lexicon::wordnet::Sense;
/// let line = "00000000 18 n 02 Cat 0 lynx 0 002 @ 00000017 n 0000 ;u 00000034 n 0102 | a feline; \"a cat\"";
/// let sense = Sense::parse("noun", line, "cat").unwrap();
/// assert_eq!((sense.form.as_str(), sense.gloss.as_str()), ("Cat", "a feline"));
/// assert!(sense.is_name() && sense.usages == ["00000034"]);
/// assert_eq!(sense.to_string(), "noun: a feline");
/// # Ok::<(), ()>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sense {
    /// The part of speech.
    pub part: &'static str,
    /// The word as `WordNet` writes it in this sense.
    pub form: String,
    /// The gloss, without examples.
    pub gloss: String,
    /// The nouns that name the usage of the word, such as `obscenity`; after [`Self::parse`], their
    /// offsets.
    pub usages: Vec<String>,
}

impl Sense {
    /// Parses a line of the data for a word in lower case; `None` if the line does not have the
    /// word, or has no gloss.
    #[must_use]
    pub fn parse(part: &'static str, line: &str, word: &str) -> Option<Self> {
        let facts = line.split_once(" | ")?.0;
        let mut columns = facts.split(' ').skip(3);
        let count = usize::from_str_radix(columns.next()?, 16).ok()?;
        let words: Vec<&str> = columns.by_ref().step_by(2).take(count).map(plain).collect();
        let place = words.iter().position(|form| form.eq_ignore_ascii_case(word))?;
        let gloss = gloss(line)?;
        // After the number of the last word comes the number of pointers. A pointer has a symbol, the
        // offset and the part of speech of its target, and in hexadecimal digits the number of
        // the word that it applies to (00 for all).
        let mut pointers = columns.skip(2);
        let mut usages = Vec::new();
        // Each step takes the four columns of a pointer.
        while let (Some(symbol), Some(offset), Some("n" | "v" | "a" | "r" | "s"), Some(ends)) =
            (pointers.next(), pointers.next(), pointers.next(), pointers.next())
        {
            let applies_to = ends.get(..2).and_then(|word| usize::from_str_radix(word, 16).ok());
            if symbol == ";u" && applies_to.is_some_and(|word| word == 0 || word == place + 1) {
                usages.push(offset.to_owned());
            }
        }
        let form = words[place].to_owned();
        Some(Self { part, form, gloss: gloss.to_owned(), usages })
    }

    /// Returns true if the sense has one of these usages.
    #[must_use]
    pub fn has_usage(&self, usages: &[&str]) -> bool {
        self.usages.iter().any(|usage| usages.contains(&usage.as_str()))
    }

    /// Returns true if the word is a name in this sense: if it is written with a capital letter.
    #[must_use]
    pub fn is_name(&self) -> bool {
        self.form.bytes().any(|byte| byte.is_ascii_uppercase())
    }
}

impl std::fmt::Display for Sense {
    /// Writes the part of speech and the gloss in one line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.part, self.gloss)
    }
}

/// Returns a word without its marker, as in `galore(ip)`.
pub(super) fn plain(column: &str) -> &str {
    column.split('(').next().unwrap_or(column)
}

/// Returns the gloss in a line of the data without its examples.
pub(super) fn gloss(sense: &str) -> Option<&str> {
    let (_, gloss) = sense.split_once(" | ")?;
    let meaning = gloss.split("; \"").next().unwrap_or(gloss).trim();
    Some(meaning).filter(|meaning| !meaning.is_empty() && !meaning.contains('\t'))
}
