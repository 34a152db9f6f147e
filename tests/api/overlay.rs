//! House words: a request with an overlay is answered as a lexicon with these words in its text answers without one.

use std::collections::BTreeSet;
use std::convert::Infallible;

use actix_web::http::Method;
use actix_web::http::StatusCode;
use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::court::{Change, Court, Edition};
use wordcourt::http::{State, routes};
use wordcourt::lexicon::source::Source;

use crate::word_search_oracle::some_query;
use crate::{ask, get, read, refused, sitting, the_document};

const SMALL_WORDS: &str = include_str!("../data/small-words.txt");
const CATEGORIES: &str = "club\tThe club\tproper_nouns\tPARIS ROMES TEASE\n";

/// A small generator of reproducible choices (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    fn letters(&mut self, number: usize) -> String {
        (0..number).map(|_| char::from(self.one_of(b"AAEEEIIOURSTTLNDGMZQJXVHC"))).collect()
    }
}

fn edition(name: &str, words: &BTreeSet<&str>) -> Edition {
    let text = words.iter().copied().collect::<Vec<_>>().join("\n");
    let source =
        Source { name: name.to_owned(), edition: "1".to_owned(), words: text.into(), categories: CATEGORIES.into() };
    Edition::build(&source, 1 << 20).unwrap()
}

/// A court in which `base` and `house` differ by the words of an overlay.
struct Ground {
    state: web::Data<State>,
    overlay: Value,
    /// Words about which the overlay decides, and some others.
    words: Vec<String>,
}

impl Ground {
    fn draw(dice: &mut Dice) -> Self {
        let mut base: BTreeSet<&str> = SMALL_WORDS.lines().collect();
        base.extend(["MASKS\tplural_s", "TEASED\tprofane", "PARISH\tproper", "RIDES\tplural_s", "AB", "AT", "ER"]);
        let texts: Vec<&str> = base.iter().map(|line| line.split('\t').next().unwrap()).collect();
        let mut added: BTreeSet<String> = (0..25)
            .map(|_| {
                let length = 2 + dice.below(7);
                dice.letters(length)
            })
            .collect();
        added.extend((0..8).map(|_| dice.one_of(&texts).to_owned() + "S"));
        // Some that the lexicon holds with a mark, and holds anyway; OMYWORD counts in two games without being held.
        added.extend(["MASKS", "PARISH", "OMYWORD"].map(str::to_owned));
        added.insert(dice.one_of(&texts).to_owned());
        let removed: BTreeSet<String> = (0..texts.len() / 6).map(|_| dice.one_of(&texts).to_owned()).collect();
        let removed: Vec<&String> = removed.difference(&added).collect();
        let overlay = json!({"add": added, "remove": removed});
        let word = |line: &&str| line.split('\t').next().unwrap().to_owned();
        let mut house = base.clone();
        house.retain(|line| !added.contains(&word(line)) && !removed.contains(&&word(line)));
        house.extend(added.iter().map(String::as_str));
        let court = Court::convene(edition("base", &base), 1);
        court.change::<Infallible>(Change::Enact(edition("house", &house)), |_| Ok(())).unwrap();
        let state = sitting(court);
        let others = (0..20).map(|_| dice.one_of(&texts).to_owned());
        let words: Vec<String> = added.iter().cloned().chain(removed.into_iter().cloned()).chain(others).collect();
        Self { state, overlay, words }
    }

    fn word(&self, dice: &mut Dice, most: usize) -> String {
        let short: Vec<&String> = self.words.iter().filter(|word| (2..=most).contains(&word.len())).collect();
        dice.one_of(&short).clone()
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let service = test::init_service(routes(self.state.clone(), the_document())).await;
        let request = test::TestRequest::default().method(Method::POST).uri(path).set_json(body);
        let answer = read(test::call_service(&service, request.to_request()).await).await;
        (answer.status, answer.json())
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let service = test::init_service(routes(self.state.clone(), the_document())).await;
        let answer = read(test::call_service(&service, test::TestRequest::get().uri(path).to_request()).await).await;
        (answer.status, answer.json())
    }

