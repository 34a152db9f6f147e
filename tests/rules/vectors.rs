//! The worked examples of the rule sheets, one a line in `tests/vectors/`.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Variant;
use wordcourt::rules::oh_my_word::values::LENGTH_BONUS;
use wordcourt::rules::oh_my_word::{
    Card, CategoryChallenge, CategoryInForce, Challenge, Cut, Deal, Entry, Hand, Holding, LetterValues, Play, Rules,
    Score, Seat, Showdown, WordBonuses, verdict,
};
use wordcourt::rules::ruling::Consequence;
use wordcourt::rules::sheet::Sheet;
use wordcourt::word::{Letter, Word};

use crate::default_lexicon;

/// Runs the examples of a file; `count` is how many there are.
fn run_all(text: &str, count: usize, run: impl Fn(&str, &[&str]) -> Outcome) {
    let examples = || text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    for line in examples() {
        let columns: Vec<&str> = line.split(" | ").collect();
        let (verb, arguments) = columns[3].split_once(' ').unwrap_or((columns[3], ""));
        let outcome = run(verb, &arguments.split(' ').collect::<Vec<_>>());
        for expected in columns[4].split(' ') {
            let (key, _) = expected.split_once('=').expect("key=value");
            let got = outcome.iter().find(|(name, _)| name == key);
            let got = got.map(|(name, value)| format!("{name}={value}"));
            assert_eq!(got.as_deref(), Some(expected), "{line}");
        }
    }
    assert_eq!(examples().count(), count, "every example of the sheets is here");
}

#[test]
fn oh_my_word() {
    run_all(include_str!("../vectors/oh-my-word.txt"), 78, run);
}

#[test]
fn wordgame() {
    run_all(include_str!("../vectors/wordgame.txt"), 23, wordgame::run);
}

#[test]
fn my_word() {
    run_all(include_str!("../vectors/my-word.txt"), 20, my_word::run);
}

#[test]
fn play_on_words() {
    run_all(include_str!("../vectors/play-on-words.txt"), 37, play_on_words::run);
}

type Outcome = Vec<(String, String)>;

fn outcome<const N: usize>(pairs: [(&str, String); N]) -> Outcome {
    pairs.map(|(key, value)| (key.to_owned(), value)).to_vec()
}

