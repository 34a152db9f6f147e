//! The requests of Wordgame, and functions that read positions and moves.

use serde::Deserialize;

use super::rules::WordgameRules;
use crate::api::bounds::{Chips, List, PlayerName, Top, WordText, each, inline_schema, string};
use crate::api::request;
use crate::rules::wordgame::{
    Board, Cgp, Play, Rack, Rules, SIZE, Standing, WrittenMove, WrittenMoveError,
};
use crate::rules::{Refused, ViolationCode, Violations, limits, players};

/// Declares string types with their schemas.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

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
    RackText: string(0, limits::RACK_TILES, Some("^[A-Za-z?]*$"));
}

impl AsRef<str> for BoardRow {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// The rows of a board.
pub type BoardRows = List<BoardRow, SIZE, SIZE>;

/// The maximum number of words that a move forms: the main word, and one cross-word for each tile.
pub(super) const MAX_WORDS: usize = limits::RACK_TILES + 1;

/// The challenged words of a move.
pub type ChallengedWords = List<WordText, 1, MAX_WORDS>;
/// The players of a game.
pub type Standings = List<WordgameStanding, 2, { limits::PLAYERS }>;

request! {
    /// A move to score.
    pub struct WordgameScoreRequest {
        /// The board before the move: 15 rows of 15 characters. `.` is an empty square, an
        /// upper-case letter a letter tile, a lower-case letter a blank. Give either this field or
        /// `cgp`.
        pub(super) board: Option<BoardRows>,
        /// The position before the move in CGP. Give either this field or `board`.
        pub(super) cgp: Option<CgpText>,
        /// The move: `8D HE.Lo` across, `D8 HE.Lo` down. A lower-case letter is a blank. A tile
        /// that is already on the board is written as `.` or as its letter.
        #[serde(rename = "move")]
        pub(super) written: MoveText,
        /// The player's rack, with `?` for a blank. If given, it must contain the tiles of the
        /// move. Otherwise, the move may place at most as many tiles as a full rack has.
        pub(super) rack: Option<RackText>,
        /// Set to `true` to rank the move among all legal moves of the rack. Requires a rack.
        /// Defaults to `false`.
        pub(super) rank: Option<bool>,
        /// House rules.
        pub(super) rules: Option<WordgameRules>,
    }
}

request! {
    /// A position to find the best moves for.
    pub struct WordgameBestRequest {
        /// The board: 15 rows of 15 characters. `.` is an empty square, an upper-case letter a
        /// letter tile, a lower-case letter a blank. Give either this field or `cgp`.
        pub(super) board: Option<BoardRows>,
        /// The position in CGP. Give either this field or `board`.
        pub(super) cgp: Option<CgpText>,
        /// The rack, with `?` for a blank. Optional if the CGP contains the rack.
        pub(super) rack: Option<RackText>,
        /// The number of moves to list. Defaults to 10.
        pub(super) top: Option<Top>,
        /// Set to `true` to list all moves, without the words that they form; `top` must then be
        /// absent. At most 100,000 moves are listed; `moves_found` counts all of them. Defaults to
        /// `false`.
        pub(super) all: Option<bool>,
        /// Set to `false` to find the best moves without counting all legal moves, which is much
        /// faster for racks with blanks. Defaults to `true`.
        pub(super) count: Option<bool>,
        /// House rules.
        pub(super) rules: Option<WordgameRules>,
    }
}

request! {
    /// A challenged move.
    pub struct WordgameChallengeRequest {
        /// The board before the move: 15 rows of 15 characters. Give either this field or `cgp`.
        pub(super) board: Option<BoardRows>,
        /// The position before the move in CGP. Give either this field or `board`.
        pub(super) cgp: Option<CgpText>,
        /// The challenged move.
        #[serde(rename = "move")]
        pub(super) written: MoveText,
        /// The challenged words. Defaults to all words that the move forms.
        pub(super) words: Option<ChallengedWords>,
        /// The player who makes the challenge.
        pub(super) challenger: Option<PlayerName>,
        /// The player who made the move.
        pub(super) challenged: Option<PlayerName>,
        /// House rules.
        pub(super) rules: Option<WordgameRules>,
    }
}

/// A player at the end of a game.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameStanding {
    /// The player's name.
    name: PlayerName,
    /// The points of all moves.
    points: Chips,
    /// The tiles left on the rack. Defaults to none.
    rack: Option<RackText>,
}

