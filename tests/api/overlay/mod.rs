//! Overlays: a request with an overlay gets the same response as a request without one to a lexicon
//! into which the overlay is merged.

mod comparison;
mod requests;

use std::collections::BTreeSet;
use std::convert::Infallible;

use actix_web::http::{Method, StatusCode};
use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::lexicon::source::Source;
use wordcourt::registry::{Change, LexiconRegistry, RetainedEdition};
use wordcourt::server::{State, routes};

use crate::dice::Dice;
use crate::{read, shared_state};

const SMALL_WORDS: &str = include_str!("../../data/small-words.txt");
const CATEGORIES: &str = "club\tThe club\tproper_nouns\tPARIS ROMES TEASE\n";

fn edition(name: &str, words: &BTreeSet<&str>) -> RetainedEdition {
    let text = words.iter().copied().collect::<Vec<_>>().join("\n");
    let source = Source {
        name: name.to_owned(),
        edition: "1".to_owned(),
        words: text.into(),
        categories: CATEGORIES.into(),
    };
    RetainedEdition::build(&source, 1 << 20, || {}).unwrap()
}

/// A service with the lexicons `base` and `merged`, which differ by the words of an overlay.
struct Lexicons {
    state: web::Data<State>,
    overlay: Value,
    /// The words of the overlay, and some others.
    words: Vec<String>,
}

impl Lexicons {
    fn draw(dice: &mut Dice) -> Self {
        let mut base: BTreeSet<&str> = SMALL_WORDS.lines().collect();
        base.extend([
            "MASKS\tplural_s",
            "TEASED\tprofane",
            "PARISH\tproper",
            "RIDES\tplural_s",
            "AB",
            "AT",
            "ER",
        ]);
        let texts: Vec<&str> = base.iter().map(|line| line.split('\t').next().unwrap()).collect();
        let mut added: BTreeSet<String> = (0..25)
            .map(|_| {
                let length = 2 + dice.below(7);
                dice.letters(length)
            })
            .collect();
        added.extend((0..8).map(|_| dice.one_of(&texts).to_owned() + "S"));
        // Words that the lexicon already contains, with and without a mark. OMYWORD counts in two
        // games without being in a lexicon.
        added.extend(["MASKS", "PARISH", "OMYWORD"].map(str::to_owned));
        added.insert(dice.one_of(&texts).to_owned());
        let removed: BTreeSet<String> =
            (0..texts.len() / 6).map(|_| dice.one_of(&texts).to_owned()).collect();
        let removed: Vec<&String> = removed.difference(&added).collect();
        let overlay = json!({"add": added, "remove": removed});
        let word = |line: &&str| line.split('\t').next().unwrap().to_owned();
        let mut merged = base.clone();
        // A word that the lexicon already contains stays a plural, but nothing bars its class.
        let is_replaced = |line: &&str| added.contains(&word(line)) && !line.ends_with("plural_s");
        merged.retain(|line| !is_replaced(line) && !removed.contains(&&word(line)));
        let is_listed =
            |word: &&str| merged.iter().any(|line| line.split('\t').next() == Some(word));
        let new: Vec<&str> =
            added.iter().map(String::as_str).filter(|word| !is_listed(word)).collect();
        merged.extend(new);
        let registry = LexiconRegistry::with_default(edition("base", &base), 1);
        registry
            .change::<Infallible>(Change::Install(edition("merged", &merged)), |_| Ok(()))
            .unwrap();
        let state = shared_state(registry);
        let others = (0..20).map(|_| dice.one_of(&texts).to_owned());
        let words: Vec<String> =
            added.iter().cloned().chain(removed.into_iter().cloned()).chain(others).collect();
        Self { state, overlay, words }
    }

    fn word(&self, dice: &mut Dice, most: usize) -> String {
        let short: Vec<&String> =
            self.words.iter().filter(|word| (2..=most).contains(&word.len())).collect();
        dice.one_of(&short).clone()
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let service = test::init_service(routes(self.state.clone())).await;
        let request = test::TestRequest::default().method(Method::POST).uri(path).set_json(body);
        let response = read(test::call_service(&service, request.to_request()).await).await;
        (response.status, response.json())
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let service = test::init_service(routes(self.state.clone())).await;
        let response = read(
            test::call_service(&service, test::TestRequest::get().uri(path).to_request()).await,
        )
        .await;
        (response.status, response.json())
    }

    /// Sends a query to `base` with the overlay and to `merged` without it. All pages of the
    /// responses must be equal; returns their number.
    async fn get_both(&self, path: &str, query: &str) -> usize {
        let list = |field: &str| {
            let words = self.overlay[field].as_array().unwrap();
            words
                .iter()
                .map(|word| word.as_str().unwrap())
                .collect::<Vec<_>>()
                .join(",")
                .to_lowercase()
        };
        let merged = format!("{path}?{query}&lexicon=merged");
        let base =
            format!("{path}?{query}&lexicon=base&add={}&remove={}", list("add"), list("remove"));
        let mut next = [String::new(), String::new()];
        for pages in 1.. {
            let mut responses = [
                self.get(&(merged.clone() + &next[0])).await,
                self.get(&(base.clone() + &next[1])).await,
            ];
            assert_eq!(responses[1].0, StatusCode::OK, "{base}: {}", responses[1].1);
            assert!(responses[1].1["lexicon"]["overlay"].is_string(), "{base}: {}", responses[1].1);
            let cursors = responses.each_mut().map(|(_, response)| {
                let fields = response.as_object_mut().unwrap();
                fields.remove("lexicon");
                fields.remove("next").map(|next| format!("&cursor={}", next.as_str().unwrap()))
            });
            assert_eq!(responses[0], responses[1], "{base}");
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

    /// Posts a request to `base` with the overlay and to `merged` without it. The responses must be
    /// equal.
    async fn post_both(&self, path: &str, request: Value) -> Value {
        let with = |mut request: Value, field: &str, value: &Value| {
            request[field] = value.clone();
            request
        };
        let merged = with(request.clone(), "lexicon", &json!("merged"));
        let overlaid = with(with(request, "lexicon", &json!("base")), "overlay", &self.overlay);
        let (mut expected, mut found) =
            (self.post(path, &merged).await, self.post(path, &overlaid).await);
        if found.0 == StatusCode::OK {
            assert!(found.1["lexicon"]["overlay"].is_string(), "{path} {overlaid}: {}", found.1);
        }
        for response in [&mut expected, &mut found] {
            for field in ["lexicon", "id", "request_id"] {
                response.1.as_object_mut().unwrap().remove(field);
            }
        }
        assert_eq!(expected, found, "{path} {overlaid}");
        found.1
    }
}
