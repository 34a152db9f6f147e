//! The words that a search finds: compared with brute force, page by page.

use std::collections::BTreeSet;

use actix_web::http::{Method, StatusCode};
use actix_web::test;
use serde_json::{Value, json};
use wordcourt::api::lexicons::Lexicons as _;
use wordcourt::api::{self, OperationId};
use wordcourt::lexicon::Lexicon;
use wordcourt::registry::Change;
use wordcourt::rules::Variant;
use wordcourt::server::routes;

use super::{edition, get_from, state_with, words_of};
use crate::dice::Dice;
use crate::word_search_oracle::{Filters, find, some_query};
use crate::{Response, get, read, send, state};

/// Percent-encodes the characters that a client must encode.
fn encoded(query: &str) -> String {
    query.replace('[', "%5B").replace(']', "%5D").replace('^', "%5E").replace(',', "%2C")
}

fn small_words() -> String {
    include_str!("../../data/small-words.txt").to_owned()
}

const SMALL_CATEGORIES: &str =
    "pets\tPets\t\tCAT DOG CATS EEL\nsea\tSea\tproper_nouns\tEEL SEA ATLANTIC\n";

/// Returns the words of all pages of a search, and its total.
async fn all_pages(
    get: &impl AsyncFn(&str) -> Response,
    query: &str,
    limit: usize,
) -> (Vec<String>, u64) {
    let mut totals = Vec::new();
    let mut words = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/v1/words?{}&limit={limit}{cursor}", encoded(query));
        let response = get(&path).await;
        assert_eq!(
            response.status,
            StatusCode::OK,
            "{path}: {}",
            String::from_utf8_lossy(&response.body)
        );
        let page = response.json();
        let here = words_of(&page);
        assert!(here.len() <= limit, "{path}");
        words.extend(here);
        totals.push(page["total"].as_u64().unwrap());
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    totals.dedup();
    assert_eq!(totals.len(), 1, "{query}: {totals:?}");
    (words, totals[0])
}

#[actix_web::test]
async fn searches_of_a_small_lexicon_agree_with_brute_force() {
    let text = small_words();
    let other = "AT\nCAT\nTAR\nRATE\nEAR\nTEAR\n";
    let state = state_with(edition("small", "1", &text, SMALL_CATEGORIES));
    state
        .registry
        .change(Change::Install(edition("other", "1", other, "")), |_| Ok::<_, ()>(()))
        .unwrap();
    let others: BTreeSet<String> = other.lines().map(str::to_owned).collect();
    let lexicon = Lexicon::from_text(&text, SMALL_CATEGORIES).unwrap();
    let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    let service = test::init_service(routes(state)).await;
    let get = async |path: &str| {
        read(test::call_service(&service, test::TestRequest::get().uri(path).to_request()).await)
            .await
    };
    let mut dice = Dice(1);
    let mut choose = |bound| dice.below(bound);
    let mut nonempty = 0;
    for _ in 0..4_000 {
        let filters = some_query(&words, &["pets", "sea", "pets,sea"], &mut choose);
        let not_in = (choose(5) == 0).then_some(&others);
        let query =
            if not_in.is_some() { filters.query() + "&not_in=other" } else { filters.query() };
        let limit = [1_000, 1 + choose(40)][choose(2)];
        let expected = find(&lexicon, &filters, not_in);
        let (found, total) = all_pages(&get, &query, limit).await;
        assert_eq!(total, expected.len() as u64, "{query}");
        assert_eq!(found, expected, "{query}");
        nonempty += usize::from(!expected.is_empty());
    }
    assert!(nonempty > 1_500, "only {nonempty} searches found words");
}

