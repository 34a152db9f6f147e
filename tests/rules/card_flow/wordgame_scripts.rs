//! Single steps of whole games of Wordgame and of the classic game: challenges under every rule,
//! new racks, lost turns, ends, and what the rules forbid.

use serde_json::{Value, json};
use wordcourt::rules::flow::Chance;
use wordcourt::rules::wordgame::flow::{
    Action, ActionKind, Event, FlowRules, Phase, SavedState, Setup, State,
};
use wordcourt::rules::wordgame::{ChallengeName, OverRule, Rules, TimePenalty};
use wordcourt::rules::{ViolationCode, Violations};

use super::json_of;
use super::wordgame_laws::{NAMES, apply, refused, small_bag, start};

/// Starts a game with real tiles, in which the players draw these racks.
fn with_racks(rules: &FlowRules, racks: &[&str]) -> State {
    let mut bag: Vec<char> = rules
        .base
        .bag
        .unwrap()
        .tiles()
        .map(|tile| tile.to_string().chars().next().unwrap())
        .collect();
    let mut deck: Vec<String> = Vec::new();
    for tile in racks.concat().chars() {
        bag.remove(bag.iter().position(|mark| *mark == tile).unwrap());
        deck.push(tile.to_string());
    }
    deck.extend(bag.into_iter().map(String::from));
    let setup = Setup {
        players: NAMES[..racks.len()].iter().map(|&name| name.to_owned()).collect(),
        rules: rules.clone(),
        chance: Chance { seed: None, shuffles: 0 },
        deck: Some(deck),
    };
    State::start(setup, &mut Violations::default()).unwrap().0
}

fn classic(name: ChallengeName) -> FlowRules {
    FlowRules::new(Rules { challenge: Some(name.rule()), ..Rules::CLASSIC })
}

fn of(kind: &str, player: &str) -> Action {
    Action { kind: kind.to_owned(), player: Some(player.to_owned()), ..Action::default() }
}

fn place(player: &str, written: &str) -> Action {
    Action { written: Some(written.to_owned()), ..of("move", player) }
}

fn step(state: &State, action: &Action) -> (State, Vec<Value>) {
    let (after, events): (State, Vec<Event>) = apply(state, action).unwrap();
    let public = events.iter().filter(|event| event.only.is_none()).map(json_of);
    (after, public.collect())
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["kind"].as_str().unwrap()).collect()
}

fn points(state: &State) -> Vec<i64> {
    SavedState::from(state).players.iter().map(|player| player.points).collect()
}

/// A classic game in which ann has placed CAT, which bob may challenge.
fn placed(name: ChallengeName, word: &str) -> State {
    let state = with_racks(&classic(name), &["CATEEII", "DOGEEII"]);
    step(&state, &place("ann", &format!("8H {word}"))).0
}

#[test]
fn a_failed_challenge_costs_what_the_rule_says() {
    use ChallengeName::{
        Double, FivePenalty, FivePerWord, Forfeit, OneFreeThenFive, Single, Triple,
    };
    // CAT on the centre: C3 A1 T1, twice.
    let cases: [(ChallengeName, &[&str], [i64; 2], &str); 7] = [
        (Single, &["ruling", "drew"], [10, 0], "bob"),
        (Double, &["ruling", "drew", "turn_lost"], [10, 0], "ann"),
        (FivePerWord, &["ruling", "challenge_cost", "drew"], [15, 0], "bob"),
        (FivePenalty, &["ruling", "challenge_cost", "drew"], [10, -5], "bob"),
        (OneFreeThenFive, &["ruling", "drew"], [10, 0], "bob"),
        (Forfeit, &["ruling", "over"], [10, 0], "ann"),
        (Triple, &["ruling", "over"], [10, 0], "ann"),
    ];
    for (name, expected, totals, turn) in cases {
        let (after, events) = step(&placed(name, "CAT"), &of("challenge", "bob"));
        assert_eq!(kinds(&events), expected, "{name:?}");
        assert_eq!(events[0]["upheld"], json!(false));
        assert_eq!(points(&after), totals, "{name:?}");
        let saved = SavedState::from(&after);
        assert_eq!((saved.turn.as_str(), saved.players[1].failed), (turn, 1), "{name:?}");
        if let Some(result) = after.result() {
            assert_eq!(result.winners, ["ann"]);
            assert_eq!(json_of(&result.reason), "lost_challenge");
        }
    }
}