    /// Asks `base` with the overlay in the query and `house` without: both must say the same, on every page.
    async fn look(&self, path: &str, query: &str) -> usize {
        let list = |field: &str| {
            let words = self.overlay[field].as_array().unwrap();
            words.iter().map(|word| word.as_str().unwrap()).collect::<Vec<_>>().join(",").to_lowercase()
        };
        let house = format!("{path}?{query}&lexicon=house");
        let base = format!("{path}?{query}&lexicon=base&add={}&remove={}", list("add"), list("remove"));
        let mut next = [String::new(), String::new()];
        for pages in 1.. {
            let mut answers = [self.get(&(house.clone() + &next[0])).await, self.get(&(base.clone() + &next[1])).await];
            assert_eq!(answers[1].0, StatusCode::OK, "{base}: {}", answers[1].1);
            assert!(answers[1].1["lexicon"]["overlay"].is_string(), "{base}: {}", answers[1].1);
            let cursors = answers.each_mut().map(|(_, answer)| {
                let fields = answer.as_object_mut().unwrap();
                fields.remove("lexicon");
                fields.remove("next").map(|next| format!("&cursor={}", next.as_str().unwrap()))
            });
            assert_eq!(answers[0], answers[1], "{base}");
            match cursors {
                [Some(one), Some(other)] => next = [one, other],
                cursors => {
                    assert_eq!(cursors, [None, None], "{base}");
                    return pages;
                }
            }
        }
        unreachable!()
    }

    /// Asks `base` with the overlay and `house` without: both must say the same.
    async fn ask(&self, path: &str, request: Value) -> Value {
        let with = |mut request: Value, field: &str, value: &Value| {
            request[field] = value.clone();
            request
        };
        let house = with(request.clone(), "lexicon", &json!("house"));
        let overlaid = with(with(request, "lexicon", &json!("base")), "overlay", &self.overlay);
        let (mut expected, mut found) = (self.post(path, &house).await, self.post(path, &overlaid).await);
        if found.0 == StatusCode::OK {
            assert!(found.1["lexicon"]["overlay"].is_string(), "{path} {overlaid}: {}", found.1);
        }
        for answer in [&mut expected, &mut found] {
            for field in ["lexicon", "id", "request_id"] {
                answer.1.as_object_mut().unwrap().remove(field);
            }
        }
        assert_eq!(expected, found, "{path} {overlaid}");
        found.1
    }
}

fn coloured(letters: &str, dice: &mut Dice) -> Vec<String> {
    letters.chars().map(|letter| format!("{letter}{}", dice.one_of(&['r', 'b']))).collect()
}

#[actix_web::test]
async fn words_and_poker_are_judged_by_the_house_words_too() {
    let mut dice = Dice(5);
    for _ in 0..6 {
        let ground = Ground::draw(&mut dice);
        ground.ask("/v1/words/validate", json!({"words": ground.words})).await;
        for variant in ["choose-your-words", "play-on-words", "wordgame", "my-word"] {
            ground.ask("/v1/words/validate", json!({"words": ground.words, "variant": variant})).await;
        }
        for round in 0..40 {
            let mut letters = ground.word(&mut dice, 6);
            let more = dice.below(8 - letters.len());
            letters += &dice.letters(more);
            let mut hand = coloured(&letters, &mut dice);
            let wilds = [0, 1, 2, 1, 3][round % 5];
            hand.truncate(7 - wilds);
            hand.extend(std::iter::repeat_n("*".to_owned(), wilds));
            let mut request = json!({"hand": hand, "top": dice.one_of(&[1, 10, 1000])});
            if round % 3 == 0 {
                request["category"] =
                    dice.one_of(&[&json!({"name": "club"}), &json!({"words": ["PARIS", "MASK"]})]).clone();
            }
            ground.ask("/v1/choose-your-words/best", request).await;
            let word = ground.word(&mut dice, 7);
            let play = coloured(&word, &mut dice);
            ground.ask("/v1/choose-your-words/score", json!({"play": play, "category": {"name": "club"}})).await;
            let challenge = json!({
                "word": word, "challenger": "ann", "challenged": "bob", "pot": 9, "players": [{"name": "ann"}, {"name": "bob"}],
            });
            ground.ask("/v1/word-for-word/challenge", challenge).await;
            let settle = json!({
                "pot": 10,
                "players": [{"name": "ann", "play": play, "challenged": true}, {"name": "bob", "play": ["Ab", "Tr"], "challenged": true}],
            });
            ground.ask("/v1/choose-your-words/settle", settle).await;
        }
    }
}

