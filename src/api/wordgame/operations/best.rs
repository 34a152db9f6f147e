//! `POST /v1/wordgame/best`.

use serde_json::{Value, json};

use super::{TAG, counts_cheaply, is_cheap_search};
use crate::api::bounds::Top;
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::wordgame::position::{GivenPosition, Position, StateAfter};
use crate::api::wordgame::requests::WordgameBestRequest;
use crate::api::wordgame::responses::{WordgameBestResponse, WordgameFormedWord, WordgameMove};
use crate::api::wordgame::rules::WordgameRules;
use crate::edition::Dictionary;
use crate::rules::wordgame::{Move, Rack, Rules, Score, Search};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// Finds the best moves of a rack.
pub struct Best;

/// A position to find the best moves for.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct BestQuery {
    position: Position,
    rack: Rack,
    rules: Rules,
    top: usize,
    all: bool,
    count: bool,
    rows: bool,
}

impl Operation for Best {
    const ID: &'static str = "best_wordgame";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/wordgame/best";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Finds the best moves in Wordgame";
    const DESCRIPTION: &'static str = "The search is exact: it considers every legal move of the rack. Moves are sorted by points (highest first), tiles placed (fewest first), row, column, direction (across first), and the word as written. Moves that differ only in which tile is the blank are different moves. A move of one tile counts once: across if it forms a word across, otherwise down.";
    const RESPONSE: &'static str = "The best moves";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = WordgameBestRequest;
    type Query = BestQuery;
    type Basis = Dictionary;
    type Response<'a> = WordgameBestResponse<'a>;

    fn parse(
        request: WordgameBestRequest,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<BestQuery, Refused> {
        let rules = WordgameRules::read(request.rules.as_ref(), violations)?;
        let WordgameBestRequest { board, cgp, rack, .. } = &request;
        let position =
            GivenPosition { board: board.as_ref(), cgp: cgp.as_ref(), rack: rack.as_ref() };
        let position = position.read(&rules, violations);
        let rack = position.as_ref().map_err(|refused| *refused).and_then(|position| {
            position.rack().copied().ok_or_else(|| {
                let detail = "give the rack, here or in the cgp";
                violations.at("rack").refuse_form(ViolationCode::MissingField, detail)
            })
        });
        let all = request.all.unwrap_or_default();
        let count = request.count.unwrap_or(true);
        let top = read_top(&request, all, violations);
        if all && !count {
            let detail = "all moves are counted when they are listed; omit count";
            let mut place = violations.at("count");
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        let rows = request.rows.unwrap_or_default();
        Ok(BestQuery { position: position?, rack: rack?, rules, top: top?, all, count, rows })
    }

    fn plan(query: &BestQuery, dictionary: &Dictionary) -> Plan {
        let BestQuery { position, rack, rules, top, all, count, .. } = query;
        let is_cheap = !all
            && *top <= limits::DEFAULT_TOP
            && dictionary.overlay().is_empty()
            && is_cheap_search(rules, rack)
            && (!count || counts_cheaply(&position.0.board));
        Plan::cached(if is_cheap { Cost::Inline } else { Cost::Pooled })
    }

    fn canonical(query: &BestQuery) -> Value {
        let BestQuery { position, rack, rules, top, all, count, rows } = query;
        let rack = rack.to_string();
        let mut request =
            json!({ "cgp": position, "rack": rack, "all": all, "rows": rows, "rules": rules });
        if *all {
            // All moves are counted, and their number is not limited by top.
            return request;
        }
        request["top"] = (*top).into();
        request["count"] = (*count).into();
        request
    }

    fn run<'a>(
        query: &'a BestQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordgameBestResponse<'a>, Violations> {
        let BestQuery { position, rack, rules, top, count, .. } = query;
        let index = &dictionary.edition().indexes.wordgame;
        let search = Search::new(index, &position.0.board, rules);
        let search = search.with_overlay(dictionary.overlay());
        let (best, moves_found) = if *count {
            let summary = search.summary(rack, *top, 0);
            (summary.best, Some(summary.moves_found))
        } else {
            (search.best(rack, *top), None)
        };
        let moves = best.iter().map(|found| query.describe(found, dictionary)).collect();
        Ok(WordgameBestResponse { moves, moves_found, lexicon: dictionary.id() })
    }
}

impl BestQuery {
    /// Describes a move. In a list of all moves, only its score.
    fn describe(&self, found: &Move, dictionary: &Dictionary) -> WordgameMove {
        let mut described = WordgameMove {
            written: found.to_string(),
            total: found.total(),
            words: None,
            tiles_used: found.tiles_used(),
            cgp: None,
            rows: None,
            placed: None,
            rack_left: None,
        };
        if !self.all {
            let play = found.play();
            let score = Score::of(&play, &self.position.0.board, &self.rules);
            let state = self.position.after(&play, found.total(), self.rows);
            let StateAfter { cgp, rows, placed, rack_left } = state;
            described.words = Some(WordgameFormedWord::all(&score, dictionary));
            (described.cgp, described.rows) = (Some(cgp), rows);
            (described.placed, described.rack_left) = (Some(placed), rack_left);
        }
        described
    }
}

/// Reads the number of moves to list.
fn read_top(
    request: &WordgameBestRequest,
    all: bool,
    violations: &mut Violations,
) -> Result<usize, Refused> {
    if !all {
        return Top::read(request.top, limits::DEFAULT_TOP, violations);
    }
    if request.top.is_some() {
        let detail = "give either top or all, not both";
        let mut place = violations.at("top");
        return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
    }
    Ok(limits::ALL_MOVES)
}
