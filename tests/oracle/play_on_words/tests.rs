//! The oracle, compared with examples worked out by hand.

use super::card::COMBOS;
use super::{
    Entry, Part, PlayOn, PluralRule, Rules, Stage, Turn, Version, Words, best_total, legal_words,
    score,
};

/// Returns cards separated by spaces, or else a card for each letter.
fn cards(text: &str) -> Vec<String> {
    if text.contains([' ', '=']) {
        text.split_whitespace().map(str::to_owned).collect()
    } else {
        text.chars().map(String::from).collect()
    }
}

fn table(text: &str) -> Vec<Vec<String>> {
    text.split('+').filter(|word| !word.is_empty()).map(|word| cards(word.trim())).collect()
}

fn hand(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// "RATS+" is a plural in -S, "CATS+-" has another sense too, "RUNS+-1" has it first, "MICE~" is a
/// plural without S, "PARIS!" is barred.
fn dictionary(text: &str) -> Words {
    let entry = |word: &str| Entry {
        barred: word.contains('!'),
        plural_s: word.contains('+'),
        irregular_plural: word.contains('~'),
        other_sense: word.contains('-'),
        other_sense_first: word.contains('1'),
    };
    text.split_whitespace()
        .map(|word| (word.replace(['!', '+', '~', '-', '1'], ""), entry(word)))
        .collect()
}

fn turn(new_word: &str, play_ons: &[(&[usize], &str)]) -> Turn {
    let play_on =
        |(onto, word): &(&[usize], &str)| PlayOn { onto: onto.to_vec(), word: cards(word) };
    let new_word = (!new_word.is_empty()).then(|| cards(new_word));
    Turn { new_word, play_ons: play_ons.iter().map(play_on).collect() }
}

const RUMMY: Rules = Rules {
    version: Version::Rummy,
    plural: PluralRule::FirstSense,
    irregular_plurals_allowed: false,
    play_on_new_word: false,
    cards_may_change: false,
};
const LENIENT: Rules = Rules { plural: PluralRule::Lenient, ..RUMMY };
const STRICT: Rules = Rules { plural: PluralRule::Strict, ..RUMMY };
const MICE_ALLOWED: Rules = Rules { irregular_plurals_allowed: true, ..STRICT };
const NEW_TOO: Rules = Rules { play_on_new_word: true, ..RUMMY };
const CHANGE: Rules = Rules { cards_may_change: true, ..RUMMY };

const FIRST: Stage = Stage { first_turn: true, last_play: false };
const LATER: Stage = Stage { first_turn: false, last_play: false };
const LAST: Stage = Stage { first_turn: true, last_play: true };

/// Plays one word onto the whole table, with one more card, Q, in the hand.
fn one_part(base_words: &str, cards: &str, word: &str, words: &str, rules: &Rules) -> Option<Part> {
    let onto: Vec<usize> = (0..table(base_words).len()).collect();
    let turn = if onto.is_empty() { turn(word, &[]) } else { turn("", &[(&onto, word)]) };
    let hand = hand(cards).into_iter().chain(["Q"]).collect::<Vec<_>>();
    let mut scored = score(&hand, &table(base_words), &turn, FIRST, &dictionary(words), rules)?;
    assert_eq!((scored.hand_left, scored.went_out), (vec!["Q".to_owned()], false));
    assert_eq!(scored.total, scored.parts[0].points);
    scored.parts.pop()
}

fn rule_and_points(
    base_words: &str,
    cards: &str,
    word: &str,
    rules: &Rules,
) -> Option<(&'static str, u32)> {
    one_part(base_words, cards, word, "", rules).map(|part| (part.rule, part.points))
}

#[test]
fn a_word_has_the_points_and_the_rule_of_its_formation() {
    for (base_words, cards, word, rule, points) in [
        ("", "B A T", "BAT", "P4", 6),
        ("", "R A K E", "RAKE", "P4", 8),
        ("", "B O TH E R", "B O TH E R", "P4", 12),
        ("BAT", "H", "BATH", "P5", 4),
        ("BOTHER", "R", "BROTHER", "P5", 7),
        ("TAR", "E", "RATE", "P6", 8),
        ("GAME", "I", "IMAGE", "P6", 10),
        ("MAIL", "A N", "ANIMAL", "P6", 12),
        ("CREAM", "B E", "EMBRACE", "P6", 14),
        ("NICE", "T O N U", "CONTINUE", "P6", 16),
        ("TALE", "S B", "STABLE", "P7", 12),
        ("JUICE", "S T", "JUSTICE", "P7", 14),
        ("JUICE", "ST", "J U ST I C E", "P7", 14),
        ("L O CK", "U N", "U N L O CK", "P5", 6),
        ("CAT", "H R", "CHART", "P7", 10),
        ("TAR", "ST", "ST A R T", "P5", 5),
        // SIT can be placed in ASSIST so that the last S is added inside it.
        ("SIT", "A S S", "ASSIST", "P7", 12),
        ("BOOM+RANG", "E", "BOOMERANG", "P5", 9),
        ("RANG+BOOM", "E", "BOOMERANG", "P5", 9),
        ("NOW+MOST", "S R", "SNOWSTORM", "P6", 18),
        // R between the two words is inside neither; in the next row it is inside BASE.
        ("BASE+BALL", "R S", "BASERBALLS", "P5", 10),
        ("BASE+BALL", "R S", "BARSEBALLS", "P7", 20),
    ] {
        assert_eq!(
            rule_and_points(base_words, cards, word, &RUMMY),
            Some((rule, points)),
            "{base_words} -> {word}"
        );
    }
    let casual = Rules { version: Version::Casual, ..RUMMY };
    assert_eq!(rule_and_points("TAR", "E", "RATE", &casual), Some(("P6", 0)));
}

#[test]
fn turns_that_break_a_rule_have_no_score() {
    for (base_words, cards, word) in [
        ("GAME", "I", "MAGI"),         // P5: E is missing
        ("BASE+BALL", "", "BASEBALL"), // P8: nothing added
        ("TAR", "ST", "S T A R T"),    // P2: combo card split
        ("TAR", "E", "R A T E S"),     // no S in the hand
        ("", "A T", "AT"),             // P4
        ("C A *=T", "E *", "*=C A T E"),
    ] {
        assert_eq!(
            rule_and_points(base_words, cards, word, &RUMMY),
            None,
            "{base_words} -> {word}"
        );
    }
    let (words, tables) = (dictionary(""), table("TAR+CAT"));
    let breaks =
        |turn: &Turn| score(&hand("E H S"), &tables, turn, LATER, &words, &RUMMY).is_none();
    assert!(!breaks(&turn("", &[(&[0], "RATE"), (&[1], "CHAT")])));
    assert!(breaks(&turn("", &[(&[0], "RATE"), (&[0], "TARS")]))); // P10
    assert!(breaks(&turn("", &[(&[2], "RATE")])) && breaks(&turn("", &[])));
}

#[test]
fn plurals_and_barred_words_are_not_valid() {
    let valid = |base_words, cards, word, rules| {
        one_part(base_words, cards, word, "CATS+- RATS+ RUNS+-1 RUNTS+ MICE~ DICE~- PARIS!", rules)
            .expect("follows the rules")
            .valid
    };
    for (base_words, cards, word, strict, first, lenient, mice_allowed) in [
        ("", "C A T S", "CATS", false, false, true, false),
        ("CAT", "S", "CATS", false, false, true, false),
        ("TAR", "S", "RATS", true, true, true, true),
        ("RUN", "S", "RUNS", false, true, true, false),
        ("RUN", "T S", "RUNTS", false, false, false, false),
        ("", "M I C E", "MICE", false, false, false, true),
        ("ICE", "M", "MICE", false, false, false, true),
        ("EMI", "C", "MICE", true, true, true, true),
        ("", "D I C E", "DICE", false, true, true, true),
        ("PAIR", "S", "PARIS", false, false, false, false),
        ("PAIR", "S", "PAIRS", false, false, false, false),
    ] {
        let is_valid = |rules| valid(base_words, cards, word, rules);
        assert_eq!(is_valid(&STRICT), strict, "{base_words} -> {word}");
        assert_eq!(is_valid(&RUMMY), first, "{base_words} -> {word}");
        assert_eq!(is_valid(&LENIENT), lenient, "{base_words} -> {word}");
        assert_eq!(is_valid(&MICE_ALLOWED), mice_allowed, "{base_words} -> {word}");
    }
}

#[test]
fn table_cards_keep_their_letters_or_may_change_them() {
    for (base_words, cards, word, fixed, change) in [
        ("C A *=T", "E", "C A *=R E", None, Some(("P5", 4))),
        ("C A *=T", "E", "C A *=T E", Some(("P5", 4)), Some(("P5", 4))),
        ("J/X=X I S", "A", "J/X=J I S A", None, Some(("P5", 4))),
        ("*=F I T", "*", "*=S *=F I T", Some(("P5", 4)), Some(("P5", 4))),
        // If wilds may change, the wild of the table may be the last card.
        ("*=F I T", "*", "*=F I T *=S", Some(("P5", 4)), Some(("P6", 8))),
        ("*=F I T", "*", "*=S I T *=E", None, Some(("P6", 8))),
    ] {
        assert_eq!(
            rule_and_points(base_words, cards, word, &RUMMY),
            fixed,
            "{base_words} -> {word}"
        );
        assert_eq!(
            rule_and_points(base_words, cards, word, &CHANGE),
            change,
            "{base_words} -> {word}"
        );
    }
}

#[test]
fn going_out_earns_bonuses_in_rummy_only() {
    let words = dictionary("CONTINUE");
    let totals = |version, stage| {
        let scored = score(
            &hand("C O N T I N U E"),
            &[],
            &turn("CONTINUE", &[]),
            stage,
            &words,
            &Rules { version, ..RUMMY },
        )
        .expect("legal");
        (scored.total, scored.going_out, scored.initial_hand, scored.went_out)
    };
    assert_eq!(totals(Version::Rummy, FIRST), (43, 7, 20, true));
    assert_eq!(totals(Version::Rummy, LATER), (23, 7, 0, true));
    assert_eq!(totals(Version::Rummy, LAST), (16, 0, 0, false));
    assert_eq!(totals(Version::FullDeck, FIRST), (16, 0, 0, false));
    assert_eq!(totals(Version::Casual, FIRST), (0, 0, 0, true));
    assert_eq!(totals(Version::Casual, LAST), (0, 0, 0, false));
    assert_eq!(best_total(&hand("C O N T I N U E"), &[], FIRST, &words, &RUMMY), Some(43));
    assert_eq!(best_total(&hand("C O N T I N U E"), &[], LAST, &words, &RUMMY), Some(16));
    assert_eq!(best_total(&hand("C O N T I N E"), &[], FIRST, &words, &RUMMY), None);
}

#[test]
fn all_words_onto_a_table_word_are_found() {
    let words = dictionary("START STAR+ TSAR RATS+ TAR STARTS+");
    let found = legal_words(&hand("ST S T *"), &table("TAR"), &[0], &words, &RUMMY);
    let expected = [("RATS", 8, 1), ("START", 5, 1), ("TSAR", 4, 1)];
    assert_eq!(found, expected.map(|(word, points, fewest)| (word.to_owned(), points, fewest)));
}

#[test]
fn the_new_word_takes_one_play_on_if_the_rules_allow_it() {
    let (words, none) = (dictionary("TAR RATE CRATE"), Vec::new());
    let turn = turn("TAR", &[(&[0], "RATE")]);
    assert_eq!(score(&hand("T A R E C"), &none, &turn, LATER, &words, &RUMMY), None);
    let scored = score(&hand("T A R E C"), &none, &turn, LATER, &words, &NEW_TOO).expect("legal");
    assert_eq!(scored.total, 6 + 8);
    assert_eq!(best_total(&hand("T A R E C"), &none, LATER, &words, &RUMMY), Some(10 + 7));
    assert_eq!(best_total(&hand("T A R E C"), &none, LATER, &words, &NEW_TOO), Some(6 + 10 + 7));
}

/// Returns every row of cards that spells a word.
fn rows(word: &str) -> Vec<String> {
    if word.is_empty() {
        return vec![String::new()];
    }
    let (one, two) = (&word[..1], word.get(..2).filter(|two| COMBOS.contains(two)));
    let flip = ["J/X", "V/Z"]
        .into_iter()
        .find(|flip| flip.contains(one))
        .map(|flip| format!("{flip}={one}"));
    let cards = [Some(one.to_owned()), Some(format!("*={one}")), flip, two.map(str::to_owned)];
    let cards =
        cards.into_iter().zip([1, 1, 1, 2]).filter_map(|(card, length)| Some((card?, length)));
    cards
        .flat_map(|(card, length)| {
            rows(&word[length..]).into_iter().map(move |row| format!("{card} {row}"))
        })
        .collect()
}

/// Returns the highest total of this turn and of all turns that add play-ons to it, if any is legal
/// and valid.
fn best_from(turn: &Turn, plays: &[PlayOn], total: &impl Fn(&Turn) -> Option<u32>) -> Option<u32> {
    let mut best = total(turn);
    for (place, play) in plays.iter().enumerate() {
        let mut longer = turn.clone();
        longer.play_ons.push(play.clone());
        if total(&longer).is_some() {
            best = best.max(best_from(&longer, &plays[place + 1..], total));
        }
    }
    best
}

/// Compares `best_total` with the scores of all turns.
#[test]
fn the_best_total_is_the_highest_of_all_turns() {
    let words = dictionary(
        "TAR RATE RATS+ STAR START TSAR STARE TEAR TEARS+-1 EAT SEAT EAST ART CART CHART CHAT CHATS+- HAT THAT \
         REST STIR JET VEX STARTER~ TARTEST~- CHEAT ATE~ TEACH TEACHER RESTART VEXES EATTARS",
    );
    let rows: Vec<String> = words.keys().flat_map(|word| rows(word)).collect();
    let all_rules = [
        RUMMY,
        LENIENT,
        STRICT,
        MICE_ALLOWED,
        NEW_TOO,
        CHANGE,
        Rules { play_on_new_word: true, ..CHANGE },
    ];
    for (cards, base_words) in [
        ("ST E *", "T A R+A R T"),
        ("E S T R", "T A R+H A T+E A T"),
        ("CH T A *", "T E A R+A T E"),
        ("J/X T E S", "*=T A R+E *=A T"),
        ("T T ST R A E", "TAR"),
        ("CH E A T E R", ""),
        ("S E V/Z", "*=V E J/X=X+J/X=J E T"),
        ("E A T S E", "TAR"),
        ("R S *", "TH A T+E A T+A *=R T"),
        ("Q Q", "TAR"),
    ] {
        let (cards, table) = (hand(cards), table(base_words));
        for rules in &all_rules {
            let total = |turn: &Turn| {
                score(&cards, &table, turn, FIRST, &words, rules)
                    .filter(|scored| scored.valid)
                    .map(|it| it.total)
            };
            let onto =
                |set: u32| (0..=table.len()).filter(|i| set & (1 << i) != 0).collect::<Vec<_>>();
            let best_after = |new_word: &str| {
                let alone = turn(new_word, &[]);
                let sets = (1..1 << (table.len() + 1)).map(onto);
                let plays =
                    sets.flat_map(|set| rows.iter().map(move |row| turn(new_word, &[(&set, row)])));
                let plays: Vec<PlayOn> =
                    plays.filter(|it| total(it).is_some()).flat_map(|it| it.play_ons).collect();
                best_from(&alone, &plays, &total)
            };
            let new_words =
                rows.iter().filter(|row| total(&turn(row, &[])).is_some()).map(String::as_str);
            let best = new_words.chain([""]).map(best_after).max().flatten();
            assert_eq!(
                best_total(&cards, &table, FIRST, &words, rules),
                best,
                "{cards:?} {base_words} {rules:?}"
            );
        }
    }
}
