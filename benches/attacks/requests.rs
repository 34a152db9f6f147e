//! Requests of attackers and of honest clients. Those with different numbers have different
//! responses, so that none is answered from the cache.

/// A table of short words that many others contain. With two wilds in the hand, it makes the most
/// expensive searches known.
const TABLE_WORDS: [&str; 6] = [
    r#"["A","T","E"]"#,
    r#"["I","N","S"]"#,
    r#"["O","R","E"]"#,
    r#"["E","R","S"]"#,
    r#"["S","E","A"]"#,
    r#"["I","T","E"]"#,
];

fn letter(number: usize, place: u32) -> char {
    char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number / 26_usize.pow(place) % 26])
}

/// Returns an HTTP request.
fn post(path: &str, body: &str, connection: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: {connection}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Returns one of the most expensive searches: 24 table words and two wilds.
pub(crate) fn hardest(number: usize) -> Vec<u8> {
    let (first, second) = (letter(number, 0), letter(number, 1));
    let table = [TABLE_WORDS; 4].concat().join(",");
    let body = format!(
        r#"{{"hand":["A","E","S","T","{first}","{second}","*","*"],"table":[{table}],"top":{},"rules":{{"strict_deck":false}}}}"#,
        1 + number / 676 % 1_000
    );
    post("/v1/play-on-words/best", &body, "keep-alive")
}

/// Returns a search with an overlay of 2,000 words and two blanks.
pub(crate) fn large_overlay(number: usize) -> Vec<u8> {
    let words = |shift: usize| {
        let word = |at: usize| {
            let at = at + shift;
            format!("\"{}{}{}S\"", letter(at, 0), letter(at, 1), letter(at, 2))
        };
        (0..1_000).map(word).collect::<Vec<_>>().join(",")
    };
    let body = format!(
        r#"{{"cgp":"15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15","rack":"{}{}EIN??","top":1,"count":false,"rules":{{"strict_bag":false}},"overlay":{{"add":[{}],"remove":[{}]}}}}"#,
        letter(number, 0),
        letter(number, 1),
        words(0),
        words(5_000)
    );
    post("/v1/wordgame/best", &body, "keep-alive")
}

/// Returns a request for all moves of an empty board: a small request for a long response.
pub(crate) fn all_moves(number: usize) -> Vec<u8> {
    let body = format!(
        r#"{{"cgp":"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15","rack":"AEIN{}??","all":true,"limit":10000}}"#,
        letter(number, 0)
    );
    post("/v1/wordgame/best", &body, "keep-alive")
}

/// Returns a search of an honest client, which takes about 1 ms.
pub(crate) fn honest_search(number: usize) -> Vec<u8> {
    let body = format!(
        r#"{{"cgp":"15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15","rack":"{}{}{}EIN?","top":5,"rules":{{"strict_bag":false}}}}"#,
        letter(number, 0),
        letter(number, 1),
        letter(number, 2)
    );
    post("/v1/wordgame/best", &body, "close")
}

/// Returns a question of an honest client that runs on the workers.
pub(crate) fn honest_question(number: usize) -> Vec<u8> {
    let body = format!(r#"{{"words":["{}UIZ","ZZYXQ"]}}"#, letter(number, 0));
    post("/v1/words/validate", &body, "close")
}

/// The start of a request whose other headers never come.
pub(crate) const INCOMPLETE_HEAD: &[u8] = b"GET /v1/words/quiz HTTP/1.1\r\nhost: x\r\nx-slow: ";
