//! `POST /v1/{game}/score`.

use std::marker::PhantomData;

use serde::Serialize;

use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::cards::UsableCards;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::{Deal, ScoreMembers};
use crate::api::word_poker::requests::{self, WordPokerRules};
use crate::api::word_poker::responses::{WordPokerScore, WordPokerScoreResponse};
use crate::edition::Dictionary;
use crate::rules::word_poker::{self, Card, Deck, Hand, Play, Rules, verdict};
use crate::rules::{Refused, ViolationCode, Violations};
use crate::word::Word;

/// Scores a play.
pub struct Score<D>(PhantomData<D>);

/// A play and the cards that it was made from, with everything that its score depends on.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ScoreQuery {
    play: Play,
    #[serde(flatten)]
    cards: Option<UsableCards>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<CategoryQuery>,
    rules: Rules,
    #[serde(skip)]
    quiet: bool,
}

impl<D: Deal> Operation for Score<D> {
    const ID: &'static str = D::NAMES.score.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.score.path;
    const TAG: &'static str = D::TITLE;
    const SUMMARY: &'static str = D::NAMES.score.summary;
    const DESCRIPTION: &'static str = "Accepts the cards of a play, or a word and the cards to place it from; the word is placed for the highest score. If the word is not allowed, the response still has its score, with `valid: false` and the reason.";
    const RESPONSE: &'static str = "The score";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = D::Score;
    type Query = ScoreQuery;
    type Basis = Dictionary;
    type Response<'a> = WordPokerScoreResponse<'a>;

    fn parse(
        request: D::Score,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ScoreQuery, Refused> {
        let members = D::score(request, violations);
        let rules = WordPokerRules::read(members.rules.as_ref(), violations);
        let category = CategoryChoice::read(members.category.as_ref(), dictionary, violations);
        let category = category.and_then(|category| {
            let instead = "give the words of the category, or the players' vote as match";
            CategoryQuery::check_decided(category.as_ref(), instead, violations)?;
            Ok(category)
        });
        let play = match (&members.play, &members.word) {
            (Some(cards), None) => {
                let play = requests::play(cards, &mut violations.at("play"));
                play.and_then(|play| {
                    check_cards(&play, &members, violations)?;
                    Ok(play)
                })
            }
            (None, Some(text)) => {
                let word = requests::word(text, &mut violations.at("word"));
                place(word, members.cards, &rules, &category, dictionary, violations)
            }
            (Some(_), Some(_)) => {
                let detail = "give either a play or a word, not both";
                Err(violations.refuse_form(ViolationCode::ConflictingFields, detail))
            }
            (None, None) => {
                let detail = "give a play, or a word and the cards to place it from";
                Err(violations.refuse_form(ViolationCode::MissingField, detail))
            }
        };
        Ok(ScoreQuery {
            play: play?,
            cards: members.cards.transpose()?,
            category: category?,
            rules: rules?,
            quiet: members.quiet,
        })
    }

    fn canonical(query: &ScoreQuery) -> impl Serialize {
        super::canonical(query, query.quiet)
    }

    fn run<'a>(
        ScoreQuery { play, cards, category, rules, quiet }: &'a ScoreQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerScoreResponse<'a>, Violations> {
        let category = CategoryQuery::active(category.as_ref(), &dictionary.edition().lexicon);
        let (word, values) = (play.word(), &rules.letter_values);
        let score = word_poker::Score::of(play, values, category.includes(&word));
        let verdict = verdict(D::VARIANT, dictionary.words(), &word, category);
        let mut score = WordPokerScore::new(play, &score, verdict, values);
        if *quiet {
            // RULEBOOK C8.
            score.reason = None;
        }
        let remarks = match cards {
            Some(cards) => Deck::remarks(cards.hand().cards()),
            None => Deck::remarks(play.iter().map(|card| card.face())),
        };
        Ok(WordPokerScoreResponse { score, remarks, lexicon: dictionary.id() })
    }
}

/// Checks that the player, or at least the deck, has the cards of a play.
fn check_cards(
    play: &Play,
    members: &ScoreMembers,
    violations: &mut Violations,
) -> Result<(), Refused> {
    if let Some(cards) = members.cards {
        return requests::check_held(play, cards?.hand(), &mut violations.at("play"));
    }
    let faces: Vec<Card> = play.iter().map(|card| card.face()).collect();
    WordPokerRules::check_deck(members.rules.as_ref(), [("play", &faces)], violations)
}

/// Places a word for the highest score.
fn place(
    word: Result<Word, Refused>,
    cards: Option<Result<UsableCards, Refused>>,
    rules: &Result<Rules, Refused>,
    category: &Result<Option<CategoryQuery>, Refused>,
    dictionary: &Dictionary,
    violations: &mut Violations,
) -> Result<Play, Refused> {
    let Some(cards) = cards else {
        let detail = "a word cannot be placed without cards; give the cards as well, or a play";
        return Err(violations.refuse_form(ViolationCode::MissingField, detail));
    };
    let (word, cards) = (word?, cards?);
    let rules = rules.as_ref().map_err(|refused| *refused)?;
    let category = category.as_ref().map_err(|refused| *refused)?;
    let category = CategoryQuery::active(category.as_ref(), &dictionary.edition().lexicon);
    let (hand, values) = (cards.hand(), &rules.letter_values);
    let placed = word_poker::place(&word, hand, values, category.includes(&word));
    placed.map(|(play, _)| play).ok_or_else(|| {
        let missing = missing_letters(&word, hand);
        let detail =
            format_args!("the cards cannot spell {word}: {} is missing", missing.join(", "));
        let code = ViolationCode::WordNotInHand;
        violations.at("word").refuse_missing(code, "O1", missing.clone(), detail)
    })
}

/// Returns the letters of a word that neither a letter card nor a wild can supply. Wilds supply the
/// first letters that are missing.
fn missing_letters(word: &Word, hand: &Hand) -> Vec<String> {
    let mut letters = hand.letters();
    let missing = word.letters().filter(|&letter| !letters.take(letter));
    missing.skip(usize::from(hand.wilds())).map(|letter| letter.to_string()).collect()
}
