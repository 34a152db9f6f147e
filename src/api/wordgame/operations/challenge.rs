//! `POST /v1/wordgame/challenge`.

use super::TAG;
use crate::api::challenges::{challenged_words, parties};
use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::wordgame::requests::{self, WordgameChallengeRequest};
use crate::api::wordgame::responses::WordgameRuling;
use crate::api::wordgame::rules::WordgameRules;
use crate::api::words::JudgedWord;
use crate::edition::Dictionary;
use crate::rules::wordgame::{Board, Play, Rules, Score, challenge};
use crate::rules::{Refused, Violations, ruling};
use crate::word::Word;

/// Decides a challenge to a move.
pub struct Challenge;

/// A challenged move, with the players whom the ruling concerns.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ChallengeQuery {
    board: Board,
    play: Play,
    rules: Rules,
    /// The challenged words; all words of the move if empty.
    words: Vec<Word>,
    challenger: Option<String>,
    challenged: Option<String>,
}

impl Operation for Challenge {
    const ID: &'static str = "challenge_wordgame";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/wordgame/challenge";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Decides a challenge to a move in Wordgame";
    const DESCRIPTION: &'static str = "If a challenged word is not allowed, the move is taken back, and nobody gets a penalty (G8). A challenge may name some words of the move; the ruling is then only about those words.";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = WordgameChallengeRequest;
    type Query = ChallengeQuery;
    type Basis = Dictionary;
    type Response<'a> = WordgameRuling<'a>;

    fn parse(
        request: WordgameChallengeRequest,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ChallengeQuery, Refused> {
        let rules = WordgameRules::read(request.rules.as_ref(), violations)?;
        let WordgameChallengeRequest { board, cgp, written, .. } = &request;
        let position = requests::position(board.as_ref(), cgp.as_ref(), None, &rules, violations);
        let on_board = position.as_ref().map_err(|refused| *refused);
        let play = written.place(on_board, &rules, &mut violations.at("move"));
        let challenger = request.challenger.as_ref();
        let parties = parties(challenger, request.challenged.as_ref(), "move", violations);
        let words = challenged_words(request.words.as_ref(), &mut violations.at("words"));
        let [challenger, challenged] = parties?;
        let board = position?.board;
        Ok(ChallengeQuery { board, play: play?, rules, words: words?, challenger, challenged })
    }

    fn run<'a>(
        query: &'a ChallengeQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordgameRuling<'a>, Violations> {
        let ChallengeQuery { board, play, rules, words, challenger, challenged } = query;
        let mut violations = Violations::default();
        let score = Score::of(play, board, rules);
        let ruling = challenge::decide(
            &score,
            words,
            challenged.as_deref(),
            dictionary.words(),
            &mut violations.at("words"),
        );
        let ruling = violations.finish(ruling)?;
        let written = play.to_string();
        let judged: Vec<(&str, bool)> = ruling
            .words
            .iter()
            .map(|(word, verdict)| (word.as_str(), verdict.is_allowed()))
            .collect();
        let id = ruling::id(&(
            ("wordgame", "challenge", board.to_rows(), &written, challenger, challenged),
            (judged, dictionary.digest()),
            (ruling.upheld, &ruling.consequences),
        ));
        let words = ruling.words.iter().map(|(word, verdict)| JudgedWord::new(word, *verdict));
        Ok(WordgameRuling {
            upheld: ruling.upheld,
            words: words.collect(),
            written,
            consequences: ruling.consequences,
            id,
            lexicon: dictionary.id(),
        })
    }
}
