//! Verification of recorded answers.

use std::sync::Arc;

use serde_json::{Value, json};
use wordcourt::api::lexicons::Lexicons as _;
use wordcourt::api::verification::{
    Broken, Chain, FindEdition, NamedEdition, Record, Verdict, compute, verify,
};
use wordcourt::api::{self, Method, OperationId, openapi};
use wordcourt::edition::Edition;
use wordcourt::lexicon::source::Source;
use wordcourt::lexicon::wordnet::Sense;
use wordcourt::lexicon::{Digest, Meanings};
use wordcourt::registry::{Change, LexiconRegistry, RetainedEdition};

use crate::state;

const OPERATIONS: [&str; 2] = ["challenge_my_word", "score_my_word"];

/// The editions of a service with the default lexicon, and a small one with two editions.
struct Editions {
    registry: LexiconRegistry,
}

impl Editions {
    fn new() -> Self {
        let registry = LexiconRegistry::new("club".into(), 3);
        for (edition, words) in [("1", "CAT\nMASK\n"), ("2", "CAT\nDOG\n")] {
            let source = Source {
                name: "club".into(),
                edition: edition.into(),
                words: words.into(),
                categories: "".into(),
            };
            let edition = RetainedEdition::build(&source, 0, || {}).unwrap();
            registry
                .change::<std::convert::Infallible>(Change::Install(edition), |_| Ok(()))
                .unwrap();
        }
        Self { registry }
    }

    /// Returns a record of the answer to a request.
    fn record(&self, operation: &str, request: &Value) -> Value {
        let id = OperationId::from_name(operation).unwrap();
        let answer = api::answer(id, request.to_string().as_bytes(), &self.registry).unwrap();
        let answer: Value = serde_json::from_slice(&answer.body).unwrap();
        json!({ "operation": operation, "request": request, "answer": answer })
    }
}

impl FindEdition for Editions {
    fn find(&mut self, named: &NamedEdition<'_>) -> Result<Arc<Edition>, String> {
        let selector = format!("{}@{}", named.name, named.digest);
        self.registry.edition(Some(&selector)).map_err(|error| error.to_string())
    }
}

/// The same editions with a source of meanings.
struct WithMeanings(Editions);

impl FindEdition for WithMeanings {
    fn find(&mut self, named: &NamedEdition<'_>) -> Result<Arc<Edition>, String> {
        self.0.find(named)
    }

    fn meanings(&self) -> Option<Arc<dyn Meanings>> {
        Some(Arc::new(OneSense))
    }
}

/// Knows one sense of every word.
#[derive(Debug)]
struct OneSense;

impl Meanings for OneSense {
    fn senses(&self, word: &str, _: Option<&str>) -> Vec<Sense> {
        let (form, gloss) = (word.to_lowercase(), "a word".to_owned());
        vec![Sense { part: "noun", form, gloss, usages: Vec::new() }]
    }
}

/// The default lexicon only.
struct Default;

impl FindEdition for Default {
    fn find(&mut self, named: &NamedEdition<'_>) -> Result<Arc<Edition>, String> {
        let edition = state().edition(None).unwrap();
        if edition.id.digest == named.digest { Ok(edition) } else { Err(named.to_string()) }
    }
}

fn verdict(record: &str, editions: &mut impl FindEdition) -> Verdict {
    match serde_json::from_str::<Record<'_>>(record) {
        Ok(record) => verify(&record, editions),
        Err(error) => Verdict::Malformed(error.to_string()),
    }
}

/// Returns the pointer of the first difference.
fn pointer(record: &Value, editions: &mut impl FindEdition) -> String {
    match verdict(&record.to_string(), editions) {
        Verdict::Differs(difference) => difference.pointer,
        other => panic!("{other:?}: {record}"),
    }
}

fn call(request: &Value) -> Value {
    let mut call = json!({ "table": ["M", "K", "??", "SH"], "call": ["M", "??=AS", "K"] });
    for (name, value) in request.as_object().unwrap() {
        call[name] = value.clone();
    }
    call
}

fn challenge() -> Value {
    call(&json!({ "caller": "ann", "players": ["ann", "bob"], "dealer": "bob", "deck": 12 }))
}

