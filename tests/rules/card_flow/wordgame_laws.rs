//! Laws of every game of Wordgame and of the classic game: random games by the possible actions, to
//! the end, under every rule for challenges.

use std::sync::OnceLock;

use serde_json::{Value, json};
use wordcourt::lexicon::{Lexicon, Words, source};
use wordcourt::rules::Violations;
use wordcourt::rules::flow::{Chance, Choice};
use wordcourt::rules::wordgame::flow::{
    Action, ActionKind, Bot, Event, EventKind, FlowRules, Phase, SavedState, Setup, State,
};
use wordcourt::rules::wordgame::{
    Bag, ChallengeName, EndReason, EndRule, OverRule, Rack, Rules, Search, SearchIndex,
};
use wordcourt::word::Letter;

use super::secrets::{Applied, Comparison, Secret, hands_but};
use super::{effort, json_of, mutate};
use crate::Dice;

pub(super) const NAMES: [&str; 4] = ["ann", "bob", "cid", "dee"];

/// The short words of the embedded lexicon, which are enough for whole games.
pub(super) fn short_words() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| {
        let words = source::embedded().words;
        let is_short = |line: &&str| line.split('\t').next().is_some_and(|word| word.len() < 5);
        let short: Vec<&str> = words.lines().filter(is_short).collect();
        Lexicon::from_text(&(short.join("\n") + "\n"), "").unwrap()
    })
}

fn index() -> &'static SearchIndex {
    static INDEX: OnceLock<SearchIndex> = OnceLock::new();
    INDEX.get_or_init(|| SearchIndex::build(short_words()))
}

/// A bag of 42 tiles, with which games soon end.
pub(super) fn small_bag() -> Bag {
    let mut bag = Bag { letters: [0; Letter::COUNT], blanks: 2 };
    for letter in "AAAAEEEEEIIIOOOORRRSSSTTTNNNLLDDCMPUQHGB".bytes() {
        bag.letters[Letter::from_ascii(letter).unwrap().index()] += 1;
    }
    bag
}

/// Returns the rules of the games that are played: every rule for challenges in the classic game,
/// and Wordgame with and without exchanges and challenges.
pub(super) fn all_rules() -> Vec<FlowRules> {
    let names = [
        ChallengeName::Void,
        ChallengeName::Single,
        ChallengeName::Double,
        ChallengeName::FivePerWord,
        ChallengeName::TenPenalty,
        ChallengeName::OneFreeThenFive,
        ChallengeName::Escalating,
        ChallengeName::Forfeit,
        ChallengeName::Triple,
    ];
    let ends = [EndRule::GainTwice, EndRule::GainOnce, EndRule::Keep];
    let overs = [OverRule::SixScoreless, OverRule::AllPassTwice, OverRule::ThreePasses];
    let classic = names.iter().enumerate().map(|(at, name)| {
        let rules = Rules {
            challenge: Some(name.rule()),
            end: ends[at % 3],
            over: overs[at / 2 % 3],
            ..Rules::CLASSIC
        };
        FlowRules { clock_ms: (at % 2 == 0).then_some(5_000), ..FlowRules::new(rules) }
    });
    let exchanges = Rules { exchange_min_bag: Some(1), ..Rules::WORDGAME };
    let points = Some(ChallengeName::FivePerTurn.rule());
    let wordgame = [Rules::WORDGAME, exchanges, Rules { challenge: points, ..Rules::WORDGAME }];
    let mut all: Vec<FlowRules> = classic.chain(wordgame.map(FlowRules::new)).collect();
    for rules in &mut all {
        rules.base.bag = Some(small_bag());
    }
    all
}

pub(super) fn start(players: usize, rules: &FlowRules, seed: usize) -> State {
    let setup = Setup {
        players: NAMES[..players].iter().map(|&name| name.to_owned()).collect(),
        rules: rules.clone(),
        chance: Chance { seed: format!("{seed:064x}").parse().ok(), shuffles: 0 },
        deck: None,
    };
    State::start(setup, &mut Violations::default()).unwrap().0
}

pub(super) fn apply(state: &State, action: &Action) -> Result<(State, Vec<Event>), Violations> {
    let mut violations = Violations::default();
    let applied = state.apply(action, short_words(), &mut violations);
    violations.finish(applied)
}

/// Returns the place and the code of the first breach of an action that is refused.
pub(super) fn refused(state: &State, action: &Action) -> String {
    let violations = apply(state, action).unwrap_err();
    let first = &violations.as_slice()[0];
    let rule = first.rule.unwrap_or("none");
    format!("{} {} {rule}", json_of(&first.code).as_str().unwrap(), first.pointer)
}

