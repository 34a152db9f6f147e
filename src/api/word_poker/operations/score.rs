//! `POST /v1/{game}/score`.

use std::marker::PhantomData;

use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::{self, WordPokerRules};
use crate::api::word_poker::responses::{WordPokerScore, WordPokerScoreResponse};
use crate::edition::Dictionary;
use crate::rules::word_poker::{self, Holding, LetterValues, Play, Rules, verdict};
use crate::rules::{Refused, ViolationCode, Violations};
use crate::word::Word;

/// Scores a play.
pub struct Score<D>(PhantomData<D>);

/// A play, with everything that its score depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ScoreQuery {
    play: Play,
    values: LetterValues,
    category: CategoryQuery,
}

impl<D: Deal> Operation for Score<D> {
    const ID: &'static str = D::NAMES.score.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.score.path;
    const TAG: &'static str = D::TAG;
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
        let play = match (&members.play, &members.word) {
            (Some(cards), None) => {
                let mut place = violations.at("play");
                let play = requests::play(cards, &mut place);
                match (&play, &members.holding) {
                    (Ok(play), Some(Ok(holding))) => {
                        requests::check_held(play, holding.hand(), &mut place)?;
                    }
                    (_, Some(Err(refused))) => return Err(*refused),
                    _ => {}
                }
                play
            }
            (None, Some(text)) => {
                let word = requests::word(text, &mut violations.at("word"));
                place(word, members.holding, &rules, &category, dictionary, violations)
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
        Ok(ScoreQuery { play: play?, values: rules?.letter_values, category: category? })
    }

    fn run<'a>(
        ScoreQuery { play, values, category }: &'a ScoreQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerScoreResponse<'a>, Violations> {
        let category = category.active(&dictionary.edition().lexicon);
        let word = play.word();
        let score = word_poker::Score::of(play, values, category.includes(&word));
        let verdict = verdict(dictionary.words(), &word, category);
        let score = WordPokerScore::new(play, &score, verdict, values);
        Ok(WordPokerScoreResponse { score, lexicon: dictionary.id() })
    }
}

/// Places a word for the highest score.
fn place(
    word: Result<Word, Refused>,
    holding: Option<Result<Holding, Refused>>,
    rules: &Result<Rules, Refused>,
    category: &Result<CategoryQuery, Refused>,
    dictionary: &Dictionary,
    violations: &mut Violations,
) -> Result<Play, Refused> {
    let Some(holding) = holding else {
        let detail = "a word cannot be placed without cards; give the cards as well, or a play";
        return Err(violations.refuse_form(ViolationCode::MissingField, detail));
    };
    let (word, holding) = (word?, holding?);
    let (rules, category) = (rules.as_ref().map_err(|refused| *refused)?, category.as_ref());
    let category = category.map_err(|refused| *refused)?;
    let in_category = category.active(&dictionary.edition().lexicon).includes(&word);
    let placed = word_poker::place(&word, holding.hand(), &rules.letter_values, in_category);
    placed.map(|(play, _)| play).ok_or_else(|| {
        let detail = format_args!("the cards cannot spell {word}");
        violations.at("word").refuse(ViolationCode::WordNotInHand, "O1", detail)
    })
}
