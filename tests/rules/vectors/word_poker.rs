//! The examples of Choose Your Words and Word For Word.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::ruling::Consequence;
use wordcourt::rules::word_poker::values::LENGTH_BONUS;
use wordcourt::rules::word_poker::{
    ActiveCategory, CategoryChallenge, Challenge, Cut, Deal, Declaration, Entry, Holding,
    LetterValues, Play, PlayerScore, Rules, Score, Seat, Showdown, ShownCard, WordBonuses, verdict,
};
use wordcourt::rules::{Variant, Violations};
use wordcourt::word::{Letter, Word};

use super::{Outcome, outcome};
use crate::default_lexicon;

pub(super) fn run(verb: &str, arguments: &[&str]) -> Outcome {
    let first: &str = arguments.first().copied().unwrap_or_default();
    match verb {
        "value" => outcome([("value", value(first.as_bytes()[0]).to_string())]),
        "values" => outcome([("sum", first.bytes().map(value).sum::<u32>().to_string())]),
        "length" => {
            outcome([("length_bonus", LENGTH_BONUS[first.parse::<usize>().unwrap()].to_string())])
        }
        "play" => play(arguments),
        "bonuses" => {
            let bonuses = WordBonuses::of(&first.parse().unwrap());
            outcome([
                ("outburst", bonuses.outburst.to_string()),
                ("palindrome", bonuses.palindrome.to_string()),
            ])
        }
        "verdict" => word_verdict(first.parse().unwrap()),
        "category" => {
            let category = ActiveCategory { list: default_lexicon().category(first), vote: None };
            let bonus = if category.includes(&arguments[1].parse().unwrap()) { 10 } else { 0 };
            outcome([("category", bonus.to_string())])
        }
        "challenge" => {
            let word = if first == "legal" { "CAT" } else { "QQQ" };
            let number = |name| setting(arguments, name).map(|value| value.parse::<u64>().unwrap());
            let (pot, players) = (number("pot").unwrap(), number("players").unwrap());
            let (_, consequences) = challenge(word, pot, players, number("chips"));
            consequence(&consequences)
        }
        "vote" => vote(arguments),
        "sheet" => rule_data(first),
        "deck" => deck(first),
        "tie" => tie(arguments),
        "card-points" => card_points(arguments),
        "cut" => cut(arguments),
        _ => panic!("unknown verb {verb}"),
    }
}

fn value(letter: u8) -> u32 {
    LetterValues::default().of(Letter::from_ascii(letter).unwrap())
}

