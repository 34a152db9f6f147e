//! Wordgame over HTTP.

mod bags;
mod challenges;
mod foreign_records;
mod games;
mod moves;
mod pages;
mod records;
mod rules;
mod settle;
mod state;
mod table_says;

const WORDGAME: &str = "/v1/wordgame";

const EMPTY: &str = "...............";

/// Returns a board with some rows filled. Rows are numbered from 1.
fn board(rows: &[(usize, &str)]) -> Vec<String> {
    let mut board = vec![EMPTY.to_owned(); 15];
    for (number, row) in rows {
        (*row).clone_into(&mut board[number - 1]);
    }
    board
}

fn hello() -> Vec<String> {
    board(&[(8, "....HELlO......")])
}

/// Returns a request with more members.
fn with(mut request: serde_json::Value, more: serde_json::Value) -> serde_json::Value {
    let serde_json::Value::Object(more) = more else { panic!("not an object: {more}") };
    request.as_object_mut().unwrap().extend(more);
    request
}
