//! Turns and hands on the wire. In a ruling, their cards may not be cards of the game (RULEBOOK W6).

use serde::Deserialize;

use crate::api::bounds::{Count, List, each, inline_schema, string};
use crate::rules::play_on_words::{AnnouncedWord, HAND_CARDS, PlayOn, ShownCard, Turn};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// A card of a word or of a hand as a player announces it. A text that is not a card makes a word
/// that cannot be laid, or a hand that cannot be.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct AnnouncedCard(String);

inline_schema!(AnnouncedCard, "PlayOnWordsAnnouncedCard", string(0, limits::WORD_CHARACTERS, None));

impl AnnouncedCard {
    /// Reads the card, which may be any short text.
    fn read(&self, violations: &mut Violations) -> Result<&str, Refused> {
        if limits::is_longer(&self.0, limits::WORD_CHARACTERS) {
            let most = limits::WORD_CHARACTERS;
            let detail =
                format_args!("a text to be judged as a card has at most {most} characters");
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(&self.0)
    }
}

/// The cards of a word or of a hand as announced.
pub type AnnouncedCards = List<AnnouncedCard, 0, { limits::WORD_LETTERS }>;
/// The play-ons of a turn; each uses at least one card of the hand.
pub type PlayOns = List<PlayOnWordsPlayOn, 0, HAND_CARDS>;
/// The index of a table word; the number of table words is the index of the new word of the same
/// turn.
pub type TableIndex = Count<0, { i32::MAX.unsigned_abs() }>;
/// The table words that a play-on uses.
pub type BaseWords = List<TableIndex, 0, { limits::TABLE_WORDS }>;

/// A turn: a new word, play-ons, or both. Each card is written as in words on the table.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsTurn {
    /// The word made from the hand alone, card by card: `["B", "A", "TH"]`, `["*=C", "A", "T"]`.
    new_word: Option<AnnouncedCards>,
    /// The words made from table words.
    play_ons: Option<PlayOns>,
}

/// A word made from one table word, or from a combination of several.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsPlayOn {
    /// The table words, as indexes into `table`. The number of table words is the index of the new
    /// word of the same turn.
    onto: BaseWords,
    /// The resulting word, with all its cards in order.
    word: AnnouncedCards,
}

impl PlayOnWordsTurn {
    /// Reads a turn that plays something.
    pub(super) fn read(&self, violations: &mut Violations) -> Result<Turn<AnnouncedWord>, Refused> {
        let turn = read_turn(self.new_word.as_ref(), self.play_ons.as_ref(), violations)?;
        if turn.words().next().is_none() {
            let detail = "the turn plays nothing; give a new word, play-ons or both";
            return Err(violations.refuse(ViolationCode::NothingPlayed, "P3", detail));
        }
        Ok(turn)
    }
}

/// Reads the words of a turn.
pub(super) fn read_turn(
    new_word: Option<&AnnouncedCards>,
    play_ons: Option<&PlayOns>,
    violations: &mut Violations,
) -> Result<Turn<AnnouncedWord>, Refused> {
    let new_word = new_word.map(|word| read_word(word, &mut violations.at("new_word"))).transpose();
    let play_ons = play_ons.map_or(Ok(Vec::new()), |play_ons| {
        let place = &mut violations.at("play_ons");
        each(play_ons.read("play-on", place)?, place, |play_on, violations| {
            let onto = read_onto(&play_on.onto, &mut violations.at("onto"));
            let word = read_word(&play_on.word, &mut violations.at("word"));
            Ok(PlayOn { onto: onto?, word: word? })
        })
    });
    Ok(Turn { new_word: new_word?, play_ons: play_ons? })
}

fn read_onto(onto: &BaseWords, violations: &mut Violations) -> Result<Vec<usize>, Refused> {
    let onto = onto.read("table word", violations)?;
    each(onto, violations, |index, violations| {
        index.read(Some("P5"), violations).map(|index| index as usize)
    })
}

fn read_word(
    cards: &AnnouncedCards,
    violations: &mut Violations,
) -> Result<AnnouncedWord, Refused> {
    let cards = cards.read("card", violations)?;
    let cards =
        each(cards, violations, |card, violations| card.read(violations).map(str::to_owned));
    Ok(AnnouncedWord::new(&cards?))
}

/// Reads cards of a hand, whatever the player shows.
pub(super) fn read_cards(
    cards: &AnnouncedCards,
    violations: &mut Violations,
) -> Result<Vec<ShownCard>, Refused> {
    let cards = cards.read("card", violations)?;
    each(cards, violations, |card, violations| card.read(violations).map(ShownCard::new))
}
