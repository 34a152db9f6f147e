//! Wordgame over HTTP.

mod games;
mod moves;

const WORDGAME: &str = "/v1/wordgame";