#[test]
fn a_challenge_that_is_upheld_takes_tiles_and_points_back() {
    let before = placed(ChallengeName::Double, "TCA");
    let named = Action { words: Some(vec!["tca".to_owned()]), ..of("challenge", "bob") };
    for challenge in [of("challenge", "bob"), named] {
        let (after, events) = step(&before, &challenge);
        assert_eq!(kinds(&events), ["ruling", "move_taken_back"]);
        assert_eq!(events[0]["words"], json!(["TCA"]));
        let saved = SavedState::from(&after);
        assert!(saved.board.iter().all(|row| row == "..............."));
        assert_eq!((saved.turn.as_str(), saved.turns, saved.scoreless), ("bob", 1, 1));
        assert_eq!((saved.players[0].points, saved.players[0].rack.len()), (0, 7));
        assert_eq!(saved.players[1].failed, 0);
    }
    let (after, _) = step(&placed(ChallengeName::Triple, "TCA"), &of("challenge", "bob"));
    assert_eq!(after.result().unwrap().winners, ["bob"], "the player of the word loses");
    // RULEBOOK C5: a word that nobody challenges stands.
    let (after, events) = step(&before, &of("accept", "bob"));
    assert_eq!(kinds(&events), ["accepted", "drew"]);
    assert_eq!(points(&after), [10, 0]);
}

#[test]
fn only_words_of_the_move_can_be_challenged() {
    let state = placed(ChallengeName::Single, "CAT");
    let challenge = |words: &[&str]| Action {
        words: Some(words.iter().map(|&word| word.to_owned()).collect()),
        ..of("challenge", "bob")
    };
    assert_eq!(refused(&state, &challenge(&["CAT", "DOG"])), "not_challengeable /words/1 FG9");
    assert_eq!(refused(&state, &challenge(&["don't"])), "not_challengeable /words/0 FG9");
    assert_eq!(refused(&state, &challenge(&[])), "not_challengeable /words FG9");
    assert_eq!(refused(&state, &of("challenge", "ann")), "out_of_turn /player FG7");
    assert_eq!(refused(&state, &of("accept", "ann")), "out_of_turn /player FG7");
    assert_eq!(refused(&state, &of("time_out", "ann")), "out_of_turn /player F13");
    assert_eq!(refused(&state, &of("pass", "ann")), "out_of_turn /player FG7");
}

#[test]
fn the_next_player_accepts_by_an_action_if_all_others_have_accepted() {
    let state = with_racks(&classic(ChallengeName::Double), &["CATEEII", "DOGEEII", "SSAAOOU"]);
    let (state, _) = step(&state, &place("ann", "8H CAT"));
    assert_eq!(state.next().to_act, ["bob", "cid"]);
    assert_eq!(refused(&state, &of("pass", "bob")), "out_of_turn /player FG7");
    assert_eq!(refused(&state, &of("pass", "cid")), "out_of_turn /player FG7");
    let (accepted, _) = step(&state, &of("accept", "cid"));
    assert_eq!(refused(&accepted, &of("accept", "cid")), "out_of_turn /player FG7");
    let wrong = place("bob", "1A DOG");
    assert_eq!(refused(&accepted, &wrong), "not_connected /move G7");
    let (after, events) = step(&accepted, &of("pass", "bob"));
    assert_eq!(kinds(&events), ["drew", "passed"]);
    assert_eq!(SavedState::from(&after).turn, "cid");
    // If cid is the last to decide, bob can't act for cid.
    let (accepted, _) = step(&state, &of("accept", "bob"));
    assert_eq!(refused(&accepted, &of("pass", "bob")), "out_of_turn /player FG7");
    let close = Action { kind: "close".to_owned(), ..Action::default() };
    assert_eq!(refused(&state, &of("close", "cid")), "unknown_player /player F2");
    let (after, events) = step(&state, &close);
    assert_eq!((kinds(&events), SavedState::from(&after).turn), (vec!["drew"], "bob".to_owned()));
}

