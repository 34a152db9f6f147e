//! Requests with an overlay, compared with requests to the merged lexicon.

use serde_json::{Value, json};

use super::Lexicons;
use crate::dice::Dice;
use crate::word_search_oracle::some_query;

fn coloured(letters: &str, dice: &mut Dice) -> Vec<String> {
    letters.chars().map(|letter| format!("{letter}{}", dice.one_of(&['r', 'b']))).collect()
}

#[actix_web::test]
async fn validation_and_word_poker_respect_the_overlay() {
    let mut dice = Dice(5);
    for _ in 0..6 {
        let lexicons = Lexicons::draw(&mut dice);
        lexicons.post_both("/v1/words/validate", json!({"words": lexicons.words})).await;
        for variant in ["choose-your-words", "play-on-words", "wordgame", "my-word"] {
            lexicons
                .post_both(
                    "/v1/words/validate",
                    json!({"words": lexicons.words, "variant": variant}),
                )
                .await;
        }
        for round in 0..40 {
            let mut letters = lexicons.word(&mut dice, 6);
            let more = dice.below(8 - letters.len());
            letters += &dice.letters(more);
            let mut hand = coloured(&letters, &mut dice);
            let wilds = [0, 1, 2, 1, 3][round % 5];
            hand.truncate(7 - wilds);
            hand.extend(std::iter::repeat_n("*".to_owned(), wilds));
            let mut request = json!({"hand": hand, "top": dice.one_of(&[1, 10, 1000])});
            if round % 3 == 0 {
                request["category"] = dice
                    .one_of(&[&json!({"name": "club"}), &json!({"words": ["PARIS", "MASK"]})])
                    .clone();
            }
            lexicons.post_both("/v1/choose-your-words/best", request).await;
            let word = lexicons.word(&mut dice, 7);
            let play = coloured(&word, &mut dice);
            lexicons
                .post_both(
                    "/v1/choose-your-words/score",
                    json!({"play": play, "category": {"name": "club"}}),
                )
                .await;
            let challenge = json!({
                "word": word, "challenger": "ann", "challenged": "bob", "pot": 9, "players": [{"name": "ann"}, {"name": "bob"}],
            });
            lexicons.post_both("/v1/word-for-word/challenge", challenge).await;
            let settle = json!({
                "pot": 10,
                "players": [{"name": "ann", "play": play, "challenged": true}, {"name": "bob", "play": ["Ab", "Tr"], "challenged": true}],
            });
            lexicons.post_both("/v1/choose-your-words/settle", settle).await;
        }
    }
}

#[actix_web::test]
async fn my_word_and_play_on_words_respect_the_overlay() {
    let mut dice = Dice(6);
    let cards = |word: &str| word.chars().map(String::from).collect::<Vec<_>>();
    for _ in 0..6 {
        let lexicons = Lexicons::draw(&mut dice);
        for round in 0..16 {
            let words = [lexicons.word(&mut dice, 9), lexicons.word(&mut dice, 6)];
            let mut table = cards(&words.concat());
            table.truncate(11);
            table.extend(
                [["?", "??"], ["SH", "ER"], ["ST", "?"], ["EA", "IN"]][round % 4]
                    .map(str::to_owned),
            );
            lexicons
                .post_both(
                    "/v1/my-word/best",
                    json!({"table": table, "top": dice.one_of(&[1, 5, 1000])}),
                )
                .await;
            lexicons
                .post_both("/v1/my-word/score", json!({"table": table, "word": words[0]}))
                .await;
            let challenge = json!({
                "table": table, "word": words[0], "caller": "ann", "players": ["ann", "bob"], "dealer": "bob", "deck": 9,
            });
            lexicons.post_both("/v1/my-word/challenge", challenge).await;

            let mut hand = cards(&lexicons.word(&mut dice, 5));
            let more = dice.below(9 - hand.len());
            hand.extend(cards(&dice.letters(more)));
            hand[0] = ["*", "ST", "J/X", "A"][round % 4].to_owned();
            let on_table: Vec<Vec<String>> =
                (0..round % 4).map(|_| cards(&lexicons.word(&mut dice, 5))).collect();
            let plural = ["strict", "lenient"][round % 2];
            let rules = json!({"play_on_new_word": round % 5 == 0, "plural": plural});
            let position = json!({"hand": hand, "table": on_table, "rules": rules});
            let mut request = position.clone();
            request["top"] = dice.one_of(&[1, 5, 40]).into();
            let best = lexicons.post_both("/v1/play-on-words/best", request).await;
            if let Some(found) = best["turns"].get(0) {
                let mut request = position;
                request["turn"] = found["turn"].clone();
                lexicons.post_both("/v1/play-on-words/score", request.clone()).await;
                lexicons.post_both("/v1/play-on-words/challenge", request).await;
            }
        }
    }
}

