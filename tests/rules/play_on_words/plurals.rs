//! Plurals, under all house rules (RULEBOOK P9).

use wordcourt::lexicon::{Lexicon, Words};
use wordcourt::rules::Variant;
use wordcourt::rules::play_on_words::{IrregularPlurals, PluralRule, Rules, WordFormation};

const WORDS: &str = "CALF
CALVES\tplural_s,verb_s\tCALF
CALVE
CAT
CATS\tplural_s,verb_s\tCAT
DICE\tplural,ordinary\tDIE
GLASS
GLASSES\tplural_s,verb_s,ordinary,other_sense_first\tGLASS
GOBS\tplural_s,profane
HEN
HENS\tplural_s\tHEN
LEAF
LEAVE
LEAVES\tplural_s,verb_s,other_sense_first\tLEAF
MICE\tplural\tMOUSE
ROADS\tplural_s,ordinary\tROAD
RUN
RUNS\tplural_s,verb_s,other_sense_first\tRUN
SLAGS\tplural_s,profane,other_sense_first
TRIES\tplural_s,verb_s,other_sense_first\tTRY
WRITES\tverb_s\tWRITE
";

/// The words of the lexicon above that some rule bars, and WRITES, which is only a verb.
const JUDGED: [&str; 13] = [
    "CALVES", "CATS", "DICE", "GLASSES", "GOBS", "HENS", "LEAVES", "MICE", "ROADS", "RUNS",
    "SLAGS", "TRIES", "WRITES",
];

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
    let is_allowed =
        |word: &&str| rules.verdict(&lexicon, &word.parse().unwrap(), formation).is_allowed();
    JUDGED.into_iter().filter(is_allowed).collect::<Vec<_>>().join(" ")
}

#[test]
fn plurals_are_allowed_on_rearranged_play_ons_and_with_another_sense() {
    use IrregularPlurals::{Allowed, Barred};
    use PluralRule::{FirstSense, Lenient, Strict};
    let default = Rules::default();
    assert_eq!((default.plural, default.irregular_plurals), (FirstSense, Barred));
    for formation in [WordFormation::New, WordFormation::InOrder, WordFormation::Inserted] {
        let allowed = |plural, irregular| allowed(plural, irregular, formation);
        assert_eq!(allowed(FirstSense, Barred), "DICE GLASSES LEAVES RUNS TRIES WRITES");
        assert_eq!(allowed(FirstSense, Allowed), "DICE GLASSES LEAVES MICE RUNS TRIES WRITES");
        let lenient = "CALVES CATS DICE GLASSES LEAVES ROADS RUNS TRIES WRITES";
        assert_eq!(allowed(Lenient, Barred), lenient);
        assert_eq!(allowed(Lenient, Allowed), lenient.replace("LEAVES", "LEAVES MICE"));
        assert_eq!(allowed(Strict, Barred), "WRITES");
        assert_eq!(allowed(Strict, Allowed), "DICE MICE WRITES");
    }
    let not_profane: Vec<&str> =
        JUDGED.into_iter().filter(|word| !["GOBS", "SLAGS"].contains(word)).collect();
    for plural in [FirstSense, Lenient, Strict] {
        for irregular_plurals in [Barred, Allowed] {
            let allowed = allowed(plural, irregular_plurals, WordFormation::Rearranged);
            assert_eq!(allowed, not_profane.join(" "));
        }
    }
}

#[test]
fn a_lexicon_without_the_mark_is_read_strictly() {
    let lexicon = Lexicon::from_text(&WORDS.replace(",other_sense_first", ""), "").unwrap();
    let rules = Rules::default();
    let strict = Rules { plural: PluralRule::Strict, ..rules };
    for word in JUDGED.into_iter().filter(|&word| word != "DICE") {
        let word = word.parse().unwrap();
        let is_allowed =
            |rules: Rules| rules.verdict(&lexicon, &word, WordFormation::New).is_allowed();
        assert_eq!(is_allowed(rules), is_allowed(strict), "{word}");
    }
    let runs = "RUNS".parse().unwrap();
    let verdict = rules.verdict(&lexicon, &runs, WordFormation::New);
    let detail = verdict.reason_in(Words::from(&lexicon), &runs).unwrap().detail;
    assert!(
        detail
            .starts_with("RUNS: plural of RUN; its verb sense does not count, because the lexicon")
    );
}

#[test]
fn the_reason_names_the_senses_of_a_plural() {
    let default = Rules::default();
    let strict = Rules { plural: PluralRule::Strict, ..default };
    let lexicon = lexicon();
    let words = Words::from(&lexicon);
    let reason = |rules: Rules, word: &str| {
        let word = word.parse().unwrap();
        let verdict = rules.verdict(words, &word, WordFormation::New);
        let reason = verdict.reason_in(words, &word).unwrap();
        let (rule, mark) = (reason.rule.unwrap(), reason.mark.unwrap());
        format!("{rule} {mark}: {}", reason.detail)
    };
    let exception = "; Play On Words Rummy allows plurals only in a rearranged play-on";
    let ignored = "does not count, because the rule plural is strict";
    for (rules, word, expected) in [
        (default, "HENS", "P9 plural_s: HENS: plural of HEN".to_owned()),
        (default, "MICE", "P9 plural: MICE: plural of MOUSE".to_owned()),
        (default, "CATS", "P9 plural_s: CATS: plural of CAT; its verb sense is rare".to_owned()),
        (
            default,
            "ROADS",
            "P9 plural_s: ROADS: plural of ROAD; its other sense is rare".to_owned(),
        ),
        (strict, "HENS", "P9 plural_s: HENS: plural of HEN".to_owned()),
        (strict, "RUNS", format!("P9 plural_s: RUNS: plural of RUN; its verb sense {ignored}")),
        (
            strict,
            "GLASSES",
            format!("P9 plural_s: GLASSES: plural of GLASS; its other sense {ignored}"),
        ),
        (strict, "DICE", format!("P9 plural: DICE: plural of DIE; its other sense {ignored}")),
    ] {
        assert_eq!(reason(rules, word), [&expected, exception].concat());
    }
    let gobs = reason(strict, "GOBS");
    assert!(gobs.starts_with("W4 profane: "), "a rearranged play-on does not help: {gobs}");
}

#[test]
fn the_verdict_names_the_sense_that_decided() {
    let lexicon = lexicon();
    let sense = |word: &str, formation| {
        let sense = Rules::default().sense(&lexicon, &word.parse().unwrap(), formation);
        sense.map(|sense| {
            let kept = sense.kept.map(|kept| format!("kept {kept}"));
            let barred = sense.barred.map(|barred| format!("barred {barred}"));
            format!("{} of {}", kept.or(barred).unwrap(), sense.of)
        })
    };
    for (word, expected) in [
        ("RUNS", "kept verb of RUN"),
        ("TRIES", "kept verb of TRY"),
        ("LEAVES", "kept verb of LEAVE"),
        ("GLASSES", "kept ordinary of GLASSES"),
        ("DICE", "kept ordinary of DICE"),
        ("CATS", "barred plural of CAT"),
        ("CALVES", "barred plural of CALF"),
        ("HENS", "barred plural of HEN"),
    ] {
        assert_eq!(sense(word, WordFormation::New).as_deref(), Some(expected));
        assert_eq!(sense(word, WordFormation::Rearranged), None, "no sense of {word} is barred");
    }
    assert_eq!(sense("WRITES", WordFormation::New), None, "it has one sense");
    assert_eq!(sense("CAT", WordFormation::New), None);
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
