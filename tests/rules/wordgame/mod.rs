//! Wordgame, compared with an independent oracle and another engine, and properties of every
//! position.

mod board;
mod cgp;
mod gcg;
mod positions;
mod properties;
mod replay;
mod search;
mod tiles;
mod written_moves;
