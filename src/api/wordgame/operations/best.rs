//! `POST /v1/wordgame/best`.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::{TAG, as_text, counts_cheaply, is_cheap_search};
use crate::api::bounds::{CursorText, Top};
use crate::api::cursor::{Cursor, digits, edition};
use crate::api::hints::{Reveal, WordHint};
use crate::api::lexicons::Lexicons;
use crate::api::operation::{Cost, Method, Operation, Plan, Request as _};
use crate::api::problem::{Problem, ProblemCode};
use crate::api::wordgame::position::{GivenPosition, Position};
use crate::api::wordgame::requests::WordgameBestRequest;
use crate::api::wordgame::responses::{WordgameBestResponse, WordgameMove};
use crate::api::wordgame::rules::WordgameRules;
use crate::edition::{Dictionary, EditionId};
use crate::lexicon::Digest;
use crate::rules::wordgame::{Move, Rack, Rules, Search};
use crate::rules::{Refused, Variant, ViolationCode, Violations, limits};

/// Finds the best moves of a rack.
pub struct Best;

/// A position to find the best moves for.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct BestQuery {
    #[serde(rename = "cgp")]
    position: Position,
    #[serde(serialize_with = "as_text")]
    rack: Rack,
    rows: bool,
    rules: Rules,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tier: Option<u8>,
    #[serde(skip_serializing_if = "Reveal::is_play")]
    reveal: Reveal,
    #[serde(flatten)]
    listing: Listing,
}

/// The moves to list.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Listing {
    /// The best moves, and the number of all moves if `count` is true.
    Best { top: usize, count: bool },
    /// All moves.
    All(Page),
}

/// A page of all moves.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
struct Page {
    /// The number of moves on the pages before.
    before: usize,
    limit: usize,
    /// The digest of the search.
    search: String,
    /// The cursor of the request.
    cursor: Option<String>,
}

impl Serialize for Listing {
    /// Writes the members of a request that select the listing.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        match self {
            Self::Best { top, count } => {
                members.serialize_entry("top", top)?;
                members.serialize_entry("count", count)?;
            }
            Self::All(Page { limit, cursor, .. }) => {
                members.serialize_entry("all", &true)?;
                members.serialize_entry("limit", limit)?;
                if let Some(cursor) = cursor {
                    members.serialize_entry("cursor", cursor)?;
                }
            }
        }
        members.end()
    }
}

impl Operation for Best {
    const ID: &'static str = "best_wordgame";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/wordgame/best";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Finds the best moves in Wordgame";
    const DESCRIPTION: &'static str = "The search is exact: it considers every legal move of the rack; only with more than two blanks, or with `blank_letter` `per_word`, it may stop at a limit, and says so with `exhaustive: false`. Moves are sorted by points (highest first), tiles placed (fewest first), row, column, direction (across first), and the word as written. Moves that differ only in which tile is the blank are different moves. A move of one tile counts once: across if it forms a word across, otherwise down. To list all moves, set `all`; to get the next page, pass `next` as `cursor`. All pages come from the edition of the first page, even if the active edition changes. Once that edition is no longer retained, the status is 410.";
    const RESPONSE: &'static str = "The best moves";
    const PROBLEMS: &'static [ProblemCode] = &[
        ProblemCode::UnknownLexicon,
        ProblemCode::LexiconNotHeld,
        ProblemCode::CursorExpired,
        ProblemCode::Overloaded,
    ];

    type Request = WordgameBestRequest;
    type Query = BestQuery;
    type Basis = Dictionary;
    type Response<'a> = WordgameBestResponse<'a>;

    fn resolve(
        request: &WordgameBestRequest,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Dictionary, Problem> {
        let selector = request.dictionary();
        // An invalid cursor is reported later, with all other violations.
        let cursor: Option<Cursor<usize>> = request.cursor.as_ref().and_then(CursorText::parse);
        let started_with = cursor.as_ref().map(|cursor| cursor.edition.as_str());
        let edition = edition(lexicons, selector.lexicon.as_deref(), started_with)?;
        Ok(selector.dictionary(edition, violations))
    }

    fn parse(
        request: WordgameBestRequest,
        dictionary: &Dictionary,
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
        let listing = read_listing(&request, violations);
        let rows = request.rows.unwrap_or_default();
        let (position, rack, listing) = (position?, rack?, listing?);
        let max_tier = dictionary.max_tier();
        let reveal = request.reveal.unwrap_or_default();
        let mut query = BestQuery { position, rack, rows, rules, max_tier, reveal, listing };
        let digest = query.search_digest(dictionary);
        if let Listing::All(page) = &mut query.listing {
            page.search = digest;
            page.read_cursor(request.cursor.as_ref(), dictionary, violations)?;
        }
        Ok(query)
    }

    fn plan(query: &BestQuery, dictionary: &Dictionary) -> Plan {
        let BestQuery { position, rack, rules, listing, .. } = query;
        let is_cheap = match *listing {
            Listing::Best { top, count } => {
                top <= limits::DEFAULT_TOP
                    && !dictionary.vocabulary().excludes_some()
                    && dictionary.indexes().has(Variant::Wordgame)
                    && is_cheap_search(rules, rack)
                    && (!count || counts_cheaply(&position.0.board))
            }
            Listing::All(_) => false,
        };
        Plan::cached(if is_cheap { Cost::Inline } else { Cost::Pooled })
    }

    fn index_of(_query: &BestQuery) -> Option<Variant> {
        Some(Variant::Wordgame)
    }

    fn canonical(query: &BestQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a BestQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordgameBestResponse<'a>, Violations> {
        let BestQuery { position, rack, rules, listing, .. } = query;
        let index = dictionary.indexes().wordgame(&dictionary.edition().lexicon);
        let search = Search::new(index, &position.0.board, rules);
        let search = search.with_vocabulary(dictionary.vocabulary());
        let (best, moves_found, next, exhaustive) = match listing {
            Listing::Best { top, count: false } => {
                let best = search.best_moves(rack, *top);
                (best.moves, None, None, best.exhaustive)
            }
            Listing::Best { top, count: true } => {
                let summary = search.summary(rack, *top, 0);
                (summary.best, Some(summary.moves_found), None, summary.exhaustive)
            }
            Listing::All(page) => {
                let mut summary = search.summary(rack, page.end(), 0);
                let next = page.next(summary.moves_found, dictionary);
                let on_page = summary.best.split_off(page.before.min(summary.best.len()));
                (on_page, Some(summary.moves_found), next, summary.exhaustive)
            }
        };
        let (moves, hints) = query.reveal.describe(
            &best,
            |found| query.describe(found, dictionary),
            |found| {
                let word = WordHint::new(found.letters()).at(found.coordinate());
                (found.total().into(), vec![word])
            },
        );
        let exhaustive = (!exhaustive).then_some(false);
        let lexicon = dictionary.id();
        Ok(WordgameBestResponse { moves, hints, moves_found, exhaustive, next, lexicon })
    }
}

