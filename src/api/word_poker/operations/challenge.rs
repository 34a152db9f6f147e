//! `POST /v1/{game}/challenge`.

use std::marker::PhantomData;

use serde::Serialize;

use crate::api::challenges::Parties;
use crate::api::dictionary::{Opinions, SecondOpinion};
use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::{self, WordPokerChallengeRequest, WordPokerRules};
use crate::api::word_poker::responses::WordPokerRuling;
use crate::edition::Dictionary;
use crate::rules::word_poker::{self, Deck, Declaration, LookUp, Rules, Seat};
use crate::rules::{Refused, Variant, Violations};

/// Decides a challenge to a word, or rules on look-ups without a challenge.
pub struct Challenge<D>(PhantomData<D>);

/// A challenge and look-ups, with the players whom the ruling concerns.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ChallengeQuery {
    #[serde(flatten)]
    challenged: Option<ChallengedQuery>,
    players: Vec<Seat>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    look_ups: Vec<LookUp>,
    rules: Rules,
    #[serde(skip)]
    quiet: bool,
}

/// A challenged word.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
struct ChallengedQuery {
    #[serde(flatten)]
    declaration: Declaration,
    #[serde(flatten)]
    parties: Parties,
    pot: u64,
    ante: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<CategoryQuery>,
}

impl<D: Deal> Operation for Challenge<D> {
    const ID: &'static str = D::NAMES.challenge.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.challenge.path;
    const TAG: &'static str = D::TITLE;
    const SUMMARY: &'static str = D::NAMES.challenge.summary;
    const DESCRIPTION: &'static str = "If the word is allowed, each challenger owes the next pot the current pot divided by the number of players, rounded down. Otherwise, the player who declared the word folds (O13). Anything that a player can say gets a ruling, even if it is not a word of letters. A player who looked up anything but the challenged word folds (O15). If there was no challenge, give only `look_ups` and `players`.";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;
    const IS_RULING: bool = true;

    type Request = WordPokerChallengeRequest;
    type Query = ChallengeQuery;
    type Basis = Opinions;
    type Response<'a> = WordPokerRuling<'a>;

    fn parse(
        request: WordPokerChallengeRequest,
        opinions: &Opinions,
        violations: &mut Violations,
    ) -> Result<ChallengeQuery, Refused> {
        let rules = WordPokerRules::read(request.rules.as_ref(), violations);
        let declaration = request.declaration(violations).transpose();
        let challenged = declaration.map(|declaration| {
            ChallengedQuery::read(&request, declaration, opinions.ruling(), violations)
        });
        let players = requests::seats(&request.players, &mut violations.at("players"));
        let look_ups = request.look_ups(&mut violations.at("look_ups"));
        let (mut challenged, rules) = (challenged.transpose()?, rules?);
        if let Some(challenged) = &mut challenged {
            challenged.forget_cards_that_make_no_difference();
        }
        Ok(ChallengeQuery {
            challenged,
            players: players?,
            look_ups: look_ups?,
            rules,
            quiet: request.quiet.unwrap_or_default(),
        })
    }

    fn canonical(query: &ChallengeQuery) -> impl Serialize {
        super::canonical(query, query.quiet)
    }

    fn run<'a>(
        query: &'a ChallengeQuery,
        opinions: &'a Opinions,
    ) -> Result<WordPokerRuling<'a>, Violations> {
        let mut ruling = WordPokerRuling {
            upheld: None,
            challengeable: None,
            word: None,
            valid: None,
            reason: None,
            breaches: None,
            category: None,
            consequences: Vec::new(),
            game_winner: None,
            remarks: Vec::new(),
            second_opinion: None,
            lexicon: opinions.ruling().id(),
        };
        match &query.challenged {
            Some(challenged) => challenged.decide(D::VARIANT, query, opinions, &mut ruling),
            None => ruling.consequences = LookUp::offences(&query.look_ups, None),
        }
        if !query.quiet {
            return Ok(ruling);
        }
        // RULEBOOK C8.
        let (valid, reason, breaches, category, remarks) = (None, None, None, None, Vec::new());
        Ok(WordPokerRuling { valid, reason, breaches, category, remarks, ..ruling })
    }
}

impl ChallengedQuery {
    fn read(
        request: &WordPokerChallengeRequest,
        declaration: Result<Declaration, Refused>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let parties = request.parties(violations);
        let pot = request.pot(violations);
        let ante = request.ante.map(|ante| ante.read("chips", &mut violations.at("ante")));
        let category = CategoryChoice::read(request.category.as_ref(), dictionary, violations);
        Ok(Self {
            declaration: declaration?,
            parties: parties?,
            pot: pot?,
            ante: ante.transpose()?.unwrap_or_default(),
            category: category?,
        })
    }

    /// Replaces cards that can be played by their word, unless the deck has fewer of them: the
    /// ruling then depends on the word alone.
    fn forget_cards_that_make_no_difference(&mut self) {
        let is_in_deck = Deck::remarks(self.declaration.faces()).is_empty();
        if let Some(play) = self.declaration.play().filter(|_| is_in_deck) {
            self.declaration = Declaration::word(play.word().as_str());
        }
    }

    fn decide<'a>(
        &'a self,
        game: Variant,
        query: &'a ChallengeQuery,
        opinions: &'a Opinions,
        response: &mut WordPokerRuling<'a>,
    ) {
        let Self { declaration, parties, pot, ante, category } = self;
        let dictionary = opinions.ruling();
        let category_in_force =
            CategoryQuery::active(category.as_ref(), &dictionary.edition().lexicon);
        let mut breaches = Violations::default();
        if query.rules.strict_deck {
            declaration.check_deck(&mut breaches.at("play"));
        }
        let is_in_deck = breaches.is_empty();
        let member = if matches!(declaration, Declaration::Word(_)) { "word" } else { "play" };
        let ruling = word_poker::Challenge {
            game,
            declaration,
            challengers: parties.challengers().collect(),
            challenged: parties.challenged(),
            pot: *pot,
            ante: *ante,
            players: &query.players,
            category: category_in_force,
            look_ups: &query.look_ups,
        }
        .decide(dictionary.words(), &mut breaches.at(member));
        response.second_opinion = opinions.second().map(|second| {
            let (words, mut breaches) = (second.words(), Violations::default());
            let judgement = declaration.judge(game, words, category_in_force, &mut breaches);
            SecondOpinion::new(second, is_in_deck && judgement.is_allowed)
        });
        response.upheld = Some(ruling.upheld);
        response.challengeable = Some(ruling.challengeable);
        response.word = Some(ruling.judgement.word);
        response.valid = Some(ruling.judgement.is_allowed);
        response.reason = ruling.judgement.reason;
        response.breaches = Some(breaches.into());
        response.remarks = Deck::remarks(declaration.faces());
        response.category = category.as_ref().and_then(CategoryQuery::name);
        response.consequences = ruling.consequences;
        response.game_winner = ruling.game_winner;
    }
}