fn run(verb: &str, arguments: &[&str]) -> Outcome {
    let values = LetterValues::default();
    let value = |letter: u8| values.of(Letter::from_ascii(letter).unwrap());
    let first: &str = arguments.first().copied().unwrap_or_default();
    match verb {
        "value" => outcome([("value", value(first.as_bytes()[0]).to_string())]),
        "values" => outcome([("sum", first.bytes().map(value).sum::<u32>().to_string())]),
        "length" => outcome([("length_bonus", LENGTH_BONUS[first.parse::<usize>().unwrap()].to_string())]),
        "play" => play(arguments, &values),
        "bonuses" => {
            let bonuses = WordBonuses::of(&first.parse().unwrap());
            outcome([("outburst", bonuses.outburst.to_string()), ("palindrome", bonuses.palindrome.to_string())])
        }
        "verdict" => {
            let word: Word = first.parse().unwrap();
            outcome([
                ("valid", verdict(default_lexicon(), &word, CategoryInForce::default()).is_allowed().to_string()),
                ("challengeable", challenge(word, 100, 4, None).0.to_string()),
                ("exclamation", WordBonuses::of(&word).exclamation.to_string()),
            ])
        }
        "category" => {
            let category = CategoryInForce { list: default_lexicon().category(first), vote: None };
            let bonus = if category.includes(&arguments[1].parse().unwrap()) { 10 } else { 0 };
            outcome([("category", bonus.to_string())])
        }
        "challenge" => {
            let word = if first == "legal" { "CAT" } else { "QQQ" }.parse().unwrap();
            let number = |name| setting(arguments, name).map(|value| value.parse::<u64>().unwrap());
            let (_, consequences) =
                challenge(word, number("pot").unwrap(), number("players").unwrap(), number("chips"));
            consequence(&consequences)
        }
        "vote" => {
            let [votes_for_challenger, votes_against] = [0, 1].map(|at| arguments[at].parse().unwrap());
            let ruling = CategoryChallenge { challenged: "bob".to_owned(), votes_for_challenger, votes_against }.rule();
            let mut outcome = consequence(&ruling.consequences);
            outcome.push(("upheld".to_owned(), ruling.upheld.to_string()));
            outcome
        }
        "sheet" => sheet(first),
        "deck" => {
            let sheet = Sheet::of(Variant::from_slug(first).unwrap());
            let cards = |colour: char| -> u32 {
                sheet.deck.iter().filter(|card| card.card.ends_with(colour)).map(|card| card.count).sum()
            };
            outcome([("red", cards('r').to_string()), ("blue", cards('b').to_string())])
        }
        "tie" => {
            let pot = setting(arguments, "pot").unwrap().parse().unwrap();
            let winners: usize = setting(arguments, "winners").unwrap().parse().unwrap();
            let entries = (0..winners).map(|seat| entry(&seat.to_string(), Some("Cb Ab Tb"), None)).collect();
            let settled = showdown(pot, entries).settle(default_lexicon()).unwrap();
            let shares: Vec<String> = settled.shares.iter().map(|share| share.amount.to_string()).collect();
            assert!(shares.iter().all(|share| *share == shares[0]) && shares.len() == winners);
            outcome([("share", shares[0].clone()), ("remainder", settled.remainder.to_string())])
        }
        "card-points" => {
            let entries = pairs(arguments).map(|(player, cards)| entry(player, None, Some(cards))).collect();
            let settled = showdown(100, entries).settle(default_lexicon()).unwrap();
            let points = |score: &wordcourt::rules::oh_my_word::PlayerScore| {
                (score.player.clone(), score.card_points.unwrap_or_default().to_string())
            };
            let mut outcome: Outcome = settled.scores.iter().map(points).collect();
            let winners: Vec<&str> = settled.shares.iter().map(|share| share.player.as_str()).collect();
            outcome.push(("winner".to_owned(), winners.join(",")));
            outcome
        }
        "cut" => {
            let cuts: Vec<Cut> = pairs(arguments)
                .map(|(player, card)| Cut { player: player.to_owned(), card: card.parse().unwrap() })
                .collect();
            match Deal::of(&cuts, &values) {
                Deal::Dealer(dealer) => outcome([("dealer", dealer)]),
                Deal::Tied(tied) => outcome([("tied", tied.join(","))]),
            }
        }
        _ => panic!("no verb {verb}"),
    }
}

fn play(arguments: &[&str], values: &LetterValues) -> Outcome {
    let (cards, marks): (Vec<&str>, Vec<&str>) = arguments.iter().partition(|argument| !argument.starts_with('+'));
    let play = Play::new(&cards.iter().map(|card| card.parse().unwrap()).collect::<Vec<_>>()).unwrap();
    let score = Score::of(&play, values, marks == ["+category"]);
    let multipliers: Vec<String> = score.letter_multipliers(&play).iter().map(ToString::to_string).collect();
    outcome([
        ("word", play.word().to_string()),
        ("multipliers", multipliers.join(",")),
        ("word_value", score.word_value.to_string()),
        ("length_bonus", score.length_bonus.to_string()),
        ("flush", score.flush.name().to_owned()),
        ("flush_multiplier", score.flush_multiplier.to_string()),
        ("outburst", score.bonuses.outburst.to_string()),
        ("exclamation", score.bonuses.exclamation.to_string()),
        ("palindrome", score.bonuses.palindrome.to_string()),
        ("category", score.category.to_string()),
        ("total", score.total.to_string()),
    ])
}

