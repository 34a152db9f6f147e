//! `POST /v1/play-on-words/challenge`.

use serde::Serialize;

use super::TAG;
use crate::api::challenges::{Parties, challenged_texts};
use crate::api::dictionary::{Opinions, SecondOpinion};
use crate::api::operation::{Method, Operation};
use crate::api::play_on_words::reading::{self, check_strict_deck, shown_cards};
use crate::api::play_on_words::requests::{ChallengedWords, PlayOnWordsChallengeRequest};
use crate::api::play_on_words::responses::PlayOnWordsRuling;
use crate::api::play_on_words::rules::PlayOnWordsRules;
use crate::api::play_on_words::turn::read_cards;
use crate::api::problem::ProblemCode;
use crate::rules::play_on_words::challenge;
use crate::rules::play_on_words::{
    AnnouncedWord, Card, Rules, ShownHand, Stage, Table, Turn, remarks,
};
use crate::rules::{Refused, ViolationCode, Violations};

/// Decides a challenge to a turn.
pub struct Challenge;

/// A challenged turn, with the players whom the ruling concerns.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ChallengeQuery {
    hand: ShownHand,
    table: Table,
    #[serde(flatten)]
    stage: Stage,
    rules: Rules,
    turn: Turn<AnnouncedWord>,
    /// The challenged words; all words of the turn if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    #[serde(flatten)]
    parties: Parties,
    #[serde(skip)]
    quiet: bool,
}

impl ChallengeQuery {
    fn challenge(&self) -> challenge::Challenge<'_> {
        challenge::Challenge {
            hand: &self.hand,
            table: &self.table,
            turn: &self.turn,
            stage: self.stage,
            rules: self.rules,
            named: &self.words,
            player: self.parties.challenged(),
        }
    }

    /// Returns the cards of the table and the hand.
    fn cards(&self) -> impl Iterator<Item = Card> {
        shown_cards(&self.table, self.hand.cards())
    }

    /// Puts table words, play-ons and challenged words into an order that does not depend on the
    /// request: a quiet ruling must not (RULEBOOK C8).
    fn in_quiet_order(mut self) -> Self {
        let (table, play_ons) = (&self.table, &mut self.turn.play_ons);
        // Equal table words are ordered by the words that are made from them.
        let made_from = |index: usize| {
            let play_ons = play_ons.iter().filter(|play_on| play_on.onto.contains(&index));
            play_ons.map(|play_on| &play_on.word).min()
        };
        let mut order: Vec<usize> = (0..table.len()).collect();
        order.sort_by_key(|&index| (&table[index][..], made_from(index)));
        for index in play_ons.iter_mut().flat_map(|play_on| &mut play_on.onto) {
            // The new word of the turn comes after all table words and keeps its index.
            *index = order.iter().position(|old| old == index).unwrap_or(*index);
        }
        for play_on in play_ons.iter_mut() {
            play_on.onto.sort_unstable();
        }
        play_ons.sort_by(|a, b| (&a.onto, &a.word).cmp(&(&b.onto, &b.word)));
        self.table = table.in_order(&order);
        self.words.sort_unstable();
        self.words.dedup();
        self
    }
}

impl Operation for Challenge {
    const ID: &'static str = "challenge_play_on_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/play-on-words/challenge";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Decides a challenge to a turn in Play On Words";
    const DESCRIPTION: &'static str = "Challenged words that are not allowed are taken back without points, together with the play-ons to them in the same turn. Words that cannot be laid are taken back whether challenged or not: a torn combo card, a letter left out, a text that is not a card, a wild without its letter. All words are taken back if the player's hand cannot be: nine cards, three wilds, a text that is not a card. With the rule `strict_deck`, a request that shows more cards than the deck has is refused. A player who takes words back has not gone out. The verdict on a word contains the mark that bars it. A challenge may name some words of the turn; the ruling is then only about those words.";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;
    const IS_RULING: bool = true;

    type Request = PlayOnWordsChallengeRequest;
    type Query = ChallengeQuery;
    type Basis = Opinions;
    type Response<'a> = PlayOnWordsRuling<'a>;

    fn parse(
        request: PlayOnWordsChallengeRequest,
        _opinions: &Opinions,
        violations: &mut Violations,
    ) -> Result<ChallengeQuery, Refused> {
        let rules = PlayOnWordsRules::of(request.rules);
        let hand = read_cards(&request.hand, &mut violations.at("hand")).map(ShownHand::new);
        let table = reading::table(request.table.as_ref(), violations);
        let turn = request.turn.read(&mut violations.at("turn"));
        let challenger = request.challenger.as_ref();
        let (challengers, challenged) = (request.challengers.as_ref(), request.challenged.as_ref());
        let parties = Parties::read(challenger, challengers, challenged, "turn", violations);
        let turn = turn?;
        let words = read_words(request.words.as_ref(), &turn, &mut violations.at("words"));
        let quiet = request.quiet.unwrap_or_default();
        let query = ChallengeQuery {
            hand: hand?,
            table: table?,
            stage: reading::stage(request.first_turn, request.last_play),
            rules,
            turn,
            words: words?,
            parties: parties?,
            quiet,
        };
        check_strict_deck(query.cards(), rules, violations)?;
        Ok(if quiet { query.in_quiet_order() } else { query })
    }

    fn canonical(query: &ChallengeQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a ChallengeQuery,
        opinions: &'a Opinions,
    ) -> Result<PlayOnWordsRuling<'a>, Violations> {
        let challenge = query.challenge();
        let ruling = challenge.decide(opinions.ruling().words());
        let second_opinion = opinions.second().map(|dictionary| {
            SecondOpinion::new(dictionary, !challenge.decide(dictionary.words()).upheld)
        });
        let lexicon = opinions.ruling().id();
        Ok(if query.quiet {
            PlayOnWordsRuling::quiet(ruling, second_opinion, lexicon)
        } else {
            let remarks = remarks(query.cards());
            PlayOnWordsRuling::new(ruling, remarks, second_opinion, lexicon)
        })
    }
}

/// Reads the challenged words, which the turn must make. They may be no words of letters.
fn read_words(
    words: Option<&ChallengedWords>,
    turn: &Turn<AnnouncedWord>,
    violations: &mut Violations,
) -> Result<Vec<String>, Refused> {
    let words = challenged_texts(words, violations)?;
    let made: Vec<String> = turn.words().map(AnnouncedWord::text).collect();
    let mut all_made = Ok(());
    for (index, word) in words.iter().enumerate().filter(|(_, word)| !made.contains(word)) {
        let detail = format_args!("the turn does not make {word}");
        let mut place = violations.at(index);
        all_made = Err(place.refuse(ViolationCode::InvalidWord, "P17", detail));
    }
    all_made.map(|()| words)
}
