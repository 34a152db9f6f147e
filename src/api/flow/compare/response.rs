//! The response: what the tables made of each deal, and their ranking.

use std::cmp::{Ordering, Reverse};

use serde::Serialize;
use strum::{EnumMessage, VariantArray};
use utoipa::ToSchema;

use super::request::CompareRule;
use super::table::Table;
use super::tally::Tally;
use crate::edition::EditionId;

/// Games with the same seed, compared.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompareResponse<'e> {
    /// The deals that a table has begun, in order.
    deals: Vec<ComparedDeal>,
    /// The rankings over all deals that count.
    #[serde(flatten)]
    overall: Rankings,
    /// The lexicon edition that the games use.
    lexicon: &'e EditionId,
}

/// A deal, with what was made of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompareDeal)]
struct ComparedDeal {
    /// The number of the deal, from 1. It is that of the round; on a board, the game is one deal.
    deal: usize,
    /// The reason why the deal does not count; absent if it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<LeftOut>,
    /// The rankings. A deal that does not count has neither ranks nor scores.
    #[serde(flatten)]
    rankings: Rankings,
}

/// The reason why a deal is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, EnumMessage, VariantArray)]
#[schema(as = CompareLeftOut)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// Not every table has played it to the end.
    Unfinished,
    /// The cards, the dealer, or the players who got cards were not the same at every table.
    OtherCards,
}

/// The ranking of the tables, and those of the players at each seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompareRankings)]
struct Rankings {
    /// The results of the tables, the highest score first and equal ones in the order of the records.
    ranking: Vec<Ranked>,
    /// For each seat, what the players made who sat there at the tables, in the same order.
    seat_rankings: Vec<Vec<Ranked>>,
}

/// The result of a table or of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompareRanked)]
struct Ranked {
    /// The rank, from 1; equal scores share it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<usize>,
    /// The index of the record, from 0.
    record: usize,
    /// The name of the table in the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The player at the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    /// The score by the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u64>,
    #[serde(flatten)]
    tally: Tally,
}

impl<'e> CompareResponse<'e> {
    /// Compares tables, of which there is at least one.
    pub(super) fn new(mut tables: Vec<Table>, rule: CompareRule, lexicon: &'e EditionId) -> Self {
        let count = tables.iter().map(|table| table.deals.len()).max().unwrap_or(0);
        let left_out: Vec<_> = (0..count).map(|deal| left_out(&tables, deal)).collect();
        let counted: Vec<usize> = (0..count).filter(|&deal| left_out[deal].is_none()).collect();
        for &deal in &counted {
            count_matchpoints(&mut tables, deal);
        }
        let deals = left_out.iter().enumerate().map(|(deal, &left_out)| {
            let rule = left_out.is_none().then_some(rule);
            let rankings = Rankings::new(&tables, rule, |table, seat| {
                table.deals.get(deal).map(|deal| deal.seats[seat])
            });
            ComparedDeal { deal: deal + 1, left_out, rankings }
        });
        let deals = deals.collect();
        let overall = Rankings::new(&tables, Some(rule), |table, seat| {
            let deals = counted.iter().map(|&deal| table.deals[deal].seats[seat]);
            Some(deals.fold(table.nothing(), Tally::plus))
        });
        Self { deals, overall, lexicon }
    }
}

/// Returns the reason why a deal does not count, if it does not.
fn left_out(tables: &[Table], deal: usize) -> Option<LeftOut> {
    if tables.iter().any(|table| table.over <= deal) {
        return Some(LeftOut::Unfinished);
    }
    let are_same =
        tables.windows(2).all(|pair| pair[0].deals[deal].cards == pair[1].deals[deal].cards);
    (!are_same).then_some(LeftOut::OtherCards)
}

/// Counts the matchpoints of a deal at every table: each seat against the same seat elsewhere.
fn count_matchpoints(tables: &mut [Table], deal: usize) {
    let points = |table: &Table| table.deals[deal].seats.iter().map(|seat| seat.points).collect();
    let points: Vec<Vec<u64>> = tables.iter().map(points).collect();
    for (index, table) in tables.iter_mut().enumerate() {
        for (seat, tally) in table.deals[deal].seats.iter_mut().enumerate() {
            let others = points.iter().enumerate().filter(|(other, _)| *other != index);
            let scores = others.map(|(_, other)| match tally.points.cmp(&other[seat]) {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            });
            tally.matchpoints = scores.sum();
        }
    }
}

impl Rankings {
    /// Ranks tables by what their seats made, if there is a rule.
    fn new(
        tables: &[Table],
        rule: Option<CompareRule>,
        made: impl Fn(&Table, usize) -> Option<Tally>,
    ) -> Self {
        // All tables have as many seats.
        let seats = tables.first().map_or(0, |table| table.names.len());
        let of_table = |table: &Table| {
            (0..seats).map(|seat| made(table, seat)).reduce(|one, two| Some(one?.plus(two?)))?
        };
        let of_seat = |seat: usize| {
            let name = |table: &Table| Some(table.names[seat].clone());
            ranked(tables, rule, name, |table| made(table, seat))
        };
        let ranking = ranked(tables, rule, |_| None, of_table);
        Self { ranking, seat_rankings: (0..seats).map(of_seat).collect() }
    }
}

fn ranked(
    tables: &[Table],
    rule: Option<CompareRule>,
    player: impl Fn(&Table) -> Option<String>,
    made: impl Fn(&Table) -> Option<Tally>,
) -> Vec<Ranked> {
    let lines = tables.iter().enumerate().filter_map(|(record, table)| {
        let (tally, player) = (made(table)?, player(table));
        let score = rule.map(|rule| tally.score(rule));
        Some(Ranked { rank: None, record, table: table.label.clone(), player, score, tally })
    });
    let mut lines: Vec<Ranked> = lines.collect();
    lines.sort_by_key(|line| Reverse(line.score));
    let scores: Vec<_> = lines.iter().map(|line| line.score).collect();
    for line in &mut lines {
        let better = scores.iter().filter(|score| **score > line.score).count();
        line.rank = line.score.map(|_| better + 1);
    }
    lines
}
