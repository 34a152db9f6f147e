//! `POST /v1/{game}/puzzle`: a position with exactly one best play, the same for every game.

mod requests;
mod responses;

pub use requests::PuzzleReveal;
pub use responses::PuzzleResponse;

use std::marker::PhantomData;

use serde::Serialize;
use utoipa::ToSchema;

use self::requests::{Chosen, PuzzleRequest};
use super::flow::{Flow, Name, PinnedWords, schema_name};
use super::hints::{Reveal, WordHint};
use super::operation::{Cost, Method, Operation, Plan};
use super::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::puzzle::{Best, Dice, Level, Puzzle, Setter, set};
use crate::rules::{Refused, Variant, ViolationCode, Violations};

/// A game whose puzzles the service sets.
pub trait Puzzles: Flow {
    /// The position as a player sees it.
    type Dealt;
    /// A play.
    type Play;
    /// Sets the puzzles.
    type Setter<'s>: Setter<Position = Self::Dealt, Play = Self::Play>;
    /// The position as the request for the best plays.
    type Position: Serialize + ToSchema;
    /// The best play as the response for the best plays lists it.
    type Solution: Serialize + ToSchema;

    /// Prepares the setter.
    fn setter(dictionary: &Dictionary) -> Self::Setter<'_>;

    /// Writes a position.
    fn position(dealt: &Self::Dealt, words: PinnedWords) -> Self::Position;

    /// Returns the hints at a play.
    fn hints(best: &Best<Self::Play>) -> Vec<WordHint>;

    /// Describes the best play of a position.
    fn solution(dealt: Self::Dealt, play: Self::Play, dictionary: &Dictionary) -> Self::Solution;
}

/// Sets a puzzle.
pub struct SetPuzzle<G>(PhantomData<G>);

/// A puzzle to set.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PuzzleQuery {
    #[serde(flatten)]
    chosen: Chosen,
    level: Level,
    /// The hints.
    #[serde(skip_serializing_if = "Option::is_none")]
    reveal: Option<Reveal>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    solution: bool,
}

impl<G: Puzzles> Operation for SetPuzzle<G> {
    const ID: &'static str = Self::NAME.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = Self::NAME.path;
    const TAG: &'static str = G::TITLE;
    const SUMMARY: &'static str = Self::NAME.summary;
    const DESCRIPTION: &'static str = "Exactly one play of the position has the most points, by the default rules and of all words of the lexicon. `position` is a request of the operation `best` of the game; to check a guess, add it to the position and send it to `score`: it is right if its score is the one that the hint `points` shows. The same `date`, `level`, words and version give the same puzzle everywhere. If no such position is found, because the lexicon is too small or its words have other tiers, the status is 422 with the breach `no_puzzle`.";
    const RESPONSE: &'static str = "The puzzle";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = PuzzleRequest;
    type Query = PuzzleQuery;
    type Basis = Dictionary;
    type Response<'a> = PuzzleResponse<'a, G>;

    fn schema_name<T: ToSchema>() -> String {
        schema_name(&G::name(), &T::name())
    }

    fn parse(
        request: PuzzleRequest,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<PuzzleQuery, Refused> {
        let chosen = request.chosen(violations)?;
        let PuzzleRequest { level, reveal, solution, .. } = request;
        let solution = solution.unwrap_or_default();
        Ok(PuzzleQuery { chosen, level, reveal: reveal.map(Reveal::from), solution })
    }

    fn canonical(query: &PuzzleQuery) -> impl Serialize {
        query
    }

    fn plan(_query: &PuzzleQuery, _dictionary: &Dictionary) -> Plan {
        Plan::cached(Cost::Pooled)
    }

    fn index_of(_query: &PuzzleQuery) -> Option<Variant> {
        Some(G::VARIANT)
    }

    fn query_bytes(query: &PuzzleQuery) -> usize {
        size_of::<PuzzleQuery>() + query.chosen.text().len()
    }

    fn run<'a>(
        query: &'a PuzzleQuery,
        dictionary: &'a Dictionary,
    ) -> Result<PuzzleResponse<'a, G>, Violations> {
        let PuzzleQuery { chosen, level, reveal, solution } = query;
        let mut dice = Dice::new(G::VARIANT, &dictionary.digest(), *level, chosen.text());
        let set = set(&mut G::setter(dictionary), &mut dice, dictionary.words(), *level);
        let mut violations = Violations::default();
        let set =
            set.map_err(|error| violations.at("level").refuse_form(ViolationCode::NoPuzzle, error));
        let Puzzle { position, best, tier, .. } = violations.finish(set)?;
        let hint = |reveal: Reveal| vec![reveal.hint(best.total.into(), G::hints(&best))];
        Ok(PuzzleResponse {
            position: G::position(&position, PinnedWords::of(dictionary)),
            level: *level,
            date: chosen.date(),
            seed: chosen.seed(),
            margin: best.margin(),
            tier,
            hints: reveal.map(hint),
            solution: solution.then(|| G::solution(position, best.play, dictionary)),
            lexicon: dictionary.id(),
        })
    }
}

impl<G: Puzzles> SetPuzzle<G> {
    const NAME: Name = G::NAMES.puzzle;
}
