//! Declared words, as players said them: a ruling judges every declaration, also one that can't be
//! played (RULEBOOK W6).

use serde::Serialize;

use super::card::{Card, ShownCard};
use super::category::ActiveCategory;
use super::deck::{self, Deck};
use super::hand::{Play, missing_cards};
use super::holding::Holding;
use super::values::{EXCLAMATION_WORD, MAX_CARDS, MIN_CARDS};
use super::verdict::verdict;
use crate::lexicon::Words;
use crate::rules::{Reason, Variant, ViolationCode, Violations, counted};
use crate::word::Word;

/// A declared word.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::{Variant, Violations};
/// use wordcourt::rules::word_poker::{ActiveCategory, Declaration};
///
/// let lexicon = Lexicon::from_text("CAT\n", "")?;
/// let mut breaches = Violations::default();
/// let said = Declaration::word("don't");
/// let game = Variant::ChooseYourWords;
/// let judgement = said.judge(game, &lexicon, ActiveCategory::default(), &mut breaches);
/// assert!(!judgement.is_allowed);
/// assert_eq!(judgement.word, "DON'T");
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Declaration {
    /// Only the text of the word is known. Its letters are in upper case.
    #[serde(rename = "word")]
    Word(String),
    /// The cards of the word, from left to right.
    #[serde(rename = "play")]
    Cards(Vec<ShownCard>),
}

/// The judgement of a declared word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The word as declared, with its letters in upper case. A wild that was not announced is `*`.
    pub word: String,
    /// True if the word is allowed and can be played.
    pub is_allowed: bool,
    /// The reason why the word is not allowed; `None` if only its cards are wrong.
    pub reason: Option<Reason>,
}

impl Declaration {
    /// Creates a declaration from the text of a word.
    #[must_use]
    pub fn word(text: &str) -> Self {
        Self::Word(text.to_ascii_uppercase())
    }

    /// Returns the word as declared, with its letters in upper case. A wild that was not announced
    /// is `*`.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Word(text) => text.clone(),
            Self::Cards(cards) => cards.iter().map(ShownCard::text).collect(),
        }
    }

    /// Returns whether the word is OMYWORD, which can't be challenged (RULEBOOK O10).
    #[must_use]
    pub fn is_exclamation(&self) -> bool {
        self.text() == EXCLAMATION_WORD
    }

    /// Judges the word. The reasons why it can't be played are added to `breaches`; if it already
    /// contains breaches of this declaration, the word is not allowed either.
    pub fn judge<'l>(
        &self,
        game: Variant,
        words: impl Into<Words<'l>>,
        category: ActiveCategory<'_>,
        breaches: &mut Violations,
    ) -> Judgement {
        let text = self.text();
        let reason = match text.parse::<Word>() {
            Ok(word) => {
                self.check_length(word.len(), breaches);
                verdict(game, words, &word, category).reason(&word)
            }
            Err(error) => match self {
                Self::Word(_) => {
                    breaches.refuse(ViolationCode::InvalidWord, "W1", &error);
                    Some(Reason::from(&error))
                }
                Self::Cards(cards) => {
                    self.check_length(cards.len(), breaches);
                    None
                }
            },
        };
        self.check_cards(breaches);
        let is_allowed = reason.is_none() && breaches.is_empty();
        Judgement { word: text, is_allowed, reason }
    }

    /// Returns the cards as a play; `None` if only the text of the word is known, or if the cards
    /// can't be played.
    #[must_use]
    pub fn play(&self) -> Option<Play> {
        let Self::Cards(cards) = self else { return None };
        let announced = cards.iter().map(|card| match card {
            ShownCard::Announced(card) => Some(*card),
            _ => None,
        });
        Play::new(&announced.collect::<Option<Vec<_>>>()?).ok()
    }

    /// Returns the cards as printed, without those that can't be read; none if only the text of the
    /// word is known.
    pub fn faces(&self) -> impl Iterator<Item = Card> + '_ {
        self.placed_faces().map(|(_, face)| face)
    }

    /// Returns the cards as printed that can be read, with their positions.
    fn placed_faces(&self) -> impl Iterator<Item = (usize, Card)> + '_ {
        let cards = match self {
            Self::Word(_) => &[][..],
            Self::Cards(cards) => cards,
        };
        cards.iter().enumerate().filter_map(|(position, card)| Some((position, card.face()?)))
    }

    /// Records a breach for each card that the deck does not have.
    pub fn check_deck(&self, breaches: &mut Violations) {
        let mut deck = Deck::new();
        for (position, card) in self.placed_faces() {
            if !deck.take_one(card) {
                deck::refuse(card, &mut breaches.at(position));
            }
        }
    }

    /// Records a breach for each card that is neither in one of the holdings nor can be among the
    /// cards of a player that are unknown. If a whole hand is unknown, it can have all cards.
    pub fn check_held(&self, holdings: [&Holding; 2], breaches: &mut Violations) {
        let hidden: usize = holdings.iter().map(|holding| holding.hidden()).sum();
        if hidden >= MAX_CARDS {
            return;
        }
        let known = holdings.iter().flat_map(|holding| holding.faces());
        let faces: Vec<(usize, Card)> = self.placed_faces().collect();
        let missing = missing_cards(faces.iter().map(|&(_, face)| face), known);
        for (position, face) in missing.into_iter().skip(hidden).map(|missing| faces[missing]) {
            let detail =
                format_args!("{face} is not among the player's cards or has been used already");
            let (code, missing) = (ViolationCode::CardNotInHand, vec![face.to_string()]);
            breaches.at(position).refuse_missing(code, "O1", missing, detail);
        }
    }

    /// Records a breach if the word has too few or too many letters or cards.
    fn check_length(&self, length: usize, breaches: &mut Violations) {
        let code = match length {
            0..MIN_CARDS => ViolationCode::TooFew,
            MIN_CARDS..=MAX_CARDS => return,
            _ => ViolationCode::TooMany,
        };
        let noun = if matches!(self, Self::Word(_)) { "letter" } else { "card" };
        let given = counted(length, noun);
        let detail = format_args!("{given}; a word has {MIN_CARDS} to {MAX_CARDS}");
        breaches.refuse(code, "O2", detail);
    }

    /// Records a breach for each card that can't be played as it was declared: a wild without its
    /// letter or colour, or a text that is not a card.
    fn check_cards(&self, breaches: &mut Violations) {
        let Self::Cards(cards) = self else { return };
        for (position, card) in cards.iter().enumerate() {
            if let Some((code, error)) = card.fault() {
                let detail = format_args!("{:?}: {error}", card.to_string());
                breaches.at(position).refuse(code, "O3", detail);
            }
        }
    }
}