impl BestQuery {
    /// Returns the digest of the search, which is the same for all its pages.
    fn search_digest(&self, dictionary: &Dictionary) -> String {
        let Self { position, rack, rules, rows, max_tier, reveal, .. } = self;
        let EditionId { name, overlay, .. } = dictionary.id();
        let rack = rack.to_string();
        let parts = (position, rack, rules, rows, name, overlay, max_tier, reveal);
        let parts = serde_json::to_vec(&parts).expect("positions and rules can be written as JSON");
        digits(Digest::of(&[&parts]))
    }

    /// Describes a move. In a list of all moves, only its score.
    fn describe(&self, found: &Move, dictionary: &Dictionary) -> WordgameMove {
        match self.listing {
            Listing::Best { .. } => {
                let Self { position, rules, rows, .. } = self;
                WordgameMove::with_state(found, position, rules, *rows, dictionary)
            }
            Listing::All(_) => found.into(),
        }
    }
}

impl Page {
    /// Returns the number of moves on this page and those before.
    fn end(&self) -> usize {
        (self.before + self.limit).min(limits::ALL_MOVES)
    }

    /// Returns the cursor of the next page, if there is one.
    fn next(&self, moves_found: usize, dictionary: &Dictionary) -> Option<String> {
        let end = self.end();
        let is_last = end >= moves_found.min(limits::ALL_MOVES);
        (!is_last).then(|| self.cursor_after(end, dictionary).to_string())
    }

    fn cursor_after(&self, end: usize, dictionary: &Dictionary) -> Cursor<usize> {
        Cursor::after(end, &self.search, dictionary.edition(), None)
    }

    /// Reads the end of the page before.
    fn read_cursor(
        &mut self,
        text: Option<&CursorText>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let Some(text) = text else { return Ok(()) };
        let mut place = violations.at("cursor");
        let cursor: Cursor<usize> = text.read(&mut place)?;
        let is_within = (1..limits::ALL_MOVES).contains(&cursor.last);
        if !is_within || cursor != self.cursor_after(cursor.last, dictionary) {
            let detail = "the cursor belongs to another search; keep all members except limit as on the previous page";
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        (self.before, self.cursor) = (cursor.last, Some(cursor.to_string()));
        Ok(())
    }
}

/// Reads which moves to list.
fn read_listing(
    request: &WordgameBestRequest,
    violations: &mut Violations,
) -> Result<Listing, Refused> {
    let WordgameBestRequest { top, all, count, limit, cursor, .. } = request;
    let mut refuse = |field, detail| {
        Err(violations.at(field).refuse_form(ViolationCode::ConflictingFields, detail))
    };
    if !all.unwrap_or_default() {
        if limit.is_some() {
            return refuse("limit", "only a list of all moves has pages; use top, or set all");
        }
        if cursor.is_some() {
            return refuse("cursor", "only a list of all moves has pages; set all");
        }
        let top = Top::read(*top, limits::DEFAULT_TOP, violations)?;
        return Ok(Listing::Best { top, count: count.unwrap_or(true) });
    }
    if top.is_some() {
        return refuse("top", "give either top or all, not both");
    }
    if *count == Some(false) {
        return refuse("count", "all moves are counted when they are listed; omit count");
    }
    let limit = match limit {
        Some(limit) => limit.read(None, &mut violations.at("limit"))? as usize,
        None => limits::DEFAULT_MOVES_PAGE,
    };
    Ok(Listing::All(Page { limit, ..Page::default() }))
}