#[actix_web::test]
async fn tables_are_searched_with_the_house_words_too() {
    let mut dice = Dice(6);
    let cards = |word: &str| word.chars().map(String::from).collect::<Vec<_>>();
    for _ in 0..6 {
        let ground = Ground::draw(&mut dice);
        for round in 0..16 {
            let words = [ground.word(&mut dice, 9), ground.word(&mut dice, 6)];
            let mut table = cards(&words.concat());
            table.truncate(11);
            table.extend([["?", "??"], ["SH", "ER"], ["ST", "?"], ["EA", "IN"]][round % 4].map(str::to_owned));
            ground.ask("/v1/my-word/best", json!({"table": table, "top": dice.one_of(&[1, 5, 1000])})).await;
            ground.ask("/v1/my-word/score", json!({"table": table, "word": words[0]})).await;
            let challenge = json!({
                "table": table, "word": words[0], "caller": "ann", "players": ["ann", "bob"], "dealer": "bob", "deck": 9,
            });
            ground.ask("/v1/my-word/challenge", challenge).await;

            let mut hand = cards(&ground.word(&mut dice, 5));
            let more = dice.below(9 - hand.len());
            hand.extend(cards(&dice.letters(more)));
            hand[0] = ["*", "ST", "J/X", "A"][round % 4].to_owned();
            let on_table: Vec<Vec<String>> = (0..round % 4).map(|_| cards(&ground.word(&mut dice, 5))).collect();
            let plural = ["strict", "lenient"][round % 2];
            let rules = json!({"play_on_new_word": round % 5 == 0, "plural": plural});
            let position = json!({"hand": hand, "table": on_table, "rules": rules});
            let mut request = position.clone();
            request["top"] = dice.one_of(&[1, 5, 40]).into();
            let best = ground.ask("/v1/play-on-words/best", request).await;
            if let Some(found) = best["turns"].get(0) {
                let mut request = position;
                request["turn"] = found["turn"].clone();
                ground.ask("/v1/play-on-words/score", request.clone()).await;
                ground.ask("/v1/play-on-words/challenge", request).await;
            }
        }
    }
}

#[actix_web::test]
async fn boards_are_searched_with_the_house_words_too() {
    let mut dice = Dice(7);
    let mut moves = 0;
    for _ in 0..5 {
        let ground = Ground::draw(&mut dice);
        let mut cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0".to_owned();
        for turn in 0..9 {
            let mut rack = ground.word(&mut dice, 6);
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
            let best = ground.ask("/v1/wordgame/best", with(json!({"top": 30}))).await;
            ground.ask("/v1/wordgame/best", with(json!({"top": 3, "count": false}))).await;
            if turn % 3 == 0 {
                ground.ask("/v1/wordgame/best", with(json!({"all": true}))).await;
            }
            let found = best["moves"].as_array().unwrap();
            if found.is_empty() {
                continue;
            }
            let chosen = found[dice.below(found.len())]["move"].clone();
            let score = ground.ask("/v1/wordgame/score", with(json!({"move": chosen, "rank": true}))).await;
            ground
                .ask("/v1/wordgame/challenge", json!({"cgp": cgp, "move": chosen, "rules": {"strict_bag": false}}))
                .await;
            let after = score["cgp"].as_str().unwrap_or_else(|| panic!("{score}"));
            cgp = format!("{} / 0/0 0", after.split(' ').next().unwrap());
            moves += 1;
        }
    }
    assert!(moves > 20, "{moves}");
}

#[actix_web::test]
async fn pages_of_words_and_searches_go_by_the_house_words_too() {
    let mut dice = Dice(8);
    let mut pages = 0;
    for _ in 0..3 {
        let ground = Ground::draw(&mut dice);
        for word in &ground.words {
            ground.look(&format!("/v1/words/{word}"), "").await;
            let more = dice.letters(2);
            ground.look(&format!("/v1/words/{word}{more}"), "").await;
        }
        for text in ["CAF%C3%89", "ROMES", "MASKSS"] {
            ground.look(&format!("/v1/words/{text}"), "").await;
        }
        let any: Vec<&str> = ground.words.iter().map(String::as_str).collect();
        for _ in 0..150 {
            let asked = some_query(&any, &["club"], &mut |bound| dice.below(bound));
            let query = asked.query().replace('[', "%5B").replace(']', "%5D").replace('^', "%5E");
            pages += ground.look("/v1/words", &format!("{query}&limit={}", 1 + dice.below(30))).await;
        }
        for query in
            ["limit=7", "order=longest&limit=7", "not_in=base&order=shortest", "category=club", "variant=my-word"]
        {
            pages += ground.look("/v1/words", query).await;
        }
    }
    assert!(pages > 1_000, "{pages}");
}

