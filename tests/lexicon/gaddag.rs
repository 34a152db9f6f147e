//! The word graph, read path by path.

use std::collections::BTreeSet;

use wordcourt::lexicon::{Gaddag, Node, Portable, Reader, Stem};

use crate::word;

const WORDS: [&str; 11] =
    ["AA", "AAH", "AAHS", "CARE", "CARES", "SCARE", "CARED", "BANANA", "ANANAS", "AB", "BA"];

type Spelled = BTreeSet<(String, usize)>;

/// Collects every word that the paths spell, with the number of letters read leftwards.
fn spell_left(graph: Reader<'_, Portable>, node: Node, read: &str, spelled: &mut Spelled) {
    for letter in node.ends().iter() {
        spelled.insert((format!("{letter}{read}"), read.len() + 1));
    }
    for letter in node.arcs().iter() {
        let stem = graph.leftwards(node, letter);
        let read = format!("{letter}{read}");
        spell_right(graph, graph.turn(stem), &read, read.len(), spelled);
        spell_left(graph, stem.left(), &read, spelled);
    }
}

fn spell_right(
    graph: Reader<'_, Portable>,
    node: Node,
    read: &str,
    leftwards: usize,
    spelled: &mut Spelled,
) {
    for letter in node.ends().iter() {
        spelled.insert((format!("{read}{letter}"), leftwards));
    }
    for letter in node.arcs().iter() {
        let next = graph.rightwards(node, letter);
        spell_right(graph, next, &format!("{read}{letter}"), leftwards, spelled);
    }
}

#[test]
fn exactly_the_words_are_spelled_from_each_of_their_letters() {
    let graph = Gaddag::build(&WORDS.map(word));
    let reader = graph.reader(Portable);
    let mut spelled = Spelled::new();
    spell_left(reader, reader.root().left(), "", &mut spelled);
    let expected: Spelled = WORDS
        .iter()
        .flat_map(|text| (1..=text.len()).map(|left| ((*text).to_owned(), left)))
        .collect();
    assert_eq!(spelled, expected);
}

#[test]
fn the_words_are_listed_in_alphabetical_order() {
    let mut words = WORDS.map(word).to_vec();
    words.push(word("A"));
    let graph = Gaddag::build(&words);
    words.sort_unstable();
    assert_eq!(graph.words(), words);
    assert_eq!(Gaddag::build(&[]).words(), []);
}

#[test]
fn equal_endings_are_stored_once() {
    let bytes = |words: &[&str]| {
        Gaddag::build(&words.iter().copied().map(word).collect::<Vec<_>>()).bytes()
    };
    let (one, many) = (bytes(&["BATS"]), bytes(&["BATS", "CATS", "HATS", "RATS"]));
    // The paths that begin with C, AC and TAC have their own stems, but ATS is stored once.
    assert_eq!(many - one, 3 * 3 * size_of::<Stem>());
}