/// A search, the page of a word and a validation judge by the same switches (RULEBOOK P9).
#[actix_web::test]
async fn the_switches_of_play_on_words_apply_to_every_operation_on_words() {
    let text = "AT\nCAT\nCATS\tplural_s\nDICE\tplural,ordinary\nMICE\tplural\nOUI\tforeign\nPUTS\tplural_s,verb_s\nRUNS\tplural_s,verb_s,other_sense_first\nUFOS\tabbreviation,plural_s\n";
    let lexicon = Lexicon::from_text(text, "").unwrap();
    let state = state_with(edition("small", "1", text, ""));
    let mut results = BTreeSet::new();
    for plural in [None, Some("first_sense"), Some("lenient"), Some("strict")] {
        for irregular_plurals in [None, Some("barred"), Some("allowed")] {
            let variant = Some(Variant::PlayOnWords);
            let filters = Filters { variant, plural, irregular_plurals, ..Filters::default() };
            let query = filters.query();
            let expected = find(&lexicon, &filters, None);
            let found = get_from(&state, &format!("/v1/words?{query}")).await.json();
            assert_eq!(words_of(&found), expected, "{query}");
            let switches = query.replace("variant=play-on-words", "");
            let switches = switches.trim_matches('&');
            for word in lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)) {
                let path = format!("/v1/words/{word}?{switches}");
                let page = get_from(&state, &path).await.json();
                let verdict = &page["verdicts"][2];
                assert_eq!(verdict["variant"], "play-on-words");
                assert_eq!(verdict["allowed"], expected.contains(&word), "{word} {query}");
                let rules = json!({"plural": plural, "irregular_plurals": irregular_plurals});
                let request = json!({"words": [word], "variant": "play-on-words", "rules": rules})
                    .to_string();
                let validated =
                    api::answer(OperationId::ValidateWords, request.as_bytes(), &**state).unwrap();
                let validated: Value = serde_json::from_slice(&validated.body).unwrap();
                assert_eq!(validated["results"][0]["reason"], verdict["reason"], "{word} {query}");
                assert_eq!(validated["all_valid"], verdict["allowed"], "{word} {query}");
            }
            results.insert(expected.join(" "));
        }
    }
    let expected = [
        "CAT",
        "CAT DICE MICE",
        "CAT DICE MICE PUTS RUNS",
        "CAT DICE MICE RUNS",
        "CAT DICE PUTS RUNS",
        "CAT DICE RUNS",
    ];
    assert!(results.iter().eq(expected), "{results:?}");
}

#[actix_web::test]
async fn searches_of_the_default_lexicon_agree_with_brute_force() {
    let edition = state().edition(None).unwrap();
    let lexicon = &edition.lexicon;
    let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    let mut dice = Dice(2);
    let mut choose = |bound| dice.below(bound);
    for _ in 0..60 {
        let filters = some_query(&words, &["animals", "fish,food", "us_presidents"], &mut choose);
        let expected = find(lexicon, &filters, None);
        let page = get(&format!("/v1/words?{}&limit=1000", encoded(&filters.query()))).await.json();
        let first: Vec<&str> = expected.iter().take(1_000).copied().collect();
        assert_eq!(
            (page["total"].as_u64(), words_of(&page)),
            (Some(expected.len() as u64), first.iter().map(|word| (*word).to_owned()).collect()),
            "{filters:?}"
        );
        assert_eq!(page["next"].is_string(), expected.len() > 1_000);
    }
}

#[actix_web::test]
async fn all_pages_together_are_the_whole_result_in_every_order() {
    let edition = state().edition(None).unwrap();
    let service = test::init_service(routes(state())).await;
    let get = async |path: &str| {
        read(test::call_service(&service, test::TestRequest::get().uri(path).to_request()).await)
            .await
    };
    for order in
        ["alphabetical", "shortest", "longest", "common", "points", "probability", "shuffled"]
    {
        let filters = Filters {
            contains: Some("quiz".into()),
            order: Some(order),
            seed: (order == "shuffled").then(|| "any".to_owned()),
            ..Filters::default()
        };
        let expected = find(&edition.lexicon, &filters, None);
        for limit in [1, 7, 1_000] {
            let (found, total) = all_pages(&get, &filters.query(), limit).await;
            assert_eq!(found, expected);
            assert_eq!(total, expected.len() as u64);
        }
    }
    assert_eq!(all_pages(&get, "", 1_000).await.0.len(), edition.lexicon.len());
}

#[actix_web::test]
async fn found_words_have_marks_lemma_and_tier() {
    let page = get("/v1/words?pattern=camels").await.json();
    assert_eq!(
        page["words"],
        json!([{"word": "CAMELS", "marks": ["plural_s"], "lemma": "CAMEL", "tier": 35}])
    );
    assert_eq!((&page["total"], page.get("next")), (&json!(1), None));
    assert_eq!(page["lexicon"]["name"], "en");
    let longest = get("/v1/words?within=retains&order=longest&limit=3").await.json();
    assert_eq!(words_of(&longest), ["ANESTRI", "ANTSIER", "NASTIER"]);
    let none = get("/v1/words?pattern=zzz*&lexicon=en").await.json();
    assert_eq!(
        (&none["words"], &none["total"]),
        (&json!([{"word": "ZZZ", "tier": 80}]), &json!(1)),
        "{none}"
    );
}