fn challenge(word: Word, pot: u64, players: u64, chips: Option<u64>) -> (bool, Vec<Consequence>) {
    let seat = |number: u64| Seat { name: format!("p{number}"), chips: chips.filter(|_| number == 0) };
    let challenge = Challenge {
        word,
        challenger: "p0".to_owned(),
        challenged: "p1".to_owned(),
        pot,
        players: (0..players).map(seat).collect(),
        category: CategoryInForce::default(),
        look_ups: Vec::new(),
    };
    let lexicon = Lexicon::from_text("CAT\n", "").unwrap();
    let ruling = challenge.rule(&lexicon);
    (ruling.challengeable, ruling.consequences)
}

fn consequence(consequences: &[Consequence]) -> Outcome {
    let [only] = consequences else { panic!("one consequence, not {consequences:?}") };
    let kind = serde_json::to_value(only.kind).unwrap();
    let kind = kind.as_str().unwrap();
    outcome([("kind", kind.to_owned()), ("amount", only.amount.map_or(String::new(), |amount| amount.to_string()))])
}

fn sheet(variant: &str) -> Outcome {
    let sheet = Sheet::of(Variant::from_slug(variant).unwrap());
    let mut outcome: Outcome =
        sheet.numbers.iter().map(|number| (number.name.to_owned(), number.value.to_string())).collect();
    outcome.push(("min_letters".to_owned(), sheet.min_letters.to_string()));
    outcome.push(("max_letters".to_owned(), sheet.max_letters.to_string()));
    outcome
}

fn entry(name: &str, play: Option<&str>, cards: Option<&str>) -> Entry {
    let play = play.map(|cards| cards.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<_>>());
    let hand = cards.map(|cards| cards.split(',').map(|card| card.parse().unwrap()).collect::<Vec<Card>>());
    Entry {
        name: name.to_owned(),
        play: play.map(|cards| Play::new(&cards).unwrap()),
        challenged: false,
        category_match: None,
        folded: false,
        holding: hand.map(|cards| Holding::new(Hand::new(&cards).unwrap(), Vec::new())),
        chips: None,
    }
}

fn showdown(pot: u64, entries: Vec<Entry>) -> Showdown<'static> {
    Showdown { pot, entries, category: None, dealer: None, last_round: false, rules: Rules::default() }
}

fn pairs<'a>(arguments: &'a [&'a str]) -> impl Iterator<Item = (&'a str, &'a str)> {
    arguments.iter().filter_map(|argument| argument.split_once('='))
}

