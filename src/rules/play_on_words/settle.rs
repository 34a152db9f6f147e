//! The end of a round: deductions, muggings and leaders (RULEBOOK P12–P14, P16, W6).

use serde::Serialize;

use super::card::Card;
use super::hand::{join_cards, letter_points};
use super::mugging::{Mugged, rule_on_muggings};
use super::round::{Round, Seat, rounds};
use super::ruleset::Version;
use crate::lexicon::Words;
use crate::rules::score::{SettlementLine, SettlementLines};
use crate::rules::{Refused, Violation, ViolationCode, Violations};

/// The points lost for each unplayed letter (RULEBOOK P12).
pub const UNPLAYED_LETTER_POINTS: i64 = 1;

/// The points of a player after the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsResult))]
pub struct PlayerResult {
    /// The player's name.
    pub player: String,
    /// The points before the round was settled.
    pub points: i64,
    /// The steps from `points` to `total`, each with its rule.
    pub lines: Vec<SettlementLine>,
    /// The points after the round was settled.
    pub total: i64,
    /// The texts among the unplayed cards that are not cards of the game; absent if there are none.
    /// Nothing is deducted for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
}

/// A settled round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The players' points, in seat order.
    pub results: Vec<PlayerResult>,
    /// The rulings on the muggings, as given.
    pub muggings: Vec<Mugged>,
    /// The players with the most points, in seat order; several if they are tied.
    pub leaders: Vec<String>,
    /// The number of rounds in the game.
    pub rounds: usize,
    /// True if this was the last round; `None` if its number is not known.
    pub is_over: Option<bool>,
    /// The rules that unplayed cards break, with their places in the round. All cards that can be
    /// read count.
    pub breaches: Vec<Violation>,
}

impl Round<'_> {
    /// Settles the round. A mugging that is not possible earns nothing, a hand that can't be counts
    /// as far as it can be read, and the rest is settled (RULEBOOK W6).
    ///
    /// # Errors
    /// [`Refused`] if a player went out with cards left, or went out in Full Deck, where nobody
    /// does. All violations are recorded, at `went_out` and `players/…/unplayed`.
    ///
    /// # Panics
    /// If `went_out` or a mugging names a player by an index beyond the list.
    pub fn settle<'l>(
        &self,
        words: impl Into<Words<'l>>,
        violations: &mut Violations,
    ) -> Result<Settled, Refused> {
        self.check_going_out(violations)?;
        let muggings = rule_on_muggings(self, words.into());
        let results = self.results(&muggings);
        let max = results.iter().map(|result| result.total).max();
        let leaders = results
            .iter()
            .filter(|result| Some(result.total) == max)
            .map(|result| result.player.clone())
            .collect();
        let rounds = rounds(self.players.len(), self.rules.version);
        let is_over = self.number.map(|number| number >= rounds);
        let mut breaches = Violations::default();
        for (seat, player) in self.players.iter().enumerate() {
            let mut players = breaches.at("players");
            let _ = player.unplayed.read(&mut players.at(seat).at("unplayed"));
        }
        let breaches = breaches.into();
        Ok(Settled { results, muggings, leaders, rounds, is_over, breaches })
    }

    fn check_going_out(&self, violations: &mut Violations) -> Result<(), Refused> {
        let Some(out) = self.went_out else { return Ok(()) };
        let mut result = Ok(());
        if self.rules.version == Version::FullDeck {
            let detail = "nobody goes out in Full Deck";
            let code = ViolationCode::ConflictingFields;
            result = Err(violations.at("went_out").refuse(code, "P16", detail));
        }
        if !self.players[out].unplayed.is_empty() {
            let detail = "the player who went out can have no unplayed cards";
            let code = ViolationCode::ConflictingFields;
            let mut players = violations.at("players");
            result = Err(players.at(out).at("unplayed").refuse(code, "P11", detail));
        }
        result
    }

    fn results(&self, muggings: &[Mugged]) -> Vec<PlayerResult> {
        let seats = self.players.iter().enumerate();
        let mut lines: Vec<SettlementLines> =
            seats.map(|(seat, player)| self.lines(seat, player)).collect();
        for (mugging, mugged) in self.muggings.iter().zip(muggings) {
            if mugged.points > 0 {
                let opponent = &self.players[mugging.from].name;
                let label = format!("mugs {} of {opponent}", join_cards(&mugged.cards));
                lines[mugging.player].add("P12", label, mugged.points);
            }
        }
        let results = self.players.iter().zip(lines).map(|(player, lines)| PlayerResult {
            player: player.name.clone(),
            points: player.points,
            total: lines.total(),
            lines: lines.finish(),
            unread: player.unplayed.unread(),
        });
        results.collect()
    }

    /// Settles a player's own cards.
    fn lines(&self, seat: usize, player: &Seat) -> SettlementLines {
        let mut lines = SettlementLines::starting_with(player.points);
        if self.rules.version == Version::Casual {
            if self.went_out == Some(seat) {
                lines.add("P16", "goes out first".to_owned(), 1);
            }
            return lines;
        }
        let unplayed: Vec<Card> = player.unplayed.cards().collect();
        if !unplayed.is_empty() {
            // RULEBOOK P12: the owner loses the points of mugged cards as well.
            let rule = if self.went_out.is_some() { "P12" } else { "P13" };
            let label = format!("unplayed: {}", join_cards(&unplayed));
            lines.add(rule, label, letter_points(&unplayed, -UNPLAYED_LETTER_POINTS));
        }
        lines
    }
}
