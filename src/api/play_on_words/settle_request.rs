//! The request to settle a round of Play On Words.

use serde::Deserialize;

use super::requests::TableWords;
use super::rules::PlayOnWordsRules;
use super::turn::{AnnouncedCards, PlayOns, read_cards, read_turn};
use crate::api::bounds::{Count, List, PlayerName, bound, each, inline_schema, integer};
use crate::api::request;
use crate::rules::play_on_words::{MAX_PLAYERS, Mugging, Seat, ShownHand, Version, rounds};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits, players};

/// The players of a round.
pub type Seats = List<PlayOnWordsSeat, 2, MAX_PLAYERS>;
/// The muggings of a round.
pub type Muggings = List<PlayOnWordsMugging, 0, { limits::MUGGINGS }>;
/// The number of a round: two players play four, more players three; Full Deck has one.
pub type RoundNumber = Count<1, { bound(rounds(2, Version::Rummy)) }>;

/// Points that may be negative.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(transparent)]
pub struct SignedPoints(i64);

const MAX_POINTS: i64 = limits::CHIPS.cast_signed();

inline_schema!(SignedPoints, "SignedPoints", integer("int64", Some(-MAX_POINTS), MAX_POINTS));

impl SignedPoints {
    fn read(self, violations: &mut Violations) -> Result<i64, Refused> {
        if !(-MAX_POINTS..=MAX_POINTS).contains(&self.0) {
            let detail = format_args!("{}; give -{MAX_POINTS} to {MAX_POINTS} points", self.0);
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(self.0)
    }
}

/// A player at the end of a round.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsSeat {
    /// The player's name.
    pub(super) name: PlayerName,
    /// The player's points from all turns so far, including bonuses for going out. In the casual
    /// version, the number of rounds won so far.
    points: SignedPoints,
    /// The cards left after the last plays. If absent, no cards are left. A text that is not a card
    /// is a breach, and nothing is deducted for it.
    unplayed: Option<AnnouncedCards>,
}

/// A mugging: words that a player makes with the unplayed cards of an opponent. Each word is judged
/// by itself, against the table as given.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsMugging {
    /// The player who mugs.
    player: PlayerName,
    /// The opponent who was left with the cards.
    from: PlayerName,
    /// The unplayed cards to make words with. Cards that the words do not use score nothing.
    hand_cards: AnnouncedCards,
    /// The word made from these cards alone, card by card.
    new_word: Option<AnnouncedCards>,
    /// The words made from table words.
    play_ons: Option<PlayOns>,
}

request! {
    /// A round to settle.
    pub struct PlayOnWordsSettleRequest {
        /// The player who went out; absent if the pile ran out first.
        pub(super) went_out: Option<PlayerName>,
        /// The players in seat order, clockwise.
        pub(super) players: Seats,
        /// The words on the table after the last plays. Muggings may add play-ons to them.
        pub(super) table: Option<TableWords>,
        /// The muggings, in the order in which they count. A card can be mugged only once. A
        /// mugging that is not possible earns nothing, and the rest is settled.
        pub(super) muggings: Option<Muggings>,
        /// The number of the round, counted from 1.
        pub(super) round: Option<RoundNumber>,
        /// House rules.
        pub(super) rules: Option<PlayOnWordsRules>,
    }
}

impl PlayOnWordsSettleRequest {
    fn names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.players.raw().iter().map(|player| player.name.as_str())
    }

    /// Reads the player who went out, as an index into the players.
    pub(super) fn went_out(&self, violations: &mut Violations) -> Result<Option<usize>, Refused> {
        let seated = self.went_out.as_ref().map(|name| {
            players::check_seated(name.as_str(), self.names(), &mut violations.at("went_out"))
        });
        seated.transpose()
    }

    /// Reads the players.
    pub(super) fn seats(&self, violations: &mut Violations) -> Result<Vec<Seat>, Refused> {
        let mut place = violations.at("players");
        let mut checked = players::check_table(self.names(), 2, Some("name"), &mut place);
        let players = self.players.raw();
        if players.len() > MAX_PLAYERS {
            let detail = format_args!("{} players; at most {MAX_PLAYERS} can play", players.len());
            checked = Err(place.refuse(ViolationCode::TooMany, "P14", detail));
        }
        let players = &players[..players.len().min(limits::PLAYERS)];
        let seats = each(players, &mut place, |player, violations| {
            let points = player.points.read(&mut violations.at("points"));
            let unplayed = player.unplayed.as_ref().map_or(Ok(ShownHand::default()), |cards| {
                read_cards(cards, &mut violations.at("unplayed")).map(ShownHand::new)
            });
            let name = player.name.as_str().to_owned();
            Ok(Seat { name, points: points?, unplayed: unplayed? })
        });
        checked.and(seats)
    }

    /// Reads the number of the round.
    pub(super) fn round(
        &self,
        version: Version,
        violations: &mut Violations,
    ) -> Result<Option<usize>, Refused> {
        let Some(round) = self.round else { return Ok(None) };
        let (round, players) = (round.raw() as usize, self.players.raw().len());
        let last = rounds(players, version);
        if !(1..=last).contains(&round) {
            let players = counted(players, "player");
            let (rule, detail) = match version {
                Version::FullDeck => ("P16", "Full Deck has one round; give 1".to_owned()),
                _ => ("P14", format!("a game of {players} has rounds 1 to {last}")),
            };
            return Err(violations.at("round").refuse(ViolationCode::OutOfBounds, rule, detail));
        }
        Ok(Some(round))
    }

    /// Reads the muggings.
    pub(super) fn muggings(&self, violations: &mut Violations) -> Result<Vec<Mugging>, Refused> {
        let Some(muggings) = &self.muggings else { return Ok(Vec::new()) };
        let mut place = violations.at("muggings");
        let muggings = muggings.read("mugging", &mut place)?;
        each(muggings, &mut place, |mugging, violations| {
            let PlayOnWordsMugging { player, from, hand_cards, new_word, play_ons } = mugging;
            let mut seated = |name: &PlayerName, member: &'static str| {
                players::check_seated(name.as_str(), self.names(), &mut violations.at(member))
            };
            let (player, from) = (seated(player, "player"), seated(from, "from"));
            let hand_cards = read_cards(hand_cards, &mut violations.at("hand_cards"));
            let turn = read_turn(new_word.as_ref(), play_ons.as_ref(), violations);
            Ok(Mugging { player: player?, from: from?, hand_cards: hand_cards?, turn: turn? })
        })
    }
}
