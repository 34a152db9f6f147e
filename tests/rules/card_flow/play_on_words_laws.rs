//! Laws of every game of Play On Words: random games by the possible actions, to the end.

use serde_json::{Value, json};
use wordcourt::lexicon::Words;
use wordcourt::rules::flow::{Chance, Choice};
use wordcourt::rules::play_on_words::flow::{
    Action, ActionKind, Bot, Event, EventKind, FlowRules, Phase, SavedState, Setup, State,
    WrittenPlayOn, WrittenTurn,
};
use wordcourt::rules::play_on_words::{Card, Hand, Position, Rules, SearchIndex, Stage, Version};
use wordcourt::rules::{ViolationCode, Violations};

use super::secrets::{Applied, Comparison, Secret, hands_but};
use super::{effort, json_of, mutate};
use crate::{Dice, default_lexicon};

const NAMES: [&str; 4] = ["ann", "bob", "cid", "dee"];

fn index() -> &'static SearchIndex {
    static INDEX: std::sync::OnceLock<SearchIndex> = std::sync::OnceLock::new();
    INDEX.get_or_init(|| SearchIndex::build(default_lexicon()))
}

fn start(players: usize, version: Version, muggins: bool, seed: usize) -> State {
    let rules = FlowRules::new(Rules { version, ..Rules::default() }, players);
    let rounds = if version == Version::FullDeck { 1 } else { 2 };
    let setup = Setup {
        players: NAMES[..players].iter().map(|&name| name.to_owned()).collect(),
        dealer: None,
        rules: FlowRules { muggins, rounds, ..rules },
        chance: Chance { seed: format!("{seed:064x}").parse().ok(), shuffles: 0 },
        deck: Vec::new(),
    };
    State::start(setup, &mut Violations::default()).unwrap()
}

fn apply(state: &State, action: &Action) -> Result<(State, Vec<Event>), Violations> {
    let mut violations = Violations::default();
    let applied = state.apply(action, default_lexicon(), &mut violations);
    violations.finish(applied)
}

/// Returns the place and the code of the first breach of an action that is refused.
fn refusal(state: &State, action: &Action) -> (String, ViolationCode) {
    let violations = apply(state, action).unwrap_err();
    let first = &violations.as_slice()[0];
    (first.pointer.clone(), first.code)
}

fn bot() -> Bot<'static> {
    Bot { index: index(), vocabulary: Words::from(default_lexicon()).into(), rank: 1 }
}

/// Returns an action of the kind of a choice, if one can be found.
fn action_of(state: &State, choice: &Choice, dice: &mut Dice) -> Option<Action> {
    let saved = SavedState::from(state);
    let action = Action {
        kind: choice.kind.to_owned(),
        player: choice.player.clone(),
        ply: Some(state.ply()),
        used_ms: Some(dice.below(1_000) as u64),
        ..Action::default()
    };
    let hand_of = |name: &str| saved.players.iter().find(|one| one.name == name).unwrap();
    match choice.kind {
        "turn" => {
            let player = hand_of(choice.player.as_ref().unwrap());
            let last_play = state.phase() == Phase::Last;
            let stage = Stage { first_turn: player.first_turn, last_play };
            let turn = find_turn(state, &cards(&player.hand), stage, dice.below(3))?;
            Some(Action { turn: Some(turn), ..action })
        }
        "mug" => {
            let from = choice.whom[dice.below(choice.whom.len())].clone();
            let owner = hand_of(&from);
            let mut left = cards(&owner.hand);
            for mugged in cards(&owner.mugged) {
                left.remove(left.iter().position(|card| *card == mugged).unwrap());
            }
            let mut turn = find_turn(state, &left, Stage::LAST, 0)?;
            if turn.new_word.is_some() {
                turn.play_ons.clear();
            }
            turn.play_ons.truncate(1);
            Some(Action { from: Some(from), turn: Some(turn), ..action })
        }
        "discard" => {
            let hand = &hand_of(choice.player.as_ref().unwrap()).hand;
            let most = usize::try_from(choice.max.unwrap()).unwrap();
            let mut at: Vec<usize> = (0..hand.len()).collect();
            let count = 1 + dice.below(most);
            let picked = (0..count).map(|_| hand[at.remove(dice.below(at.len()))].clone());
            Some(Action { cards: Some(picked.collect()), ..action })
        }
        _ => Some(action),
    }
}

