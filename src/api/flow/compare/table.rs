//! The results of a table in each deal.

use serde_json::Value;

use super::start::cards;
use super::tally::Tally;
use super::{CompareQuery, Record};
use crate::api::flow::course::{Course, Step};
use crate::api::flow::{Events, Flow};
use crate::edition::Dictionary;
use crate::rules::flow::Searches;
use crate::rules::{Refused, Violations};

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    /// The name of the table in the record.
    pub(super) label: Option<String>,
    /// The names of the players in seat order.
    pub(super) names: Vec<String>,
    pub(super) deals: Vec<Deal>,
    /// The number of deals that have been played to the end.
    pub(super) over: usize,
    /// The last play of each seat.
    last: Vec<Option<Play>>,
    best: bool,
}

/// A deal at a table.
#[derive(Debug)]
pub(super) struct Deal {
    /// The cards with which it began.
    pub(super) cards: Value,
    /// The result of each seat.
    pub(super) seats: Vec<Tally>,
}

/// A play, or what was done in place of one.
#[derive(Debug, Clone, Copy)]
struct Play {
    deal: usize,
    points: u32,
    /// The points of the best play, if it was searched for.
    best: Option<u32>,
}

impl Table {
    pub(super) fn new<G: Flow>(record: &Record<G>, query: &CompareQuery<G>) -> Self {
        let names: Vec<String> =
            G::names(&record.start.state).into_iter().map(str::to_owned).collect();
        let (label, last) = (record.table.clone(), vec![None; names.len()]);
        Self { label, names, deals: Vec::new(), over: 0, last, best: query.best }
    }

    /// Carries out the actions of a record. Places are relative to it.
    ///
    /// # Errors
    /// An action is not possible.
    pub(super) fn play<G: Flow>(
        &mut self,
        record: &Record<G>,
        query: &CompareQuery<G>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let share = Searches::shared_by(query.records.len());
        let mut searches = share.clone();
        let mut course = Course::<G>::new(record.start.state.clone(), dictionary, share);
        self.begin_deals::<G>(&course.state);
        for (at, action) in record.actions.iter().enumerate() {
            let step = course.apply(action, &mut violations.at("actions").at(at))?;
            let Some(Step { before, events, .. }) = step else { continue };
            self.add::<G>((&before, &course.state), &events, |player| {
                G::best_play(&before, player, dictionary, &mut searches).map(|best| best.points)
            });
            self.begin_deals::<G>(&course.state);
        }
        self.over = G::deals(&course.state).over as usize;
        Ok(())
    }

    /// Returns what no play has made.
    pub(super) fn nothing(&self) -> Tally {
        Tally::new(self.best)
    }

    /// Notes the cards of a deal that has just begun.
    fn begin_deals<G: Flow>(&mut self, state: &G::State) {
        if self.deals.len() < G::deals(state).begun as usize {
            let seats = vec![self.nothing(); self.names.len()];
            self.deals.push(Deal { cards: cards::<G>(state), seats });
        }
    }

    /// Adds the play of an action, if it is one, and takes an earlier one back that does not count.
    fn add<G: Flow>(
        &mut self,
        (before, after): (&G::State, &G::State),
        events: &Events<G>,
        mut best_points: impl FnMut(&str) -> Option<u32>,
    ) {
        let seat_of = |player: &str| self.names.iter().position(|name| name == player);
        if let Some(seat) = G::taken_back(events).and_then(seat_of)
            && let Some(play) = self.last[seat].take()
        {
            self.deals[play.deal].seats[seat].take_back(play.points, play.best);
        }
        let Some(played) = G::played(after, events) else { return };
        let Some(seat) = seat_of(&played.player) else { return };
        let best = self.best.then(|| best_points(&played.player)).flatten();
        let deal = (G::deals(before).begun as usize).saturating_sub(1);
        self.deals[deal].seats[seat].add_play(played.points, best);
        self.last[seat] = Some(Play { deal, points: played.points, best });
    }
}
