//! `POST /v1/{game}/challenge`.

use std::marker::PhantomData;

use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::{self, WordPokerChallengeRequest, WordPokerRules};
use crate::api::word_poker::responses::WordPokerRuling;
use crate::edition::Dictionary;
use crate::rules::word_poker::{self, LookUp, Seat};
use crate::rules::{Refused, Violations, ruling};
use crate::word::Word;

/// Decides a challenge to a word.
pub struct Challenge<D>(PhantomData<D>);

/// A challenged word, with the players whom the ruling concerns.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ChallengeQuery {
    word: Word,
    challenger: String,
    challenged: String,
    pot: u64,
    players: Vec<Seat>,
    category: CategoryQuery,
    look_ups: Vec<LookUp>,
}

impl<D: Deal> Operation for Challenge<D> {
    const ID: &'static str = D::NAMES.challenge.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.challenge.path;
    const TAG: &'static str = D::TAG;
    const SUMMARY: &'static str = D::NAMES.challenge.summary;
    const DESCRIPTION: &'static str = "If the word is allowed, the challenger owes the next pot the current pot divided by the number of players, rounded down. Otherwise, the player who declared the word folds (rule 8). A player who looked up anything but the challenged word folds (rule 9).";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = WordPokerChallengeRequest;
    type Query = ChallengeQuery;
    type Basis = Dictionary;
    type Response<'a> = WordPokerRuling<'a>;

    fn parse(
        request: WordPokerChallengeRequest,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ChallengeQuery, Refused> {
        let rules = WordPokerRules::read(request.rules.as_ref(), violations);
        let word = request.word(violations);
        let category = CategoryChoice::read(request.category.as_ref(), dictionary, violations);
        let pot = request.pot.read("chips", &mut violations.at("pot"));
        let players = requests::seats(&request.players, &mut violations.at("players"));
        let parties = request.check_parties(violations);
        let look_ups = request.look_ups(&mut violations.at("look_ups"));
        rules.and(parties)?;
        Ok(ChallengeQuery {
            word: word?,
            challenger: request.challenger.as_str().to_owned(),
            challenged: request.challenged.as_str().to_owned(),
            pot: pot?,
            players: players?,
            category: category?,
            look_ups: look_ups?,
        })
    }

    fn run<'a>(
        query: &'a ChallengeQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerRuling<'a>, Violations> {
        let ChallengeQuery { word, challenger, challenged, pot, players, category, look_ups } =
            query;
        let challenge = word_poker::Challenge {
            word: *word,
            challenger: challenger.clone(),
            challenged: challenged.clone(),
            pot: *pot,
            players: players.clone(),
            category: category.active(&dictionary.edition().lexicon),
            look_ups: look_ups.clone(),
        };
        let ruling = challenge.decide(dictionary.words());
        let reason = ruling.verdict.reason(word);
        let seats: Vec<(&str, Option<u64>)> =
            players.iter().map(|seat| (seat.name.as_str(), seat.chips)).collect();
        let looked_up: Vec<(&str, Word)> =
            look_ups.iter().map(|look_up| (look_up.player.as_str(), look_up.word)).collect();
        let id = ruling::id(&(
            (D::VARIANT, "challenge", word, challenger, challenged, pot, seats, looked_up),
            (category.key(), dictionary.digest()),
            (ruling.upheld, ruling.challengeable, &reason, &ruling.consequences),
        ));
        Ok(WordPokerRuling {
            upheld: ruling.upheld,
            challengeable: ruling.challengeable,
            word: word.to_string(),
            valid: !ruling.upheld,
            reason,
            consequences: ruling.consequences,
            id,
            lexicon: dictionary.id(),
        })
    }
}
