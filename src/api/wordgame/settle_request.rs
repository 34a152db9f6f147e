//! The request to settle a game.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{SchemaType, Type};

use super::position::RackText;
use super::rules::WordgameRules;
use crate::api::bounds::{
    Count, FieldSchema, INLINE, List, PlayerName, each, inline_schema, integer, string,
};
use crate::api::request;
use crate::rules::wordgame::{Board, Preset, Rack, Rules, Standing};
use crate::rules::{Refused, Violation, ViolationCode, Violations, limits, players};

/// The players of a game: as many as the preset with the most players has.
pub type Standings = List<WordgameStanding, 2, { Preset::Classic.max_players() }>;

/// A number of points, which may be negative.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(transparent)]
pub struct Points(i64);

const MAX_POINTS: i64 = limits::CHIPS.cast_signed();

inline_schema!(Points, "Points", integer("int64", Some(-MAX_POINTS), MAX_POINTS));

impl Points {
    fn read(self, violations: &mut Violations) -> Result<i64, Refused> {
        if self.0.unsigned_abs() > limits::CHIPS {
            let detail = format_args!("{}; give at most ±{} points", self.0, limits::CHIPS);
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(self.0)
    }
}

/// The tiles left on a rack.
#[derive(Debug, Clone, Default)]
pub enum FinalRack {
    /// The rack is empty.
    #[default]
    Empty,
    /// Nobody knows the rack.
    Unknown,
    /// The rack is known.
    Known(RackText),
}

impl<'de> Deserialize<'de> for FinalRack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FinalRackVisitor)
    }
}

struct FinalRackVisitor;

impl Visitor<'_> for FinalRackVisitor {
    type Value = FinalRack;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    /// The member is absent.
    fn visit_none<E>(self) -> Result<FinalRack, E> {
        Ok(FinalRack::Empty)
    }

    /// The member is `null`.
    fn visit_unit<E>(self) -> Result<FinalRack, E> {
        Ok(FinalRack::Unknown)
    }

    fn visit_str<E: de::Error>(self, rack: &str) -> Result<FinalRack, E> {
        RackText::deserialize(rack.into_deserializer()).map(FinalRack::Known)
    }
}

impl utoipa::PartialSchema for FinalRack {
    fn schema() -> FieldSchema {
        let mut schema = string(0, limits::WORD_CHARACTERS, None);
        schema.schema_type = SchemaType::from_iter([Type::String, Type::Null]);
        schema.into()
    }
}

impl utoipa::ToSchema for FinalRack {
    fn name() -> Cow<'static, str> {
        format!("{INLINE}FinalRack").into()
    }
}

impl FinalRack {
    /// Reads the rack. One with too many tiles is what the table says (RULEBOOK W6), and one with a
    /// mark that is not a tile is unknown; the breaches are added to `breaches`.
    fn read(
        &self,
        rules: &Rules,
        breaches: &mut Violations,
        violations: &mut Violations,
    ) -> Result<(Option<Rack>, Option<String>), Refused> {
        let RackText(text) = match self {
            Self::Empty => return Ok((Some(Rack::default()), None)),
            Self::Unknown => return Ok((None, None)),
            Self::Known(text) => text,
        };
        if limits::is_longer(text, limits::WORD_CHARACTERS) {
            let most = limits::WORD_CHARACTERS;
            let detail = format_args!("the rack has more than {most} characters");
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        let rack = Rack::read(text, rules.rack_size, breaches);
        let rack = rack.ok().or_else(|| Rack::read_any(text));
        Ok((rack, rack.is_none().then(|| text.to_ascii_uppercase())))
    }
}

/// A player at the end of a game.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameStanding {
    /// The player's name.
    name: PlayerName,
    /// The points of all moves.
    points: Points,
    /// The tiles left on the rack. If it is `null`, nobody knows them, as with `rack_unknown`. If it
    /// is absent, the rack is empty.
    #[serde(default)]
    rack: FinalRack,
    /// True if nobody knows the tiles left on the rack. Some clients cannot send `null`. Defaults to
    /// `false`.
    rack_unknown: Option<bool>,
    /// The seconds by which the player exceeded the time limit. Requires a time penalty in the
    /// rules. Defaults to 0.
    overtime_seconds: Option<Count<0, { limits::OVERTIME_SECONDS }>>,
}

impl WordgameStanding {
    /// Reads the player, and the text of a rack with a mark that is not a tile.
    fn read(
        &self,
        rules: &Rules,
        breaches: &mut Violations,
        violations: &mut Violations,
    ) -> Result<(Standing, Option<String>), Refused> {
        let points = self.points.read(&mut violations.at("points"));
        let rack = self.rack(rules, breaches, violations);
        let overtime_seconds = self.overtime(rules, &mut violations.at("overtime_seconds"))?;
        let (points, (rack, unread)) = (points?, rack?);
        let player = self.name.as_str().to_owned();
        Ok((Standing { player, points, rack, overtime_seconds }, unread))
    }

