//! The list of the games: their words and their rule data.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::{ReasonCode, Variant};
use wordcourt::word::Word;

#[test]
fn barred_classes_differ_by_game_and_an_allowed_sense_overrides_them() {
    let lexicon = Lexicon::from_text(
        "CATS\tplural_s\nRUNS\tplural_s,verb_s,other_sense_first\nOUI\tforeign\nTURKEY\tordinary,geographical\nNTH\tabbreviation\nPARIS\tgeographical\nUFOS\tabbreviation,plural_s\nUFOLOGY\tfrom_abbreviation\nGONNA\tcontraction\n",
        "",
    )
    .unwrap();
    let games = [Variant::WordForWord, Variant::PlayOnWords, Variant::Wordgame, Variant::MyWord];
    let barred_in = |text: &str| -> Vec<&str> {
        let word: Word = text.parse().unwrap();
        let bars = |game: &Variant| !game.verdict(&lexicon, &word).is_allowed();
        games.into_iter().filter(bars).map(Variant::slug).collect()
    };
    let everywhere = games.map(Variant::slug);
    assert_eq!(barred_in("CATS"), ["play-on-words"]);
    assert_eq!(barred_in("RUNS"), [""; 0]);
    assert_eq!(barred_in("OUI"), ["play-on-words", "wordgame", "my-word"]);
    assert_eq!(barred_in("TURKEY"), [""; 0]);
    assert_eq!(barred_in("PARIS"), ["wordgame"]);
    assert_eq!(barred_in("UFOLOGY"), ["wordgame"]);
    assert_eq!(barred_in("GONNA"), ["word-for-word", "my-word"]);
    assert_eq!(barred_in("NTH"), everywhere);
    assert_eq!(barred_in("XYZZY"), everywhere);
    let ufos: Word = "UFOS".parse().unwrap();
    let reason = Variant::PlayOnWords.verdict(&lexicon, &ufos).reason(&ufos).unwrap();
    assert_eq!((reason.mark, reason.rule), (Some("abbreviation"), Some("W4")));
}

#[test]
fn the_length_of_a_word_is_checked_before_the_lexicon() {
    let lexicon = Lexicon::from_text("AA\nQUIZZERS\n", "").unwrap();
    let reason = |variant: Variant, word: &str| {
        let word = word.parse().unwrap();
        let reason = variant.verdict(&lexicon, &word).reason(&word)?;
        Some((reason.code, reason.rule.unwrap()))
    };
    assert_eq!(reason(Variant::MyWord, "AA"), Some((ReasonCode::TooShort, "M2")));
    assert_eq!(reason(Variant::ChooseYourWords, "QUIZZERS"), Some((ReasonCode::TooLong, "O2")));
    assert_eq!(reason(Variant::Wordgame, "QUIZZERS"), None);
}

#[test]
fn the_rule_data_of_a_game_names_the_game() {
    for variant in Variant::ALL {
        let rules = variant.rule_data();
        assert_eq!((rules.variant, rules.title), (variant, variant.title()));
        assert_eq!(variant.word_rules().title, variant.title());
    }
}

#[test]
fn deck_sizes_match_the_rulebook() {
    let deck_size =
        |variant: Variant| variant.rule_data().deck.iter().map(|card| card.count).sum::<u32>();
    assert_eq!(deck_size(Variant::ChooseYourWords), 36 + 72 + 4);
    assert_eq!(deck_size(Variant::WordForWord), 36 + 72 + 4);
    assert_eq!(deck_size(Variant::PlayOnWords), 80);
    assert_eq!(deck_size(Variant::Wordgame), 102 + 2);
    assert_eq!(deck_size(Variant::MyWord), 39 + 14 + 3);
}
