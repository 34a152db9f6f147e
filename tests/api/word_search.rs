//! The dictionary searched over HTTP: against brute force, page by page, over a change of lexicon, and with queries that can't be read.

use std::collections::BTreeSet;

use actix_web::http::{Method, StatusCode};
use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::court::{Change, Court, Edition};
use wordcourt::http::{State, routes};
use wordcourt::lexicon::Lexicon;
use wordcourt::lexicon::source::Source;

use crate::word_search_oracle::{Asked, find, some_query};
use crate::{Answer, get, read, send, sitting, state, the_document};

/// A small generator of reproducible choices (splitmix64).
fn dice(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |bound| {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = seed;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// Percent-encodes what a client has to.
fn encoded(query: &str) -> String {
    query.replace('[', "%5B").replace(']', "%5D").replace('^', "%5E").replace(',', "%2C")
}

fn small_words() -> String {
    include_str!("../data/small-words.txt").to_owned()
}

const SMALL_CATEGORIES: &str = "pets\tPets\t\tCAT DOG CATS EEL\nsea\tSea\tproper_nouns\tEEL SEA ATLANTIC\n";

fn edition(name: &str, number: &str, words: &str, categories: &str) -> Edition {
    let source = Source {
        name: name.into(),
        edition: number.into(),
        words: words.to_owned().into(),
        categories: categories.to_owned().into(),
    };
    Edition::build(&source, 1 << 20).unwrap()
}

/// A court of its own, whose lexicons a test may change.
fn court_of(default: Edition) -> web::Data<State> {
    sitting(Court::convene(default, 2))
}

async fn get_from(state: &web::Data<State>, path: &str) -> Answer {
    let service = test::init_service(routes(state.clone(), the_document())).await;
    read(test::call_service(&service, test::TestRequest::get().uri(path).to_request()).await).await
}

fn words_of(page: &Value) -> Vec<String> {
    let words = page["words"].as_array().unwrap_or_else(|| panic!("{page}"));
    words.iter().map(|found| found["word"].as_str().unwrap().to_owned()).collect()
}

/// All pages of a search, one after the other; each says the same total.
async fn all_pages(ask: &impl AsyncFn(&str) -> Answer, query: &str, limit: usize) -> (Vec<String>, usize) {
    let mut words = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/v1/words?{}&limit={limit}{cursor}", encoded(query));
        let answer = ask(&path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", String::from_utf8_lossy(&answer.body));
        let page = answer.json();
        let here = words_of(&page);
        assert!(here.len() <= limit, "{path}");
        words.extend(here);
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return (words, page["total"].as_u64().unwrap() as usize),
        }
    }
}

#[actix_web::test]
async fn thousands_of_searches_of_a_small_lexicon_find_what_brute_force_finds() {
    let text = small_words();
    let other = "AT\nCAT\nTAR\nRATE\nEAR\nTEAR\n";
    let state = court_of(edition("small", "1", &text, SMALL_CATEGORIES));
    state.court.change(Change::Enact(edition("other", "1", other, "")), |_| Ok::<_, ()>(())).unwrap();
    let others: BTreeSet<String> = other.lines().map(str::to_owned).collect();
    let lexicon = Lexicon::from_text(&text, SMALL_CATEGORIES).unwrap();
    let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    let service = test::init_service(routes(state, the_document())).await;
    let ask = async |path: &str| {
        read(test::call_service(&service, test::TestRequest::get().uri(path).to_request()).await).await
    };
    let mut choose = dice(1);
    let mut anything = 0;
    for _ in 0..4_000 {
        let asked = some_query(&words, &["pets", "sea", "pets,sea"], &mut choose);
        let not_in = (choose(5) == 0).then_some(&others);
        let query = if not_in.is_some() { asked.query() + "&not_in=other" } else { asked.query() };
        let limit = [1_000, 1 + choose(40)][choose(2)];
        let expected = find(&lexicon, &asked, not_in);
        let (found, total) = all_pages(&ask, &query, limit).await;
        assert_eq!(
            (total, &found[..]),
            (expected.len(), &expected.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()[..]),
            "{query}"
        );
        anything += usize::from(!expected.is_empty());
    }
    assert!(anything > 1_500, "{anything} searches found something");
}

#[actix_web::test]
async fn searches_of_the_default_lexicon_find_what_brute_force_finds() {
    let edition = state().court.edition(None).unwrap();
    let lexicon = &edition.lexicon;
    let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    let mut choose = dice(2);
    for _ in 0..150 {
        let asked = some_query(&words, &["animals", "fish,food", "us_presidents"], &mut choose);
        let expected = find(lexicon, &asked, None);
        let page = get(&format!("/v1/words?{}&limit=1000", encoded(&asked.query()))).await.json();
        let first: Vec<&str> = expected.iter().take(1_000).copied().collect();
        assert_eq!(
            (page["total"].as_u64(), words_of(&page)),
            (Some(expected.len() as u64), first.iter().map(|word| (*word).to_owned()).collect()),
            "{asked:?}"
        );
        assert_eq!(page["next"].is_string(), expected.len() > 1_000);
    }
}

#[actix_web::test]
async fn paging_through_equals_the_whole_answer_in_every_order() {
    let edition = state().court.edition(None).unwrap();
    let service = test::init_service(routes(state(), the_document())).await;
    let ask = async |path: &str| {
        read(test::call_service(&service, test::TestRequest::get().uri(path).to_request()).await).await
    };
    for order in ["alphabetical", "shortest", "longest"] {
        let asked = Asked { contains: Some("quiz".into()), order: Some(order), ..Asked::default() };
        let expected = find(&edition.lexicon, &asked, None);
        for limit in [1, 7, 1_000] {
            let (found, total) = all_pages(&ask, &asked.query(), limit).await;
            assert_eq!(found, expected);
            assert_eq!(total, expected.len());
        }
    }
    assert_eq!(all_pages(&ask, "", 1_000).await.0.len(), edition.lexicon.len());
}

#[actix_web::test]
async fn a_found_word_comes_with_what_a_list_needs() {
    let page = get("/v1/words?pattern=camels").await.json();
    assert_eq!(page["words"], json!([{"word": "CAMELS", "marks": ["plural_s"], "lemma": "CAMEL", "tier": 35}]));
    assert_eq!((&page["total"], page.get("next")), (&json!(1), None));
    assert_eq!(page["lexicon"]["name"], "en");
    let longest = get("/v1/words?within=retains&order=longest&limit=3").await.json();
    assert_eq!(words_of(&longest), ["ANESTRI", "ANTSIER", "NASTIER"]);
    let none = get("/v1/words?pattern=zzz*&lexicon=en").await.json();
    assert_eq!((&none["words"], &none["total"]), (&json!([{"word": "ZZZ", "tier": 80}]), &json!(1)), "{none}");
}

#[actix_web::test]
async fn a_list_may_be_given_piece_by_piece() {
    let whole = get("/v1/words?starts=caq&without_marks=profane,slang&add=CAQ,CAQX&limit=1000").await;
    let pieces =
        get("/v1/words?add=CAQX&starts=caq&without_marks=slang&add=CAQ&without_marks=profane&limit=1000").await;
    assert_eq!(whole.json(), pieces.json());
    assert!(words_of(&whole.json()).contains(&"CAQ".to_owned()));
    let page = get("/v1/words/CAT?add=CATX&add=XCAT").await.json();
    assert_eq!(page["hooks"], get("/v1/words/CAT?add=XCAT,CATX").await.json()["hooks"]);
    assert!(page["hooks"]["front"].as_str().unwrap().contains('X'), "{page}");
}

#[actix_web::test]
async fn a_search_has_a_tag() {
    let path = "/v1/words?ends=zz";
    let answer = get(path).await;
    assert_eq!(answer.header("cache-control"), "no-cache");
    let tag = answer.header("etag").to_owned();
    assert_eq!(send(Method::GET, path, &[("if-none-match", &tag)], "").await.status, StatusCode::NOT_MODIFIED);
    assert_eq!(send(Method::HEAD, path, &[], "").await.status, StatusCode::OK);
}

#[actix_web::test]
async fn a_cursor_goes_on_with_its_edition_as_long_as_that_is_held() {
    let state = court_of(edition("club", "1", "AA\nAB\nAC\nAD\n", ""));
    let enact = |number: &str, words: &str| {
        state.court.change(Change::Enact(edition("club", number, words, "")), |_| Ok::<_, ()>(())).unwrap();
    };
    let first = get_from(&state, "/v1/words?starts=a&limit=2").await.json();
    let next = first["next"].as_str().unwrap().to_owned();
    let second = format!("/v1/words?starts=a&limit=2&cursor={next}");
    assert_eq!(words_of(&get_from(&state, &second).await.json()), ["AC", "AD"]);

    enact("2", "AE\nAF\n");
    let page = get_from(&state, &second).await.json();
    assert_eq!((words_of(&page), &page["lexicon"]["edition"]), (vec!["AC".into(), "AD".into()], &json!("1")));
    assert_eq!(words_of(&get_from(&state, "/v1/words?starts=a&limit=2").await.json()), ["AE", "AF"]);
    let pinned = get_from(&state, &format!("{second}&lexicon=club@2")).await;
    assert_eq!(pinned.json()["breaches"][0]["pointer"], "/cursor");

    enact("3", "AG\n");
    let gone = get_from(&state, &second).await;
    assert_eq!((gone.status, &gone.json()["code"]), (StatusCode::GONE, &json!("cursor_expired")));
    assert!(gone.json()["detail"].as_str().unwrap().contains("club@3"), "{}", gone.json());
}

#[actix_web::test]
async fn both_lexicons_of_a_comparison_stay_the_same_from_page_to_page() {
    let state = court_of(edition("club", "1", "AA\nAB\nAC\nAD\n", ""));
    let enact = |number: &str, words: &str| {
        state.court.change(Change::Enact(edition("other", number, words, "")), |_| Ok::<_, ()>(())).unwrap();
    };
    enact("1", "AB\n");
    let first = get_from(&state, "/v1/words?not_in=other&limit=1").await.json();
    assert_eq!(
        (words_of(&first), &first["total"], &first["not_in"]["edition"]),
        (vec!["AA".into()], &json!(3), &json!("1"))
    );
    let second = format!("/v1/words?not_in=other&limit=5&cursor={}", first["next"].as_str().unwrap());
    enact("2", "AC\nAD\n");
    assert_eq!(words_of(&get_from(&state, &second).await.json()), ["AC", "AD"]);
    assert_eq!(words_of(&get_from(&state, "/v1/words?not_in=other").await.json()), ["AA", "AB"]);
    enact("3", "AA\n");
    assert_eq!(get_from(&state, &second).await.status, StatusCode::GONE);
    assert_eq!(get_from(&state, "/v1/words?not_in=nope").await.json()["code"], "unknown_lexicon");
    assert_eq!(get_from(&state, "/v1/words?not_in=other@1").await.json()["code"], "lexicon_not_held");
}

#[actix_web::test]
async fn a_query_that_cannot_be_read_is_refused_with_all_its_breaches() {
    let next = get("/v1/words?starts=qu").await.json()["next"].as_str().unwrap().to_owned();
    let absent = next.replacen(next.split('.').next().unwrap(), "QQQQ", 1);
    let long = "A".repeat(65);
    for (query, expected) in [
        ("nope=1&a/b=2", &["unknown_field /nope", "unknown_field /a~1b"][..]),
        ("pattern=a&pattern=b", &["conflicting_fields /pattern"]),
        ("pattern=", &["invalid_field /pattern"]),
        ("pattern=%5BA", &["invalid_field /pattern"]),
        (
            "pattern=a-c&anagram_of=caf%C3%A9&within=&limit=0",
            &["out_of_bounds /limit", "invalid_field /pattern", "invalid_field /anagram_of", "invalid_field /within"],
        ),
        ("pattern=%ff", &["invalid_field /pattern"]),
        (&format!("within={long}"), &["invalid_field /within"]),
        ("contains=a?&starts=&ends=1", &["invalid_word /contains", "invalid_word /starts", "invalid_word /ends"]),
        ("min_length=0&max_length=46", &["out_of_bounds /min_length", "out_of_bounds /max_length"]),
        ("min_length=+5&max_length=x", &["invalid_field /min_length", "invalid_field /max_length"]),
        ("min_length=99999999999999999999999", &["out_of_bounds /min_length"]),
        ("min_length=6&max_length=5", &["conflicting_fields /min_length"]),
        ("marks=&without_marks=plural,verb_s", &["too_few /marks", "invalid_field /without_marks"]),
        (
            "variant=chess&order=random&limit=1001",
            &["out_of_bounds /limit", "invalid_field /variant", "invalid_field /order"],
        ),
        ("category=animals,nope,", &["unknown_category /category", "unknown_category /category"]),
        ("cursor=", &["invalid_field /cursor"]),
        ("cursor=AA.0.0", &["invalid_field /cursor"]),
        (&format!("starts=q&cursor={next}"), &["conflicting_fields /cursor"]),
        (&format!("starts=qu&order=longest&cursor={next}"), &["conflicting_fields /cursor"]),
        (&format!("starts=qu&not_in=en&cursor={next}"), &["conflicting_fields /cursor"]),
        (&format!("starts=qu&cursor={absent}"), &["conflicting_fields /cursor"]),
    ] {
        let answer = get(&format!("/v1/words?{query}")).await;
        assert_eq!(
            answer.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{query}: {}",
            String::from_utf8_lossy(&answer.body)
        );
        let problem = answer.json();
        let breaches: Vec<String> = problem["breaches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|breach| format!("{} {}", breach["code"].as_str().unwrap(), breach["pointer"].as_str().unwrap()))
            .collect();
        let sorted = |list: Vec<String>| -> BTreeSet<String> { list.into_iter().collect() };
        assert_eq!(sorted(breaches), sorted(expected.iter().map(|breach| (*breach).to_owned()).collect()), "{query}");
        assert!(!problem["detail"].as_str().unwrap().is_empty());
    }
    assert_eq!(get("/v1/words?lexicon=nope").await.json()["code"], "unknown_lexicon");
    assert_eq!(get("/v1/words?lexicon=en@0000").await.json()["code"], "lexicon_not_held");
    assert_eq!(send(Method::POST, "/v1/words", &[], "").await.header("allow"), "GET, HEAD, OPTIONS");
}

/// Patterns that take an engine that backtracks longer than anyone waits.
#[actix_web::test]
async fn hostile_patterns_are_answered_like_others() {
    let stars = "*?".repeat(45);
    for pattern in [
        "*a*a*a*a*a*a*a*a*a*a*a*a*b",
        "*e*e*e*e*e*e*e*",
        &stars,
        &"*".repeat(256),
        &"%5B^z%5D*".repeat(40),
        &"[abcde]*".repeat(30).replace('[', "%5B").replace(']', "%5D"),
    ] {
        let answer = get(&format!("/v1/words?pattern={pattern}&limit=1")).await;
        assert_eq!(answer.status, StatusCode::OK, "{pattern}: {}", String::from_utf8_lossy(&answer.body));
    }
}