    fn rack(
        &self,
        rules: &Rules,
        breaches: &mut Violations,
        violations: &mut Violations,
    ) -> Result<(Option<Rack>, Option<String>), Refused> {
        if !self.rack_unknown.unwrap_or_default() {
            return self.rack.read(rules, &mut breaches.at("rack"), &mut violations.at("rack"));
        }
        if let FinalRack::Known(_) = self.rack {
            let detail = "the player has a rack; omit it, or omit rack_unknown";
            let mut place = violations.at("rack_unknown");
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        Ok((None, None))
    }

    fn overtime(&self, rules: &Rules, violations: &mut Violations) -> Result<u64, Refused> {
        let Some(seconds) = self.overtime_seconds else { return Ok(0) };
        let seconds = seconds.read(Some("C6"), violations)?;
        if seconds > 0 && rules.time_penalty.is_none() {
            let detail = "the rules have no penalty for overtime; add rules.time_penalty";
            return Err(violations.refuse(ViolationCode::NotAllowed, "C6", detail));
        }
        Ok(seconds.into())
    }
}

request! {
    @lexicon_only
    /// A game to settle.
    pub struct WordgameSettleRequest {
        /// The players in seat order: 2, or up to 4 in the classic game.
        players: Standings,
        /// The name of the player who went out: who placed their last tile while the bag was empty.
        /// Absent if nobody went out.
        went_out: Option<PlayerName>,
        /// House rules.
        pub(super) rules: Option<WordgameRules>,
    }
}

/// The players of a request.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct GivenStandings {
    pub(super) standings: Vec<Standing>,
    /// The texts of the racks with a mark that is not a tile, by player.
    pub(super) unread_racks: Vec<Option<String>>,
    pub(super) breaches: Vec<Violation>,
    /// The seat of the player who went out.
    pub(super) went_out: Option<usize>,
}

impl WordgameSettleRequest {
    /// Reads the players with their breaches, and the seat of the player who went out.
    pub(super) fn standings(
        &self,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<GivenStandings, Refused> {
        let mut place = violations.at("players");
        let checked = check_players(self.players.raw(), rules, &mut place);
        let players = &self.players.raw()[..self.players.raw().len().min(limits::PLAYERS)];
        let given = each(players, &mut place, |player, violations| {
            let mut breaches = Violations::default();
            let (standing, unread) = player.read(rules, &mut breaches, violations)?;
            Ok((standing, unread, Vec::from(breaches)))
        });
        checked?;
        drop(place);
        let mut breaches = Violations::default();
        let (mut standings, mut unread_racks) = (Vec::new(), Vec::new());
        for (seat, (standing, unread, found)) in given?.into_iter().enumerate() {
            let found =
                found.into_iter().map(|breach| breach.within(&seat.to_string()).within("players"));
            breaches.extend(found);
            standings.push(standing);
            unread_racks.push(unread);
        }
        if let Some(bag) = &rules.bag {
            let racks = standings.iter().filter_map(|standing| standing.rack.as_ref());
            let _ = bag.check(&Board::default(), racks, &mut breaches.at("players"));
        }
        let went_out = self.went_out.as_ref();
        let went_out =
            went_out.map(|name| find_out(name, &standings, &mut violations.at("went_out")));
        let went_out = went_out.transpose()?;
        Ok(GivenStandings { standings, unread_racks, breaches: breaches.into(), went_out })
    }
}

/// Checks the names and the number of the players.
fn check_players(
    players: &[WordgameStanding],
    rules: &Rules,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let names = players.iter().map(|player| player.name.as_str());
    let max = rules.preset.max_players();
    if players.len() > max {
        let (rule, game) = match rules.preset {
            Preset::Wordgame => ("G10", "Wordgame"),
            Preset::Classic => ("C1", "the classic game"),
        };
        let detail = format_args!("{} players; {game} has at most {max}", players.len());
        return Err(violations.refuse(ViolationCode::TooMany, rule, detail));
    }
    players::check_table(names, 2, Some("name"), violations)
}

/// Returns the seat of the player who went out, and checks that the player has no tiles left.
fn find_out(
    name: &PlayerName,
    standings: &[Standing],
    violations: &mut Violations,
) -> Result<usize, Refused> {
    let names = standings.iter().map(|standing| standing.player.as_str());
    let seat = players::check_seated(name.as_str(), names, violations)?;
    let detail = match &standings[seat].rack {
        Some(rack) if rack.is_empty() => return Ok(seat),
        Some(rack) => format!("the player has tiles left: {rack}; a player who goes out has none"),
        None => "the player's rack is unknown; a player who goes out has an empty rack".to_owned(),
    };
    Err(violations.refuse(ViolationCode::ConflictingFields, "C2", detail))
}
