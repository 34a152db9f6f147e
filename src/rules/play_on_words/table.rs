//! The words on the table.

use std::ops::Deref;

use serde::Serialize;

use super::play::Play;
use super::turn::Turn;
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
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash, Serialize)]
#[serde(transparent)]
pub struct Table(Vec<Play>);

impl Table {
    /// Puts words on an empty table.
    ///
    /// # Errors
    /// [`Refused`] if there are too many words or more wild and flip cards than in the deck
    /// (recorded at the list), or if a word is too short (recorded at its index).
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
            return Err(violations.refuse(ViolationCode::NotInDeck, "P1", detail));
        }
        lengths.into_iter().collect::<Result<(), Refused>>()?;
        Ok(Self(words))
    }

    /// Returns the table with its words in another order, as a list of their indexes.
    #[must_use]
    pub fn in_order(&self, order: &[usize]) -> Self {
        Self(order.iter().filter_map(|&index| self.0.get(index).cloned()).collect())
    }

    /// Returns the words on the table after a turn, which must have been placed. A play-on takes
    /// the place of the first table word that it uses, and a new word comes last.
    ///
    /// ```
    /// use wordcourt::rules::Violations;
    /// use wordcourt::rules::play_on_words::{ParsePlayError, PlayOn, Table, Turn};
    ///
    /// let words = vec!["T A L E".parse()?, "R U N".parse()?];
    /// let table = Table::new(words, &mut Violations::default()).unwrap();
    /// let play_on = PlayOn { onto: vec![0], word: "S T A B L E".parse()? };
    /// let turn = Turn { new_word: Some("B A T".parse()?), play_ons: vec![play_on] };
    /// let after: Vec<_> = table.after(&turn).iter().map(|play| play.word()).collect();
    /// assert_eq!(after, ["STABLE", "RUN", "BAT"].map(|word| word.parse().unwrap()));
    /// # Ok::<(), ParsePlayError>(())
    /// ```
    #[must_use]
    pub fn after<'t>(&'t self, turn: &'t Turn) -> Vec<&'t Play> {
        let mut words: Vec<Option<&Play>> = self.0.iter().map(Some).collect();
        // A play-on may use the new word as if it were on the table (RULEBOOK P10).
        words.push(turn.new_word.as_ref());
        for play_on in &turn.play_ons {
            let first = play_on.onto.iter().min();
            for &index in &play_on.onto {
                if let Some(word) = words.get_mut(index) {
                    *word = (Some(&index) == first).then_some(&play_on.word);
                }
            }
        }
        words.into_iter().flatten().collect()
    }
}

impl Deref for Table {
    type Target = [Play];

    fn deref(&self) -> &[Play] {
        &self.0
    }
}
