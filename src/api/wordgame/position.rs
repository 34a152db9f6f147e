//! Positions and moves in requests and responses.

use serde::{Deserialize, Serialize, Serializer};

use utoipa::openapi::Object;

use crate::api::bounds::{List, inline_schema, string};
use crate::rules::wordgame::{
    Board, Cgp, Play, Rack, Rules, SIZE, Square, WrittenMove, WrittenMoveError,
};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// Declares string types with their schemas.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub(super) String);

        inline_schema!($name, stringify!($name), $schema);
    )*};
}

texts! {
    /// A row of the board.
    BoardRow: string(SIZE, SIZE, Some("^[A-Za-z.]{15}$"));
    /// A position in CGP.
    CgpText: string(0, limits::CGP_CHARACTERS, None);
    /// A move.
    MoveText: string(0, limits::WORD_CHARACTERS, None);
    /// The tiles on a rack.
    RackText: rack_schema();
}

/// Returns the schema of a rack.
pub(super) fn rack_schema() -> Object {
    string(0, limits::RACK_TILES, Some("^[A-Za-z?]*$"))
}

impl AsRef<str> for BoardRow {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// The rows of a board.
pub type BoardRows = List<BoardRow, SIZE, SIZE>;

/// A position as the members of a request give it: a board or a CGP, and optionally a rack.
#[derive(Debug, Clone, Copy)]
pub(super) struct GivenPosition<'r> {
    pub(super) board: Option<&'r BoardRows>,
    pub(super) cgp: Option<&'r CgpText>,
    pub(super) rack: Option<&'r RackText>,
}

impl GivenPosition<'_> {
    /// Reads the position. A rack may be in the CGP or next to it.
    ///
    /// # Errors
    /// The position is invalid, it has more tiles than the bag, or two members contradict each
    /// other.
    pub(super) fn read(
        self,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<Position, Refused> {
        let position = self.read_board(rules, violations);
        let rack = self.rack.map(|text| {
            let mut place = violations.at("rack");
            let rack = text.read(rules, &mut place)?;
            match &position {
                Ok(Cgp { racks: [Some(own), _], .. }) if rack != *own => {
                    let detail =
                        format_args!("the cgp has another rack, {own}; give the rack once");
                    Err(place.refuse_form(ViolationCode::ConflictingFields, detail))
                }
                _ => Ok(rack),
            }
        });
        let rack = rack.transpose();
        let mut position = position?;
        let board = if self.board.is_some() { "board" } else { "cgp" };
        if let Some(rack) = rack? {
            position.racks[0] = Some(rack);
            check_bag(&position, board, "rack", rules, violations)?;
        } else {
            check_bag(&position, board, board, rules, violations)?;
        }
        Ok(Position(position))
    }

    fn read_board(self, rules: &Rules, violations: &mut Violations) -> Result<Cgp, Refused> {
        match (self.board, self.cgp) {
            (Some(rows), None) => {
                Board::read_by(rules.connected, rows.raw(), &mut violations.at("board"))
                    .map(|board| Cgp { board, ..Cgp::default() })
            }
            (None, Some(CgpText(text))) => Cgp::read(text, rules, &mut violations.at("cgp")),
            (Some(_), Some(_)) => {
                let detail = "give either a board or a cgp, not both";
                Err(violations.refuse_form(ViolationCode::ConflictingFields, detail))
            }
            (None, None) => {
                let detail = "give a board or a cgp";
                Err(violations.refuse_form(ViolationCode::MissingField, detail))
            }
        }
    }
}

/// Checks that a position has no more tiles than the bag contains. Excess tiles on the board are
/// reported at `board`, those on the racks at `rack`.
fn check_bag(
    position: &Cgp,
    board: &'static str,
    rack: &'static str,
    rules: &Rules,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let Some(bag) = &rules.bag else { return Ok(()) };
    let racks = || position.racks.iter().flatten();
    if bag.holds(&position.board, racks()) {
        return Ok(());
    }
    bag.check(&position.board, None, &mut violations.at(board))?;
    bag.check(&position.board, racks(), &mut violations.at(rack))
}

