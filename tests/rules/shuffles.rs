//! Shuffles of every deck, compared with those of an independent program.

use serde_json::Value;
use wordcourt::lexicon::Digest;
use wordcourt::rules::Variant;
use wordcourt::rules::flow::Seed;

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|card| card.as_str().unwrap().to_owned()).collect()
}

/// Returns the cards of the published deck, equal ones together.
fn published_deck(game: Variant) -> Vec<String> {
    let deck = game.rule_data().deck.into_iter();
    deck.flat_map(|card| vec![card.card.clone(); card.count as usize]).collect()
}

#[test]
fn decks_are_published_and_shuffled_in_the_same_order_everywhere() {
    let vectors: Value =
        serde_json::from_str(include_str!("../vectors/games/shuffles.json")).unwrap();
    let mut shuffled = 0;
    for game in Variant::ALL {
        let deck = published_deck(game);
        assert_eq!(deck, texts(&vectors["deck_in_published_order"][game.slug()]), "{game}");
        for vector in vectors["vectors"][game.slug()].as_array().unwrap() {
            let seed: Seed = vector["seed"].as_str().unwrap().parse().unwrap();
            let number = vector["shuffle"].as_u64().unwrap().try_into().unwrap();
            let mut cards = deck.clone();
            seed.shuffle(game, number, &mut cards);
            assert_eq!(cards, texts(&vector["order"]), "{game} {number}");
            let digest = Digest::of(&[cards.join(" ").as_bytes()]).to_hex();
            assert_eq!(digest, vector["sha256"].as_str().unwrap());
            shuffled += 1;
        }
    }
    assert_eq!(shuffled, 20);
}

#[test]
fn a_seed_in_common_follows_from_the_secret_and_all_texts() {
    let secret: Seed = "00".repeat(32).parse().unwrap();
    let commitment = "sha256:c5cb6345ab21af006aacde4474ddfbf68df5abb516b581d5eeb3cea3656f9cc5";
    assert_eq!(Seed::commitment(&secret).to_string(), commitment);
    let seed = |texts: &[&str]| Seed::in_common(&secret, texts).to_string();
    let expected = "a307cdc7f1c8fef2e44010868256f47f49685383b390fdb54d56acb66fd4f20b";
    assert_eq!(seed(&["ann's lucky text", "bob"]), expected);
    assert_ne!(seed(&["ab", "c"]), seed(&["a", "bc"]), "lengths are part of the seed");
}

#[test]
fn a_seed_has_sixty_four_digits() {
    for text in ["", "00", &"0".repeat(63), &"0".repeat(65), &"0".repeat(66), &"g".repeat(64)] {
        assert!(text.parse::<Seed>().is_err(), "{text}");
    }
    let seed: Seed = "AB".repeat(32).parse().unwrap();
    assert_eq!(seed.to_string(), "ab".repeat(32));
    assert_eq!(format!("{seed:?}"), "Seed(…)", "a log must not show it");
}