fn cards(texts: &[String]) -> Vec<Card> {
    texts.iter().map(|card| card.parse().unwrap()).collect()
}

fn find_turn(state: &State, hand: &[Card], stage: Stage, rank: usize) -> Option<WrittenTurn> {
    let hand = Hand::new(hand).unwrap();
    let table = state.table();
    let position = Position { hand: &hand, table, stage };
    let rules = SavedState::from(state).rules.turn_rules();
    let best = index().best(default_lexicon(), position, rules, rank + 1);
    best.turns.last().map(|found| WrittenTurn::from(&found.turn))
}

/// Returns all cards of a state, sorted.
fn all_cards(state: &SavedState) -> Vec<String> {
    let hands = state.players.iter().flat_map(|player| player.hand.iter().cloned());
    let table = state.table.iter().flatten();
    let table = table.map(|card| card.split('=').next().unwrap().to_owned());
    let piles = state.deck.iter().chain(&state.set_aside).cloned();
    let mut cards: Vec<String> = hands.chain(table).chain(piles).collect();
    cards.sort();
    cards
}

impl Secret for State {
    type Action = Action;
    type Kind = EventKind;

    fn saved(&self) -> Value {
        json_of(&SavedState::from(self))
    }

    fn read(saved: Value) -> Self {
        let saved: SavedState = serde_json::from_value(saved).unwrap();
        saved.check(&mut Violations::default()).unwrap()
    }

    fn seen_by(&self, player: Option<&str>) -> Value {
        json!([self.view(player), self.next().seen_by(player)])
    }

    fn act(&self, action: &Action) -> Applied<Self, EventKind> {
        apply(self, action)
    }

    fn hide(saved: &mut Value, players: &[&str]) -> Vec<String> {
        let mut places = vec!["/deck".to_owned()];
        if saved["phase"] != "muggins" {
            places.extend(hands_but(players, saved, "hand"));
        }
        if saved["rules"]["version"] == "casual" {
            places.push("/set_aside".to_owned());
        }
        places
    }
}

/// Plays a game to the end. Returns the kinds of event that occurred.
fn play(
    mut state: State,
    with_words: usize,
    compared: &mut Comparison,
    dice: &mut Dice,
) -> Vec<String> {
    let deck = all_cards(&SavedState::from(
        &apply(&state, &Action::of(ActionKind::Deal, &state.next().to_act[0])).unwrap().0,
    ));
    assert_eq!(deck.len(), 80);
    let mut kinds = Vec::new();
    for _ in 0..2_000 {
        let next = state.next();
        if state.phase() == Phase::Over {
            compared.check_state(&state);
            assert!(next.actions.is_empty() && next.to_act.is_empty());
            assert!(state.result().is_some());
            let action = Action { kind: "close".to_owned(), ..Action::default() };
            assert_eq!(refusal(&state, &action).1, ViolationCode::GameOver);
            return kinds;
        }
        for player in &next.to_act {
            let timed_out = Action::of(ActionKind::TimeOut, player);
            assert!(apply(&state, &timed_out).is_ok(), "{player} can time out");
        }
        check_kinds(&state);
        let choices: Vec<&Choice> = next
            .actions
            .iter()
            .filter(|choice| choice.kind != "turn" || dice.below(10) < with_words)
            .collect();
        let choice = choices[dice.below(choices.len())];
        let Some(action) = action_of(&state, choice, dice) else { continue };
        compared.check(&state, &action);
        let (after, events) = apply(&state, &action).unwrap_or_else(|violations| {
            panic!("{action:?}: {violations:?}");
        });
        assert_eq!(apply(&state, &action).unwrap(), (after.clone(), events.clone()));
        assert_eq!(after.ply(), state.ply() + 1);
        assert_eq!(
            refusal(&after, &action).1,
            match after.phase() {
                Phase::Over => ViolationCode::GameOver,
                _ => ViolationCode::StalePly,
            }
        );
        let saved = SavedState::from(&after);
        assert_eq!(all_cards(&saved), deck);
        assert_eq!(saved.check(&mut Violations::default()).unwrap(), after);
        kinds
            .extend(events.iter().map(|event| json_of(event)["kind"].as_str().unwrap().to_owned()));
        state = after;
    }
    panic!("the game does not end");
}

