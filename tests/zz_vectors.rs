#![allow(warnings)]
use actix_web::web;
use std::sync::{Arc, OnceLock};
use wordcourt::lexicon::source;
use wordcourt::registry::{LexiconRegistry, RetainedEdition, SearchPool};
use wordcourt::server::{State, routes};
fn state() -> web::Data<State> {
    static STATE: OnceLock<web::Data<State>> = OnceLock::new();
    STATE
        .get_or_init(|| {
            let edition = RetainedEdition::build(&source::embedded(), 1 << 20, || {}).unwrap();
            web::Data::new(State::new(
                Arc::new(LexiconRegistry::with_default(edition, 3)),
                SearchPool::bounded(2, 64),
            ))
        })
        .clone()
}
#[path = "api/rulings.rs"]
mod rulings;
