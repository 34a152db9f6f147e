//! Every route on one screen.

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{Condition, from_fn};
use actix_web::{App, Error, web};
use utoipa_actix_web::AppExt as _;
use utoipa_actix_web::service_config::ServiceConfig;

use super::gate::{self, guard};
use super::observe::{self, observe};
use super::oh_my_word::{choose_your_words, word_for_word};
use super::openapi::Document;
use super::{State, lexicons, my_word, openapi, pages, play_on_words, variants, word_search, wordgame, words};

fn operations(config: &mut ServiceConfig<'_>) {
    // Paths are tried one after the other: those first that are asked on every move, those with parameters, which take longest, last.
    config
        .service(words::validate_words)
        .service(wordgame::score_wordgame)
        .service(choose_your_words::score_choose_your_words)
        .service(word_for_word::score_word_for_word)
        .service(play_on_words::score_play_on_words)
        .service(my_word::score_my_word)
        .service(word_search::search_words)
        .service(wordgame::best_wordgame)
        .service(choose_your_words::best_choose_your_words)
        .service(word_for_word::best_word_for_word)
        .service(play_on_words::best_play_on_words)
        .service(my_word::best_my_word)
        .service(wordgame::challenge_wordgame)
        .service(choose_your_words::challenge_choose_your_words)
        .service(choose_your_words::category_challenge_choose_your_words)
        .service(word_for_word::challenge_word_for_word)
        .service(word_for_word::category_challenge_word_for_word)
        .service(play_on_words::challenge_play_on_words)
        .service(my_word::challenge_my_word)
        .service(wordgame::settle_wordgame)
        .service(wordgame::games::replay_wordgame)
        .service(choose_your_words::settle_choose_your_words)
        .service(choose_your_words::cut_choose_your_words)
        .service(word_for_word::settle_word_for_word)
        .service(word_for_word::cut_word_for_word)
        .service(play_on_words::settle_play_on_words)
        .service(my_word::settle_my_word)
        .service(variants::list_variants)
        .service(lexicons::list_lexicons)
        .service(words::get_word)
        .service(lexicons::get_lexicon)
        .service(variants::get_variant);
}

/// The `OpenAPI` document of the routes.
#[must_use]
pub fn document() -> Document {
    let (_, collected) =
        App::new().into_utoipa_app().openapi(openapi::preamble()).configure(operations).split_for_parts();
    Document::finish(&collected)
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
    let (app, _) = App::new().into_utoipa_app().configure(operations).split_for_parts();
    let origins = state.origins.clone();
    let is_guarded = !state.gate.is_open();
    app.app_data(state)
        .app_data(document)
        .service(pages::problems)
        .service(pages::problem)
        .service(pages::openapi_json)
        .service(pages::docs_redirect)
        .service(pages::docs)
        .default_service(web::to(pages::nothing_here))
        .wrap(Condition::new(is_guarded, from_fn(guard)))
        .wrap(Condition::new(!origins.is_empty(), cors(&origins)))
        .wrap(from_fn(observe))
}
