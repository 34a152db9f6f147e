//! `POST /v1/wordgame/challenge`.

use serde::Serialize;

use super::{TAG, cost_of_words};
use crate::api::challenges::{Parties, challenged_texts};
use crate::api::dictionary::{Opinions, SecondOpinion};
use crate::api::operation::{Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::wordgame::disputed::{DisputedMove, DisputedPosition};
use crate::api::wordgame::position::{GivenPosition, Position, StateAfter};
use crate::api::wordgame::requests::WordgameChallengeRequest;
use crate::api::wordgame::responses::WordgameRuling;
use crate::api::wordgame::rules::WordgameRules;
use crate::api::words::JudgedWord;
use crate::edition::Dictionary;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::wordgame::challenge::Challenge as Disputed;
use crate::rules::wordgame::{ChallengeRule, Play, Rules, Score};
use crate::rules::{Refused, Verdict, ViolationCode, Violations};
use crate::word::Word;

/// Decides a challenge to a move.
pub struct Challenge;

/// A challenged move, with the players whom the ruling concerns.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ChallengeQuery {
    #[serde(rename = "cgp")]
    position: DisputedPosition,
    #[serde(rename = "move")]
    disputed: DisputedMove,
    /// The challenged words as they are written, in alphabetical order; all words of the move if it
    /// can be made and the request names none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    #[serde(flatten)]
    parties: Parties,
    /// The number of failed challenges of each challenger, if it is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed_before: Option<u32>,
    /// The numbers of failed challenges by challenger, if they are not all the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failed_before_each: Vec<u32>,
    rows: bool,
    rules: Rules,
    #[serde(skip)]
    quiet: bool,
}

impl Operation for Challenge {
    const ID: &'static str = "challenge_wordgame";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/wordgame/challenge";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Decides a challenge to a move in Wordgame";
    const DESCRIPTION: &'static str = "If a challenged word is not allowed, or the move breaks a rule of the board, the move is taken back. The rule for challenges decides what else follows: nothing in Wordgame (G8); in the classic game, the loser of the challenge loses a turn (C5). A challenge may name some words of the move; the ruling is then only about those words.";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;
    const IS_RULING: bool = true;

    type Request = WordgameChallengeRequest;
    type Query = ChallengeQuery;
    type Basis = Opinions;
    type Response<'a> = WordgameRuling<'a>;

    fn parse(
        request: WordgameChallengeRequest,
        opinions: &Opinions,
        violations: &mut Violations,
    ) -> Result<ChallengeQuery, Refused> {
        let rules = WordgameRules::read(request.rules.as_ref(), violations)?;
        let WordgameChallengeRequest { board, cgp, written, .. } = &request;
        let position = GivenPosition { board: board.as_ref(), cgp: cgp.as_ref(), rack: None };
        let position = position.read_disputed(&rules, violations);
        let on_board =
            position.as_ref().map(|disputed| &disputed.position).map_err(|refused| *refused);
        let judged_by = position.as_ref().map_or_else(|_| rules.clone(), |read| read.rules(&rules));
        let disputed = written.disputed(on_board, &judged_by, &mut violations.at("move"));
        let parties = Parties::read(
            request.challenger.as_ref(),
            request.challengers.as_ref(),
            request.challenged.as_ref(),
            "move",
            violations,
        );
        let failed_before = request.failed_before(violations);
        let mut place = violations.at("words");
        let words = challenged_texts(request.words.as_ref(), &mut place);
        let (position, disputed) = (position?, disputed?);
        let words = match disputed.play() {
            Some(play) => {
                let score = Score::of(play, position.board(), &rules);
                find_words(&score, &words?, opinions.ruling(), &mut place)?
            }
            None => words?,
        };
        drop(place);
        let (failed_before, failed_before_each) = failed_before?;
        Ok(ChallengeQuery {
            position,
            disputed,
            words: canonical_words(words),
            parties: parties?,
            failed_before,
            failed_before_each,
            rows: request.rows.unwrap_or_default(),
            rules,
            quiet: request.quiet.unwrap_or_default(),
        })
    }

    fn plan(query: &ChallengeQuery, _opinions: &Opinions) -> Plan {
        Plan::uncached(cost_of_words(&query.rules))
    }

