//! Every route on one screen.

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::guard::fn_guard;
use actix_web::http::header;
use actix_web::middleware::{Condition, from_fn};
use actix_web::web::{self, ServiceConfig};
use actix_web::{App, Error};
use utoipa::OpenApi as _;

use super::gate::{self, guard};
use super::observe::{self, observe};
use super::oh_my_word::{choose_your_words, word_for_word};
use super::openapi::Document;
use super::{State, lexicons, my_word, openapi, pages, play_on_words, variants, word_search, wordgame, words};

/// Takes the list of operations and makes of it both the document's paths and the routes.
macro_rules! operations {
    ($($($name:ident)::+,)+) => {
        #[derive(utoipa::OpenApi)]
        #[openapi(paths($($($name)::+),+))]
        struct Operations;

        /// Routes every operation to where the document says that it is.
        fn operations(config: &mut ServiceConfig, document: &Document) {
            $(
                let (method, path) = document.place(stringify!($($name)::+)).expect("the document has all operations");
                // Actix's own method guards note every method that they have looked at, in memory asked for each time.
                let guard = fn_guard(move |context| context.head().method == method);
                config.service(web::resource(path).guard(guard).to($($name)::+));
            )+
        }
    };
}

// Paths are tried one after the other: those first that are asked on every move, those with parameters, which take longest, last.
operations! {
    words::validate_words,
    wordgame::score_wordgame,
    choose_your_words::score_choose_your_words,
    word_for_word::score_word_for_word,
    play_on_words::score_play_on_words,
    my_word::score_my_word,
    word_search::search_words,
    wordgame::best_wordgame,
    choose_your_words::best_choose_your_words,
    word_for_word::best_word_for_word,
    play_on_words::best_play_on_words,
    my_word::best_my_word,
    wordgame::challenge_wordgame,
    choose_your_words::challenge_choose_your_words,
    choose_your_words::category_challenge_choose_your_words,
    word_for_word::challenge_word_for_word,
    word_for_word::category_challenge_word_for_word,
    play_on_words::challenge_play_on_words,
    my_word::challenge_my_word,
    wordgame::settle_wordgame,
    wordgame::games::replay_wordgame,
    choose_your_words::settle_choose_your_words,
    choose_your_words::cut_choose_your_words,
    word_for_word::settle_word_for_word,
    word_for_word::cut_word_for_word,
    play_on_words::settle_play_on_words,
    my_word::settle_my_word,
    variants::list_variants,
    lexicons::list_lexicons,
    words::get_word,
    lexicons::get_lexicon,
    variants::get_variant,
}

/// The `OpenAPI` document of the routes.
#[must_use]
pub fn document() -> Document {
    Document::finish(openapi::preamble().merge_from(Operations::openapi()))
}

/// What web pages of some origins may do; `*` stands for all of them.
fn cors(origins: &[String]) -> Cors {
    let methods = ["GET", "HEAD", "OPTIONS", "POST", "QUERY"];
    let may_send =
        [header::AUTHORIZATION, header::CONTENT_TYPE, header::IF_NONE_MATCH, gate::API_KEY, observe::REQUEST_ID];
    let may_read = [header::ETAG, header::RETRY_AFTER, gate::RATE_LIMIT, gate::RATE_LIMIT_POLICY, observe::REQUEST_ID];
    let cors = Cors::default()
        .allowed_methods(methods)
        .allowed_headers(may_send)
        .allowed_headers(["traceparent", "tracestate"])
        .expose_headers(may_read)
        .max_age(24 * 60 * 60);
    if origins.iter().any(|origin| origin == "*") {
        return cors.allow_any_origin().send_wildcard();
    }
    origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}

/// The application, as the server and the tests run it.
///
/// # Panics
/// If the document isn't the one that [`document`] gives.
pub fn routes(
    state: web::Data<State>,
    document: web::Data<Document>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let origins = state.origins.clone();
    let is_guarded = !state.gate.is_open();
    App::new()
        .configure(|config| operations(config, &document))
        .app_data(state)
        .app_data(document)
        .service(pages::problems)
        .service(pages::problem)
        .service(pages::rulebook)
        .service(pages::openapi_json)
        .service(pages::docs_redirect)
        .service(pages::docs)
        .default_service(web::to(pages::nothing_here))
        .wrap(Condition::new(is_guarded, from_fn(guard)))
        .wrap(Condition::new(!origins.is_empty(), cors(&origins)))
        .wrap(from_fn(observe))
}
