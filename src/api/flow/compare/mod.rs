//! `POST /v1/{game}/compare`: games with the same seed, compared as duplicate clubs do.

mod request;
mod response;
mod start;
mod table;
mod tally;

pub use request::CompareRule;
pub use response::LeftOut;

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use self::request::CompareRequest;
use self::response::CompareResponse;
use self::table::Table;
use super::comparison::{check_max_tier, searching_up_to};
use super::start::{self as game_start, Started};
use super::{Flow, schema_name, searches};
use crate::api::dictionary::DictionarySelector;
use crate::api::lexicons::Lexicons;
use crate::api::operation::{Cost, Method, Operation, Plan, Request as _};
use crate::api::problem::{Problem, ProblemCode};
use crate::edition::Dictionary;
use crate::rules::limits::{COMPARED_ACTIONS, COMPARED_RECORDS};
use crate::rules::{Refused, Variant, ViolationCode, Violations, counted};

/// Compares games with the same seed.
pub struct Compare<G>(PhantomData<G>);

/// Records of games with the same start, but for the names of the players.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct CompareQuery<G: Flow> {
    records: Vec<Record<G>>,
    rule: CompareRule,
    best: bool,
    max_tier: Option<u8>,
}

/// The record of a table.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Record<G: Flow> {
    table: Option<String>,
    start: Started<G>,
    actions: Vec<G::Action>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct CanonicalCompare<'q, G: Flow> {
    records: Vec<CanonicalRecord<'q, G>>,
    rule: CompareRule,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    best: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tier: Option<u8>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct CanonicalRecord<'q, G: Flow> {
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<&'q str>,
    start: &'q Map<String, Value>,
    actions: &'q [G::Action],
}

impl<G: Flow> Operation for Compare<G> {
    const ID: &'static str = G::NAMES.compare.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = G::NAMES.compare.path;
    const TAG: &'static str = G::TITLE;
    const SUMMARY: &'static str = G::NAMES.compare.summary;
    const DESCRIPTION: &'static str = "Tables that start with the same seed get the same cards. The response says what each table made of each deal, and ranks the tables, and the players of each seat, by the `rule`. A deal is a round or, on a board, the whole game. Points are those of plays, calls and declared words: bets, chips, muggings, challenges and deductions don't count. A deal counts if all tables have played it to the end, from the same cards. All records must have the same seed, rules, lexicon, dealer and number of players; names may differ. With `best`, each play is compared with the best one of its position, as in `replay`.";
    const RESPONSE: &'static str = "What the tables made of each deal, and their ranking";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = CompareRequest<G>;
    type Query = CompareQuery<G>;
    type Basis = Dictionary;
    type Response<'a> = CompareResponse<'a>;

    fn schema_name<T: ToSchema>() -> String {
        schema_name(&G::name(), &T::name())
    }

    fn resolve(
        request: &CompareRequest<G>,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Dictionary, Problem> {
        let mut first: Option<Dictionary> = None;
        let records = request.records.raw().iter().take(COMPARED_RECORDS);
        for (index, record) in records.enumerate() {
            let mut records = violations.at("records");
            let (mut record_place, selector) = (records.at(index), record.start.dictionary());
            let mut place = record_place.at("start");
            let dictionary = selector.resolve(lexicons, &mut place)?;
            match &first {
                None => first = Some(dictionary),
                Some(first) if first.edition().id != dictionary.edition().id => {
                    start::refuse("lexicon", &mut place);
                }
                Some(first) if first.id() != dictionary.id() => {
                    start::refuse("overlay", &mut place);
                }
                Some(_) => {}
            }
        }
        let dictionary = match first {
            Some(dictionary) => dictionary,
            None => DictionarySelector::default().resolve(lexicons, violations)?,
        };
        Ok(searching_up_to(dictionary, request.max_tier, violations))
    }

    fn parse(
        request: CompareRequest<G>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<CompareQuery<G>, Refused> {
        let rule = request.rule;
        let is_share = rule == CompareRule::ShareOfBest;
        let best = request.best.unwrap_or(is_share);
        if is_share && !best {
            let detail = "share_of_best needs the best plays; omit best";
            violations.at("best").refuse_form(ViolationCode::ConflictingFields, detail);
        }
        check_max_tier(best, request.max_tier, violations);
        let mut place = violations.at("records");
        let mut records: Vec<Record<G>> = Vec::new();
        for (index, given) in request.records.read("record", &mut place)?.iter().enumerate() {
            let mut place = place.at(index);
            let table = given.table.as_ref().map(|table| table.read(&mut place.at("table")));
            let table = table.transpose()?.map(str::to_owned);
            let actions = given.actions.read("action", &mut place.at("actions"))?.to_vec();
            let mut place = place.at("start");
            let start = game_start::read(&given.start, dictionary, &mut place)?;
            if let Some(first) = records.first() {
                start::check_same(&first.start, &start, &mut place)?;
            }
            records.push(Record { table, start, actions });
        }
        let actions = records.iter().map(|record| record.actions.len()).sum();
        if actions > COMPARED_ACTIONS {
            let given = counted(actions, "action");
            let detail = format_args!("{given} in all records; give at most {COMPARED_ACTIONS}");
            return Err(place.refuse_form(ViolationCode::TooMany, detail));
        }
        Ok(CompareQuery { records, rule, best, max_tier: dictionary.max_tier() })
    }

    fn canonical(query: &CompareQuery<G>) -> impl Serialize {
        let &CompareQuery { ref records, rule, best, max_tier } = query;
        let records = records.iter().map(|Record { table, start, actions }| CanonicalRecord {
            table: table.as_deref(),
            start: start.canonical(),
            actions,
        });
        CanonicalCompare::<G> { records: records.collect(), rule, best, max_tier }
    }

    fn plan(_query: &CompareQuery<G>, _dictionary: &Dictionary) -> Plan {
        Plan::uncached(Cost::Pooled)
    }

    fn index_of(query: &CompareQuery<G>) -> Option<Variant> {
        let of_bots = query.records.iter().find_map(|record| searches::<G>(&record.actions));
        of_bots.or(query.best.then_some(G::VARIANT))
    }

    fn run<'a>(
        query: &'a CompareQuery<G>,
        dictionary: &'a Dictionary,
    ) -> Result<CompareResponse<'a>, Violations> {
        let mut violations = Violations::default();
        let mut tables = Vec::with_capacity(query.records.len());
        for (index, record) in query.records.iter().enumerate() {
            let mut place = violations.at("records");
            let mut table = Table::new(record, query);
            if table.play(record, query, dictionary, &mut place.at(index)).is_ok() {
                tables.push(table);
            }
        }
        if !violations.is_empty() {
            return Err(violations);
        }
        Ok(CompareResponse::new(tables, query.rule, &dictionary.edition().id))
    }
}
