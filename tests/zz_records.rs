#![allow(warnings)]
#[path = "rules/wordgame/gcg.rs"]
mod gcg;
#[path = "rules/wordgame/replay.rs"]
mod replay;