/// Checks that a kind of action without fields is accepted exactly if it is listed.
fn check_kinds(state: &State) {
    let next = state.next();
    let names: Vec<String> =
        SavedState::from(state).players.iter().map(|player| player.name.clone()).collect();
    for kind in ["deal", "draw", "pass", "done"] {
        for name in &names {
            let is_listed = next
                .actions
                .iter()
                .any(|one| one.kind == kind && one.player.as_deref() == Some(name));
            let action =
                Action { kind: kind.to_owned(), player: Some(name.clone()), ..Action::default() };
            assert_eq!(apply(state, &action).is_ok(), is_listed, "{kind} {name}");
        }
    }
}

#[test]
fn random_games_keep_the_laws_to_the_end() {
    let mut dice = Dice(38);
    let (mut seen, mut compared) = (Vec::new(), Comparison::new());
    for version in [Version::Rummy, Version::FullDeck, Version::Casual] {
        for game in 0..24 * effort() {
            let muggins = game % 2 == 0 && version != Version::Casual;
            let state = start(2 + game % 3, version, muggins, game);
            seen.extend(play(state, [0, 3, 10][game % 3], &mut compared, &mut dice));
        }
    }
    compared.finish("play-on-words");
    let kinds = [
        "dealt",
        "drew",
        "played",
        "went_out",
        "discarded",
        "passed",
        "last_plays",
        "no_play",
        "unplayed",
        "mugged",
        "done",
        "deducted",
        "over",
    ];
    for kind in kinds {
        assert!(seen.iter().any(|seen| seen == kind), "{kind}");
    }
}

#[test]
fn players_who_only_time_out_reach_the_end() {
    for version in [Version::Rummy, Version::FullDeck, Version::Casual] {
        let mut state = start(2, version, version == Version::Rummy, 5);
        for _ in 0..2_000 {
            let Some(player) = state.next().to_act.first().cloned() else { break };
            state = apply(&state, &Action::of(ActionKind::TimeOut, &player)).unwrap().0;
        }
        assert_eq!(state.phase(), Phase::Over);
    }
}

#[test]
fn bots_play_to_the_end_and_act_on_views() {
    let mut state = start(3, Version::Rummy, true, 7);
    let mut played = 0;
    while state.phase() != Phase::Over {
        let next = state.next();
        let player = next.to_act[0].clone();
        let seen = (state.view(Some(&player)), next.seen_by(Some(&player)));
        let action = bot().act(&player, &seen.0, &seen.1).unwrap();
        played += usize::from(action.kind == "turn");
        state = apply(&state, &action).unwrap().0;
    }
    assert!(played > 5, "{played}");
}

