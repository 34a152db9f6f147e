//! Choose Your Words and Word For Word over HTTP.

mod categories;
mod challenges;
mod chances;
mod deck;
mod players;
mod rules;
mod scores;
mod settlements;
mod slips;

const CYW: &str = "/v1/choose-your-words";
const WFW: &str = "/v1/word-for-word";
