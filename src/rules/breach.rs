//! What is wrong with a play or a request: every breach at once, each with the place where it stands.

use std::fmt;

use serde::Serialize;

/// The kinds of breach; their names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum BreachCode {
    /// A text that is no card of the game.
    InvalidCard,
    /// A wild or flip card is played without what it stands for.
    UnannouncedWild,
    /// A wild or flip card in a hand or on the table already bears a letter; there it is written as printed.
    AnnouncedWild,
    /// A text that is no word.
    InvalidWord,
    /// Too few of something.
    TooFew,
    /// Too many of something.
    TooMany,
    /// A number or text outside its bounds.
    OutOfBounds,
    /// A card is played that isn't in the hand.
    CardNotInHand,
    /// The word can't be laid from the hand.
    WordNotInHand,
    /// A card is called that isn't on the table.
    CardNotOnTable,
    /// The word can't be laid from the table.
    WordNotOnTable,
    /// The cards leave more ways to lay a word than can be gone through, so that no answer could be exact.
    TooManyWays,
    /// A field is missing that this request needs.
    MissingField,
    /// A field that there isn't.
    UnknownField,
    /// A field's value is of the wrong kind.
    InvalidField,
    /// Two fields that exclude each other, or one that is given twice.
    ConflictingFields,
    /// The lexicon has no category of that name.
    UnknownCategory,
    /// A player who isn't at the table.
    UnknownPlayer,
    /// Two players of one name, or one player in two roles.
    DuplicatePlayer,
    /// A mark that is nothing a square can hold.
    InvalidSquare,
    /// A text that is no tile.
    InvalidTile,
    /// A text that is no move.
    InvalidMove,
    /// Tiles on the board that don't hang together with the centre.
    FloatingTiles,
    /// More tiles are out than the bag holds.
    NotInBag,
    /// A word that runs off the board.
    OffTheBoard,
    /// A tile is laid where another lies.
    SquareOccupied,
    /// A move that lays no tile.
    NoTileLaid,
    /// A square is left free within the word.
    Gap,
    /// Tiles that lie before or behind the word are left out.
    NotWholeWord,
    /// The word doesn't touch what lies on the board.
    NotConnected,
    /// The first word doesn't cover the centre.
    MissesCentre,
    /// A word with too few letters.
    TooShort,
    /// Tiles are laid, exchanged or taken off that aren't what is on the rack.
    TileNotOnRack,
    /// A line of a game record that can't be read, or that doesn't fit what went before.
    InvalidRecord,
    /// A line of a lexicon text that can't be read.
    InvalidLine,
    /// Another player is to move.
    OutOfTurn,
    /// A turn after the game has ended.
    GameOver,
    /// Something that the rules don't provide for.
    NotAllowed,
    /// A turn that plays nothing.
    NothingPlayed,
    /// A play-on names no word, or one that isn't on the table.
    UnknownTableWord,
    /// A table word is taken twice in a turn, or mustn't be taken at all.
    TableWordTaken,
    /// A card of a table word is left out.
    LetterLost,
    /// A play-on adds no card.
    NothingAdded,
    /// A combo card's letters are played as cards of their own.
    TornCombo,
    /// A wild or flip card on the table is read as another letter.
    ChoiceChanged,
}

/// One breach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Breach {
    /// What kind it is.
    pub code: BreachCode,
    /// The rule that it rests on, if it is a rule of the game; `/rulebook` tells them all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// Where it stands in the request, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// The line of the text at that place, counted from 1, where a text of lines is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong and how to mend it.
    pub detail: String,
}

/// The longest text that answers repeat, in bytes: what they quote of a request may be as long as the request.
const LONGEST: usize = 2_000;

/// A text as answers repeat it: not without end.
pub(crate) fn shortened(mut text: String) -> String {
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
        text.push('…');
    }
    text
}

/// All breaches found so far.
///
/// ```
/// use wordcourt::rules::{BreachCode, Breaches};
/// let mut breaches = Breaches::default();
/// breaches.add(BreachCode::TooFew, "O2", "/play", "a word has 2 cards or more");
/// assert!(breaches.or(()).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Breaches(Vec<Breach>);

impl Breaches {
    /// Adds a breach of a rule of the game.
    pub fn add(&mut self, code: BreachCode, rule: &'static str, pointer: impl fmt::Display, detail: impl fmt::Display) {
        self.push(code, Some(rule), &pointer, None, &detail);
    }

    /// Adds a breach of the request's own form.
    pub fn add_formal(&mut self, code: BreachCode, pointer: impl fmt::Display, detail: impl fmt::Display) {
        self.push(code, None, &pointer, None, &detail);
    }

    /// Adds a bad line of a text.
    pub fn add_line(
        &mut self,
        code: BreachCode,
        rule: Option<&'static str>,
        pointer: impl fmt::Display,
        line: usize,
        detail: impl fmt::Display,
    ) {
        self.push(code, rule, &pointer, Some(line), &detail);
    }

    fn push(
        &mut self,
        code: BreachCode,
        rule: Option<&'static str>,
        pointer: &dyn fmt::Display,
        line: Option<usize>,
        detail: &dyn fmt::Display,
    ) {
        let (pointer, detail) = (shortened(pointer.to_string()), shortened(detail.to_string()));
        self.0.push(Breach { code, rule, pointer, line, detail });
    }

    /// Adds what was found elsewhere.
    pub fn extend(&mut self, breaches: impl IntoIterator<Item = Breach>) {
        self.0.extend(breaches);
    }

    /// Whether there is none so far.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// The breaches in the order in which they were found.
    #[must_use]
    pub fn as_slice(&self) -> &[Breach] {
        &self.0
    }

    /// The value, if there is no breach.
    ///
    /// # Errors
    /// The breaches, if there is one.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Breaches> for Vec<Breach> {
    fn from(breaches: Breaches) -> Self {
        breaches.0
    }
}
