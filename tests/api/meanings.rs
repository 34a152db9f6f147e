//! Meanings of words from a source outside the lexicon.

use std::sync::Arc;

use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::lexicon::Meanings;
use wordcourt::lexicon::source::Source;
use wordcourt::lexicon::wordnet::Sense;
use wordcourt::registry::{LexiconRegistry, RetainedEdition};
use wordcourt::server::{State, routes};

use crate::{Response, post_rejected, read, shared_state};

const WORDS: &str = "CAT\nCATS\tplural_s\tCAT\nCLAM\t\t\tfrom the lexicon\nCRUD\tprofane\nCRUDE\tordinary,profane\nDOG\nGREEK\tproper\nTURKEY\nUNKNOWN\n";

/// Knows some senses of words, and no more.
#[derive(Debug)]
struct Fixed;

impl Meanings for Fixed {
    fn senses(&self, word: &str, lemma: Option<&str>) -> Vec<Sense> {
        let sense = |part: &'static str, form: &str, gloss: &str, usages: &[&str]| Sense {
            part,
            form: form.to_owned(),
            gloss: gloss.to_owned(),
            usages: usages.iter().map(|&usage| usage.to_owned()).collect(),
        };
        match lemma.unwrap_or(word) {
            "CAT" => {
                vec![sense("verb", "cat", "to whip", &[]), sense("noun", "cat", "an animal", &[])]
            }
            "CLAM" => vec![sense("noun", "clam", "a mollusc", &[])],
            "CRUD" | "CRUDE" => vec![
                sense("noun", "crud", "an insult", &["disparagement"]),
                sense("noun", "crud", "dirt", &[]),
            ],
            "GREEK" => vec![sense("noun", "Greek", "a language", &[])],
            "TURKEY" => vec![
                sense("noun", "Turkey", "a country", &[]),
                sense("noun", "turkey", "a bird", &[]),
            ],
            "UNKNOWN" => vec![sense("noun", "Unknown", "a name of something else", &[])],
            _ => Vec::new(),
        }
    }
}

/// Returns a service with the words above, with or without the source.
fn service(has_source: bool) -> web::Data<State> {
    let source = Source {
        name: "mini".to_owned(),
        edition: "1".to_owned(),
        words: WORDS.into(),
        categories: "".into(),
    };
    let edition = RetainedEdition::build(&source, 1 << 20, || {}).unwrap();
    let state = shared_state(LexiconRegistry::with_default(edition, 1));
    let mut state = Arc::into_inner(state.into_inner()).unwrap();
    state.meanings = has_source.then(|| Arc::new(Fixed) as Arc<dyn Meanings>);
    web::Data::new(state)
}

async fn call(state: &web::Data<State>, request: test::TestRequest) -> Response {
    let service = test::init_service(routes(state.clone())).await;
    read(test::call_service(&service, request.to_request()).await).await
}

async fn validate(state: &web::Data<State>, request: &Value) -> Value {
    let request = test::TestRequest::post().uri("/v1/words/validate").set_json(request);
    call(state, request).await.json()
}

async fn page(state: &web::Data<State>, word: &str) -> Response {
    call(state, test::TestRequest::get().uri(&format!("/v1/words/{word}"))).await
}

#[actix_web::test]
async fn validation_shows_one_line_for_each_word_of_the_lexicon() {
    let state = service(true);
    let words = ["cat", "cats", "clam", "crud", "greek", "turkey", "unknown", "dog", "xyz", "a-b"];
    let request = json!({ "words": words, "meanings": true });
    let answer = validate(&state, &request).await;
    let lines = answer["results"].as_array().unwrap().iter().map(|result| &result["definitions"]);
    let expected = [
        json!(["verb: to whip"]),
        json!(["verb: to whip"]),
        json!(["from the lexicon"]),
        // An ordinary sense is better than a more frequent profane one.
        json!(["noun: dirt"]),
        json!(["noun: a language"]),
        json!(["noun: a bird"]),
        // The word is not marked as a name, so it means something else.
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Null,
    ];
    assert!(lines.eq(&expected), "{answer}");
}

