//! The lines for tiles left, and the result of the game.

use super::referee::{End, Outcome, Table};
use super::text::Line;

impl Table<'_> {
    /// Judges a line that gains or loses points for tiles left.
    pub(super) fn close(&mut self, line: &Line, tiles: &str) -> (i64, bool) {
        let who = line.who;
        let is_gain = line.score > 0 || (line.score == 0 && line.rack.is_empty());
        let owner = if is_gain { 1 - who } else { who };
        if !self.now.is_over {
            return (0, true);
        }
        if tiles.len() == self.now.tiles[owner] {
            self.shown[owner] = Some(tiles.to_owned());
        }
        let (gain, loss) = self.closing_of(who);
        let value = if is_gain { gain } else { loss };
        let is_due = !self.has_closed[who] && value.is_some();
        self.has_closed[who] |= is_due;
        let sign = if is_gain { 1 } else { -1 };
        let change = if is_due { sign * value.unwrap_or(0) } else { 0 };
        (change, !is_due || change != line.score)
    }

    /// Returns what a player gains and loses for tiles left (C2). An unknown rack is worth nothing.
    fn closing_of(&self, who: usize) -> (Option<i64>, Option<i64>) {
        let racks = self.racks();
        let value = |who: usize| self.set.value_of_rack(racks[who].as_deref().unwrap_or_default());
        let loss = (self.now.tiles[who] > 0).then(|| value(who));
        match (self.rules.end, self.now.out) {
            (End::GainOnce | End::GainTwice, Some(out)) if out == who => {
                let times = if self.rules.end == End::GainTwice { 2 } else { 1 };
                (Some(times * value(1 - who)), None)
            }
            (End::GainTwice, Some(_)) => (None, None),
            _ => (None, loss),
        }
    }

    /// Returns the racks at the end, as far as they are known.
    fn racks(&self) -> [Option<String>; 2] {
        let now = &self.now;
        let unseen = self.set.unseen(&now.board).filter(|_| now.bag == 0);
        let of = |who: usize| {
            if now.tiles[who] == 0 {
                return Some(String::new());
            }
            let other_is_out = now.tiles[1 - who] == 0;
            let rest = unseen.clone().filter(|rest| other_is_out && rest.len() == now.tiles[who]);
            let held = now.held[who].clone().filter(|held| held.len() == now.tiles[who]);
            rest.or_else(|| self.shown[who].clone()).or(held)
        };
        let mut racks = [of(0), of(1)];
        for who in 0..2 {
            if let (None, Some(other), Some(unseen)) = (&racks[who], &racks[1 - who], &unseen) {
                let rest = without(unseen.clone(), other.chars().collect::<Vec<_>>().iter());
                racks[who] = Some(rest).filter(|rest| rest.len() == now.tiles[who]);
            }
        }
        racks
    }

    pub(super) fn settle(&self, nicks: &[String], outcome: &mut Outcome) {
        outcome.ended = self.ended;
        outcome.totals = self.points.to_vec();
        if !self.now.is_over {
            return;
        }
        let racks = self.racks();
        for who in 0..2 {
            let (gain, loss) = self.closing_of(who);
            outcome.totals[who] += gain.unwrap_or(0) - loss.unwrap_or(0);
            if racks[who].is_none() {
                outcome.racks_unknown.push(nicks[who].clone());
            }
        }
        if outcome.racks_unknown.is_empty() {
            let highest = outcome.totals.iter().max();
            let winners = (0..2).filter(|&who| Some(&outcome.totals[who]) == highest);
            outcome.winners = winners.map(|who| nicks[who].clone()).collect();
        }
    }
}

/// Takes tiles off a rack, as far as it has them. Lower case is a blank.
pub(super) fn without<'t>(mut rack: String, tiles: impl Iterator<Item = &'t char>) -> String {
    for tile in tiles {
        let tile = if tile.is_ascii_lowercase() { '?' } else { *tile };
        if let Some(place) = rack.find(tile) {
            rack.remove(place);
        }
    }
    rack
}