#[actix_web::test]
async fn a_bad_overlay_in_a_query_is_refused_with_every_breach() {
    for path in ["/v1/words/AA", "/v1/words"] {
        let answer = get(&format!("{path}?add=G1,AB,&remove=AA,ab")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        let breaches: Vec<String> = answer.json()["breaches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|breach| format!("{} {}", breach["code"].as_str().unwrap(), breach["pointer"].as_str().unwrap()))
            .collect();
        assert_eq!(breaches, ["invalid_word /add/0", "invalid_word /add/2", "conflicting_fields /remove/1"], "{path}");
    }
    let next = get("/v1/words?starts=qu&add=GRRL").await.json()["next"].as_str().unwrap().to_owned();
    assert_eq!(get(&format!("/v1/words?starts=qu&add=GRRL&cursor={next}")).await.status, StatusCode::OK);
    let other = get(&format!("/v1/words?starts=qu&add=GRRLS&cursor={next}")).await;
    assert_eq!(other.json()["breaches"][0]["pointer"], "/cursor");
}

#[actix_web::test]
async fn a_record_is_replayed_with_the_house_words() {
    let gcg = "#player1 ann Ann\n#player2 bob Bob\n>ann: GRRLAEI 8F GRRL +10 10\n";
    let request = |overlay: Value| json!({"gcg": gcg, "overlay": overlay, "best": true});
    let turn = |answer: Value| answer["turns"][0].clone();
    let without = turn(ask("/v1/wordgame/games", request(json!({}))).await);
    let with = turn(ask("/v1/wordgame/games", request(json!({"add": ["grrl"]}))).await);
    assert_eq!((&without["words"][0]["valid"], &with["words"][0]["valid"]), (&json!(false), &json!(true)));
}

#[actix_web::test]
async fn an_overlay_shows_in_the_ruling_and_its_id() {
    let seats = json!([{"name": "ann"}, {"name": "bob"}]);
    let rule = async |overlay: Value| {
        let request = json!({
            "word": "grrl", "challenger": "ann", "challenged": "bob", "pot": 100, "players": seats, "overlay": overlay,
        });
        ask("/v1/choose-your-words/challenge", request).await
    };
    let plain = rule(json!({})).await;
    assert_eq!((&plain["upheld"], plain["lexicon"].get("overlay")), (&json!(true), None));
    let house = rule(json!({"add": ["GRRL", "ZZZ"]})).await;
    assert_eq!(house["upheld"], false);
    let alike = rule(json!({"add": ["zzz", "grrl", "GRRL"], "remove": []})).await;
    assert_eq!(house, alike, "neither order nor case tells overlays apart");
    let other = rule(json!({"add": ["GRRL"], "remove": ["ZZZ"]})).await;
    assert_eq!(other["upheld"], false);
    let ids: BTreeSet<&str> = [&plain, &house, &other].map(|ruling| ruling["id"].as_str().unwrap()).into();
    assert_eq!(ids.len(), 3);
}

#[actix_web::test]
async fn a_cached_answer_belongs_to_its_overlay() {
    let request = |overlay: Value| json!({"hand": ["Gb", "Rb", "Rr", "Lb", "*", "*", "*"], "overlay": overlay});
    let plain = ask("/v1/choose-your-words/best", request(json!({}))).await;
    for _ in 0..2 {
        let house = ask("/v1/choose-your-words/best", request(json!({"add": ["GRRLRR"]}))).await;
        assert_eq!(house["words_found"].as_u64().unwrap(), plain["words_found"].as_u64().unwrap() + 1);
        assert_ne!(house["lexicon"], plain["lexicon"]);
        assert_eq!(plain, ask("/v1/choose-your-words/best", request(json!({}))).await);
    }
}

#[actix_web::test]
async fn a_bad_overlay_is_refused_with_every_breach() {
    let long = vec!["AA"; 1_001];
    let found = refused(
        "/v1/words/validate",
        json!({"words": ["AA"], "overlay": {"add": ["G1", "AB", ""], "remove": ["AA", "ab"]}}),
    )
    .await;
    let expected =
        ["invalid_word /overlay/add/0", "invalid_word /overlay/add/2", "conflicting_fields /overlay/remove/1"];
    assert_eq!(found, expected);
    let found = refused("/v1/my-word/best", json!({"table": ["A"], "overlay": {"remove": long}})).await;
    assert_eq!(found, ["too_many /overlay/remove"]);
    let found = refused("/v1/my-word/best", json!({"table": ["A"], "overlay": {"plus": []}})).await;
    assert_eq!(found, ["unknown_field /overlay/plus"]);
}