request! {
    @lexicon_only
    /// A game to settle.
    pub struct WordgameSettleRequest {
        /// The players in seat order.
        pub(super) players: Standings,
        /// House rules.
        pub(super) rules: Option<WordgameRules>,
    }
}

/// Reads a position: a board with an optional rack, or CGP with a rack in it or next to it.
pub(super) fn position(
    board: Option<&BoardRows>,
    cgp: Option<&CgpText>,
    rack: Option<&RackText>,
    rules: &Rules,
    violations: &mut Violations,
) -> Result<Cgp, Refused> {
    let position = match (board, cgp) {
        (Some(rows), None) => Board::read(rows.raw(), &mut violations.at("board"))
            .map(|board| Cgp { board, ..Cgp::default() }),
        (None, Some(CgpText(text))) => Cgp::read(text, rules, &mut violations.at("cgp")),
        (Some(_), Some(_)) => {
            let detail = "give either a board or a cgp, not both";
            Err(violations.refuse_form(ViolationCode::ConflictingFields, detail))
        }
        (None, None) => {
            let detail = "give a board or a cgp";
            Err(violations.refuse_form(ViolationCode::MissingField, detail))
        }
    };
    let rack = rack.map(|text| {
        let mut place = violations.at("rack");
        let rack = read_rack(text, rules, &mut place)?;
        match &position {
            Ok(Cgp { racks: [Some(own), _], .. }) if rack != *own => {
                let detail = format_args!("the cgp has another rack, {own}; give the rack once");
                Err(place.refuse_form(ViolationCode::ConflictingFields, detail))
            }
            _ => Ok(rack),
        }
    });
    let rack = rack.transpose();
    let mut position = position?;
    if let Some(rack) = rack? {
        position.racks[0] = Some(rack);
        check_bag(
            &position,
            if board.is_some() { "board" } else { "cgp" },
            "rack",
            rules,
            violations,
        )?;
    } else {
        let place = if board.is_some() { "board" } else { "cgp" };
        check_bag(&position, place, place, rules, violations)?;
    }
    Ok(position)
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

/// Reads the tiles on a rack.
pub(super) fn read_rack(
    RackText(text): &RackText,
    rules: &Rules,
    violations: &mut Violations,
) -> Result<Rack, Refused> {
    Rack::read(text, rules.rack_size, violations)
}

impl MoveText {
    /// Parses the move and places it on the board, if the position could be read.
    pub(super) fn place(
        &self,
        position: Result<&Cgp, Refused>,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<Play, Refused> {
        let written: Result<WrittenMove, WrittenMoveError> = self.0.parse();
        let written =
            written.map_err(|error| violations.refuse(ViolationCode::InvalidMove, "G11", error))?;
        let Cgp { board, racks, .. } = position?;
        let play = Play::place(&written, board, racks[0].as_ref(), rules, violations)?;
        // If there is a rack, `check_bag` has already counted its tiles.
        if let (Some(bag), None) = (&rules.bag, racks[0]) {
            bag.check(&play.apply_to(board), racks.iter().flatten(), violations)?;
        }
        Ok(play)
    }
}

impl WordgameSettleRequest {
    /// Reads the players.
    pub(super) fn standings(
        &self,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<Vec<Standing>, Refused> {
        let names = self.players.raw().iter().map(|player| player.name.as_str());
        let checked = players::check_table(names, 2, Some("name"), violations);
        let players = &self.players.raw()[..self.players.raw().len().min(limits::PLAYERS)];
        let standings = each(players, violations, |player, violations| {
            let points = player.points.read("points", &mut violations.at("points"));
            let rack = match &player.rack {
                Some(rack) => read_rack(rack, rules, &mut violations.at("rack")),
                None => Ok(Rack::default()),
            };
            let player = player.name.as_str().to_owned();
            Ok(Standing {
                player,
                points: points?.cast_signed(),
                rack: Some(rack?),
                overtime_seconds: 0,
            })
        });
        checked?;
        let standings = standings?;
        if let Some(bag) = &rules.bag {
            let racks = standings.iter().filter_map(|standing| standing.rack.as_ref());
            bag.check(&Board::default(), racks, violations)?;
        }
        Ok(standings)
    }
}
