//! Plurals, under all house rules (RULEBOOK P9).

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Variant;
use wordcourt::rules::play_on_words::{IrregularPlurals, PluralRule, Rules, WordFormation};

const WORDS: &str = "DICE\tplural,ordinary\nGOBS\tplural_s,profane\nHENS\tplural_s\nMICE\tplural\nPUTS\tplural_s,verb_s\n";

fn lexicon() -> Lexicon {
    Lexicon::from_text(WORDS, "").unwrap()
}

/// Returns the words that are allowed when they are formed in a way.
fn allowed(
    plural: PluralRule,
    irregular_plurals: IrregularPlurals,
    formation: WordFormation,
) -> String {
    let rules = Rules { plural, irregular_plurals, ..Rules::default() };
    let lexicon = lexicon();
    let words = ["DICE", "GOBS", "HENS", "MICE", "PUTS"].into_iter();
    let words = words
        .filter(|word| rules.verdict(&lexicon, &word.parse().unwrap(), formation).is_allowed());
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn plurals_are_allowed_on_rearranged_play_ons_and_with_another_sense() {
    use IrregularPlurals::{Allowed, Barred};
    use PluralRule::{Lenient, Strict};
    assert_eq!((Rules::default().plural, Rules::default().irregular_plurals), (Lenient, Barred));
    for formation in [WordFormation::New, WordFormation::InOrder, WordFormation::Inserted] {
        assert_eq!(allowed(Lenient, Barred, formation), "DICE PUTS");
        assert_eq!(allowed(Lenient, Allowed, formation), "DICE MICE PUTS");
        assert_eq!(allowed(Strict, Barred, formation), "");
        assert_eq!(allowed(Strict, Allowed, formation), "DICE MICE");
    }
    for plural in [Lenient, Strict] {
        for irregular_plurals in [Barred, Allowed] {
            let allowed = allowed(plural, irregular_plurals, WordFormation::Rearranged);
            assert_eq!(allowed, "DICE HENS MICE PUTS", "GOBS is profane");
        }
    }
}

#[test]
fn the_reason_says_whether_a_word_is_only_a_plural() {
    let strict = Rules { plural: PluralRule::Strict, ..Rules::default() };
    let reason = |rules: Rules, word: &str| {
        let word = word.parse().unwrap();
        let verdict = rules.verdict(&lexicon(), &word, WordFormation::New);
        let reason = verdict.reason(&word).unwrap();
        format!("{} {}: {}", reason.rule.unwrap(), reason.mark.unwrap(), reason.detail)
    };
    let exception = "which Play On Words Rummy allows only in a rearranged play-on";
    for (rules, word, expected) in [
        (Rules::default(), "HENS", "P9 plural_s: HENS is a plural made with S, "),
        (Rules::default(), "MICE", "P9 plural: MICE is a plural, "),
        (strict, "HENS", "P9 plural_s: HENS is a plural made with S, "),
        (strict, "PUTS", "P9 plural_s: PUTS is also a plural made with S, "),
        (strict, "DICE", "P9 plural: DICE is also a plural, "),
    ] {
        assert_eq!(reason(rules, word), [expected, exception].concat());
    }
    let gobs = reason(strict, "GOBS");
    assert!(gobs.starts_with("W4 profane: "), "a rearranged play-on does not help: {gobs}");
}

#[test]
fn other_games_have_plurals() {
    let lexicon = lexicon();
    for word in ["HENS", "MICE"] {
        let word = word.parse().unwrap();
        assert!(Variant::MyWord.verdict(&lexicon, &word).is_allowed());
        assert!(!Variant::PlayOnWords.verdict(&lexicon, &word).is_allowed());
    }
}
