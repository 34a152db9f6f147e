//! Random games of both word pokers, and players who act at random.

use wordcourt::rules::flow::{Chance, Choice};
use wordcourt::rules::word_poker::flow::{
    Action, ActionKind, Event, FlowRules, NewPlayer, Phase, SavedPlayer, SavedState, Setup, State,
    WrittenCategory,
};
use wordcourt::rules::word_poker::{ActiveCategory, Card, Hand, LetterValues, SearchIndex};
use wordcourt::rules::{Variant, Violations};

use super::json_of;
use crate::{Dice, default_lexicon};

pub(super) const NAMES: [&str; 12] =
    ["ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal", "ida", "jim", "kay", "lou"];

pub(super) const GAMES: [Variant; 2] = [Variant::ChooseYourWords, Variant::WordForWord];

pub(super) fn index() -> &'static SearchIndex {
    static INDEX: std::sync::OnceLock<SearchIndex> = std::sync::OnceLock::new();
    INDEX.get_or_init(|| SearchIndex::build(default_lexicon()))
}

pub(super) fn setup(game: Variant, chips: &[u64], rules: FlowRules, seed: usize) -> Setup {
    let player = |(&name, &chips): (&&str, &u64)| NewPlayer { name: name.to_owned(), chips };
    Setup {
        game,
        players: NAMES.iter().zip(chips).map(player).collect(),
        dealer: None,
        rules,
        chance: Chance { seed: format!("{seed:064x}").parse().ok(), shuffles: 0 },
        deck: Vec::new(),
    }
}

pub(super) fn apply(state: &State, action: &Action) -> Result<(State, Vec<Event>), Violations> {
    let mut violations = Violations::default();
    let applied = state.apply(action, default_lexicon(), &mut violations);
    violations.finish(applied)
}

/// Returns the code and the place of the first breach of an action that is refused.
pub(super) fn refusal(state: &State, action: &Action) -> String {
    let violations = apply(state, action).unwrap_err();
    let first = &violations.as_slice()[0];
    format!("{} {}", json_of(&first.code).as_str().unwrap(), first.pointer)
}

/// Returns the rules of a random game. Few chips and high antes make many players bet all.
fn random_rules(game: usize) -> FlowRules {
    FlowRules {
        ante: [1, 3, 7][game % 3],
        bet_min: [1, 2][game % 2],
        bet_max: [0, 0, 5, 20][game % 4],
        raises_max: [0, 2, 1][game % 3],
        target: [0, 0, 0, 60][game % 4],
        rounds: [2, 3, 5][game % 3],
        ..FlowRules::default()
    }
}

pub(super) fn random_game(game: Variant, number: usize, dice: &mut Dice) -> State {
    let players = [2, 3, 4, 12][number % 4];
    let chips: Vec<u64> = (0..players).map(|_| 1 + dice.below(40) as u64).collect();
    let setup = setup(game, &chips, random_rules(number), number);
    State::start(setup, &mut Violations::default()).unwrap().0
}

fn random_category(dice: &mut Dice) -> Option<WrittenCategory> {
    let own = |words: Option<Vec<String>>| WrittenCategory {
        name: Some("things".to_owned()),
        own: Some(true),
        words,
        proper_nouns: Some(false),
    };
    match dice.below(4) {
        0 => None,
        1 => Some(WrittenCategory { name: Some("Animals".to_owned()), ..Default::default() }),
        2 => Some(own(None)),
        _ => Some(own(Some(vec!["AT".to_owned(), "IN".to_owned(), "RE".to_owned()]))),
    }
}

fn cards(texts: &[String]) -> Vec<Card> {
    texts.iter().map(|card| card.parse().unwrap()).collect()
}

