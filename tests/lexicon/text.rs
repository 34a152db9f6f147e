//! Parsing of word texts and category texts.

use proptest::prelude::*;
use wordcourt::lexicon::text::{Fault, MAX_DEFINITION_BYTES, MAX_REPORTED, parse};
use wordcourt::lexicon::{Lexicon, Mark, source};
use wordcourt::word::{LetterSet, Word};

use crate::word;

#[test]
fn plain_lists_and_tables_are_accepted() {
    let entries = parse("zoo\nAA\r\n").unwrap();
    assert_eq!(
        entries.iter().map(|entry| entry.word.to_string()).collect::<Vec<_>>(),
        ["AA", "ZOO"]
    );

    let entries = parse("CATS\tplural_s\tCAT\tfelines\t10\nQI\n").unwrap();
    assert!(entries[0].marks.contains(Mark::PluralS));
    assert_eq!(entries[0].lemma.unwrap().as_str(), "CAT");
    assert_eq!((entries[0].definition, entries[0].tier), (Some("felines"), 10));
}

#[test]
fn every_bad_line_is_reported() {
    let text = "AA\n\nDON'T\nX\nCAT\tnoun\nDOG\t\t1\nAA\nFOX\t\t\t\tx\nOX\t\t\t\t10\textra\n";
    let error = parse(text).unwrap_err();
    let lines: Vec<_> = error.lines.iter().map(|bad| bad.line).collect();
    assert_eq!(lines, [2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(error.lines[5].fault, Fault::Duplicate { first: 1 });
}

#[test]
fn an_empty_text_is_rejected_and_long_lists_of_errors_are_cut() {
    assert_eq!(parse("").unwrap_err().to_string(), "the text has no words");
    let error = parse(&"1\n".repeat(1_000)).unwrap_err();
    assert_eq!((error.lines.len(), error.total), (MAX_REPORTED, 1_000));
}

#[test]
fn definitions_are_bounded() {
    for (bytes, is_accepted) in [(MAX_DEFINITION_BYTES, true), (MAX_DEFINITION_BYTES + 1, false)] {
        let text = format!("AA\t\t\t{}\n", "x".repeat(bytes));
        assert_eq!(Lexicon::from_text(&text, "").is_ok(), is_accepted, "{bytes} bytes");
        assert_eq!(parse(&text).is_ok(), is_accepted, "{bytes} bytes");
    }
}

proptest! {
    /// A lexicon reads a text in alphabetical order in another way than `parse`.
    #[test]
    fn a_lexicon_has_the_entries_of_its_text(
        mut lines in prop::collection::vec(
            "[A-C]{2,9}(\t(plural_s|verb_s,plural_s)?(\t([A-B]{0,9}|[a-b]{2})(\t[a-z \r]{0,2}(\t[0-9]{0,2}\t?)?)?)?)?",
            1..8,
        ),
        is_sorted in any::<bool>(),
        odd in "([ab]{2}|A|[A-Z]{45,46}|A1|AA\t\tb|AA\tx|AA\t\t1|AA\t\t\t\t1x|)",
        has_odd in any::<bool>(),
        end in "(\r|\r\n|\n|\n\n|\n\r\n|)",
        line_end in "\r?\n",
    ) {
        if has_odd {
            lines.push(odd);
        }
        if is_sorted {
            let word = |line: &String| line.split('\t').next().unwrap_or_default().to_uppercase();
            lines.sort_by_key(word);
            lines.dedup_by_key(|line| word(line));
        }
        let text = lines.join(&line_end) + &end;
        check_lexicon(&text);
    }
}

/// Two threads parse a large text.
#[test]
fn a_lexicon_has_the_entries_of_a_large_text() {
    let source = source::embedded();
    let large: Vec<&str> = source.words.lines().step_by(10).collect();
    let count = large.len();
    for line_end in ["\n", "\r\n"] {
        check_lexicon(&large.join(line_end));
    }
    // The threads' parts meet after the line in the middle of the text.
    let text = large.join("\n");
    let middle = text[..text.len() / 2].lines().count();
    let changes: [fn(&mut Vec<String>, usize); 5] = [
        |lines, place| lines[place] = format!("{}\t\t\tdefined", word_of(&lines[place])),
        |lines, place| lines[place] = word_of(&lines[place]).to_lowercase(),
        |lines, place| lines.swap(place, place + 1),
        |lines, place| lines[place + 1] = lines[place].clone(),
        |lines, place| lines[place] = "A1".to_owned(),
    ];
    for place in (middle - 3..middle + 3).chain([0, count - 2]) {
        for change in changes {
            let mut lines: Vec<String> = large.iter().map(|&line| line.to_owned()).collect();
            change(&mut lines, place);
            check_lexicon(&lines.join("\n"));
        }
    }
    let one_line = format!("AA\t\t\t{}\n", "x".repeat(1 << 20));
    assert_eq!(parse(&one_line).is_ok(), Lexicon::from_text(&one_line, "").is_ok());
    let unsorted: Vec<&str> = large.iter().rev().copied().collect();
    check_lexicon(&unsorted.join("\n"));
    let [first, second] = [&large[..count / 2], &large[count / 2..]];
    check_lexicon(&[second, first].concat().join("\n"));
}

fn word_of(line: &str) -> &str {
    line.split('\t').next().unwrap_or_default()
}

/// Checks that a lexicon, which reads sorted texts in its own way, has the entries that `parse`
/// returns.
fn check_lexicon(text: &str) {
    let (parsed, built) = (parse(text), Lexicon::from_text(text, ""));
    assert_eq!(parsed.is_ok(), built.is_ok(), "{:?}", parsed.err());
    let (Ok(entries), Ok(lexicon)) = (parsed, built) else { return };
    assert_eq!(entries.len(), lexicon.len());
    for (entry, ordinal) in entries.iter().zip(lexicon.ordinals()) {
        assert_eq!(entry.word.as_str(), lexicon.word(ordinal));
        assert_eq!(lexicon.find(&entry.word), Some(ordinal));
        assert_eq!(entry.word.letters().collect::<LetterSet>(), lexicon.letters(ordinal));
        assert_eq!(entry.marks, lexicon.marks(ordinal));
        assert_eq!(entry.lemma.as_ref().map(Word::as_str), lexicon.lemma(ordinal));
        assert_eq!(entry.definition, lexicon.definition(ordinal));
        assert_eq!(entry.tier, lexicon.tier(ordinal));
    }
}

#[test]
fn categories_are_parsed() {
    let text = "us_presidents\tUS presidents\tproper_nouns\tTAFT NIXON\nsea\tSea\t\teel\n";
    let lexicon = Lexicon::from_text("AA\n", text).unwrap();
    let [sea, presidents] = lexicon.categories() else { panic!("two categories") };
    assert_eq!(sea.name, "sea");
    assert!(presidents.proper_nouns && presidents.contains(&word("NIXON")));
}

#[test]
fn the_first_bad_line_of_a_category_text_is_reported() {
    for (text, expected) in [
        ("a\tA\t\tEEL\nb\tB\tEEL", "line 2: give four columns, separated by tabs"),
        ("A\tA\t\tEEL", "line 1: \"A\" is not a category name"),
        ("a\tA\tx\tEEL", "line 1: unknown flag \"x\""),
        ("a\tA\t\tE1", "line 1: \"E1\": character 2"),
        ("a\tA\t\tEEL\na\tA\t\tEEL", "line 2: category a is already on an earlier line"),
    ] {
        let message = Lexicon::from_text("AA\n", text).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}
