//! Named lists of words for the category bonus (RULEBOOK O11).

use thiserror::Error;

use crate::word::Word;

/// A named list of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Its name on the wire, in `snake_case`.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Whether it asks for proper nouns: then the words of its list are valid, in the lexicon or not (RULEBOOK O11).
    pub proper_nouns: bool,
    words: Vec<Word>,
}

/// A line of a category text that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("category text, line {line}: {fault}")]
pub struct BadCategory {
    /// Its number, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: String,
}

impl Category {
    /// Makes a category; the order of the words doesn't matter.
    #[must_use]
    pub fn new(name: String, title: String, proper_nouns: bool, mut words: Vec<Word>) -> Self {
        words.sort_unstable();
        words.dedup();
        Self { name, title, proper_nouns, words }
    }

    /// Whether the word is in the list.
    #[must_use]
    pub fn contains(&self, word: &Word) -> bool {
        self.words.binary_search(word).is_ok()
    }

    /// The words of the list, in alphabetical order.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }
}

/// Reads a category text: one category a line, `name, title, flags, words` separated by tabs, the words by spaces; the only
/// flag is `proper_nouns`.
///
/// # Errors
/// [`BadCategory`] for the first line that can't be read.
pub fn parse(text: &str) -> Result<Vec<Category>, BadCategory> {
    let mut categories: Vec<Category> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let bad = |fault: String| BadCategory { line: index + 1, fault };
        let [name, title, flags, words] = line
            .split('\t')
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| bad("four columns are wanted: name, title, flags, words".to_owned()))?;
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            return Err(bad(format!("{name:?} is no name; use a-z and underscores")));
        }
        if categories.iter().any(|category| category.name == name) {
            return Err(bad(format!("{name} stands there already")));
        }
        let proper_nouns = match flags {
            "" => false,
            "proper_nouns" => true,
            _ => return Err(bad(format!("{flags:?} is no flag; the only one is proper_nouns"))),
        };
        let words = words
            .split(' ')
            .map(|word| word.parse().map_err(|error| bad(format!("{word:?}: {error}"))))
            .collect::<Result<_, _>>()?;
        categories.push(Category::new(name.to_owned(), title.to_owned(), proper_nouns, words));
    }
    categories.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(categories)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_are_read_from_lines() {
        let categories = parse("us_presidents\tUS presidents\tproper_nouns\tTAFT NIXON\nsea\tSea\t\teel\n").unwrap();
        assert_eq!(categories[0].name, "sea");
        assert!(categories[1].proper_nouns && categories[1].contains(&"NIXON".parse().unwrap()));
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, expected) in [
            ("a\tA\t\tEEL\nb\tB\tEEL", "line 2: four columns"),
            ("A\tA\t\tEEL", "line 1: \"A\" is no name"),
            ("a\tA\tx\tEEL", "line 1: \"x\" is no flag"),
            ("a\tA\t\tE1", "line 1: \"E1\": character 2"),
            ("a\tA\t\tEEL\na\tA\t\tEEL", "line 2: a stands there already"),
        ] {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