#[test]
fn a_challenger_loses_the_next_turn_when_it_comes() {
    let state = with_racks(&classic(ChallengeName::Double), &["CATEEII", "DOGEEII", "SSAAOOU"]);
    let (state, _) = step(&state, &place("ann", "8H CAT"));
    let (state, events) = step(&state, &of("challenge", "cid"));
    assert_eq!(kinds(&events), ["ruling", "drew"]);
    let saved = SavedState::from(&state);
    assert_eq!((saved.turn.as_str(), saved.players[2].skip), ("bob", 1));
    let (state, events) = step(&state, &of("pass", "bob"));
    assert_eq!(kinds(&events), ["passed", "turn_lost"]);
    let saved = SavedState::from(&state);
    assert_eq!((saved.turn.as_str(), saved.players[2].skip), ("ann", 0));
    assert_eq!((saved.turns, saved.scoreless, saved.passes), (3, 2, 0));
}

#[test]
fn the_best_of_the_others_wins_if_one_of_three_loses_the_game() {
    let state = with_racks(&classic(ChallengeName::Forfeit), &["CATEEII", "DOGEEII", "SSAAOOU"]);
    let (state, _) = step(&state, &place("ann", "8H CAT"));
    let (state, _) = step(&state, &of("challenge", "cid"));
    let result = state.result().unwrap();
    assert_eq!((&result.winners[..], result.results[0].total), (&["ann".to_owned()][..], 10));
    assert_eq!(refused(&state, &of("pass", "bob")), "game_over  F3");
}

#[test]
fn a_move_without_allowed_words_is_refused_under_void() {
    let state = with_racks(&FlowRules::new(Rules::WORDGAME), &["CATSEEII", "DOGSEEII"]);
    assert_eq!(refused(&state, &place("ann", "8E TCAS")), "not_allowed /move G8");
    assert_eq!(refused(&state, &place("ann", "8F CAT")), "too_short /move G7");
    let (after, events) = step(&state, &place("ann", "8E CATS"));
    assert_eq!(kinds(&events), ["moved", "drew"]);
    assert_eq!(after.phase(), Phase::Play);
    assert_eq!(refused(&after, &of("challenge", "bob")), "wrong_phase /kind F4");
}

#[test]
fn new_racks_follow_two_opening_passes() {
    let rules = FlowRules::new(Rules::WORDGAME);
    let state = start(2, &rules, 7);
    let (state, _) = step(&state, &of("pass", "ann"));
    let before = SavedState::from(&state);
    let (state, events) = step(&state, &of("pass", "bob"));
    assert_eq!(kinds(&events), ["passed", "new_racks", "drew", "drew"]);
    let after = SavedState::from(&state);
    assert_eq!((after.shuffles, after.passes, after.turn.as_str()), (2, 2, "ann"));
    assert_ne!(before.players[0].rack, after.players[0].rack);
    let (state, events) = step(&state, &of("time_out", "ann"));
    assert_eq!(kinds(&events), ["timed_out", "passed", "over"], "the count of passes goes on");
    assert_eq!(state.phase(), Phase::Over);
    let exchanges = Rules { exchange_min_bag: Some(7), ..Rules::WORDGAME };
    let (state, _) = step(&start(2, &FlowRules::new(exchanges), 7), &of("pass", "ann"));
    assert_eq!(kinds(&step(&state, &of("pass", "bob")).1)[..2], ["passed", "new_racks"]);
    // Later passes bring none.
    let (state, _) = step(&with_racks(&rules, &["CATSEEII", "DOGSEEII"]), &place("ann", "8E CATS"));
    let (state, _) = step(&state, &of("pass", "bob"));
    assert_eq!(kinds(&step(&state, &of("pass", "ann")).1), ["passed"]);
}

