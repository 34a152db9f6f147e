//! `POST /v1/play-on-words/best`.

use serde::Serialize;

use super::TAG;
use crate::api::bounds::Top;
use crate::api::hints::{Reveal, WordHint};
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::play_on_words::reading::PositionQuery;
use crate::api::play_on_words::requests::PlayOnWordsBestRequest;
use crate::api::play_on_words::responses::{PlayOnWordsBestResponse, PlayOnWordsFoundTurn};
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::play_on_words::{HAND_CARDS, Position, Turn};
use crate::rules::{Refused, Variant, Violations};

/// The number of turns that are listed by default.
const DEFAULT_TOP: usize = 5;

/// Finds the best turns of a hand.
pub struct Best;

/// A position to find the best turns for.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct BestQuery {
    #[serde(flatten)]
    position: PositionQuery,
    top: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tier: Option<u8>,
    #[serde(skip_serializing_if = "Reveal::is_play")]
    reveal: Reveal,
}

impl Operation for Best {
    const ID: &'static str = "best_play_on_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/play-on-words/best";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Finds the best turns in Play On Words";
    const DESCRIPTION: &'static str = "Considers every way to divide the hand among a new word, play-ons and combinations. Turns are sorted by points (highest first; the casual version has no points), letters left in the hand (fewest first), wilds played (fewest first), flips played (fewest first), and the words made (alphabetically). Turns that make the same words from the same table words are listed once.";
    const RESPONSE: &'static str = "The best turns";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = PlayOnWordsBestRequest;
    type Query = BestQuery;
    type Basis = Dictionary;
    type Response<'a> = PlayOnWordsBestResponse<'a>;

    fn parse(
        request: PlayOnWordsBestRequest,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<BestQuery, Refused> {
        let top = Top::read(request.top, DEFAULT_TOP, violations);
        let cards = (&request.hand, request.table.as_ref());
        let stage = (request.first_turn, request.last_play);
        let position = PositionQuery::read(cards, stage, request.rules, violations);
        let reveal = request.reveal.unwrap_or_default();
        let max_tier = dictionary.max_tier();
        Ok(BestQuery { position: position?, top: top?, max_tier, reveal })
    }

    fn canonical(query: &BestQuery) -> impl Serialize {
        query
    }

    fn plan(_query: &BestQuery, _dictionary: &Dictionary) -> Plan {
        Plan::cached(Cost::Pooled)
    }

    fn index_of(_query: &BestQuery) -> Option<Variant> {
        Some(Variant::PlayOnWords)
    }

    fn query_bytes(query: &BestQuery) -> usize {
        size_of::<BestQuery>() + query.position.table_bytes()
    }

    fn run<'a>(
        BestQuery { position, top, reveal, .. }: &'a BestQuery,
        dictionary: &'a Dictionary,
    ) -> Result<PlayOnWordsBestResponse<'a>, Violations> {
        let remarks = position.remarks();
        let PositionQuery { hand, table, stage, rules } = position;
        let position = Position { hand, table, stage: *stage };
        let index = dictionary.indexes().play_on_words(&dictionary.edition().lexicon);
        let best = index.best(dictionary.vocabulary(), position, *rules, *top);
        let nothing_found = best.turns.is_empty();
        let (turns, hints) = reveal.describe(
            best.turns,
            |found| PlayOnWordsFoundTurn::new(found, table, dictionary, *rules),
            |found| (found.score.total.into(), hints_at(&found.turn)),
        );
        Ok(PlayOnWordsBestResponse {
            turns,
            hints,
            exhaustive: best.exhaustive,
            discard_allowed: nothing_found.then_some(hand.len() == HAND_CARDS),
            remarks,
            lexicon: dictionary.id(),
        })
    }
}

/// Returns the hints at the words of a turn.
pub fn hints_at(turn: &Turn) -> Vec<WordHint> {
    let new_word = turn.new_word.iter().map(|play| WordHint::new(play.word().as_bytes()));
    let play_ons = turn.play_ons.iter();
    let play_ons =
        play_ons.map(|play_on| WordHint::new(play_on.word.word().as_bytes()).onto(&play_on.onto));
    new_word.chain(play_ons).collect()
}