fn play(arguments: &[&str]) -> Outcome {
    let (cards, marks): (Vec<&str>, Vec<&str>) =
        arguments.iter().partition(|argument| !argument.starts_with('+'));
    let play =
        Play::new(&cards.iter().map(|card| card.parse().unwrap()).collect::<Vec<_>>()).unwrap();
    let score = Score::of(&play, &LetterValues::default(), marks == ["+category"]);
    let multipliers: Vec<String> =
        score.letter_multipliers(&play).iter().map(ToString::to_string).collect();
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

fn word_verdict(word: Word) -> Outcome {
    let verdict =
        verdict(Variant::ChooseYourWords, default_lexicon(), &word, ActiveCategory::default());
    outcome([
        ("valid", verdict.is_allowed().to_string()),
        ("challengeable", challenge(word.as_str(), 100, 4, None).0.to_string()),
        ("exclamation", WordBonuses::of(&word).exclamation.to_string()),
    ])
}

fn challenge(word: &str, pot: u64, players: u64, chips: Option<u64>) -> (bool, Vec<Consequence>) {
    let seat =
        |number: u64| Seat { name: format!("p{number}"), chips: chips.filter(|_| number == 0) };
    let players: Vec<Seat> = (0..players).map(seat).collect();
    let challenge = Challenge {
        game: Variant::ChooseYourWords,
        declaration: &Declaration::word(word),
        challengers: vec!["p0"],
        challenged: "p1",
        pot,
        ante: 0,
        players: &players,
        category: ActiveCategory::default(),
        look_ups: &[],
    };
    let lexicon = Lexicon::from_text("CAT\n", "").unwrap();
    let ruling = challenge.decide(&lexicon, &mut Violations::default());
    (ruling.challengeable, ruling.consequences)
}

fn vote(arguments: &[&str]) -> Outcome {
    let [votes_for_challenger, votes_against] = [0, 1].map(|at| arguments[at].parse().unwrap());
    let challenged = "bob".to_owned();
    let ruling = CategoryChallenge { challenged, votes_for_challenger, votes_against }.decide();
    let mut outcome = consequence(&ruling.consequences);
    outcome.push(("upheld".to_owned(), ruling.upheld.to_string()));
    outcome
}

fn consequence(consequences: &[Consequence]) -> Outcome {
    let [only] = consequences else { panic!("one consequence, not {consequences:?}") };
    let kind = serde_json::to_value(only.kind).unwrap();
    let kind = kind.as_str().unwrap();
    outcome([
        ("kind", kind.to_owned()),
        ("amount", only.amount.map_or(String::new(), |amount| amount.to_string())),
    ])
}

fn rule_data(variant: &str) -> Outcome {
    let rules = Variant::from_slug(variant).unwrap().rule_data();
    let numbers = rules.numbers.iter();
    let mut outcome: Outcome =
        numbers.map(|number| (number.name.to_owned(), number.value.to_string())).collect();
    outcome.push(("min_letters".to_owned(), rules.min_letters.to_string()));
    outcome.push(("max_letters".to_owned(), rules.max_letters.to_string()));
    outcome
}

fn deck(variant: &str) -> Outcome {
    let deck = Variant::from_slug(variant).unwrap().rule_data().deck;
    let count = |colour: char| -> u32 {
        deck.iter().filter(|card| card.card.ends_with(colour)).map(|card| card.count).sum()
    };
    outcome([("red", count('r').to_string()), ("blue", count('b').to_string())])
}

fn tie(arguments: &[&str]) -> Outcome {
    let pot = setting(arguments, "pot").unwrap().parse().unwrap();
    let winners: usize = setting(arguments, "winners").unwrap().parse().unwrap();
    let players =
        (0..winners).map(|seat| entry(&seat.to_string(), Some("Cb Ab Tb"), None)).collect();
    let settled =
        showdown(pot, players).settle(default_lexicon(), &mut Violations::default()).unwrap();
    let shares: Vec<String> = settled.shares.iter().map(|share| share.amount.to_string()).collect();
    assert!(shares.iter().all(|share| *share == shares[0]) && shares.len() == winners);
    outcome([("share", shares[0].clone()), ("remainder", settled.remainder.to_string())])
}

fn card_points(arguments: &[&str]) -> Outcome {
    let players =
        pairs(arguments).map(|(player, cards)| entry(player, None, Some(cards))).collect();
    let settled =
        showdown(100, players).settle(default_lexicon(), &mut Violations::default()).unwrap();
    let points = |score: &PlayerScore| {
        (score.player.clone(), score.card_points.unwrap_or_default().to_string())
    };
    let mut outcome: Outcome = settled.scores.iter().map(points).collect();
    let winners: Vec<&str> = settled.shares.iter().map(|share| share.player.as_str()).collect();
    outcome.push(("winner".to_owned(), winners.join(",")));
    outcome
}

fn cut(arguments: &[&str]) -> Outcome {
    let cut = |(player, card): (&str, &str)| Cut {
        player: player.to_owned(),
        card: card.parse().unwrap(),
    };
    let cuts: Vec<Cut> = pairs(arguments).map(cut).collect();
    match Deal::of(&cuts, &LetterValues::default()) {
        Deal::Dealer(dealer) => outcome([("dealer", dealer)]),
        Deal::Tied(tied) => outcome([("tied", tied.join(","))]),
    }
}

fn entry(name: &str, play: Option<&str>, cards: Option<&str>) -> Entry {
    let parse = |cards: &str, separator| -> Vec<ShownCard> {
        cards.split(separator).map(|card| card.parse().unwrap()).collect()
    };
    let holding = cards.map(|cards| Holding::new(parse(cards, ',')));
    Entry {
        name: name.to_owned(),
        play: play.map(|cards| parse(cards, ' ')),
        challenged: false,
        category_match: None,
        folded: false,
        holding: holding.unwrap_or_else(|| Holding::unknown(7)),
        chips: None,
    }
}

fn showdown(pot: u64, players: Vec<Entry>) -> Showdown<'static> {
    Showdown {
        game: Variant::ChooseYourWords,
        pot,
        players,
        board: Holding::default(),
        category: None,
        dealer: None,
        last_round: false,
        target: None,
        // The examples give several players the same cards.
        rules: Rules { strict_deck: false, ..Rules::default() },
    }
}

fn pairs<'a>(arguments: &'a [&'a str]) -> impl Iterator<Item = (&'a str, &'a str)> {
    arguments.iter().filter_map(|argument| argument.split_once('='))
}

fn setting<'a>(arguments: &'a [&'a str], name: &str) -> Option<&'a str> {
    pairs(arguments).find(|(key, _)| *key == name).map(|(_, value)| value)
}