    fn canonical(query: &ChallengeQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a ChallengeQuery,
        opinions: &'a Opinions,
    ) -> Result<WordgameRuling<'a>, Violations> {
        let ChallengeQuery { position, disputed, rules, .. } = query;
        let score = disputed.play().map(|play| Score::of(play, position.board(), rules));
        let words = query.verdicts(score.as_ref(), opinions.ruling());
        let is_allowed = |words: &[(Word, Verdict)]| {
            score.is_some() && words.iter().all(|(_, verdict)| verdict.is_allowed())
        };
        // RULEBOOK W6: a rack that cannot be is a breach of its player.
        let upheld = !position.breaches.is_empty() || !is_allowed(&words);
        let second_opinion = opinions.second().map(|second| {
            let is_allowed = is_allowed(&query.verdicts(score.as_ref(), second));
            SecondOpinion::new(second, is_allowed && position.breaches.is_empty())
        });
        let challenge = Disputed {
            rule: rules.challenge_rule(),
            challengers: query.challengers().collect(),
            challenged: query.parties.challenged(),
        };
        let consequences = challenge.consequences(upheld, words.len());
        let game_winner = challenge.game_winner(&consequences).map(str::to_owned);
        let is_for_two = challenge.challengers.len() == 1;
        let standing = disputed.play().zip(score.as_ref()).filter(|_| !upheld);
        let state = query.state_after(standing, &consequences);
        let judged = || words.iter().map(|(word, verdict)| JudgedWord::new(word, *verdict));
        Ok(WordgameRuling {
            upheld,
            valid: !upheld,
            written: disputed,
            words: (!query.quiet).then(|| judged().collect()),
            breaches: [
                &position.breaches[..],
                &disputed.breaches(&position.position, &position.rules(rules)),
                &position.of_others,
            ]
            .concat(),
            consequences,
            game_winner,
            second_opinion,
            cgp: is_for_two.then_some(state.cgp),
            rows: state.rows,
            placed: state.placed,
            rack_left: state.rack_left,
            lexicon: opinions.ruling().id(),
        })
    }
}

impl ChallengeQuery {
    /// Returns the challengers, each with the number of their earlier failed challenges.
    fn challengers(&self) -> impl Iterator<Item = (&str, u32)> {
        let failed = |at: usize| self.failed_before_each.get(at).copied();
        let challengers = self.parties.challengers().enumerate();
        challengers.map(move |(at, name)| {
            (name, self.failed_before.or_else(|| failed(at)).unwrap_or_default())
        })
    }

    /// Returns the challenged words in the order in which the move forms them, each with its
    /// verdict; none if the move cannot be made.
    fn verdicts(&self, score: Option<&Score>, dictionary: &Dictionary) -> Vec<(Word, Verdict)> {
        let Some(score) = score else { return Vec::new() };
        let words = score.words.iter().zip(score.verdicts(dictionary.words()));
        let is_challenged = |written: &Word| self.words.iter().any(|word| word == written.as_str());
        words
            .filter(|(formed, _)| is_challenged(&formed.word))
            .map(|(_, verdict)| verdict)
            .collect()
    }

    /// Returns the state after the ruling; `standing` is the move with its score, if it stands.
    fn state_after(
        &self,
        standing: Option<(&Play, &Score)>,
        consequences: &[Consequence],
    ) -> StateAfter {
        let Position(before) = &self.position.position;
        let play = standing.map(|(play, _)| play);
        let rack = self.position.position.rack();
        let rack = rack.map(|rack| play.map_or(*rack, |play| play.remaining_rack(rack)));
        let mut after = match standing {
            Some((play, score)) => before.after(play.apply_to(&before.board), rack, score.total),
            None if self.rules.challenge_rule() == ChallengeRule::Void => before.clone(),
            None => before.after_scoreless_turn(),
        };
        // After a move that stands, the challenger is to move.
        for consequence in consequences.iter().filter(|_| standing.is_some()) {
            let points = consequence.amount.map_or(0, |points| i64::try_from(points).unwrap_or(0));
            after = match consequence.kind {
                ConsequenceKind::GainsPoints => after.with_points(1, points),
                ConsequenceKind::LosesPoints => after.with_points(0, -points),
                ConsequenceKind::LosesTurn => after.after_scoreless_turn(),
                _ => after,
            };
        }
        StateAfter::of(&after, rack.as_ref(), play, self.rows)
    }
}

/// Returns the challenged words as the move writes them: those that are named, or else all.
fn find_words(
    score: &Score,
    named: &[String],
    dictionary: &Dictionary,
    violations: &mut Violations,
) -> Result<Vec<String>, Refused> {
    if named.is_empty() {
        return Ok(score.words.iter().map(|formed| formed.word.to_string()).collect());
    }
    let mut found = Ok(Vec::new());
    for (index, name) in named.iter().enumerate() {
        let mut matching = score.named(name, dictionary.words()).peekable();
        if matching.peek().is_none() {
            let detail = format_args!("the move does not form {name:?}");
            let mut place = violations.at(index);
            found = Err(place.refuse(ViolationCode::InvalidWord, "G8", detail));
        } else if let Ok(words) = &mut found {
            words.extend(matching.map(|(written, _)| written.to_string()));
        }
    }
    found
}

/// Returns words as a set, in alphabetical order.
fn canonical_words(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words.dedup();
    words
}