#[test]
fn the_answer_to_every_example_is_verified() {
    let examples: Value = serde_json::from_str(openapi::EXAMPLES).unwrap();
    let mut count = 0;
    for operation in OperationId::ALL.iter().filter(|operation| operation.method() == Method::Post)
    {
        let example = &examples[operation.name()];
        let record = json!({
            "operation": operation.name(),
            "request": example["request"],
            "answer": example["response"],
        });
        assert_eq!(verdict(&record.to_string(), &mut Default), Verdict::Same, "{operation:?}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn answers_are_computed_with_the_editions_that_they_name() {
    let mut editions = Editions::new();
    let first = editions.registry.edition(Some("club@1")).unwrap().id.digest.clone();
    let requests = [
        ("score_my_word", call(&json!({}))),
        ("score_my_word", call(&json!({ "lexicon": "club" }))),
        ("score_my_word", call(&json!({ "lexicon": "club@1", "grounds": true }))),
        ("score_my_word", call(&json!({ "lexicon": format!("club@{}", &first[..20]) }))),
        ("score_my_word", call(&json!({ "overlay": { "add": ["MASK"] } }))),
        ("validate_words", json!({ "words": ["MASK"], "second_lexicon": "club@1" })),
        (
            "validate_words",
            json!({ "words": ["DOG"], "lexicon": "club@1", "second_lexicon": "club" }),
        ),
        ("search_words", json!({ "not_in": "club@1" })),
        ("search_words", json!({ "lexicon": "club@1", "not_in": "club" })),
        ("get_word", json!({ "word": "mask", "lexicon": "club@1" })),
        // This answer depends on no lexicon.
        (
            "settle_my_word",
            json!({
                "lexicon": "club@1",
                "rounds": [[{ "player": "ann", "cards": 9 }, { "player": "bob", "cards": 2 }]],
            }),
        ),
    ];
    for (operation, request) in requests {
        let record = editions.record(operation, &request).to_string();
        assert_eq!(verdict(&record, &mut editions), Verdict::Same, "{record}");
    }
    let mut record = editions.record("score_my_word", &call(&json!({ "lexicon": "club@1" })));
    record["request"]["lexicon"] = "club@2".into();
    assert_eq!(pointer(&record, &mut editions), "", "the request asks for another edition");
}

#[test]
fn the_first_difference_is_named() {
    let mut editions = Editions::new();
    for operation in OPERATIONS {
        let request = if operation == "score_my_word" { call(&json!({})) } else { challenge() };
        let record = editions.record(operation, &request);
        let changed = |change: fn(&mut Value)| {
            let mut changed = record.clone();
            change(&mut changed["answer"]);
            changed
        };
        let added = changed(|answer| answer["a/b~c"] = 1.into());
        assert_eq!(pointer(&added, &mut editions), "/a~1b~0c");
        let removed = changed(|answer| drop(answer.as_object_mut().unwrap().remove("lexicon")));
        assert_eq!(pointer(&removed, &mut editions), "", "the edition is not known");
        let renumbered = changed(|answer| answer["rulebook"] = "1".into());
        assert!(matches!(
            verdict(&renumbered.to_string(), &mut editions),
            Verdict::Unavailable(detail) if detail.contains("rulebook \"1\"")
        ));
    }
    let mut record = editions.record("score_my_word", &call(&json!({})));
    let lines = record["answer"]["lines"].as_array_mut().unwrap();
    lines.push(Value::Null);
    let past_the_end = lines.len() - 1;
    assert_eq!(pointer(&record, &mut editions), format!("/lines/{past_the_end}"));
    record["request"]["call"] = 7.into();
    assert_eq!(pointer(&record, &mut editions), "", "the request has a problem now");
}

/// No byte of a ruling can be changed unnoticed.
#[test]
fn every_changed_byte_of_an_answer_is_noticed() {
    let mut editions = Editions::new();
    let record = editions.record("challenge_my_word", &challenge()).to_string();
    let answer = record.find(r#""answer":"#).unwrap() + r#""answer":"#.len();
    for place in answer..record.len() - 1 {
        for byte in [record.as_bytes()[place] ^ 1, b'0', b'"', b' '] {
            let mut changed = record.clone().into_bytes();
            if std::mem::replace(&mut changed[place], byte) == byte {
                continue;
            }
            let changed = String::from_utf8(changed).unwrap();
            let verdict = verdict(&changed, &mut editions);
            assert_ne!(verdict, Verdict::Same, "{changed}");
        }
    }
}

#[test]
fn records_that_say_two_things_are_refused() {
    let mut editions = Editions::new();
    let record = editions.record("score_my_word", &call(&json!({}))).to_string();
    for (from, to) in [
        (r#""legal":"#, r#""legal":false,"legal":"#),
        (r#""rulebook":"#, r#""rulebook":"1","rulebook":"#),
        (r#""answer":"#, r#""answer":{},"answer":"#),
        (r#""table":"#, r#""table":[],"table":"#),
    ] {
        let twice = record.replacen(from, to, 1);
        assert_ne!(twice, record);
        assert_ne!(verdict(&twice, &mut editions), Verdict::Same, "{twice}");
    }
    for bad in [
        r#"{"operation":"x","request":{},"answer":{}}"#,
        r#"{"operation":"get_word","request":{"word":"CAT"},"answer":[]}"#,
        r#"{"operation":"get_word","request":{"word":"CAT"}}"#,
        r#"{"operation":"get_word","request":{"word":"CAT"},"answer":{"lexicon":"club"}}"#,
    ] {
        assert!(matches!(verdict(bad, &mut editions), Verdict::Malformed(_)), "{bad}");
    }
    let state = r#"{"operation":"list_lexicons","request":{},"answer":{"lexicons":[]}}"#;
    assert!(matches!(verdict(state, &mut editions), Verdict::Unavailable(_)));
}

/// Meanings depend on the machine of the service, and ids don't cover them. A record may lack them,
/// but another one is not verified, and one that is not computed is a difference.
#[test]
fn only_computed_meanings_may_differ() {
    let mut editions = Editions::new();
    let record = editions.record("get_word", &json!({ "word": "cat" }));
    let pretty = serde_json::to_string_pretty(&record).unwrap();
    assert_eq!(verdict(&pretty, &mut editions), Verdict::Same);
    let mut invented = record.clone();
    invented["answer"]["definitions"] = json!(["an animal"]);
    assert_eq!(pointer(&invented, &mut editions), "/definitions");

    let mut editions = WithMeanings(editions);
    assert_eq!(verdict(&pretty, &mut editions), Verdict::Same, "without its meaning");
    let mut same = record.clone();
    same["answer"] = {
        let record = record.to_string();
        let answer = compute(&serde_json::from_str(&record).unwrap(), &mut editions).unwrap();
        serde_json::from_slice(&answer.body).unwrap()
    };
    assert!(same["answer"]["definitions"].is_array());
    assert_eq!(verdict(&same.to_string(), &mut editions), Verdict::Same);
    let Verdict::SameExceptMeaning(difference) = verdict(&invented.to_string(), &mut editions)
    else {
        panic!("{invented}");
    };
    assert_eq!(difference.pointer, "/definitions/0");
    invented["answer"]["valid"] = false.into();
    assert_eq!(pointer(&invented, &mut editions), "/valid");
    let mut elsewhere = same;
    elsewhere["answer"]["lexicon"]["definitions"] = json!(["an animal"]);
    assert_eq!(pointer(&elsewhere, &mut editions), "/lexicon/definitions");
}

/// The sense that decided is part of the verdict (RULEBOOK P9).
#[test]
fn the_sense_that_decided_is_verified() {
    let request = json!({ "words": ["runs"], "variant": "play-on-words" });
    let answer =
        api::answer(OperationId::ValidateWords, request.to_string().as_bytes(), &**state());
    let mut answer: Value = serde_json::from_slice(&answer.unwrap().body).unwrap();
    answer["results"][0]["sense"]["kept"] = "noun".into();
    let record = json!({ "operation": "validate_words", "request": request, "answer": answer });
    assert_eq!(pointer(&record, &mut Default), "/results/0/sense/kept");
}

/// An answer that depends on no lexicon has a request that may name one, but no other text.
#[test]
fn a_lexicon_that_does_not_matter_is_still_a_name() {
    let mut editions = Editions::new();
    let rounds = json!([[{ "player": "ann", "cards": 9 }, { "player": "bob", "cards": 2 }]]);
    let request = json!({ "lexicon": "club@1", "rounds": rounds });
    let mut record = editions.record("settle_my_word", &request);
    record["request"]["lexicon"] = "club@3".into();
    assert_eq!(verdict(&record.to_string(), &mut editions), Verdict::Same);
    record["request"]["lexicon"] = "bob has won".into();
    assert_eq!(pointer(&record, &mut editions), "");
}

fn log(lines: &[Value]) -> Vec<String> {
    let mut log: Vec<String> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let mut line = line.clone();
        line["n"] = (index + 1).into();
        if let Some(last) = log.last() {
            line["prev"] = Digest::of(&[last.as_bytes()]).to_string().into();
        }
        log.push(line.to_string());
    }
    log
}

/// Returns the numbers of the lines where a chain breaks, counted from 1.
fn breaks(log: &[String]) -> Vec<usize> {
    let mut chain = Chain::default();
    let breaks = log
        .iter()
        .enumerate()
        .filter_map(|(index, line)| chain.add(line).is_err().then_some(index + 1));
    breaks.collect()
}

#[test]
fn a_chain_breaks_where_a_line_was_changed_moved_or_removed() {
    let whole = log(&[json!({ "at": "1" }), json!({ "a": 1 }), json!({}), json!({ "b": 2 })]);
    assert!(whole.iter().all(|line| Chain::has_link(line)));
    assert!(breaks(&whole).is_empty());
    let with = |change: fn(&mut Vec<String>)| {
        let mut log = whole.clone();
        change(&mut log);
        breaks(&log)
    };
    assert_eq!(with(|log| log[1] = log[1].replace("\"a\":1", "\"a\":3")), [3]);
    assert_eq!(with(|log| log[1].push(' ')), [3]);
    assert_eq!(with(|log| drop(log.remove(0))), [1]);
    assert_eq!(with(|log| drop(log.remove(1))), [2]);
    assert_eq!(with(|log| log.swap(1, 2)), [2, 3, 4]);
    assert_eq!(with(|log| log.insert(1, log[1].clone())), [3]);
    assert_eq!(with(|log| log[2] = r#"{"no":"link"}"#.into()), [3, 4]);
    assert_eq!(with(|log| log[2] = log[2].replace("\"n\":3", "\"n\":7")), [3, 4]);
    let mut chain = Chain::default();
    chain.add(&whole[0]).unwrap();
    let digest = Digest::of(&[whole[0].as_bytes()]);
    assert_eq!(chain.last(), Some(digest));
    assert_eq!(chain.add(r#"{"n":2}"#), Err(Broken::NoPrevious(digest)));
}