#[actix_web::test]
async fn a_barred_word_says_by_which_sense() {
    let state = service(true);
    let sense = async |word: &str, variant: &str| {
        let request = json!({ "words": [word], "variant": variant, "meanings": true });
        validate(&state, &request).await["results"][0]["reason"]["sense"].clone()
    };
    assert_eq!(sense("crud", "play-on-words").await, "noun: an insult");
    assert_eq!(sense("cats", "play-on-words").await, "noun: an animal");
    assert_eq!(sense("greek", "wordgame").await, "noun: a language");
    assert_eq!(sense("crude", "play-on-words").await, Value::Null, "the word is allowed");
    assert_eq!(sense("xyz", "wordgame").await, Value::Null);
    let page = page(&state, "crud").await.json();
    let verdicts = page["verdicts"].as_array().unwrap();
    let barred: Vec<&Value> =
        verdicts.iter().filter(|verdict| verdict["allowed"] == false).collect();
    assert!(!barred.is_empty());
    assert!(barred.iter().all(|verdict| verdict["reason"]["sense"] == "noun: an insult"), "{page}");
    assert_eq!(page["definitions"], json!(["noun: dirt"]));
}

/// Only the meanings depend on the source: no verdict, id or digest.
#[actix_web::test]
async fn nothing_else_depends_on_the_source() {
    let (with, without) = (service(true), service(false));
    let request =
        json!({ "words": ["cats", "crud", "clam"], "variant": "play-on-words", "grounds": true });
    let mut asking = request.clone();
    asking["meanings"] = true.into();
    let silent = validate(&with, &request).await;
    assert_eq!(silent, validate(&without, &request).await);
    let mut shown = validate(&with, &asking).await;
    let mut of_lexicon = validate(&without, &asking).await;
    assert_ne!(shown, of_lexicon);
    assert_eq!(of_lexicon["results"][2]["definitions"], json!(["from the lexicon"]));
    for answer in [&mut shown, &mut of_lexicon] {
        for result in answer["results"].as_array_mut().unwrap() {
            result.as_object_mut().unwrap().remove("definitions");
            if let Some(reason) = result.get_mut("reason") {
                reason.as_object_mut().unwrap().remove("sense");
            }
        }
        assert_eq!(*answer, silent, "with the same id and grounds");
    }
}

#[actix_web::test]
async fn the_tag_of_a_page_covers_its_meanings() {
    let (with, without) = (service(true), service(false));
    let pages = [page(&with, "cat").await, page(&without, "cat").await];
    assert_ne!(pages[0].header("etag"), pages[1].header("etag"));
    let again = page(&with, "cat").await;
    assert_eq!((again.header("etag"), &again.body), (pages[0].header("etag"), &pages[0].body));
    let mut bodies = pages.map(|page| page.json());
    assert_eq!(
        bodies[0].as_object_mut().unwrap().remove("definitions"),
        Some(json!(["verb: to whip"]))
    );
    assert_eq!(bodies[0], bodies[1]);
    // Rulings have no meanings.
    let challenge =
        json!({ "cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "move": "8E CATS" });
    let request = test::TestRequest::post().uri("/v1/wordgame/challenge").set_json(challenge);
    let ruling = call(&with, request).await.json();
    assert_eq!(ruling["words"], json!([{ "word": "CATS", "valid": true }]), "{ruling}");
}

#[actix_web::test]
async fn requests_for_meanings_are_bounded() {
    let path = "/v1/words/validate";
    let quiet = json!({ "words": ["cat"], "meanings": true, "quiet": true });
    assert_eq!(post_rejected(path, quiet).await, ["conflicting_fields /meanings"]);
    let many = json!({ "words": vec!["cat"; 1_001], "meanings": true });
    assert_eq!(post_rejected(path, many).await, ["too_many /words"]);
}