#[actix_web::test]
async fn wordgame_respects_the_overlay() {
    let mut dice = Dice(7);
    let mut moves = 0;
    for _ in 0..5 {
        let lexicons = Lexicons::draw(&mut dice);
        let mut cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0".to_owned();
        for turn in 0..9 {
            let mut rack = lexicons.word(&mut dice, 6);
            let more = dice.below(9 - rack.len());
            rack += &dice.letters(more);
            rack.truncate(8);
            let blanks = [0, 1, 0, 2][turn % 4];
            rack.truncate(8 - blanks);
            rack += &"?".repeat(blanks);
            let position = json!({"cgp": cgp, "rack": rack, "rules": {"strict_bag": false}});
            let with = |fields: Value| {
                let mut request = position.clone();
                request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
                request
            };
            let best = lexicons.post_both("/v1/wordgame/best", with(json!({"top": 30}))).await;
            lexicons.post_both("/v1/wordgame/best", with(json!({"top": 3, "count": false}))).await;
            if turn % 3 == 0 {
                lexicons.post_both("/v1/wordgame/best", with(json!({"all": true}))).await;
            }
            let found = best["moves"].as_array().unwrap();
            if found.is_empty() {
                continue;
            }
            let chosen = found[dice.below(found.len())]["move"].clone();
            let score = lexicons
                .post_both("/v1/wordgame/score", with(json!({"move": chosen, "rank": true})))
                .await;
            lexicons
                .post_both(
                    "/v1/wordgame/challenge",
                    json!({"cgp": cgp, "move": chosen, "rules": {"strict_bag": false}}),
                )
                .await;
            let after = score["cgp"].as_str().unwrap_or_else(|| panic!("{score}"));
            cgp = format!("{} / 0/0 0", after.split(' ').next().unwrap());
            moves += 1;
        }
    }
    assert!(moves > 20, "{moves}");
}

#[actix_web::test]
async fn word_pages_and_searches_respect_the_overlay() {
    let mut dice = Dice(8);
    let mut pages = 0;
    for _ in 0..3 {
        let lexicons = Lexicons::draw(&mut dice);
        for word in &lexicons.words {
            lexicons.get_both(&format!("/v1/words/{word}"), "").await;
            let more = dice.letters(2);
            lexicons.get_both(&format!("/v1/words/{word}{more}"), "").await;
        }
        for text in ["CAF%C3%89", "ROMES", "MASKSS"] {
            lexicons.get_both(&format!("/v1/words/{text}"), "").await;
        }
        let any: Vec<&str> = lexicons.words.iter().map(String::as_str).collect();
        for _ in 0..150 {
            let filters = some_query(&any, &["club"], &mut |bound| dice.below(bound));
            let query = filters.query().replace('[', "%5B").replace(']', "%5D").replace('^', "%5E");
            pages += lexicons
                .get_both("/v1/words", &format!("{query}&limit={}", 1 + dice.below(30)))
                .await;
        }
        for query in [
            "limit=7",
            "order=longest&limit=7",
            "not_in=base&order=shortest",
            "category=club",
            "variant=my-word",
        ] {
            pages += lexicons.get_both("/v1/words", query).await;
        }
    }
    assert!(pages > 1_000, "{pages}");
}