/// Returns an action of the kind of a choice, if one can be found. In one move of `honest`, two
/// tiles may change places, so that its words may not be allowed.
pub(super) fn action_of(
    state: &State,
    choice: &Choice,
    honest: usize,
    dice: &mut Dice,
) -> Option<Action> {
    let saved = SavedState::from(state);
    let mut action = Action {
        kind: choice.kind.to_owned(),
        player: choice.player.clone(),
        ply: Some(state.ply()),
        used_ms: choice.player.as_ref().map(|_| dice.below(700) as u64),
        ..Action::default()
    };
    let rack = || {
        let own = saved.players.iter().find(|one| Some(&one.name) == choice.player.as_ref());
        own.unwrap().rack.clone()
    };
    match choice.kind {
        "move" => {
            let search = Search::new(index(), state.board(), &state.rules().base);
            let rack = Rack::read_any(&rack().concat()).unwrap();
            let best = search.best(&rack, 1 + dice.below(3));
            let mut written = best.last()?.to_string().into_bytes();
            if dice.below(honest) == 0 {
                let word = written.iter().position(|&mark| mark == b' ').unwrap() + 1;
                let is_new = |at: &usize| written[*at] != b'.';
                let new: Vec<usize> = (word..written.len()).filter(is_new).collect();
                written.swap(new[0], new[dice.below(new.len())]);
            }
            action.written = Some(String::from_utf8(written).unwrap());
        }
        "exchange" => {
            let mut rack = rack();
            let most = usize::try_from(choice.max.unwrap()).unwrap();
            let count = 1 + dice.below(most);
            let tiles: String = (0..count).map(|_| rack.remove(dice.below(rack.len()))).collect();
            action.tiles = Some(tiles);
        }
        "challenge" if dice.below(2) == 0 => {
            action.words = Some(vec![saved.pending.unwrap().words[0].to_lowercase()]);
        }
        _ => {}
    }
    Some(action)
}

/// Returns all tiles of a state, sorted.
fn all_tiles(state: &SavedState) -> String {
    let racks = state.players.iter().flat_map(|player| player.rack.concat().into_bytes());
    let board = state.board.concat().into_bytes().into_iter().filter(|&mark| mark != b'.');
    let board = board.map(|mark| if mark.is_ascii_lowercase() { b'?' } else { mark });
    let mut tiles: Vec<u8> = racks.chain(board).chain(state.deck.concat().into_bytes()).collect();
    tiles.sort_unstable();
    String::from_utf8(tiles).unwrap()
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
        if saved["phase"] != "over" {
            places.extend(hands_but(players, saved, "rack"));
        }
        places
    }
}

/// Checks that a kind of action without fields is accepted exactly if it is listed, and that
/// exactly the players whom the game waits for can time out.
fn check_kinds(state: &State) {
    let next = state.next();
    let names: Vec<Option<String>> = SavedState::from(state)
        .players
        .iter()
        .map(|player| Some(player.name.clone()))
        .chain([None])
        .collect();
    for kind in ["pass", "accept", "challenge", "resign", "close", "time_out"] {
        for name in names.iter().filter(|name| name.is_some() != (kind == "close")) {
            let is_possible = match (kind, name) {
                ("time_out", Some(name)) => next.to_act.contains(name),
                _ => next.actions.iter().any(|one| one.kind == kind && one.player == *name),
            };
            let action =
                Action { kind: kind.to_owned(), player: name.clone(), ..Action::default() };
            assert_eq!(apply(state, &action).is_ok(), is_possible, "{kind} {name:?}");
        }
    }
}

/// Plays a game to the end. Adds the kinds of event that occurred.
fn play(
    mut state: State,
    honest: usize,
    kinds: &mut Vec<String>,
    compared: &mut Comparison,
    dice: &mut Dice,
) {
    let bag = all_tiles(&SavedState::from(&state));
    for _ in 0..2_000 {
        let next = state.next();
        check_kinds(&state);
        if state.phase() == Phase::Over {
            compared.check_state(&state);
            assert!(next.actions.is_empty() && next.to_act.is_empty());
            let names = NAMES.map(str::to_owned);
            assert!(state.result().unwrap().winners.iter().all(|winner| names.contains(winner)));
            return;
        }
        // Games that end too early leave nothing to test.
        let may_resign = dice.below(50) == 0;
        let is_likely = |choice: &&Choice| choice.kind != "resign" || may_resign;
        let choices: Vec<&Choice> = next.actions.iter().filter(is_likely).collect();
        let moves = choices.iter().find(|choice| choice.kind == "move");
        let choice = match moves {
            Some(choice) if dice.below(3) > 0 => choice,
            _ => choices[dice.below(choices.len())],
        };
        let Some(action) = action_of(&state, choice, honest, dice) else { continue };
        compared.check(&state, &action);
        let Ok((after, events)) = apply(&state, &action) else {
            let is_wrong_word = refused(&state, &action).starts_with("not_allowed /move G8");
            assert!(is_wrong_word, "{action:?}");
            continue;
        };
        assert_eq!(apply(&state, &action).unwrap(), (after.clone(), events.clone()));
        assert_eq!(after.ply(), state.ply() + 1);
        let again = if after.phase() == Phase::Over { "game_over" } else { "stale_ply" };
        assert!(refused(&after, &action).starts_with(again));
        let saved = SavedState::from(&after);
        assert_eq!(all_tiles(&saved), bag);
        let read: SavedState = serde_json::from_value(json_of(&saved)).unwrap();
        assert_eq!(read.check(&mut Violations::default()).unwrap(), after, "{saved:#?}");
        for event in &events {
            kinds.push(json_of(event)["kind"].as_str().unwrap().to_owned());
        }
        kinds.extend(after.result().map(|result| json_of(&result.reason).to_string()));
        state = after;
    }
    panic!("the game does not end");
}