/// Declares the best word, or a bad one, or none.
fn random_declaration(saved: &SavedState, player: &SavedPlayer, dice: &mut Dice) -> Action {
    let usable = cards(&[&player.hand[..], &saved.board[..]].concat());
    let hand = Hand::new(&usable).unwrap();
    let category = ActiveCategory::default();
    let top = 1 + dice.below(5);
    let best = index().best(default_lexicon(), &hand, &LetterValues::default(), category, top);
    let is_voted =
        saved.category.as_ref().is_some_and(|one| one.own.is_some() && one.words.is_none());
    let claims = Some(is_voted && dice.below(2) == 0);
    let announced = |card: &Card| match card {
        Card::Wild => "*=Qr".to_owned(),
        Card::Letter(..) => card.to_string(),
    };
    match (dice.below(5), best.found.last()) {
        (0, _) => Action { none: Some(true), ..Action::default() },
        (1, _) => {
            let play = usable.iter().take(2 + dice.below(6)).map(announced).collect();
            Action { play: Some(play), category_match: claims, ..Action::default() }
        }
        (2, Some(found)) => {
            let word = Some(found.word.to_string().to_lowercase());
            Action { word, category_match: claims, ..Action::default() }
        }
        (_, Some(found)) => {
            let play = found.play.iter().map(ToString::to_string).collect();
            Action { play: Some(play), category_match: claims, ..Action::default() }
        }
        (_, None) => Action { none: Some(true), ..Action::default() },
    }
}

/// Returns an action of the kind of a choice.
fn action_of(state: &State, choice: &Choice, dice: &mut Dice) -> Action {
    let saved = SavedState::from(state);
    let player = saved.players.iter().find(|one| choice.player.as_ref() == Some(&one.name));
    let action = match (choice.kind, player) {
        ("deal", _) => Action { category: random_category(dice), ..Action::default() },
        ("bet" | "raise", _) => {
            let (min, max) = (choice.min.unwrap(), choice.max.unwrap());
            let all_in = dice.below(4) == 0;
            let some = min + dice.below(usize::try_from(max - min + 1).unwrap().min(6)) as u64;
            Action { amount: Some(if all_in { max } else { some }), ..Action::default() }
        }
        ("exchange", Some(player)) => {
            let most = usize::try_from(choice.max.unwrap()).unwrap();
            let mut left = player.hand.clone();
            let count = dice.below(most + 1);
            let cards = (0..count).map(|_| left.remove(dice.below(left.len()))).collect();
            Action { cards: Some(cards), ..Action::default() }
        }
        ("declare", Some(player)) => random_declaration(&saved, player, dice),
        ("challenge" | "challenge_category", _) => {
            let challenged = Some(choice.whom[dice.below(choice.whom.len())].clone());
            Action { challenged, ..Action::default() }
        }
        ("vote", _) => match dice.below(3) {
            0 => Action { abstain: Some(true), ..Action::default() },
            side => Action { for_challenger: Some(side == 1), ..Action::default() },
        },
        _ => Action::default(),
    };
    Action {
        kind: choice.kind.to_owned(),
        player: choice.player.clone(),
        ply: Some(state.ply()),
        used_ms: Some(dice.below(1_000) as u64),
        ..action
    }
}

/// Returns a random action: one that is listed, or the report of a look-up.
pub(super) fn random_action(state: &State, dice: &mut Dice) -> Option<Action> {
    let choices = state.next().actions;
    let is_round = !matches!(state.phase(), Phase::Deal | Phase::Over);
    if is_round && dice.below(60) == 0 {
        let players = SavedState::from(state).players;
        let of_round: Vec<&SavedPlayer> = players.iter().filter(|one| one.playing).collect();
        let player = &of_round[dice.below(of_round.len())].name;
        let word = Some("cat".to_owned());
        return Some(Action { word, ..Action::of(ActionKind::LookUp, player) });
    }
    // The host seldom ends the game, a vote or the challenges.
    let is_usual = |choice: &&Choice| choice.player.is_some() || dice.below(6) == 0;
    let usual: Vec<&Choice> = choices.iter().filter(is_usual).collect();
    let choice = match usual.len() {
        0 => choices.first()?,
        count => usual[dice.below(count)],
    };
    // Players seldom fold, so that words decide.
    let is_fold = choice.kind == "fold" && dice.below(4) > 0;
    let other = choices.iter().find(|one| matches!(one.kind, "check" | "call"));
    Some(action_of(state, other.filter(|_| is_fold).unwrap_or(choice), dice))
}