#[test]
fn states_that_are_not_of_a_game_are_refused() {
    let mut dice = Dice(4);
    let mut refused = 0;
    for game in 0..60 {
        let version = [Version::Rummy, Version::FullDeck, Version::Casual][game % 3];
        let mut state = start(2 + game % 3, version, version != Version::Casual, game);
        for _ in 0..dice.below(60) {
            let choices = state.next().actions;
            if choices.is_empty() {
                break;
            }
            let choice = &choices[dice.below(choices.len())];
            if let Some(action) = action_of(&state, choice, &mut dice) {
                state = apply(&state, &action).unwrap().0;
            }
        }
        let saved = json_of(&SavedState::from(&state));
        for _ in 0..60 {
            let mut mutated: Value = saved.clone();
            mutate(&mut mutated, &mut dice);
            let Ok(read) = serde_json::from_value::<SavedState>(mutated) else { continue };
            let mut violations = Violations::default();
            let Ok(mut state) = read.check(&mut violations) else {
                assert!(!violations.is_empty());
                refused += 1;
                continue;
            };
            let cards = all_cards(&read).len();
            assert!(cards == 80 || (cards == 0 && read.round == 0));
            for _ in 0..20 {
                let choices = state.next().actions;
                if choices.is_empty() {
                    break;
                }
                let choice = &choices[dice.below(choices.len())];
                if let Some(action) = action_of(&state, choice, &mut dice) {
                    state = apply(&state, &action).unwrap().0;
                }
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn what_the_rules_forbid_is_refused_with_its_place() {
    let state = start(2, Version::Rummy, true, 5);
    let of = |kind: &str, player: &str| Action {
        kind: kind.to_owned(),
        player: Some(player.to_owned()),
        ..Action::default()
    };
    let refused = |state: &State, action: Action| {
        let (pointer, code) = refusal(state, &action);
        format!("{} {pointer}", json_of(&code).as_str().unwrap())
    };
    assert_eq!(refused(&state, of("shout", "ann")), "unknown_action /kind");
    assert_eq!(refused(&state, of("draw", "ann")), "wrong_phase /kind");
    assert_eq!(refused(&state, of("deal", "ann")), "out_of_turn /player");
    assert_eq!(refused(&state, of("deal", "eve")), "unknown_player /player");
    let deal = Action { kind: "deal".to_owned(), ..Action::default() };
    assert_eq!(refused(&state, deal), "missing_field /player");
    let dealt = apply(&state, &of("deal", "bob")).unwrap().0;
    let stale = Action { ply: Some(0), ..of("draw", "ann") };
    assert_eq!(refused(&dealt, stale), "stale_ply /ply");
    let long = Action { note: Some("n".repeat(129)), ..of("draw", "ann") };
    assert_eq!(refused(&dealt, long), "out_of_bounds /note");
    assert_eq!(refused(&dealt, of("draw", "ann")), "not_possible /kind");
    assert_eq!(refused(&dealt, of("pass", "ann")), "not_possible /kind");
    assert_eq!(refused(&dealt, of("draw", "bob")), "out_of_turn /player");
    assert_eq!(refused(&dealt, of("turn", "ann")), "missing_field /turn");
    assert_eq!(refused(&dealt, of("discard", "ann")), "missing_field /cards");
    let cards = |cards: &[&str]| Action {
        cards: Some(cards.iter().map(|&card| card.to_owned()).collect()),
        ..of("discard", "ann")
    };
    assert_eq!(refused(&dealt, cards(&[])), "out_of_bounds /cards");
    assert_eq!(refused(&dealt, cards(&["nothing"])), "card_not_in_hand /cards/0");
    let turn = |turn: WrittenTurn| Action { turn: Some(turn), ..of("turn", "ann") };
    assert_eq!(refused(&dealt, turn(WrittenTurn::default())), "nothing_played /turn");
    let play_on = WrittenPlayOn { onto: vec![0], word: vec!["A".to_owned()] };
    let unknown = WrittenTurn { new_word: None, play_ons: vec![play_on] };
    assert!(refused(&dealt, turn(unknown)).contains("/turn/play_ons/0"));
}

#[test]
fn a_word_that_is_not_allowed_is_refused_and_nothing_is_lost() {
    let state = apply(&start(2, Version::Rummy, true, 5), &Action::of(ActionKind::Deal, "bob"));
    let state = state.unwrap().0;
    let hand = SavedState::from(&state).players[0].hand.clone();
    let letters = hand.iter().filter(|card| card.len() == 1 && *card != "*").take(5);
    let turn = WrittenTurn { new_word: Some(letters.cloned().collect()), play_ons: Vec::new() };
    let action = Action { turn: Some(turn), ..Action::of(ActionKind::Turn, "ann") };
    let refused = refusal(&state, &action);
    assert_eq!(refused, ("/turn/new_word".to_owned(), ViolationCode::NotAllowed));
}

#[test]
fn a_game_with_real_cards_needs_their_order() {
    let rules = FlowRules::new(Rules::default(), 2);
    let players = vec!["ann".to_owned(), "bob".to_owned()];
    let chance = Chance { seed: None, shuffles: 0 };
    let deck = Vec::new();
    let setup = Setup { players, dealer: Some("ann".to_owned()), rules, chance, deck };
    let state = State::start(setup, &mut Violations::default()).unwrap();
    let deal = Action::of(ActionKind::Deal, "ann");
    assert_eq!(refusal(&state, &deal), ("/order".to_owned(), ViolationCode::MissingField));
    let seeded = apply(&start(2, Version::Rummy, true, 5), &Action::of(ActionKind::Deal, "bob"));
    let order = all_cards(&SavedState::from(&seeded.unwrap().0));
    let short = Action { order: Some(order[1..].to_vec()), ..deal.clone() };
    assert_eq!(refusal(&state, &short), ("/order".to_owned(), ViolationCode::NotInDeck));
    let (dealt, _) = apply(&state, &Action { order: Some(order.clone()), ..deal }).unwrap();
    let saved = SavedState::from(&dealt);
    assert_eq!(saved.players[1].hand[0], order[0], "the player at the dealer's left is first");
    assert_eq!(saved.deck, order[15..], "fifteen cards are dealt and drawn");
    assert_eq!(saved.seed, None);
}
