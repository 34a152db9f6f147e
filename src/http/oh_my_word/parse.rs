//! From the wire to the rules: every bound checked, all breaches at once, each with its place.

use super::wire::{CategoryChoice, OhMyWordRules};
use crate::http::cards::{NotACard, cards, refuse};
use crate::lexicon::{Category, Lexicon};
use crate::rules::oh_my_word::{Card, CardError, CategoryInForce, Hand, Holding, Play, PlayedCard, Rules, values};
use crate::rules::{BreachCode, Breaches, counted, limits};
use crate::word::{Letter, Word};

impl NotACard for CardError {
    const RULE: &'static str = "O3";

    fn code(&self) -> BreachCode {
        match self {
            Self::NotACard => BreachCode::InvalidCard,
            Self::Unannounced => BreachCode::UnannouncedWild,
            Self::Announced => BreachCode::AnnouncedWild,
        }
    }
}

/// Reads one card as printed.
pub(super) fn card(text: &str, pointer: &str, breaches: &mut Breaches) -> Option<Card> {
    text.parse().map_err(|error| refuse(text, &error, pointer, breaches)).ok()
}

/// Reads a play of 2 to 7 announced cards.
pub(super) fn play(texts: &[String], pointer: &str, breaches: &mut Breaches) -> Option<Play> {
    if texts.len() < values::MIN_CARDS {
        let detail =
            format_args!("{}; a word has {} to {}", counted(texts.len(), "card"), values::MIN_CARDS, values::MAX_CARDS);
        breaches.add(BreachCode::TooFew, "O2", pointer, detail);
    }
    let cards: Vec<PlayedCard> = cards(texts, (values::MAX_CARDS, "O1"), pointer, breaches, str::parse)?;
    Play::new(&cards).ok()
}

/// A card with what was announced for it, if it is a wild.
pub(super) type HeldCard = (Card, Option<Letter>);

/// How many board cards can be out: none, the shout, the mumble, the whisper (RULEBOOK O1).
const BOARD_SIZES: [usize; 4] = [0, 3, 4, 5];
const THOUGHT_CARDS: usize = 2;

/// Reads a hand of Choose Your Words: 1 to 7 cards.
pub(super) fn hand_cards(
    texts: &[String],
    pointer: &str,
    announced: Announced,
    breaches: &mut Breaches,
) -> Option<Vec<HeldCard>> {
    if texts.is_empty() {
        breaches.add(BreachCode::TooFew, "O1", pointer, "a hand has at least one card");
    }
    cards(texts, (values::MAX_CARDS, "O1"), pointer, breaches, announced.reader())
}

/// Reads the thought cards of Word For Word: two.
pub(super) fn thought_cards(
    texts: &[String],
    pointer: &str,
    announced: Announced,
    breaches: &mut Breaches,
) -> Option<Vec<HeldCard>> {
    if texts.len() < THOUGHT_CARDS {
        let detail = format_args!("{}; there are {THOUGHT_CARDS} thought cards", counted(texts.len(), "card"));
        breaches.add(BreachCode::TooFew, "O1", pointer, detail);
    }
    cards(texts, (THOUGHT_CARDS, "O1"), pointer, breaches, announced.reader())
}

/// Reads the board of Word For Word: nothing, the shout, the mumble or the whisper.
pub(super) fn board_cards(texts: &[String], announced: Announced, breaches: &mut Breaches) -> Option<Vec<HeldCard>> {
    const MOST: usize = values::MAX_CARDS - THOUGHT_CARDS;
    if texts.len() < MOST && !BOARD_SIZES.contains(&texts.len()) {
        let detail = format_args!(
            "{}; the board shows none, 3 (shout), 4 (mumble) or 5 (whisper)",
            counted(texts.len(), "card")
        );
        breaches.add(BreachCode::TooFew, "O1", "/board", detail);
    }
    cards(texts, (MOST, "O1"), "/board", breaches, announced.reader())
}

/// Whether wilds in a list of cards may bear an announcement: only at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announced {
    Refused,
    Allowed,
}

impl Announced {
    fn reader(self) -> impl Fn(&str) -> Result<HeldCard, CardError> {
        move |text| match self {
            Self::Refused => Ok((text.parse()?, None)),
            Self::Allowed => Holding::parse_card(text),
        }
    }
}

/// Takes cards up; where that fails a breach says so already.
pub(super) fn hand(cards: &[HeldCard]) -> Option<Hand> {
    let faces: Vec<Card> = cards.iter().map(|(card, _)| *card).collect();
    Hand::new(&faces).ok()
}

/// Takes cards up with their announcements.
pub(super) fn holding(cards: &[HeldCard]) -> Option<Holding> {
    Some(Holding::new(hand(cards)?, cards.iter().filter_map(|(_, announced)| *announced).collect()))
}

/// Names the cards of a play that aren't among those held.
pub(super) fn check_held(play: &Play, hand: &Hand, pointer: &str, breaches: &mut Breaches) {
    for position in play.missing_from(hand) {
        let card = play[position];
        let detail = format_args!("{card} is played, but {} isn't in the hand or has been used already", card.face());
        breaches.add(BreachCode::CardNotInHand, "O1", format_args!("{pointer}/{position}"), detail);
    }
}

