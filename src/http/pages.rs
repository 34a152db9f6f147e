//! Pages beside the operations: the document, its viewer, the descriptions of problems, and what answers where there is nothing.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use actix_web::http::Method;
use actix_web::http::header::{ALLOW, LOCATION};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, get, web};
use pulldown_cmark::{Options, Parser, html};
use utoipa_swagger_ui::Config;

use super::observe::AskedBy;
use super::openapi::Document;
use super::problem::{Problem, ProblemCode};
use super::{reply, routed_path};

const HTML: &str = "text/html; charset=utf-8";

#[get("/openapi.json")]
pub(super) async fn openapi_json(request: HttpRequest, document: web::Data<Document>) -> HttpResponse {
    reply::cacheable(&request, "application/json", document.text())
}

#[get("/docs")]
pub(super) async fn docs_redirect() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((LOCATION, "/docs/")).finish()
}

/// The viewer of the document; everything it needs comes from the binary.
#[get("/docs/{file:.*}")]
pub(super) async fn docs(request: HttpRequest, path: web::Path<String>) -> Result<HttpResponse, Problem> {
    static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| {
        let config = Config::from("/openapi.json").validator_url("none").doc_expansion("list");
        Arc::new(config.try_it_out_enabled(true))
    });
    let file = utoipa_swagger_ui::serve(&path, Arc::clone(&CONFIG));
    let file = file.map_err(|error| Problem::new(ProblemCode::Internal, error.to_string()))?;
    let Some(file) = file else {
        let detail = format!("the viewer has no file {:?}; it begins at /docs/", path.as_str());
        return Err(Problem::new(ProblemCode::NotFound, detail));
    };
    Ok(reply::cacheable(&request, &file.content_type, web::Bytes::from(file.bytes.into_owned())))
}

#[get("/problems")]
pub(super) async fn problems(request: HttpRequest) -> HttpResponse {
    let mut list = String::new();
    for code in ProblemCode::ALL {
        let _ = write!(list, "<li><a href=\"/problems/{0}\">{0}</a>: {1}</li>", code.name(), code.title());
    }
    page(&request, "Problems", &format!("<ul>{list}</ul>"))
}

#[get("/problems/{code}")]
pub(super) async fn problem(request: HttpRequest, code: web::Path<String>) -> Result<HttpResponse, Problem> {
    let code = ProblemCode::from_name(&code)
        .ok_or_else(|| Problem::new(ProblemCode::NotFound, "there is no problem of that name; /problems lists them"))?;
    let text =
        format!("<p><code>{}</code>, status {}</p><p>{}</p>", code.name(), code.status().as_u16(), code.advice());
    Ok(page(&request, code.title(), &text))
}

/// The rules as the service reads them: what the `rule` of a score line, a breach or a ruling names.
#[get("/rulebook")]
pub(super) async fn rulebook(request: HttpRequest) -> HttpResponse {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        // Its title is the page's. Each rule is a place of its own: /rulebook#O5.
        let mut anchored = String::new();
        for line in include_str!("../../data/rulebook.md").lines().skip(1) {
            match line.strip_prefix("- **").and_then(|rule| rule.split_once("**")) {
                Some((id, rule)) => {
                    let _ = writeln!(anchored, "- <a id=\"{id}\" href=\"#{id}\">**{id}**</a>{rule}");
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

fn page(request: &HttpRequest, title: &str, text: &str) -> HttpResponse {
    let style = "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}td,th{text-align:left;vertical-align:top;padding-right:1rem}";
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title} – Wordcourt</title><style>{style}</style><h1>{title}</h1>{text}</html>"
    );
    reply::cacheable(request, HTML, web::Bytes::from(page))
}

/// Answers whatever no route matched: 405 where the path is there for other methods, 404 elsewhere.
pub(super) async fn nothing_here(request: HttpRequest, document: web::Data<Document>) -> Result<HttpResponse, Problem> {
    let Some(allow) = document.allowed_methods(routed_path(&request)) else {
        let detail = format!("there is nothing at {}; the paths are listed in /openapi.json", request.path());
        return Err(Problem::new(ProblemCode::NotFound, detail));
    };
    if request.method() == Method::OPTIONS {
        let mut answer = HttpResponse::NoContent();
        // QUERY is announced by this header alone: the document has no place for it before OpenAPI 3.2.
        if allow.contains("POST") {
            answer.insert_header(("accept-query", "application/json"));
        }
        return Ok(answer.insert_header((ALLOW, allow)).finish());
    }
    let extensions = request.extensions();
    let method = extensions.get().map_or(request.method(), |AskedBy(method)| method);
    let detail = format!("{} takes {allow}, not {method}", request.path());
    Err(Problem { allow: Some(allow), ..Problem::new(ProblemCode::MethodNotAllowed, detail) })
}