#[test]
fn random_games_keep_the_laws_to_the_end() {
    let mut dice = Dice(2);
    let (mut seen, mut compared) = (Vec::new(), Comparison::new());
    for (number, rules) in all_rules().iter().enumerate() {
        let most = rules.base.preset.max_players();
        for game in 0..6 * effort() {
            let state = start(2 + game % (most - 1), rules, number * 10 + game);
            play(state, 2 + game % 6, &mut seen, &mut compared, &mut dice);
        }
    }
    compared.finish("wordgame");
    let kinds = [
        "drew",
        "moved",
        "passed",
        "new_racks",
        "exchanged",
        "accepted",
        "ruling",
        "move_taken_back",
        "challenge_cost",
        "turn_lost",
        "over",
        "\"three_passes\"",
        "\"six_scoreless\"",
        "\"out_of_tiles\"",
        "\"lost_challenge\"",
        "\"resigned\"",
    ];
    for kind in kinds {
        assert!(seen.iter().any(|seen| seen == kind), "{kind}");
    }
}

#[test]
fn players_who_only_time_out_reach_the_end() {
    let mut reasons = Vec::new();
    for rules in all_rules() {
        for players in 2..=rules.base.preset.max_players() {
            let mut state = start(players, &rules, 5);
            for _ in 0..20 {
                let Some(player) = state.next().to_act.first().cloned() else { break };
                state = apply(&state, &Action::of(ActionKind::TimeOut, &player)).unwrap().0;
            }
            reasons.extend(state.result().map(|result| result.reason));
            assert_eq!(state.phase(), Phase::Over);
        }
    }
    assert!(reasons.contains(&EndReason::AllPassTwice));
}

#[test]
fn bots_play_to_the_end_and_act_on_views() {
    let vocabulary = Words::from(short_words()).into();
    for (seed, rules) in all_rules().into_iter().enumerate() {
        let mut state = start(2, &rules, seed);
        let mut moves = 0;
        while state.phase() != Phase::Over {
            let next = state.next();
            let player = next.to_act[0].clone();
            let bot = Bot { index: index(), vocabulary, rank: 1 };
            let view = state.view(Some(&player));
            let chosen = bot.act(&player, &view, &next.seen_by(Some(&player))).unwrap();
            let asked = Action::of(ActionKind::Bot, &player);
            let mut violations = Violations::default();
            let action = state.bot_action(&asked, index(), vocabulary, &mut violations).unwrap();
            assert_eq!(action, Some(chosen.clone()));
            moves += usize::from(chosen.kind == "move");
            state = apply(&state, &chosen).unwrap().0;
        }
        assert!(moves > 5, "{moves}");
    }
}

#[test]
fn states_that_are_not_of_a_game_are_refused() {
    let mut dice = Dice(4);
    let mut refused = 0;
    let rules = all_rules();
    for game in 0..60 {
        let rules = &rules[game % rules.len()];
        let mut state = start(2 + game % (rules.base.preset.max_players() - 1), rules, game);
        for _ in 0..dice.below(60) {
            state = any_action(&state, &mut dice);
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
            assert_eq!(SavedState::from(&state), read);
            for _ in 0..10 {
                state = any_action(&state, &mut dice);
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

/// Carries out a possible action; returns the same state if there is none or it is refused.
fn any_action(state: &State, dice: &mut Dice) -> State {
    let choices = state.next().actions;
    if choices.is_empty() {
        return state.clone();
    }
    let choice = &choices[dice.below(choices.len())];
    let action = action_of(state, choice, 3, dice);
    let applied = action.and_then(|action| apply(state, &action).ok());
    applied.map_or_else(|| state.clone(), |(after, _)| after)
}

#[test]
fn states_have_the_rules_in_canonical_form() {
    for rules in all_rules() {
        let state = json_of(&SavedState::from(&start(2, &rules, 1)));
        let mut expected = json_of(&rules.base);
        if let Some(clock_ms) = rules.clock_ms {
            expected["clock_ms"] = clock_ms.into();
        }
        assert_eq!(state["rules"], expected);
    }
}
