//! The oracle, compared with the examples of the rule sheets.

use std::collections::BTreeSet;

use super::best::{best, placements};
use super::scoring::{DEFAULT_VALUES, Scored, score};

/// Scores a play given as one string, cards separated by spaces, with the default letter values.
fn scored(play: &str) -> Scored {
    let cards: Vec<&str> = play.split_whitespace().collect();
    score(&cards, &DEFAULT_VALUES, false)
}

fn cards(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// O4: the letter values that the sheet states.
#[test]
fn letter_values_agree_with_the_sheet() {
    let value = |letter: u8| DEFAULT_VALUES[usize::from(letter - b'A')];
    assert_eq!(b"BIGERZ".map(value), [4, 1, 3, 1, 2, 15]);
    assert_eq!(b"OXEN".map(value).iter().sum::<u32>(), 14);
    assert_eq!(b"JKQVWXY".map(value), [10, 6, 15, 5, 5, 10, 5]);
}

/// RULEBOOK section 2, last paragraph, and rule 13.
#[test]
fn pairs_in_bigger_multiply_by_colour_and_wilds() {
    for (play, pair, flush, flush_multiplier, total) in [
        ("Bb Ib Gb Gb Eb Rb", 2, "blue", 1, 24),
        ("Bb Ib Gb Gr Eb Rb", 2, "none", 1, 24),
        ("Bb Ib Gr Gb Eb Rb", 2, "none", 1, 24),
        ("Bb Ib Gb *=Gb Eb Rb", 3, "blue", 2, 60),
        ("Bb Ib *=Gb Gb Eb Rb", 3, "blue", 2, 60),
        ("Br Ir Gr Gr Er Rr", 3, "red", 2, 60),
        ("Bb Ib *=Gb *=Gb Eb Rb", 4, "blue", 2, 72),
        ("Br Ir Gr *=Gr Er Rr", 4, "red", 3, 108),
        ("Br Ir *=Gr *=Gr Er Rr", 5, "red", 3, 126),
        // Only the pair counts, not the colour of the rest (rule 13, note).
        ("Bb Ib Gr Gr Eb Rb", 3, "none", 1, 30),
        ("Bb Ib Gr *=Gr Eb Rb", 4, "none", 1, 36),
        // Mixed colours: x2, with or without a wild.
        ("Bb Ib Gb *=Gr Eb Rb", 2, "none", 1, 24),
        ("Br Ir *=Gb *=Gr Er Rr", 2, "none", 1, 24),
    ] {
        let scored = scored(play);
        assert_eq!(scored.letter_multipliers, [1, 1, pair, pair, 1, 1], "{play}");
        assert_eq!(scored.word_value, 8 + 6 * pair, "{play}");
        assert_eq!(scored.length_bonus, 4, "{play}");
        assert_eq!(scored.flush, flush, "{play}");
        assert_eq!(scored.flush_multiplier, flush_multiplier, "{play}");
        assert_eq!(scored.outburst + scored.exclamation, 0, "{play}");
        assert_eq!(scored.palindrome + scored.category, 0, "{play}");
        assert_eq!(scored.total, total, "{play}");
    }
}

/// Rule 22(a)(v): the category's 10 points come last.
#[test]
fn the_category_bonus_is_added_last() {
    let play = cards("Bb Ib Gb *=Gb Eb Rb");
    let scored = score(&play, &DEFAULT_VALUES, true);
    assert_eq!((scored.category, scored.total), (10, 70));
}

/// Rule 13: GONG has no pair.
#[test]
fn equal_letters_that_are_not_adjacent_are_not_a_pair() {
    assert_eq!(scored("Gb Ob Nb Gb").letter_multipliers, [1, 1, 1, 1]);
}

/// O8, rule 15: ZIPS in all colours, and the stated OXEN of rule 17(b).
#[test]
fn flushes_multiply_by_colour_and_wilds() {
    for (play, flush, flush_multiplier, total) in [
        ("Zb Ir Pb Sr", "none", 1, 23),
        ("Zb Ib Pb Sb", "blue", 1, 23),
        ("Zb *=Ib Pb Sb", "blue", 2, 46),
        ("Zr Ir Pr Sr", "red", 2, 46),
        ("Zr *=Ir Pr Sr", "red", 3, 69),
        ("Zb *=Ir Pb Sb", "none", 1, 23),
        ("*=Zb *=Ib *=Pb *=Sb", "blue", 2, 46),
        ("Ob *=Xb Eb Nb", "blue", 2, 30),
    ] {
        let scored = scored(play);
        assert_eq!(
            (scored.flush, scored.flush_multiplier, scored.total),
            (flush, flush_multiplier, total),
            "{play}"
        );
    }
}

/// O6: a card joins at most one pair.
#[test]
fn runs_are_paired_for_the_highest_score() {
    let brrr = scored("Bb Rb Rb Rb");
    assert_eq!(brrr.letter_multipliers, [1, 2, 2, 1]);
    assert_eq!((brrr.word_value, brrr.total), (14, 15));
    // The pair that scores more, although it is further right.
    assert_eq!(scored("Bb Rb Rr Rr").letter_multipliers, [1, 1, 3, 3]);
    // Two pairs beat one, unless the one scores more.
    assert_eq!(scored("Ab Ab Ab Ab").letter_multipliers, [2, 2, 2, 2]);
    assert_eq!(scored("Ab *=Ar *=Ar Ab").letter_multipliers, [1, 5, 5, 1]);
    // Equal: 2+2+2+2 = 1+3+3+1; the first has its pair further left.
    assert_eq!(scored("Ab Ar Ar Ab").letter_multipliers, [2, 2, 2, 2]);
    // Five in a row: both pairs are as far left as possible.
    assert_eq!(scored("Ab Ab Ab Ab Ab").letter_multipliers, [2, 2, 2, 2, 1]);
    // The leftmost pair, even if all scores are 0.
    assert_eq!(score(&["Ab", "Ab", "Ab"], &[0; 26], false).letter_multipliers, [2, 2, 1]);
}

/// O6, with BALLOON.
#[test]
fn separate_pairs_all_score() {
    let balloon = scored("Bb Ab Lb Lb Or Or Nb");
    assert_eq!(balloon.letter_multipliers, [1, 1, 2, 2, 3, 3, 1]);
    assert_eq!(balloon.word_value, 4 + 1 + 4 + 4 + 3 + 3 + 2);
    assert_eq!((balloon.outburst, balloon.total), (75, 21 + 8 + 75));
}

/// O9, rule 20.
#[test]
fn palindromes_score_by_length() {
    let redder = scored("Rb Eb Db Db Eb Rb");
    assert_eq!(redder.letter_multipliers, [1, 1, 2, 2, 1, 1]);
    assert_eq!((redder.word_value, redder.length_bonus), (18, 4));
    assert_eq!((redder.palindrome, redder.total), (20, 42));
    assert_eq!(scored("Mb Ob Mb").palindrome, 5);
    assert_eq!(scored("Db *=Ar Dr").palindrome, 5);
    assert_eq!(scored("Nb Ob Ob Nb").palindrome, 10);
    assert_eq!(scored("Lb Eb Vb Eb Lb").palindrome, 15);
    assert_eq!(scored("Rb Ab Cb Eb Cb Ab Rb").palindrome, 25);
    assert_eq!(scored("Mb Mb").palindrome, 0);
    assert_eq!(scored("Mb Ob Mb Sb").palindrome, 0);
}

/// O9, rules 18 and 19.
#[test]
fn omyword_scores_outburst_and_exclamation() {
    let blue = scored("Ob Mb Yb Wb Ob Rb Db");
    assert_eq!((blue.word_value, blue.length_bonus), (21, 8));
    assert_eq!((blue.outburst, blue.exclamation), (75, 100));
    assert_eq!(blue.total, 204);
    let red = scored("Or Mr *=Yr Wr Or Rr Dr");
    assert_eq!((red.flush_multiplier, red.total), (3, 262));
}

/// Finds placements in another way: every sequence of distinct cards of the hand, with every
/// announcement.
fn placements_by_card(word: &str, hand: &[&str]) -> BTreeSet<Vec<String>> {
    let mut placed = vec![(Vec::<usize>::new(), Vec::<String>::new())];
    for letter in word.chars() {
        let mut longer = Vec::new();
        for (used, play) in &placed {
            for (index, &card) in hand.iter().enumerate() {
                if used.contains(&index) {
                    continue;
                }
                for colour in ['b', 'r'] {
                    let real = format!("{letter}{colour}");
                    let text = match card {
                        "*" => format!("*={real}"),
                        _ if card == real => real,
                        _ => continue,
                    };
                    let mut used = used.clone();
                    used.push(index);
                    let mut play = play.clone();
                    play.push(text);
                    longer.push((used, play));
                }
            }
        }
        placed = longer;
    }
    placed.into_iter().map(|(_, play)| play).collect()
}

#[test]
fn placements_are_complete_and_distinct() {
    for (word, hand, count) in [
        ("AB", "Ab Bb", 1),
        ("AB", "Ab Ab Ar Bb", 2),
        ("AB", "Ab *", 2),
        ("AB", "* *", 4),
        ("AB", "Ab Bb *", 5),
        ("ABC", "Ab Bb", 0),
        ("ABC", "Ab Bb Zr", 0),
        ("EGG", "Gb Gr Eb", 2),
    ] {
        assert_eq!(placements(word, &cards(hand)).len(), count, "{word} {hand}");
    }
    for (word, hand) in [
        ("BIGGER", "Bb Ib Gb * Eb Rb Zr"),
        ("BIGGER", "Bb Br Gb Gr * * *"),
        ("REDDER", "Rb Rr Er Db * * *"),
        ("BALLOON", "* * * * Lb Lr Ob"),
        ("MOM", "* Mb * Mr Ob Or *"),
        ("QUIZ", "Zb Ur *"),
    ] {
        let hand = cards(hand);
        let placed = placements(word, &hand);
        let once: BTreeSet<Vec<String>> = placed.iter().cloned().collect();
        assert_eq!(once.len(), placed.len(), "{word}: a placement is listed twice");
        assert_eq!(once, placements_by_card(word, &hand), "{word}: the placements differ");
    }
}

#[test]
fn the_best_placement_of_a_word_is_found() {
    let found = best(
        &cards("Bb Ib Gb * Eb Rb Zr"),
        &["BIGGER", "BIGGEST", "Z", "ZZZZZZZZ"],
        &DEFAULT_VALUES,
        &[],
        false,
    );
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].word.as_str(), found[0].total), ("BIGGER", 60));
    assert_eq!(found[0].wilds, 1);
    assert_eq!(found[0].play, cards("Bb Ib Gb *=Gb Eb Rb"), "the real card comes first");
    // A wild that isn't needed doubles the blue flush.
    let found = best(&cards("Ab Bb *"), &["AB"], &DEFAULT_VALUES, &[], false);
    assert_eq!((found[0].total, found[0].wilds), (10, 1));
    assert_eq!(found[0].play, cards("Ab *=Bb"));
    // Two reds and a wild declared red: (1 + 4 + 4) x 3, more than any blue or mixed placement.
    let hand = cards("Ab Ar Br Cb *");
    let found = best(&hand, &["CAB"], &DEFAULT_VALUES, &[], false);
    assert_eq!((found[0].total, found[0].wilds), (27, 1));
    assert_eq!(found[0].play, cards("*=Cr Ar Br"));
    // Equal points: no wild where it earns nothing, then blue before red from the left.
    let found = best(&hand, &["CAB"], &[0; 26], &[], false);
    assert_eq!((found[0].total, found[0].wilds), (0, 0));
    assert_eq!(found[0].play, cards("Cb Ab Br"));
}

