//! Named lists of words for the category bonus (RULEBOOK O11).

use thiserror::Error;

use crate::word::Word;

/// A named list of words.
///
/// A category text has one category per line: `name`, `title`, `flags` and `words`, separated by
/// tabs. The words are separated by spaces. The only flag is `proper_nouns`.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// let lexicon = Lexicon::from_text("EEL\nOWL\n", "sea\tIn the sea\t\tEEL CRAB\n")?;
/// let category = lexicon.category("sea").unwrap();
/// assert_eq!(category.title, "In the sea");
/// assert!(category.contains(&"eel".parse().unwrap()));
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Category {
    /// The name in requests and responses, in `snake_case`.
    pub name: String,
    /// The display name.
    pub title: String,
    /// True if the category needs proper nouns. The words of its list are then valid even if the
    /// lexicon does not contain them (RULEBOOK O11).
    pub proper_nouns: bool,
    /// In alphabetical order, without duplicates.
    words: Vec<Word>,
}

/// The error for the first malformed line of a category text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("category text, line {line}: {fault}")]
pub struct CategoryError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault and how to fix it.
    pub fault: String,
}

impl Category {
    /// Makes a category. The words may be in any order and may contain duplicates.
    #[must_use]
    pub fn new(name: String, title: String, proper_nouns: bool, mut words: Vec<Word>) -> Self {
        words.sort_unstable();
        words.dedup();
        Self { name, title, proper_nouns, words }
    }

    /// Parses one line of a category text.
    fn from_line(line: &str) -> Result<Self, String> {
        let [name, title, flags, words] =
            line.split('\t').collect::<Vec<_>>().try_into().map_err(|_| {
                "give four columns, separated by tabs: name, title, flags, words".to_owned()
            })?;
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            return Err(format!("{name:?} is not a category name; use a-z and underscores"));
        }
        let proper_nouns = match flags {
            "" => false,
            "proper_nouns" => true,
            _ => return Err(format!("unknown flag {flags:?}; the only flag is proper_nouns")),
        };
        let words = words
            .split(' ')
            .map(|word| word.parse().map_err(|error| format!("{word:?}: {error}")))
            .collect::<Result<_, _>>()?;
        Ok(Self::new(name.to_owned(), title.to_owned(), proper_nouns, words))
    }

    /// Returns true if the word is in the list.
    #[must_use]
    pub fn contains(&self, word: &Word) -> bool {
        self.words.binary_search(word).is_ok()
    }

    /// Returns true if the texts name the same category: letter case, blanks, `_` and `-` don't
    /// matter (RULEBOOK W8).
    ///
    /// ```
    /// use wordcourt::lexicon::Category;
    /// assert!(Category::is_same_name("US-Presidents", "us_presidents"));
    /// assert!(!Category::is_same_name("US president", "us_presidents"));
    /// ```
    #[must_use]
    pub fn is_same_name(one: &str, other: &str) -> bool {
        Self::letters_of_name(one).eq(Self::letters_of_name(other))
    }

    /// Returns the characters of a name that matter, in lower case.
    pub fn letters_of_name(name: &str) -> impl Iterator<Item = char> + '_ {
        let matters = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-');
        name.chars().filter(matters).flat_map(char::to_lowercase)
    }

    /// Returns the words of the list, in alphabetical order.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }
}

/// Parses a category text (see [`Category`]) and returns the categories sorted by name.
///
/// # Errors
/// Returns a [`CategoryError`] for the first malformed line.
pub(super) fn parse(text: &str) -> Result<Vec<Category>, CategoryError> {
    let mut categories: Vec<Category> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let error = |fault: String| CategoryError { line: index + 1, fault };
        let category = Category::from_line(line).map_err(error)?;
        if categories.iter().any(|other| other.name == category.name) {
            return Err(error(format!("category {} is already on an earlier line", category.name)));
        }
        categories.push(category);
    }
    categories.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(categories)
}
