//! The kinds of violation.

use serde::Serialize;

/// The kind of a breach; the codes are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = BreachCode))]
#[serde(rename_all = "snake_case")]
pub enum ViolationCode {
    /// The text is not a card of the game.
    InvalidCard,
    /// A wild or flip card is played without announcing its letter.
    UnannouncedWild,
    /// A wild or flip card in a hand or on the table is announced; write it as printed.
    AnnouncedWild,
    /// The text is not a word.
    InvalidWord,
    /// There are too few items, letters, cards or players.
    TooFew,
    /// There are too many items, letters, cards or players.
    TooMany,
    /// A number or text is outside its bounds.
    OutOfBounds,
    /// A played card is not in the hand.
    CardNotInHand,
    /// The hand can't spell the word.
    WordNotInHand,
    /// A called card is not on the table.
    CardNotOnTable,
    /// The table can't spell the word.
    WordNotOnTable,
    /// The cards can spell a word in more ways than can be searched, so no result would be exact.
    TooManyWays,
    /// A field that the request needs is missing.
    MissingField,
    /// The field does not exist.
    UnknownField,
    /// The value of the field has the wrong type.
    InvalidField,
    /// A name or another text that is repeated beside a ruling has characters that can't be seen or
    /// that change how it reads.
    InvalidLabel,
    /// Two fields exclude each other, or a field is given twice.
    ConflictingFields,
    /// The lexicon has no category with that name.
    UnknownCategory,
    /// A named player is not at the table.
    UnknownPlayer,
    /// Two players have the same name, or one player has two roles.
    DuplicatePlayer,
    /// A character can't be on a square.
    InvalidSquare,
    /// The text is not a tile.
    InvalidTile,
    /// The text is not a move.
    InvalidMove,
    /// Tiles on the board are not connected to the centre.
    FloatingTiles,
    /// More tiles are used than the bag contains.
    NotInBag,
    /// More cards are used than the deck contains.
    NotInDeck,
    /// The word runs off the board.
    OffTheBoard,
    /// A tile is placed on a square that already holds one.
    SquareOccupied,
    /// The move places no tile.
    NoTileLaid,
    /// A square within the word is empty.
    Gap,
    /// The word leaves out tiles next to its start or its end.
    NotWholeWord,
    /// The word touches no tile on the board.
    NotConnected,
    /// The first word does not cover the centre.
    MissesCentre,
    /// The word has too few letters.
    TooShort,
    /// A placed, exchanged or deducted tile is not on the rack.
    TileNotOnRack,
    /// A line of a game record can't be read, or it contradicts the lines before it.
    InvalidRecord,
    /// A line of a lexicon text can't be read.
    InvalidLine,
    /// It is another player's turn.
    OutOfTurn,
    /// The turn comes after the end of the game.
    GameOver,
    /// The rules do not allow the action.
    NotAllowed,
    /// The turn plays nothing.
    NothingPlayed,
    /// The play-on names no table word, or one that is not on the table.
    UnknownTableWord,
    /// The turn uses a table word twice, or one that it must not use.
    TableWordTaken,
    /// The word leaves out a card of a table word.
    LetterLost,
    /// The play-on adds no card.
    NothingAdded,
    /// The letters of a combo card are played as separate cards.
    TornCombo,
    /// A wild or flip card on the table is read as another letter.
    ChoiceChanged,
    /// The game has no such kind of action.
    UnknownAction,
    /// The kind of action is not possible in this phase of the game.
    WrongPhase,
    /// The player can't take the action now.
    NotPossible,
    /// The word or move can't be challenged.
    NotChallengeable,
    /// The action answers to another ply than that of the state.
    StalePly,
    /// The id does not fit the state, so a part of the state was changed.
    StateDamaged,
    /// A part of the state contradicts the rest of it, or the rules.
    StateInconsistent,
    /// The state is of a later version.
    StateTooNew,
    /// No position of the level was found; the lexicon may be too small.
    NoPuzzle,
}
