//! The words on the table.

use std::ops::Deref;

use super::play::Play;
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The words on the table, in an order that the caller chooses; play-ons name them by index.
///
/// A table has at most [`limits::TABLE_WORDS`] words of three letters or more each, with at most
/// [`limits::TABLE_CHOICES`] wild and flip cards among them.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::play_on_words::{ParsePlayError, Table};
///
/// let mut violations = Violations::default();
/// let words = vec!["B O O M".parse()?, "A T".parse()?];
/// assert!(Table::new(words, &mut violations.at("table")).is_err());
/// let violation = &violations.as_slice()[0];
/// assert_eq!(violation.pointer, "/table/1");
/// assert_eq!(violation.detail, "AT has 2 letters; a word has at least 3");
/// # Ok::<(), ParsePlayError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Table(Vec<Play>);

impl Table {
    /// Puts words on an empty table.
    ///
    /// # Errors
    /// [`Refused`] if there are too many words or too many wild and flip cards (recorded at the
    /// list), or if a word is too short (recorded at its index).
    pub fn new(words: Vec<Play>, violations: &mut Violations) -> Result<Self, Refused> {
        if words.len() > limits::TABLE_WORDS {
            let detail =
                format_args!("{} words; a table has at most {}", words.len(), limits::TABLE_WORDS);
            return Err(violations.refuse_form(ViolationCode::TooMany, detail));
        }
        let lengths: Vec<Result<(), Refused>> = words
            .iter()
            .enumerate()
            .map(|(index, word)| word.check_length(&mut violations.at(index)))
            .collect();
        let choices = words
            .iter()
            .flat_map(|word| word.iter())
            .filter(|card| card.face().is_choice())
            .count();
        if choices > limits::TABLE_CHOICES {
            let detail = format_args!(
                "{choices} wild and flip cards; the deck has {}",
                limits::TABLE_CHOICES
            );
            return Err(violations.refuse(ViolationCode::TooMany, "P1", detail));
        }
        lengths.into_iter().collect::<Result<(), Refused>>()?;
        Ok(Self(words))
    }
}

impl Deref for Table {
    type Target = [Play];

    fn deref(&self) -> &[Play] {
        &self.0
    }
}
