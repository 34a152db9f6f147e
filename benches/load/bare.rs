//! The bare endpoint: it reads the members of the requests that the workloads send, and sends
//! prepared bytes. It has no routes, checks nothing else, and neither counts nor logs requests.

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::{App, HttpResponse, HttpServer, web};
use serde::Deserialize;

/// Runs the endpoint for the requests of a path until it is killed.
pub(crate) fn serve(path: &str, response: &str) -> std::io::Result<()> {
    let reads = reader_of(path);
    let response = web::Bytes::copy_from_slice(response.as_bytes());
    actix_web::rt::System::new().block_on(async {
        let server = HttpServer::new(move || {
            let response = response.clone();
            let handler = move |body: web::Bytes| {
                let response = if reads(&body) {
                    HttpResponse::Ok()
                        .insert_header((CONTENT_TYPE, HeaderValue::from_static("application/json")))
                        .body(response.clone())
                } else {
                    HttpResponse::BadRequest().finish()
                };
                async move { response }
            };
            App::new().app_data(web::PayloadConfig::new(1 << 20)).default_service(web::to(handler))
        });
        let server = server.workers(1).bind("127.0.0.1:0")?;
        eprintln!(r#"{{"message": "serving", "address": "{}"}}"#, server.addrs()[0]);
        server.run().await
    })
}

/// Returns the function that reads the requests of a path; it returns false for another body.
fn reader_of(path: &str) -> fn(&[u8]) -> bool {
    match path {
        "/v1/words/validate" => |body| read::<Words<'_>>(body),
        "/v1/choose-your-words/score" | "/v1/word-for-word/score" => |body| read::<Play<'_>>(body),
        "/v1/choose-your-words/best" => |body| read::<Hand<'_>>(body),
        "/v1/word-for-word/best" => |body| read::<BoardAndHand<'_>>(body),
        "/v1/play-on-words/score" => |body| read::<ScoredTurn<'_>>(body),
        "/v1/play-on-words/best" => |body| read::<HandAndTable<'_>>(body),
        "/v1/wordgame/score" => |body| read::<Move<'_>>(body),
        "/v1/wordgame/best" => |body| read::<Position<'_>>(body),
        "/v1/my-word/score" => |body| read::<Call<'_>>(body),
        "/v1/my-word/best" => |body| read::<Table<'_>>(body),
        _ => <[u8]>::is_empty,
    }
}

fn read<'b, R: Deserialize<'b>>(body: &'b [u8]) -> bool {
    // The request must be kept, or the optimizer would leave out parts of reading it.
    serde_json::from_slice::<R>(body).map(std::hint::black_box).is_ok()
}

/// Defines requests, whose texts are borrowed from the body. No body has escapes.
macro_rules! requests {
    ($($name:ident { $($list:ident: $item:ty),* $(; $($member:ident: $kind:ty),*)? })*) => {$(
        #[derive(Deserialize)]
        #[expect(dead_code, reason = "only reading it is measured")]
        struct $name<'b> {
            $(#[serde(borrow)] $list: Vec<$item>,)*
            $($($member: $kind,)*)?
        }
    )*};
}

requests! {
    Words { words: &'b str; quiet: bool }
    Play { play: &'b str }
    Hand { hand: &'b str; top: u32 }
    BoardAndHand { thought: &'b str, board: &'b str; top: u32 }
    HandAndTable { hand: &'b str, table: Vec<&'b str>; top: u32 }
    Call { table: &'b str, call: &'b str }
    Table { table: &'b str; top: u32 }
    PlayOn { word: &'b str; onto: Vec<u32> }
    PlayOns { play_ons: PlayOn<'b> }
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only reading it is measured")]
struct ScoredTurn<'b> {
    #[serde(borrow)]
    hand: Vec<&'b str>,
    #[serde(borrow)]
    table: Vec<Vec<&'b str>>,
    #[serde(borrow)]
    turn: PlayOns<'b>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only reading it is measured")]
struct Move<'b> {
    cgp: &'b str,
    r#move: &'b str,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only reading it is measured")]
struct Position<'b> {
    cgp: &'b str,
    rack: &'b str,
    top: u32,
    count: bool,
}