#[test]
fn the_best_words_are_sorted() {
    // More points first, equal points in alphabetical order.
    let found = best(
        &cards("Ab Tr Br"),
        &["TA", "AT", "BAT", "TAB", "BA"],
        &DEFAULT_VALUES,
        &["BA"],
        false,
    );
    let order: Vec<(&str, u32)> =
        found.iter().map(|play| (play.word.as_str(), play.total)).collect();
    assert_eq!(order, [("BA", 15), ("BAT", 7), ("TAB", 7), ("AT", 3), ("TA", 3)]);
    // Equal points: OM needs no wild and comes before AM, which needs one; AA would need two.
    let found = best(&cards("Ob Mr *"), &["AA", "AM", "OM"], &[0; 26], &[], false);
    let order: Vec<(&str, u32, usize)> =
        found.iter().map(|play| (play.word.as_str(), play.total, play.wilds)).collect();
    assert_eq!(order, [("OM", 0, 0), ("AM", 0, 1)]);
}

/// O10 and O11.
#[test]
fn omyword_and_proper_nouns_of_a_category_are_valid_outside_the_lexicon() {
    let omyword = best(&cards("Ob Mb Yb Wb Ob Rb Db"), &["WORD"], &DEFAULT_VALUES, &[], false);
    assert_eq!(omyword.len(), 2);
    assert_eq!((omyword[0].word.as_str(), omyword[0].total), ("OMYWORD", 204));

    let hand = cards("Tb Ab Fr Tb");
    let taft = best(&hand, &["FAT"], &DEFAULT_VALUES, &["TAFT"], true);
    assert_eq!((taft[0].word.as_str(), taft[0].total), ("TAFT", 21));
    let barred = best(&hand, &["FAT"], &DEFAULT_VALUES, &["TAFT"], false);
    assert_eq!(barred.len(), 1);
    assert_eq!(barred[0].word, "FAT");
}
