//! The pages other than operations: the `OpenAPI` document and its viewer, the descriptions of
//! problems, the rulebook, and the fallback for every other path.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use actix_web::http::Method;
use actix_web::http::header::{ALLOW, CONTENT_SECURITY_POLICY, HeaderValue, LOCATION};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, get, web};
use pulldown_cmark::{Options, Parser, html};
use utoipa_swagger_ui::Config;

use super::middleware::request_context::OriginalMethod;
use super::route_table::routed_path;
use super::{State, response};
use crate::api::{Problem, ProblemCode, batch};

const HTML: &str = "text/html; charset=utf-8";

#[get("/openapi.json")]
pub(super) async fn openapi_json(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    response::cacheable(&request, "application/json", state.document.text())
}

#[get("/docs")]
pub(super) async fn docs_redirect() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((LOCATION, "/docs/")).finish()
}

/// The viewer of the `OpenAPI` document. All of its files are embedded in the binary.
#[get("/docs/{file:.*}")]
pub(super) async fn docs(
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| {
        let config = Config::from("/openapi.json").validator_url("none").doc_expansion("list");
        Arc::new(config.try_it_out_enabled(true))
    });
    let file = utoipa_swagger_ui::serve(&path, Arc::clone(&CONFIG));
    let file = file.map_err(|error| Problem::new(ProblemCode::Internal, error.to_string()))?;
    let Some(file) = file else {
        let detail = format!("the viewer has no file {:?}; it starts at /docs/", path.as_str());
        return Err(Problem::new(ProblemCode::NotFound, detail));
    };
    let bytes = web::Bytes::from(file.bytes.into_owned());
    let response = response::cacheable(&request, &file.content_type, bytes);
    // API keys are typed into the viewer.
    Ok(with_policy(
        response,
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ))
}

#[get("/problems")]
pub(super) async fn problems(request: HttpRequest) -> HttpResponse {
    let mut list = String::new();
    for code in ProblemCode::ALL {
        let _ = write!(
            list,
            "<li><a href=\"/problems/{0}\">{0}</a>: {1}</li>",
            code.name(),
            code.title()
        );
    }
    page(&request, "Problems", &format!("<ul>{list}</ul>"))
}

#[get("/problems/{code}")]
pub(super) async fn problem(
    request: HttpRequest,
    code: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let code = ProblemCode::from_name(&code).ok_or_else(|| {
        Problem::new(ProblemCode::NotFound, "unknown problem; /problems lists the known ones")
    })?;
    let text = format!(
        "<p><code>{}</code>, status {}</p><p>{}</p>",
        code.name(),
        code.status(),
        code.advice()
    );
    Ok(page(&request, code.title(), &text))
}

/// The rulebook: the rules that the service applies. The `rule` of a score line, a breach or a
/// ruling is the id of a rule in it.
#[get("/rulebook")]
pub(super) async fn rulebook(request: HttpRequest) -> HttpResponse {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        // Skips the title, which the page adds. Each rule gets an anchor: /rulebook#O5.
        let mut anchored = String::new();
        for line in include_str!("../../data/rulebook.md").lines().skip(1) {
            match line.strip_prefix("- **").and_then(|rule| rule.split_once("**")) {
                Some((id, rule)) => {
                    let _ =
                        writeln!(anchored, "- <a id=\"{id}\" href=\"#{id}\">**{id}**</a>{rule}");
                }
                None => anchored.extend([line, "\n"]),
            }
        }
        let mut text = String::new();
        html::push_html(&mut text, Parser::new_ext(&anchored, Options::ENABLE_TABLES));
        text
    });
    page(&request, "Rulebook", &TEXT)
}

/// Restricts what a browser does with a page: it loads nothing from elsewhere, and no other page
/// can frame it.
fn with_policy(mut response: HttpResponse, policy: &'static str) -> HttpResponse {
    let policy = HeaderValue::from_static(policy);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

fn page(request: &HttpRequest, title: &str, text: &str) -> HttpResponse {
    let style = "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}td,th{text-align:left;vertical-align:top;padding-right:1rem}";
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title} – Wordcourt</title><style>{style}</style><h1>{title}</h1>{text}</html>"
    );
    let page = response::cacheable(request, HTML, web::Bytes::from(page));
    with_policy(
        page,
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
}

/// Responds to a request that no route matches: with 405 if its path accepts other methods, else
/// with 404.
pub(super) async fn fallback(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let Some(allow) = state.routes.allowed_methods(routed_path(&request)) else {
        let detail = format!("unknown path {}; /openapi.json lists the known ones", request.path());
        return Err(Problem::new(ProblemCode::NotFound, detail));
    };
    if request.method() == Method::OPTIONS {
        let mut response = HttpResponse::NoContent();
        // Announces QUERY, which a document can describe only from OpenAPI 3.2 on.
        if allow.contains("POST") {
            let is_batch = routed_path(&request) == batch::PATH;
            let media_type = if is_batch { batch::MEDIA_TYPE } else { "application/json" };
            response.insert_header(("accept-query", media_type));
        }
        return Ok(response.insert_header((ALLOW, allow)).finish());
    }
    let extensions = request.extensions();
    let method = extensions.get().map_or(request.method(), |OriginalMethod(method)| method);
    let detail = format!("{} accepts {allow}, not {method}", request.path());
    Err(Problem { allow: Some(allow), ..Problem::new(ProblemCode::MethodNotAllowed, detail) })
}
