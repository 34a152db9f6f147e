//! Calls as players announce them, for rulings (RULEBOOK W6).

use serde::Serialize;

use super::call::{Call, MIN_CARDS};
use super::card::{Card, CardError, PlayedCard};
use super::game::MyWord;
use super::pair_search::TooManyWays;
use super::placement::place;
use super::table::Table;
use crate::lexicon::Words;
use crate::rules::{Game, Reason, Refused, ViolationCode, Violations, counted};
use crate::word::{Letter, Word, WordError};

/// A call as a player announces it. It can break any rule: its text may not be a word, as in DON'T,
/// and its cards may not be cards of the game.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::my_word::{AnnouncedCall, Table};
///
/// let lexicon = Lexicon::from_text("ROCK\n", "")?;
/// let table = Table::new(&["R", "O", "K"].map(|card| card.parse().unwrap()));
/// let mut violations = Violations::default();
///
/// let rock = AnnouncedCall::word("rock");
/// assert_eq!(rock.reason(&lexicon), None);
/// assert!(rock.place(&table, &mut violations)?.is_err());
/// assert_eq!(violations.as_slice()[0].missing, ["C"]);
///
/// let reason = AnnouncedCall::word("don't").reason(&lexicon).unwrap();
/// assert_eq!(reason.rule, Some("W1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum AnnouncedCall {
    /// The texts of the cards from left to right, in upper case.
    #[serde(rename = "call")]
    Cards(Vec<String>),
    /// Only a word, in upper case. It takes the most cards that can spell it (RULEBOOK M3).
    #[serde(rename = "word")]
    Word(String),
}

impl AnnouncedCall {
    /// Creates a call from the texts of its cards.
    #[must_use]
    pub fn cards(cards: &[impl AsRef<str>]) -> Self {
        Self::Cards(cards.iter().map(|card| card.as_ref().to_ascii_uppercase()).collect())
    }

    /// Creates a call of a word without cards.
    #[must_use]
    pub fn word(word: &str) -> Self {
        Self::Word(word.to_ascii_uppercase())
    }

    /// Returns the word that is called. The text of a card that is not a card of the game stands
    /// for itself, or for the letters that it announces.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = match self {
            Self::Word(word) => return word.clone(),
            Self::Cards(texts) => texts,
        };
        let mut word = String::new();
        for text in texts {
            match text.parse::<PlayedCard>() {
                Ok(card) => word.extend(card.letters().map(Letter::as_char)),
                Err(_) => word.push_str(text.split_once('=').map_or(text, |(_, letters)| letters)),
            }
        }
        word
    }

    /// Returns the reason why the word is not allowed; `None` if it is.
    #[must_use]
    pub fn reason<'l>(&self, words: impl Into<Words<'l>>) -> Option<Reason> {
        match self.text().parse::<Word>() {
            Ok(word) => MyWord::WORDS.verdict(words, &word).reason(&word),
            // RULEBOOK W6
            Err(error) => Some(Reason::from(&error)),
        }
    }

    /// Places the call: three or more cards, all of which are on the table (RULEBOOK M2, M3).
    ///
    /// The inner result is an error if the call breaks a rule. All violations are recorded, at
    /// places relative to the call. The word need not be allowed.
    ///
    /// # Errors
    /// [`TooManyWays`], if the search for the best cards of a word reaches its step limit.
    pub fn place(
        &self,
        table: &Table,
        violations: &mut Violations,
    ) -> Result<Result<Call, Refused>, TooManyWays> {
        match self {
            Self::Cards(texts) => Ok(place_cards(texts, table, violations)),
            Self::Word(text) => place_word(text, table, violations),
        }
    }
}

fn place_cards(
    texts: &[String],
    table: &Table,
    violations: &mut Violations,
) -> Result<Call, Refused> {
    let mut cards = Ok(Vec::with_capacity(texts.len()));
    let mut left = *table;
    for (index, text) in texts.iter().enumerate() {
        match (read_card(text, &mut left, &mut violations.at(index)), &mut cards) {
            (Ok(card), Ok(cards)) => cards.push(card),
            (Ok(_), Err(_)) => {}
            (Err(refused), _) => cards = Err(refused),
        }
    }
    let count = check_count(texts.len(), violations);
    let cards = cards?;
    count?;
    Call::new(cards).ok_or_else(|| not_a_word(&WordError::TooLong, violations))
}

/// Reads a card and takes it from the cards that are left on the table.
fn read_card(
    text: &str,
    left: &mut Table,
    violations: &mut Violations,
) -> Result<PlayedCard, Refused> {
    let card: PlayedCard = text.parse().map_err(|error: CardError| {
        violations.refuse(error.code(), "M2", format_args!("{text:?}: {error}"))
    })?;
    let face = card.face();
    if left.take(face) {
        return Ok(card);
    }
    let detail = format_args!("{face} is not on the table or has been used already");
    let missing = vec![face.to_string()];
    Err(violations.refuse_missing(ViolationCode::CardNotOnTable, "M3", missing, detail))
}

fn place_word(
    text: &str,
    table: &Table,
    violations: &mut Violations,
) -> Result<Result<Call, Refused>, TooManyWays> {
    let word: Word = match text.parse() {
        Ok(word) => word,
        Err(error) => return Ok(Err(not_a_word(&error, violations))),
    };
    let Some(call) = place(&word, table)? else {
        let missing = missing_letters(&word, table)?;
        let detail = format_args!(
            "the cards on the table cannot spell {word}; missing: {}",
            missing.join(", ")
        );
        let code = ViolationCode::WordNotOnTable;
        return Ok(Err(violations.refuse_missing(code, "M3", missing, detail)));
    };
    Ok(check_count(call.len(), violations).map(|()| call))
}

fn not_a_word(error: &WordError, violations: &mut Violations) -> Refused {
    violations.refuse(ViolationCode::InvalidWord, "W1", error)
}

fn check_count(cards: usize, violations: &mut Violations) -> Result<(), Refused> {
    if cards >= MIN_CARDS {
        return Ok(());
    }
    let cards = counted(cards, "card");
    let detail = format_args!("{cards}; a word has at least {MIN_CARDS}");
    Err(violations.refuse(ViolationCode::TooFew, "M2", detail))
}

/// Returns the smallest number of letters that the table lacks for a word, in the order of the word.
/// Of several choices, the last letters count as missing.
fn missing_letters(word: &Word, table: &Table) -> Result<Vec<String>, TooManyWays> {
    let place_with = |extra: usize| {
        let mut extended = *table;
        (0..extra).for_each(|_| extended.put(Card::Wild));
        place(word, &extended)
    };
    // A wild for each letter is always enough.
    let (mut too_few, mut enough) = (0, word.len());
    // Each step halves the distance.
    while enough - too_few > 1 {
        let middle = usize::midpoint(too_few, enough);
        match place_with(middle)? {
            Some(_) => enough = middle,
            None => too_few = middle,
        }
    }
    // With the fewest extra wilds, every placement uses all of them.
    let call = place_with(enough)?;
    let wilds = call.iter().flat_map(|call| call.iter()).filter(|card| card.face() == Card::Wild);
    let letters: Vec<String> =
        wilds.flat_map(|card| card.letters()).map(|letter| letter.to_string()).collect();
    Ok(letters[letters.len().saturating_sub(enough)..].to_vec())
}