#[test]
fn real_tiles_need_their_order_for_each_shuffle() {
    let rules = FlowRules::new(Rules::WORDGAME);
    let state = with_racks(&rules, &["CATSEEII", "DOGSEEII"]);
    let (state, _) = step(&state, &of("pass", "ann"));
    assert_eq!(refused(&state, &of("pass", "bob")), "missing_field /order F7");
    let tiles: Vec<String> = rules.base.bag.unwrap().tiles().map(|one| one.to_string()).collect();
    let short = Action { order: Some(tiles[1..].to_vec()), ..of("pass", "bob") };
    assert_eq!(refused(&state, &short), "not_in_deck /order F7");
    let odd = Action { order: Some(vec!["AB".to_owned()]), ..of("pass", "bob") };
    assert_eq!(refused(&state, &odd), "invalid_tile /order/0 G1");
    let (state, _) = step(&state, &Action { order: Some(tiles.clone()), ..of("pass", "bob") });
    assert_eq!(SavedState::from(&state).players[0].rack, tiles[..8]);
    let setup = |deck: Option<Vec<String>>, seed: Option<&str>| Setup {
        players: vec!["ann".to_owned(), "bob".to_owned()],
        rules: rules.clone(),
        chance: Chance { seed: seed.map(|seed| seed.repeat(32).parse().unwrap()), shuffles: 0 },
        deck,
    };
    let pointer = |setup| {
        let mut violations = Violations::default();
        State::start(setup, &mut violations).unwrap_err();
        violations.as_slice()[0].pointer.clone()
    };
    assert_eq!(pointer(setup(None, None)), "/deck");
    assert_eq!(pointer(setup(Some(tiles.clone()), Some("00"))), "/deck");
    assert_eq!(pointer(setup(Some(tiles[2..].to_vec()), None)), "/deck");
}

#[test]
fn exchanges_draw_first_and_put_the_tiles_back() {
    let state = start(2, &classic(ChallengeName::Double), 3);
    let before = SavedState::from(&state);
    let exchange = |tiles: &str| Action { tiles: Some(tiles.to_owned()), ..of("exchange", "ann") };
    let two = before.players[0].rack[..2].concat();
    let (after, events) = step(&state, &exchange(&two.to_lowercase()));
    assert_eq!(kinds(&events), ["drew", "exchanged"]);
    let saved = SavedState::from(&after);
    assert_eq!(saved.players[0].rack[5..], before.deck[..2]);
    assert_eq!((saved.deck.len(), saved.shuffles, saved.scoreless), (before.deck.len(), 2, 1));
    assert_eq!(refused(&state, &of("exchange", "ann")), "missing_field /tiles F4");
    assert_eq!(refused(&state, &exchange("")), "out_of_bounds /tiles C4");
    assert_eq!(refused(&state, &exchange("AAAAAAAA")), "out_of_bounds /tiles C4");
    assert_eq!(refused(&state, &exchange("QQ")), "tile_not_on_rack /tiles FG6");
    assert_eq!(refused(&state, &exchange("7")), "invalid_tile /tiles G11");
    let wordgame = start(2, &FlowRules::new(Rules::WORDGAME), 3);
    assert_eq!(refused(&wordgame, &exchange("A")), "not_possible /kind G9");
}

