//! Definitions from a copy of `WordNet`.

use wordcourt::lexicon::text;
use wordcourt::lexicon::wordnet::{Glosses, with_definitions};

const LICENCE: &str = "  1 This software and database is being provided\n";

/// Returns senses in the format of a data file, and their offsets.
fn data(senses: &[&str]) -> (String, Vec<String>) {
    let mut data = LICENCE.to_owned();
    let mut offsets = Vec::new();
    for sense in senses {
        offsets.push(format!("{:08}", data.len()));
        data = format!("{data}{:08} {sense}  \n", data.len());
    }
    (data, offsets)
}

#[test]
fn definitions_list_senses_by_part_of_speech_without_examples_and_names() {
    let (nouns, at) = data(&[
        "05 n 02 Turkey 0 Republic_of_Turkey 0 001 @ 00000000 n 0000 | a Eurasian republic",
        "05 n 01 turkey 0 000 | large gallinaceous bird; domesticated; \"roast turkey\"; \"a wild one\"",
    ]);
    let (adjectives, galore) = data(&["00 s 01 galore(ip) 0 000 | in great numbers"]);
    let noun_index = format!(
        "{LICENCE}turkey n 2 1 @ 2 0 {} {}  \nturkey_cock n 1 0 1 0 {}\n",
        at[0], at[1], at[1]
    );
    let adjective_index = format!("galore a 1 0 1 0 {0}\nturkey a 1 0 1 0 {0}\n", galore[0]);
    let mut glosses = Glosses::default();
    glosses.add("noun", &noun_index, &nouns).unwrap();
    glosses.add("adj", &adjective_index, &adjectives).unwrap();
    assert_eq!(
        glosses.definition("TURKEY").unwrap(),
        "noun: large gallinaceous bird; domesticated"
    );
    assert_eq!(glosses.definition("GALORE").unwrap(), "adj: in great numbers");
    assert_eq!(glosses.definition("TURKEYS"), None);
}

#[test]
fn a_definition_has_at_most_three_senses_per_part_of_speech_and_fits_its_bound() {
    let long = format!("05 n 01 ox 0 000 | {}", "x".repeat(1_990));
    let (nouns, at) =
        data(&["05 n 01 ox 0 000 | a", "05 n 01 ox 0 000 | b", &long, "05 n 01 ox 0 000 | d"]);
    let index = format!("ox n 4 0 4 0 {}\n", at.join(" "));
    let (verbs, verb_at) = data(&["05 v 01 ox 0 00 | to e"]);
    let verb_index = format!("ox v 1 0 1 0 {}\n", verb_at[0]);
    let mut glosses = Glosses::default();
    glosses.add("noun", &index, &nouns).unwrap();
    glosses.add("verb", &verb_index, &verbs).unwrap();
    assert_eq!(glosses.definition("OX").unwrap(), "noun: a; b | verb: to e");
}

#[test]
fn damaged_copies_are_rejected_with_the_line() {
    let add = |index: &str, data: &str| {
        Glosses::default().add("noun", index, data).unwrap_err().to_string()
    };
    assert_eq!(add("\n", ""), "index.noun, line 1: the line is empty");
    assert_eq!(
        add(" \ncat n\n", ""),
        "index.noun, line 2: the third column is not a number of senses"
    );
    let lost = "index.noun, line 1: there is no sense in the data at one of its offsets";
    assert_eq!(add("cat n 1 0 1 0 00000001\n", "00000000 05"), lost);
    assert_eq!(add("cat n 1 0 1 0 99999999999999999999\n", "00000000 05"), lost);
    assert_eq!(add("cat n 1 0 1 0 00000001\n", "é"), lost);
}

#[test]
fn only_words_without_a_definition_get_one() {
    let (nouns, at) = data(&["05 n 02 cat 0 eel 0 000 | an animal"]);
    let index = format!("cat n 1 0 1 0 {0}\neel n 1 0 1 0 {0}\n", at[0]);
    let mut glosses = Glosses::default();
    glosses.add("noun", &index, &nouns).unwrap();
    let text = "eel\nCAT\tordinary\t\tmine\t10\nCATS\tplural_s\tCAT\n";
    let (defined, count) = with_definitions(text, &glosses).unwrap();
    assert_eq!(
        defined,
        "eel\t\t\tnoun: an animal\nCAT\tordinary\t\tmine\t10\nCATS\tplural_s\tCAT\n"
    );
    assert_eq!(count, 1);
    assert!(text::parse(&defined).is_ok());
    assert!(with_definitions("A1\n", &glosses).is_err());
}