/// Checks that a play of Word For Word takes no more cards from beyond the board than there are thought cards.
pub(super) fn check_beyond_board(texts: &[String], board: &Hand, pointer: &str, breaches: &mut Breaches) {
    // What can't be read is told where the play itself is.
    let Some(play) = play(texts, pointer, &mut Breaches::default()) else { return };
    let beyond = play.missing_from(board).len();
    if beyond > THOUGHT_CARDS {
        let detail = format_args!("{beyond} cards are not on the board; a player has {THOUGHT_CARDS} thought cards");
        breaches.add(BreachCode::CardNotInHand, "O1", pointer, detail);
    }
}

/// Reads a word of 2 to 7 letters.
pub(super) fn word(text: &str, pointer: &str, breaches: &mut Breaches) -> Option<Word> {
    match text.parse::<Word>() {
        Ok(word) if (values::MIN_CARDS..=values::MAX_CARDS).contains(&word.len()) => Some(word),
        Ok(word) => {
            let code = if word.len() > values::MAX_CARDS { BreachCode::TooMany } else { BreachCode::TooFew };
            let detail = format_args!(
                "{}; a word has {} to {}",
                counted(word.len(), "letter"),
                values::MIN_CARDS,
                values::MAX_CARDS
            );
            breaches.add(code, "O2", pointer, detail);
            None
        }
        Err(error) => {
            breaches.add(BreachCode::InvalidWord, "W1", pointer, error);
            None
        }
    }
}

/// Reads house rules.
pub(super) fn rules(choice: Option<&OhMyWordRules>, breaches: &mut Breaches) -> Rules {
    let mut rules = Rules::default();
    let Some(choice) = choice else { return rules };
    rules.remainder = choice.remainder.unwrap_or_default();
    if let Some(table) = &choice.letter_values {
        // The table has checked what a value may be.
        table.each("O4", breaches, |letter, value| {
            let _ = rules.letter_values.set(letter, value);
        });
    }
    rules
}

/// The category in force, checked, but not yet looked up.
#[derive(Debug, Clone, Default)]
pub(super) struct CategoryParsed {
    name: Option<String>,
    own: Option<Category>,
    vote: Option<bool>,
}

impl CategoryParsed {
    /// The category before a lexicon; a name that was checked against it is there.
    pub(super) fn in_force<'c>(&'c self, lexicon: &'c Lexicon) -> CategoryInForce<'c> {
        let named = || self.name.as_deref().and_then(|name| lexicon.category(name));
        CategoryInForce { list: self.own.as_ref().or_else(named), vote: self.vote }
    }

    /// What tells this category from others, for the answer cache.
    pub(super) fn key(&self) -> impl serde::Serialize + '_ {
        let own = self.own.as_ref().map(|category| (category.proper_nouns, category.words()));
        (&self.name, own)
    }

    /// Whether the search has to look beyond the lexicon at many words.
    pub(super) fn is_large(&self) -> bool {
        const MANY: usize = 200;
        self.own.as_ref().is_some_and(|category| category.proper_nouns && category.words().len() > MANY)
    }
}

/// Reads the category.
pub(super) fn category(choice: Option<&CategoryChoice>, lexicon: &Lexicon, breaches: &mut Breaches) -> CategoryParsed {
    let Some(choice) = choice else { return CategoryParsed::default() };
    match (&choice.name, &choice.words, choice.vote) {
        (None, None, None) => {
            breaches.add_formal(BreachCode::MissingField, "/category", "give the category's name, its words, or match");
        }
        (Some(_), Some(_), _) => {
            let detail = "give either the name of a category or its words, not both";
            breaches.add_formal(BreachCode::ConflictingFields, "/category", detail);
        }
        _ => {}
    }
    if choice.proper_nouns.is_some() && choice.words.is_none() {
        let detail = "only a category with words of its own can be marked proper_nouns";
        breaches.add_formal(BreachCode::ConflictingFields, "/category/proper_nouns", detail);
    }
    if let Some(name) = &choice.name
        && lexicon.category(name).is_none()
    {
        let known: Vec<&str> = lexicon.categories().iter().map(|category| category.name.as_str()).collect();
        let detail = format_args!("the lexicon has no such category; it has {}", known.join(", "));
        breaches.add(BreachCode::UnknownCategory, "O11", "/category/name", detail);
    }
    CategoryParsed {
        name: choice.name.clone(),
        own: choice.words.as_ref().and_then(|words| own_category(words, choice.proper_nouns == Some(true), breaches)),
        vote: choice.vote,
    }
}

fn own_category(words: &[String], proper_nouns: bool, breaches: &mut Breaches) -> Option<Category> {
    if words.len() > limits::CATEGORY_WORDS {
        let detail = format_args!("{} words; a category has at most {}", words.len(), limits::CATEGORY_WORDS);
        breaches.add_formal(BreachCode::TooMany, "/category/words", detail);
        return None;
    }
    let mut parsed = Vec::with_capacity(words.len());
    for (position, text) in words.iter().enumerate() {
        match text.parse() {
            Ok(word) => parsed.push(word),
            Err(error) => {
                breaches.add(BreachCode::InvalidWord, "W1", format_args!("/category/words/{position}"), error);
            }
        }
    }
    Some(Category::new(String::new(), String::new(), proper_nouns, parsed))
}

/// Reads a number of chips.
pub(super) fn chips(chips: u64, pointer: &str, breaches: &mut Breaches) {
    if chips > limits::CHIPS {
        let detail = format_args!("{chips}; there are at most {} chips", limits::CHIPS);
        breaches.add_formal(BreachCode::OutOfBounds, pointer, detail);
    }
}