impl RackText {
    /// Reads the tiles.
    ///
    /// # Errors
    /// There are too many tiles, or a character is not a tile.
    pub(super) fn read(&self, rules: &Rules, violations: &mut Violations) -> Result<Rack, Refused> {
        Rack::read(&self.0, rules.rack_size, violations)
    }
}

/// A checked position. Its canonical form is a member `cgp`, which has everything that is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Position(pub(super) Cgp);

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_text())
    }
}

impl Position {
    /// Returns the rack of the player to move, if it is known.
    pub(super) const fn rack(&self) -> Option<&Rack> {
        self.0.racks[0].as_ref()
    }

    /// Places a move on the board, and counts its tiles.
    ///
    /// # Errors
    /// The move breaks a rule of the board.
    pub(super) fn place(
        &self,
        written: &WrittenMove,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<Play, Refused> {
        let Cgp { board, racks, .. } = &self.0;
        let play = Play::place(written, board, racks[0].as_ref(), rules, violations)?;
        // If there is a rack, its tiles are counted already.
        if let (Some(bag), None) = (&rules.bag, racks[0]) {
            bag.check(&play.apply_to(board), racks.iter().flatten(), violations)?;
        }
        Ok(play)
    }

    /// Returns the state after a move of the player to move, who scores `total` points.
    pub(super) fn after(&self, play: &Play, total: u32, with_rows: bool) -> StateAfter {
        let rack = self.rack().map(|rack| play.remaining_rack(rack));
        let after = self.0.after(play.apply_to(&self.0.board), rack, total);
        StateAfter::of(&after, rack.as_ref(), Some(play), with_rows)
    }
}

impl MoveText {
    /// Checks the length of the text.
    ///
    /// # Errors
    /// The text is too long.
    pub(super) fn read(&self, violations: &mut Violations) -> Result<&str, Refused> {
        if limits::is_longer(&self.0, limits::WORD_CHARACTERS) {
            let detail = format_args!(
                "the text of a move has at most {} characters",
                limits::WORD_CHARACTERS
            );
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(&self.0)
    }

    /// Parses the move and places it, if the position could be read.
    ///
    /// # Errors
    /// The text is not a move, or the move breaks a rule of the board.
    pub(super) fn place(
        &self,
        position: Result<&Position, Refused>,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<Play, Refused> {
        let written = self.read(violations)?.parse();
        let written: WrittenMove =
            written.map_err(|error: WrittenMoveError| refuse_move(&error, violations))?;
        position?.place(&written, rules, violations)
    }
}

pub(super) fn refuse_move(error: &WrittenMoveError, violations: &mut Violations) -> Refused {
    violations.refuse(ViolationCode::InvalidMove, "G11", error)
}

/// A tile that a move places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WordgamePlacedTile {
    /// The square, row before column: `8D`.
    #[schema(value_type = String)]
    square: Square,
    /// The letter, in upper case. For a blank, the letter that it stands for in the main word.
    letter: char,
    /// True if the tile is a blank.
    blank: bool,
}

/// The state of a game after a move, for responses.
pub(super) struct StateAfter {
    pub(super) cgp: String,
    pub(super) rows: Option<Vec<String>>,
    pub(super) placed: Vec<WordgamePlacedTile>,
    pub(super) rack_left: Option<String>,
}

impl StateAfter {
    /// Describes a position; `rack` is the rack of the player who moved, if it is known, and `play`
    /// the move, if it stands.
    pub(super) fn of(
        position: &Cgp,
        rack: Option<&Rack>,
        play: Option<&Play>,
        with_rows: bool,
    ) -> Self {
        let placed = play.into_iter().flat_map(Play::new_tiles).map(|placed| WordgamePlacedTile {
            square: placed.square,
            letter: placed.tile.letter.as_char(),
            blank: placed.tile.is_blank,
        });
        Self {
            cgp: position.to_text(),
            rows: with_rows.then(|| position.board.to_rows()),
            placed: placed.collect(),
            rack_left: rack.map(ToString::to_string),
        }
    }
}
