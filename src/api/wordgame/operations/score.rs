//! `POST /v1/wordgame/score`.

use serde::Serialize;

use super::{TAG, cost_of_words, counts_cheaply, is_cheap_search};
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::wordgame::position::{GivenPosition, Position, StateAfter};
use crate::api::wordgame::preview::Preview;
use crate::api::wordgame::requests::WordgameScoreRequest;
use crate::api::wordgame::responses::{
    WordgameFormedWord, WordgameMoveRank, WordgameMoveSummary, WordgameScoreResponse,
};
use crate::api::wordgame::rules::WordgameRules;
use crate::edition::Dictionary;
use crate::rules::score::Line;
use crate::rules::wordgame::{self, ChallengeRule, Rack, Rules, Search};
use crate::rules::{Refused, Variant, ViolationCode, Violations};

/// Scores a move.
pub struct Score;

/// A move in its position.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ScoreQuery {
    #[serde(rename = "cgp")]
    position: Position,
    #[serde(rename = "move")]
    preview: Preview,
    rank: bool,
    rows: bool,
    rules: Rules,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tier: Option<u8>,
    #[serde(skip)]
    quiet: bool,
}

impl Operation for Score {
    const ID: &'static str = "score_wordgame";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/wordgame/score";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Scores a move in Wordgame";
    const DESCRIPTION: &'static str = "Returns every word that the move forms, with its bonus squares, and the steps of the total. If the move breaks a placement rule, the response is an error with all its breaches. If a word is not allowed, the response has `valid: false`. A `?` in the move is a blank whose letter is not chosen yet. With `rank`, the response has the rank of the move among all legal moves of the rack.";
    const RESPONSE: &'static str = "The score";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = WordgameScoreRequest;
    type Query = ScoreQuery;
    type Basis = Dictionary;
    type Response<'a> = WordgameScoreResponse<'a>;

    fn parse(
        request: WordgameScoreRequest,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ScoreQuery, Refused> {
        let rules = WordgameRules::read(request.rules.as_ref(), violations)?;
        let WordgameScoreRequest { board, cgp, rack, written, .. } = &request;
        let position =
            GivenPosition { board: board.as_ref(), cgp: cgp.as_ref(), rack: rack.as_ref() };
        let position = position.read(&rules, violations);
        let on_board = position.as_ref().map_err(|refused| *refused);
        let preview = written.preview(on_board, &rules, &mut violations.at("move"));
        let position = position?;
        let rank = request.rank.unwrap_or_default();
        if rank && position.rack().is_none() {
            let detail = "a move is ranked among the moves of a rack; give the rack";
            let mut place = violations.at("rack");
            return Err(place.refuse_form(ViolationCode::MissingField, detail));
        }
        let quiet = request.quiet.unwrap_or_default();
        if rank && quiet {
            // RULEBOOK C8: the other moves of the rack would tell which word is not allowed.
            let detail = "a quiet response has no rank; omit rank or quiet";
            let mut place = violations.at("quiet");
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        if !rank && request.max_tier.is_some_and(|max_tier| !max_tier.is_max()) {
            let detail = "only a rank needs a search; set rank, or omit max_tier";
            let mut place = violations.at("max_tier");
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        let rows = request.rows.unwrap_or_default();
        let max_tier = dictionary.max_tier();
        Ok(ScoreQuery { position, preview: preview?, rank, rows, rules, max_tier, quiet })
    }

    fn plan(query: &ScoreQuery, dictionary: &Dictionary) -> Plan {
        match query.ranked() {
            None => Plan::uncached(cost_of_words(&query.rules)),
            Some(rack) => {
                let is_cheap = !dictionary.vocabulary().excludes_some()
                    && dictionary.indexes().has(Variant::Wordgame)
                    && is_cheap_search(&query.rules, rack)
                    && counts_cheaply(&query.position.0.board);
                Plan::cached(if is_cheap { Cost::Inline } else { Cost::Pooled })
            }
        }
    }

    fn index_of(query: &ScoreQuery) -> Option<Variant> {
        query.ranked().map(|_| Variant::Wordgame)
    }

    fn canonical(query: &ScoreQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a ScoreQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordgameScoreResponse<'a>, Violations> {
        let ScoreQuery { position, preview, rules, .. } = query;
        let play = &preview.play;
        let score = wordgame::Score::of(play, &position.0.board, rules);
        let words = WordgameFormedWord::of_preview(preview, &score, dictionary);
        let legal = words.iter().all(|word| word.valid);
        let earned = legal.then_some(score.total);
        let rank = query.ranked().map(|rack| rank(query, rack, earned, dictionary));
        // RULEBOOK C5: where moves can be challenged, a move that is not legal stands until then.
        let stands = !preview.is_open() && (legal || rules.challenge_rule() != ChallengeRule::Void);
        let state = stands.then(|| position.after(play, score.total, query.rows));
        let (cgp, rows, placed, rack_left) = match state {
            Some(StateAfter { cgp, rows, placed, rack_left }) => {
                (Some(cgp), rows, Some(placed), rack_left)
            }
            None => (None, None, None, None),
        };
        Ok(WordgameScoreResponse {
            valid: legal,
            legal,
            written: preview,
            total: score.total,
            tiles_used: play.tiles_used(),
            all_tiles: score.all_tiles,
            all_tiles_bonus: score.all_tiles_bonus,
            lines: lines_of(preview, &score, rules),
            words: (!query.quiet).then_some(words),
            rank,
            cgp,
            rows,
            placed,
            rack_left,
            lexicon: dictionary.id(),
        })
    }
}

impl ScoreQuery {
    /// Returns the rack whose moves the move is ranked against, if the request sets `rank`.
    const fn ranked(&self) -> Option<&Rack> {
        if self.rank { self.position.rack() } else { None }
    }
}

/// Returns the steps of a score, with the words as the preview writes them.
fn lines_of(preview: &Preview, score: &wordgame::Score, rules: &Rules) -> Vec<Line> {
    let mut lines = score.lines(rules);
    if preview.is_open() {
        for formed in &score.words {
            let Some(word) = preview.open_word(formed) else { continue };
            let written = formed.word.as_str();
            for line in &mut lines {
                if let Some(rest) = line.label.strip_prefix(written) {
                    line.label = format!("{word}{rest}");
                }
            }
        }
    }
    lines
}

/// Ranks a move; `earned` is its points, or `None` if it is not legal.
fn rank(
    ScoreQuery { position, rules, .. }: &ScoreQuery,
    rack: &Rack,
    earned: Option<u32>,
    dictionary: &Dictionary,
) -> WordgameMoveRank {
    let index = dictionary.indexes().wordgame(&dictionary.edition().lexicon);
    let search = Search::new(index, &position.0.board, rules);
    let search = search.with_vocabulary(dictionary.vocabulary());
    let summary = search.summary(rack, 1, earned.unwrap_or_default());
    let best = summary.best.first();
    let best_total = best.map_or(0, wordgame::Move::total);
    WordgameMoveRank {
        place: earned.map(|_| summary.better + 1),
        moves_found: summary.moves_found,
        exhaustive: (!summary.exhaustive).then_some(false),
        points_lost: best_total.saturating_sub(earned.unwrap_or_default()),
        best: best.map(WordgameMoveSummary::from),
    }
}