#[test]
fn a_player_who_goes_out_must_be_accepted_or_challenged() {
    let mut rules = classic(ChallengeName::Single);
    let bag = rules.base.bag.as_mut().unwrap();
    (bag.letters, bag.blanks) = ([0; 26], 0);
    for letter in "CATDOG".bytes() {
        bag.letters[usize::from(letter - b'A')] += 1;
    }
    rules.base.rack_size = 3;
    let state = with_racks(&rules, &["CAT", "DOG"]);
    let (state, _) = step(&state, &place("ann", "8H CAT"));
    assert_eq!(refused(&state, &of("pass", "bob")), "not_possible /kind FG8");
    let kinds_of = |state: &State| {
        let kinds = state.next().actions.into_iter();
        kinds.map(|choice| choice.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds_of(&state), ["accept", "challenge", "close", "resign", "resign"]);
    let (after, events) = step(&state, &of("accept", "bob"));
    assert_eq!(kinds(&events), ["accepted", "over"]);
    // All tiles 50, and twice D2 O1 G2.
    assert_eq!(points(&after), [70, 0]);
    assert_eq!(json_of(&after.result().unwrap().reason), "out_of_tiles");
}

#[test]
fn a_player_of_two_can_resign_at_any_time() {
    let state = placed(ChallengeName::Double, "CAT");
    for (player, winner) in [("ann", "bob"), ("bob", "ann")] {
        let (after, events) = step(&state, &of("resign", player));
        assert_eq!(kinds(&events), ["over"]);
        assert_eq!(events[0]["reason"], "resigned");
        assert_eq!(after.result().unwrap().winners, [winner]);
        assert_eq!(points(&after), [10, 0], "nothing is taken off");
        assert_eq!(SavedState::from(&after).check(&mut Violations::default()).unwrap(), after);
    }
    let three = start(3, &classic(ChallengeName::Double), 1);
    assert_eq!(refused(&three, &of("resign", "ann")), "not_possible /kind FG12");
}

#[test]
fn overtime_costs_points_for_each_begun_period() {
    let time_penalty = Some(TimePenalty { points: 10, per_seconds: 60 });
    let base = Rules { over: OverRule::AllPassTwice, time_penalty, ..Rules::CLASSIC };
    let rules = FlowRules { clock_ms: Some(1_000), ..FlowRules::new(base) };
    let mut state = start(2, &rules, 1);
    // The time of the last action counts as well.
    for (player, used_ms) in [("ann", 1_000), ("bob", 500), ("ann", 1), ("bob", 60_501)] {
        let pass = Action { used_ms: Some(used_ms), ..of("pass", player) };
        state = step(&state, &pass).0;
    }
    let penalties = state.result().unwrap().results.iter().map(|total| total.time_penalty);
    assert_eq!(penalties.collect::<Vec<_>>(), [10, 20]);
}

#[test]
fn what_the_rules_forbid_is_refused_with_its_place() {
    let state = start(2, &classic(ChallengeName::Double), 5);
    assert_eq!(refused(&state, &of("shout", "ann")), "unknown_action /kind F4");
    assert_eq!(refused(&state, &of("accept", "bob")), "wrong_phase /kind F4");
    assert_eq!(refused(&state, &of("close", "bob")), "wrong_phase /kind F4");
    assert_eq!(refused(&state, &of("pass", "bob")), "out_of_turn /player FG2");
    assert_eq!(refused(&state, &of("pass", "eve")), "unknown_player /player F2");
    assert_eq!(refused(&state, &of("move", "ann")), "missing_field /move F4");
    assert_eq!(refused(&state, &place("ann", "8H")), "invalid_move /move G11");
    assert_eq!(refused(&state, &place("ann", "1A CAT")), "misses_centre /move G7");
    assert_eq!(refused(&state, &of("bot", "ann")), "not_possible /kind F14");
    let stale = Action { ply: Some(1), ..of("pass", "ann") };
    assert_eq!(refused(&state, &stale), "stale_ply /ply F6");
    let long = Action { used_ms: Some(1 << 60), ..of("pass", "ann") };
    assert_eq!(refused(&state, &long), "out_of_bounds /used_ms F12");
    let names = |count: usize| {
        let setup = Setup {
            players: (0..count).map(|seat| format!("player {seat}")).collect(),
            rules: FlowRules::new(Rules::WORDGAME),
            chance: Chance { seed: "00".repeat(32).parse().ok(), shuffles: 0 },
            deck: None,
        };
        State::start(setup, &mut Violations::default()).is_ok()
    };
    assert_eq!([1, 2, 3].map(names), [false, true, false]);
    assert!(apply(&state, &Action::of(ActionKind::Pass, "ann")).is_ok());
}

#[test]
fn rules_that_no_game_can_have_are_refused() {
    let code = |base: Rules, clock_ms: Option<u64>, players: usize| {
        let rules = FlowRules { clock_ms, ..FlowRules::new(base) };
        let mut violations = Violations::default();
        assert!(rules.check(players, &mut violations).is_err());
        let first = &violations.as_slice()[0];
        (first.pointer.clone(), first.code)
    };
    let at = |member: &str, code| (format!("/{member}"), code);
    let bagless = Rules { bag: None, ..Rules::CLASSIC };
    assert_eq!(code(bagless, None, 2), at("strict_bag", ViolationCode::ConflictingFields));
    let few = Rules { bag: Some(small_bag()), rack_size: 9, ..Rules::CLASSIC };
    assert_eq!(code(few.clone(), None, 5), at("bag", ViolationCode::TooFew));
    assert!(FlowRules::new(few).check(4, &mut Violations::default()).is_ok());
    let untimed = Rules::WORDGAME;
    assert_eq!(code(untimed, Some(1), 2), at("clock_ms", ViolationCode::ConflictingFields));
    let long = Rules { rack_size: 10, ..Rules::CLASSIC };
    assert_eq!(code(long, None, 2), at("rack_size", ViolationCode::OutOfBounds));
    let never = TimePenalty { points: 10, per_seconds: 0 };
    let never = Rules { time_penalty: Some(never), ..Rules::CLASSIC };
    assert_eq!(code(never, None, 2), at("time_penalty", ViolationCode::OutOfBounds));
}