#[actix_web::test]
async fn repeated_parameters_of_a_list_are_joined() {
    let whole =
        get("/v1/words?starts=caq&without_marks=profane,slang&add=CAQ,CAQX&limit=1000").await;
    let pieces =
        get("/v1/words?add=CAQX&starts=caq&without_marks=slang&add=CAQ&without_marks=profane&limit=1000").await;
    assert_eq!(whole.json(), pieces.json());
    assert!(words_of(&whole.json()).contains(&"CAQ".to_owned()));
    let page = get("/v1/words/CAT?add=CATX&add=XCAT").await.json();
    assert_eq!(page["hooks"], get("/v1/words/CAT?add=XCAT,CATX").await.json()["hooks"]);
    assert!(page["hooks"]["front"].as_str().unwrap().contains('X'), "{page}");
}

#[actix_web::test]
async fn words_are_found_as_players_study_them() {
    let words = async |query: &str| {
        words_of(&get(&format!("/v1/words?{}", encoded(query))).await.json()).join(" ")
    };
    assert_eq!(
        words("stem=satire&starts=s&length=7&order=probability&limit=3").await,
        "STAINER STARNIE STEARIN"
    );
    assert_eq!(
        words("anagram_of=[ck]at").await,
        words("pattern=a*&anagram_of=[ck]at").await + " CAT KAT"
    );
    assert_eq!(words("contains_all=QZ&excludes=U&order=points").await, "TZADDIQS TZADDIQ");
    let drawn =
        async |seed: &str| words(&format!("length=7&order=shuffled&seed={seed}&limit=1")).await;
    assert_eq!(drawn("monday").await, drawn("monday").await);
    assert_ne!(drawn("monday").await, drawn("tuesday").await);
}

#[actix_web::test]
async fn hooks_of_several_letters_are_those_of_the_words() {
    let edition = state().edition(None).unwrap();
    let words: BTreeSet<&str> =
        edition.lexicon.ordinals().map(|ordinal| edition.lexicon.word(ordinal)).collect();
    for (word, letters) in [("CAT", 1), ("cat", 2), ("ING", 3), ("QUIZ", 4), ("ZZYXQ", 2)] {
        let found = get(&format!("/v1/words/{word}/hooks?letters={letters}")).await.json();
        let upper = word.to_ascii_uppercase();
        let longer = words.iter().filter(|longer| longer.len() == upper.len() + letters);
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for longer in longer {
            front.extend(longer.strip_suffix(&*upper));
            back.extend(longer.strip_prefix(&*upper));
        }
        front.sort_unstable();
        assert_eq!((&found["front"], &found["back"]), (&json!(front), &json!(back)), "{word}");
        assert_eq!(found["word"], upper);
        assert_eq!(found["valid"], words.contains(&*upper));
    }
    let page = get("/v1/words/CAT").await.json();
    let hooks = get("/v1/words/CAT/hooks").await.json();
    let joined = |list: &Value| -> String {
        list.as_array().unwrap().iter().map(|letter| letter.as_str().unwrap()).collect()
    };
    assert_eq!(page["hooks"]["front"], joined(&hooks["front"]));
    assert_eq!(page["hooks"]["back"], joined(&hooks["back"]));
    let added = get("/v1/words/CAT/hooks?letters=2&add=CATXX").await.json();
    assert!(added["back"].as_array().unwrap().contains(&json!("XX")));
    let text = get("/v1/words/it's/hooks").await.json();
    assert_eq!((&text["valid"], &text["front"]), (&json!(false), &json!([])));
    assert_eq!(get("/v1/words/CAT/hooks?letters=5").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[actix_web::test]
async fn a_search_has_an_etag() {
    let path = "/v1/words?ends=zz";
    let response = get(path).await;
    assert_eq!(response.header("cache-control"), "no-cache");
    let tag = response.header("etag").to_owned();
    assert_eq!(
        send(Method::GET, path, &[("if-none-match", &tag)], "").await.status,
        StatusCode::NOT_MODIFIED
    );
    assert_eq!(send(Method::HEAD, path, &[], "").await.status, StatusCode::OK);
}