fn setting<'a>(arguments: &'a [&'a str], name: &str) -> Option<&'a str> {
    pairs(arguments).find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The examples of Wordgame.
mod wordgame {
    use wordcourt::rules::Breaches;
    use wordcourt::rules::wordgame::{
        Bag, Board, Passes, Play, Premiums, Rack, Rules, SIZE, Score, Square, Standing, TurnKind, Written,
        is_out_of_tiles, settle,
    };
    use wordcourt::word::Letter;

    use super::{Outcome, outcome};

    pub(super) fn run(verb: &str, arguments: &[&str]) -> Outcome {
        match verb {
            "bag" => {
                let Bag { letters, blanks } = Bag::WORDGAME;
                let total: u32 = letters.iter().map(|&count| u32::from(count)).sum();
                let shares = Letter::all()
                    .map(|letter| format!("{}{}", letter.as_char().to_ascii_lowercase(), letters[letter.index()]));
                outcome([
                    ("letters", total.to_string()),
                    ("blanks", blanks.to_string()),
                    ("tiles", (total + u32::from(blanks)).to_string()),
                    ("distribution", shares.collect::<Vec<_>>().join(",")),
                ])
            }
            "score" => score(arguments),
            "first" => {
                let written: Written = format!(
                    "{} {}",
                    if arguments[1] == "centre" { "8H" } else { "9H" },
                    "A".repeat(arguments[0].parse().unwrap())
                )
                .parse()
                .unwrap();
                let rules = Rules::WORDGAME;
                let play = Play::lay(&written, &Board::default(), None, &rules, "", &mut Breaches::default());
                outcome([("legal", play.is_some().to_string())])
            }
            "passes" => outcome([("over", passes(arguments[0]).end_the_game().to_string())]),
            "rack" => {
                let number = |at: usize| arguments[at].split_once('=').unwrap().1;
                let racks = number(1).split(',').map(|tiles| tiles.parse().unwrap());
                outcome([("over", is_out_of_tiles(number(0).parse().unwrap(), racks).to_string())])
            }
            "final" => {
                let (standings, values): (Vec<Standing>, Vec<Vec<u32>>) =
                    arguments.iter().map(|text| standing(text)).unzip();
                let mut rules = Rules::WORDGAME;
                values.iter().flatten().enumerate().for_each(|(letter, value)| rules.letter_values[letter] = *value);
                let (scores, _) = settle(&standings_with(standings, &values), &rules);
                let totals: Vec<String> = scores.iter().map(|score| score.total.to_string()).collect();
                outcome([("final", totals.join(","))])
            }
            "sheet" => outcome([
                ("rack", Rules::WORDGAME.rack_size.to_string()),
                ("new_letters", passes("pass,pass").give_new_racks().to_string()),
            ]),
            _ => panic!("no verb {verb}"),
        }
    }

    fn passes(turns: &str) -> Passes {
        let mut passes = Passes::default();
        for turn in turns.split(',') {
            passes.note(if turn == "pass" { TurnKind::Passed } else { TurnKind::Played });
        }
        passes
    }

    fn standing(text: &str) -> (Standing, Vec<u32>) {
        let (points, values) = text.split_once(':').unwrap();
        let values = values.split(',').filter(|value| !value.is_empty()).map(|value| value.parse().unwrap());
        let standing = Standing { player: String::new(), points: points.parse().unwrap(), rack: Rack::default() };
        (standing, values.collect())
    }

    /// Gives every tile left a letter of its own: A, B, C and so on through all racks.
    fn standings_with(standings: Vec<Standing>, values: &[Vec<u32>]) -> Vec<Standing> {
        let mut letters = Letter::all();
        let give = |(standing, values): (Standing, &Vec<u32>)| {
            let tiles: String = values.iter().filter_map(|_| letters.next()).map(Letter::as_char).collect();
            Standing { rack: Rack::read(&tiles, 8, "", &mut Breaches::default()).unwrap(), ..standing }
        };
        standings.into_iter().zip(values).map(give).collect()
    }

    /// A tile of an example: its letter, its value, its bonus square, whether it is laid.
    fn tile(text: &str) -> (char, u32, &str, bool) {
        let (text, is_laid) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
        let (text, square) = text.split_once(':').unwrap_or((text, ""));
        (text.chars().next().unwrap(), text[1..].parse().unwrap(), square, is_laid)
    }

    /// Puts the example on the board: so that what lies there, or else what is laid, covers the centre.
    fn score(arguments: &[&str]) -> Outcome {
        let words: Vec<Vec<&str>> = arguments[1..].split(|argument| *argument == "/").map(<[&str]>::to_vec).collect();
        let main: Vec<_> = words[0].iter().map(|text| tile(text)).collect();
        let cross = words.get(1).map(|cross| (tile(cross[0]), tile(cross[1])));
        let start = match cross {
            Some((_, below)) => Square { row: 8, column: 7 - main.iter().position(|tile| tile.0 == below.0).unwrap() },
            None if main[0].3 => Square { row: 7, column: 8 - main.len() },
            None => Square::CENTRE,
        };
        let mut rules = Rules::WORDGAME;
        let mut squares = vec!["_".repeat(SIZE); SIZE];
        let mut rows = vec![".".repeat(SIZE); SIZE];
        let put = |lines: &mut Vec<String>, row: usize, column: usize, mark: &str| {
            lines[row].replace_range(column..=column, mark);
        };
        let mut written = format!("{start} ");
        for (at, &(letter, value, square, is_laid)) in main.iter().enumerate() {
            let mark = if value == 0 { letter.to_ascii_lowercase() } else { letter };
            rules.letter_values[letter as usize - 'A' as usize] = value;
            let bonus = ["T", "D", "t", "d", "_"]
                [["3W", "2W", "3L", "2L", ""].iter().position(|name| *name == square).unwrap()];
            put(&mut squares, start.row, start.column + at, bonus);
            if is_laid {
                written.push(mark);
            } else {
                put(&mut rows, start.row, start.column + at, &mark.to_string());
                written.push('.');
            }
        }
        if let Some((above, _)) = cross {
            rules.letter_values[above.0 as usize - 'A' as usize] = above.1;
            put(&mut rows, Square::CENTRE.row, Square::CENTRE.column, &above.0.to_string());
        }
        rules.premiums = Premiums::from_rows(&squares.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let mut breaches = Breaches::default();
        let board = Board::read(&rows, "", &mut breaches).unwrap_or_else(|| panic!("{breaches:?}"));
        let written: Written = written.parse().unwrap();
        let play = Play::lay(&written, &board, None, &rules, "", &mut breaches);
        let play = play.unwrap_or_else(|| panic!("{breaches:?}"));
        assert_eq!(format!("TILES={}", play.tiles_used()), arguments[0]);
        let score = Score::of(&play, &board, &rules);
        let words: Vec<String> = score.words.iter().map(|formed| formed.score.to_string()).collect();
        outcome([("words", words.join(",")), ("total", score.total.to_string())])
    }
}

/// The examples of My Word!.
mod my_word {
    use wordcourt::lexicon::Lexicon;
    use wordcourt::rules::Variant;
    use wordcourt::rules::my_word::{
        CallConsequenceKind, Card, Challenge, Collected, MIN_CARDS, Standings, Table, lay,
    };
    use wordcourt::rules::sheet::Sheet;
    use wordcourt::word::Word;

    use super::{Outcome, outcome};

    pub(super) fn run(verb: &str, arguments: &[&str]) -> Outcome {
        match verb {
            "call" => call(arguments[0].parse().unwrap(), &cards(&arguments[2..])),
            "collected" => outcome([("points", points(arguments.len()).to_string())]),
            // Nobody has collected them.
            "leftover" => outcome([("points", points(0).to_string())]),
            "penalty" => penalty(arguments[0], arguments[1].strip_prefix("caller=").unwrap()),
            "rounds" => {
                let players = arguments[0].parse().unwrap();
                let round = || (0..players).map(|player: u32| collected(&player.to_string(), 1)).collect();
                let played = (1..100).find(|&rounds| {
                    let rounds: Vec<Vec<Collected>> = (0..rounds).map(|_| round()).collect();
                    Standings::of(&rounds).rounds_left == 0
                });
                outcome([("rounds", played.map_or(String::new(), |rounds: u32| rounds.to_string()))])
            }
            "deck" => {
                let deck = Sheet::of(Variant::MyWord).deck;
                let count = |is_one: fn(Card) -> bool| {
                    let cards = deck.iter().filter(|card| is_one(card.card.parse().unwrap()));
                    cards.map(|card| card.count).sum::<u32>().to_string()
                };
                outcome([
                    ("total", count(|_| true)),
                    ("single", count(|card| matches!(card, Card::Single(_)))),
                    ("double", count(|card| matches!(card, Card::Double(..)))),
                    ("wild", count(|card| card == Card::Wild)),
                    ("double_wild", count(|card| card == Card::DoubleWild)),
                ])
            }
            _ => panic!("no verb {verb}"),
        }
    }

    fn cards(texts: &[&str]) -> Vec<Card> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    /// The dealer rules on the word, which the dictionary holds: the caller collects its cards or nothing.
    fn call(word: Word, cards: &[Card]) -> Outcome {
        let lexicon = Lexicon::from_text(&format!("{word}\n"), "").unwrap();
        let laid = lay(&word, &Table::new(cards)).unwrap().filter(|call| call.points() >= MIN_CARDS);
        let ruling = challenge(word, laid.map(|call| call.points()), &["a", "b"], 0, cards.len()).rule(&lexicon);
        let collects = |kind| kind == CallConsequenceKind::Collects;
        let collected = ruling.consequences.iter().filter(|consequence| collects(consequence.kind));
        let points: usize = collected.filter_map(|consequence| consequence.cards).sum();
        outcome([("allowed", (!ruling.upheld).to_string()), ("points", points.to_string())])
    }

    fn challenge(word: Word, cards: Option<usize>, players: &[&str], caller: usize, table: usize) -> Challenge {
        let players = players.iter().map(|&player| player.to_owned()).collect();
        Challenge { word, cards, caller, players, table, deck: 0 }
    }

    fn penalty(players: &str, caller: &str) -> Outcome {
        let players: Vec<&str> = players.split(',').collect();
        let seat = players.iter().position(|player| *player == caller).unwrap();
        let lexicon = Lexicon::from_text("CAT\n", "").unwrap();
        let ruling = challenge("QQQ".parse().unwrap(), Some(3), &players, seat, 10).rule(&lexicon);
        assert!(ruling.upheld);
        let takes = |player: &str| -> usize {
            let taken = ruling.consequences.iter().filter(|consequence| consequence.player == player);
            taken.filter_map(|consequence| consequence.cards).sum()
        };
        players.iter().map(|&player| (player.to_owned(), takes(player).to_string())).collect()
    }

    fn collected(player: &str, cards: u32) -> Collected {
        Collected { player: player.to_owned(), cards }
    }

    fn points(cards: usize) -> u32 {
        let round = vec![collected("a", u32::try_from(cards).unwrap()), collected("b", 0)];
        Standings::of(&[round]).totals[0].points
    }
}

/// The examples of Play On Words.
mod play_on_words {
    use wordcourt::rules::play_on_words::{
        Card, Hand, Laid, Mugging, Play, PlayOn, PlayedCard, Position, Round, Rules, Score, Seat, Settled, Stage,
        Table, Turn, Version,
    };
    use wordcourt::rules::sheet::Sheet;
    use wordcourt::rules::{Breaches, Variant};
    use wordcourt::word::Letter;

    use super::{Outcome, outcome};
    use crate::default_lexicon;
    use crate::play_on_words::default_dictionary;

    pub(super) fn run(verb: &str, arguments: &[&str]) -> Outcome {
        let rummy = Rules::default();
        match verb {
            "new" => part(&[], &letters(arguments[0]), arguments[0]),
            "play_on" => {
                let (made, word) = arguments.split_at(arguments.len() - 2);
                let olds: Vec<&str> = made[0].split('+').collect();
                part(&olds, &made[1..].iter().map(|card| card.parse().unwrap()).collect::<Vec<_>>(), word[1])
            }
            "initial" => {
                let score = whole_hand(arguments[0], rummy);
                outcome([
                    ("points", score.total.to_string()),
                    ("initial_hand", score.bonuses.initial_hand.to_string()),
                    ("going_out", score.bonuses.going_out.to_string()),
                    ("word", score.parts[0].points.to_string()),
                ])
            }
            "full_deck" => {
                let score = whole_hand("CONTINUE", Rules { version: Version::FullDeck, ..rummy });
                assert!(!score.went_out);
                outcome([
                    ("going_out", score.bonuses.going_out.to_string()),
                    ("initial_hand", score.bonuses.initial_hand.to_string()),
                ])
            }
            "unplayed" => {
                let finals = settled(arguments, Vec::new(), &Table::default()).finals;
                outcome([("deduction", (finals[1].points - finals[1].total).to_string())])
            }
            "mugged" => {
                let cards: Vec<Card> = arguments.iter().map(|card| card.parse().unwrap()).collect();
                let words = ["TAR", "ROT"].map(|word| play(word, &[]));
                let table = Table::new(words.to_vec(), "", &mut Breaches::default()).unwrap();
                let hand = Hand::new(&cards).unwrap();
                let position = Position { hand: &hand, table: &table, stage: Stage::Last };
                let best = default_dictionary().best(default_lexicon(), position, rummy, 1);
                let turn = best.turns[0].turn.clone();
                let mugging = Mugging { player: 0, from: 1, cards, turn };
                let settled = settled(arguments, vec![mugging], &table);
                assert_eq!(settled.muggings[0].points, settled.finals[0].total);
                outcome([("points", settled.finals[0].total.to_string())])
            }
            "sheet" => {
                let numbers = Sheet::of(Variant::PlayOnWords).numbers;
                let number = |name: &str| numbers.iter().find(|number| number.name == name).unwrap().value.to_string();
                let names: &[&str] = match arguments[0] {
                    "setup" => &["dealt", "hand", "discard", "new_word_letters"],
                    "rounds" => &["rounds_of_two", "rounds_of_three"],
                    name => return outcome([("value", number(name))]),
                };
                names.iter().map(|name| ((*name).to_owned(), number(name))).collect()
            }
            _ => panic!("no verb {verb}"),
        }
    }

    fn letters(word: &str) -> Vec<Card> {
        word.bytes().map(|byte| Card::Letter(Letter::from_ascii(byte).unwrap())).collect()
    }

    /// Lays a word with these cards where they fit, and single letters else.
    fn play(word: &str, cards: &[Card]) -> Play {
        let mut laid: Vec<PlayedCard> = Vec::new();
        let mut rest = word;
        while let Some(first) = rest.bytes().next() {
            let letter = Letter::from_ascii(first).unwrap();
            let combo = cards.iter().find(|card| card.letter_count() == 2 && rest.starts_with(&card.to_string()));
            let card = *combo.unwrap_or(&Card::Letter(letter));
            laid.push(card.playing(letter).unwrap());
            rest = &rest[card.letter_count()..];
        }
        Play::new(laid).unwrap()
    }

    /// One word onto the whole table, with a card to spare.
    fn part(olds: &[&str], cards: &[Card], word: &str) -> Outcome {
        let rules = Rules::default();
        let spare: Vec<Card> = cards.iter().copied().chain(["QU".parse().unwrap()]).collect();
        let hand = Hand::new(&spare).unwrap();
        let table = olds.iter().map(|old| play(old, &[])).collect();
        let table = Table::new(table, "", &mut Breaches::default()).unwrap();
        let word = play(word, cards);
        let turn = if olds.is_empty() {
            Turn { new_word: Some(word), play_ons: Vec::new() }
        } else {
            Turn { new_word: None, play_ons: vec![PlayOn { onto: (0..olds.len()).collect(), word }] }
        };
        let Some(laid) = Laid::lay(&turn, &hand, &table, rules, "", &mut Breaches::default()) else {
            return outcome([("allowed", "false".to_owned())]);
        };
        let score = Score::of(&laid, Stage::Later, rules);
        let part = score.parts[0];
        outcome([
            ("allowed", part.verdict(default_lexicon(), rules).is_allowed().to_string()),
            ("rearranged", (part.manner.rule() == "P6").to_string()),
            ("points_per_letter", part.points_per_letter.to_string()),
            ("points", score.total.to_string()),
        ])
    }

    fn whole_hand(word: &str, rules: Rules) -> Score {
        let hand = Hand::new(&letters(word)).unwrap();
        let turn = Turn { new_word: Some(play(word, &[])), play_ons: Vec::new() };
        let table = Table::default();
        let laid = Laid::lay(&turn, &hand, &table, rules, "", &mut Breaches::default()).unwrap();
        Score::of(&laid, Stage::First, rules)
    }

    /// A round in which the first player went out and the second one was left with cards.
    fn settled(unplayed: &[&str], muggings: Vec<Mugging>, table: &Table) -> Settled {
        let seat = |name: &str, cards: &[&str]| Seat {
            name: name.to_owned(),
            points: 0,
            unplayed: Hand::new(&cards.iter().map(|card| card.parse().unwrap()).collect::<Vec<_>>()).unwrap(),
        };
        let seats = vec![seat("ann", &[]), seat("bob", unplayed)];
        let round = Round { seats, went_out: Some(0), table, muggings, number: Some(1), rules: Rules::default() };
        round.settle(default_lexicon()).unwrap()
    }
}
