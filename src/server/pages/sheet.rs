//! Ruling sheets: rulings as pages to print, with everything that `wordcourt verify` needs.
//!
//! A sheet shows the answer, the request, a QR code of the id and its signature, and at the end the
//! record as JSON between two marks. It has no time and nothing of the server except its key and
//! version, so the same ruling always has the same sheet: `wordcourt verify` renders it again and
//! compares the bytes. For the same reason it brings its styles, and loads nothing.

use std::fmt::Write as _;
use std::sync::LazyLock;

use actix_web::HttpResponse;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Map, Value, json};

use super::html::{self, Page};
use crate::api::OperationId;
use crate::lexicon::Digest;
use crate::rules::{Variant, labels};

/// The line before the record.
pub(crate) const BEGIN: &str = "-----BEGIN WORDCOURT RECORD-----";
/// The line after the record.
pub(crate) const END: &str = "-----END WORDCOURT RECORD-----";

/// The beginning of both lines, and the same in the JSON of a record and in HTML. A text of a
/// request can be one of the lines.
const DASHES: [&str; 3] = ["-----", "\\u002d----", "&#45;----"];
/// The version that renders sheets. Another one may render another page.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The text before the version in a sheet.
const GENERATOR: &str = "<p class=\"generator\">Rendered by Wordcourt ";
const STYLE: &str = concat!(
    include_str!("assets/frame.css"),
    include_str!("assets/site.css"),
    include_str!("assets/sheet.css")
);

/// The members of an answer that the sheet shows in rows of their own, or not at all.
const APART: [&str; 7] = ["consequences", "grounds", "id", "lexicon", "lines", "rulebook", "texts"];
/// The number of squares of a row of the board.
const SIZE: usize = 15;

/// Returns the sheet of a ruling as HTML; `None` if the texts are not JSON objects.
pub(crate) fn render(
    operation: &str,
    request: &[u8],
    answer: &[u8],
    note: Option<&str>,
) -> Option<String> {
    let mut record = json!({
        "operation": operation,
        "request": serde_json::from_slice::<Value>(request).ok()?,
        "answer": serde_json::from_slice::<Value>(answer).ok()?,
    });
    if let Some(note) = note {
        record["signature"] = note.into();
    }
    let ruling = ruling(&record)?;
    let code = note.or(record["answer"]["id"].as_str()).and_then(qr_code).unwrap_or_default();
    let text = plain(&serde_json::to_string_pretty(&record).ok()?);
    let main = format!(
        "<article class=\"sheet\">{ruling}<figure>{code}<figcaption>The id of the ruling and, if the server signs, its signature</figcaption></figure>{GENERATOR}{VERSION}.</p><h2>Record</h2><p>Save this page unchanged, as HTML only, and check it: <code>wordcourt verify FILE</code>.</p><pre>{BEGIN}\n{text}\n{END}</pre></article>"
    );
    let page = Page {
        title: "Ruling",
        styles: &[],
        style: STYLE,
        main: &main,
        is_alone: true,
        ..Page::default()
    };
    Some(page.render())
}

/// Returns the version that rendered a sheet, as the sheet says.
pub(crate) fn version_of(sheet: &str) -> Option<&str> {
    let (_, version) = sheet.split_once(GENERATOR)?;
    version.split_once(".</p>").map(|(version, _)| version)
}

/// Returns the response with a sheet.
pub(in crate::server) fn respond(sheet: String) -> HttpResponse {
    /// The policy of pages, with the styles of the sheet in place of those of the server.
    static POLICY: LazyLock<String> = LazyLock::new(|| {
        let digest = STANDARD.encode(Digest::of(&[STYLE.as_bytes()]).bytes());
        html::POLICY.replace("style-src 'self'", &format!("style-src 'sha256-{digest}'"))
    });
    let page = HttpResponse::Ok().content_type(html::MEDIA_TYPE).body(sheet);
    html::with_policy(page, &POLICY)
}

/// Returns the headline of a ruling.
pub(crate) fn headline(answer: &Map<String, Value>) -> &'static str {
    match answer.get("upheld").and_then(Value::as_bool) {
        Some(true) => "Challenge upheld",
        Some(false) => "Challenge not upheld",
        None => "Ruling",
    }
}

/// Returns the part of a sheet that shows a record to people; `None` if the record is malformed.
fn ruling(record: &Value) -> Option<String> {
    let operation = OperationId::from_name(record["operation"].as_str()?)?;
    let (request, answer) = (record["request"].as_object()?, record["answer"].as_object()?);
    let game = operation.path().split('/').find_map(Variant::from_slug).map_or("", Variant::title);
    let mut html = format!(
        "<h1>{}</h1><p>{}</p>{}{}<h2>Ruling</h2><table><tbody>",
        headline(answer),
        escape(game),
        consequences(answer),
        position(request),
    );
    rows(&mut html, answer.iter().filter(|(name, _)| !APART.contains(&name.as_str())));
    if let Some(texts) = answer.get("texts").and_then(Value::as_object) {
        html += "</tbody></table><h2>Rules</h2><table><tbody>";
        rows(&mut html, texts.iter());
    }
    html += "</tbody></table><h2>Request</h2><table><tbody>";
    rows(&mut html, request.iter());
    html += "</tbody></table><h2>Grounds</h2><table><tbody>";
    row(&mut html, "operation", &escape(operation.name()));
    for name in ["lexicon", "rulebook", "id"] {
        if let Some(value) = answer.get(name) {
            row(&mut html, name, &shown(value));
        }
    }
    if let Some(signature) = record["signature"].as_str().and_then(|note| note.lines().last()) {
        row(&mut html, "signature", &escape(signature));
    }
    Some(html + "</tbody></table>")
}

/// Returns what follows from the ruling, one sentence a line.
fn consequences(answer: &Map<String, Value>) -> String {
    let mut html = String::new();
    for consequence in answer.get("consequences").and_then(Value::as_array).into_iter().flatten() {
        let text = shown(&consequence["text"]);
        let _ = write!(html, "<li>{text} ({})</li>", shown(&consequence["rule"]));
    }
    if html.is_empty() { html } else { format!("<ul class=\"consequences\">{html}</ul>") }
}

/// Returns the board of a request as a drawing, or the cards of its play; nothing if it has neither.
fn position(request: &Map<String, Value>) -> String {
    let texts = |name| {
        let items = request.get(name).and_then(Value::as_array)?;
        items.iter().map(Value::as_str).collect::<Option<Vec<_>>>()
    };
    if let Some(board) = texts("board").filter(|rows| is_board(rows)) {
        let mut html = String::from("<table class=\"board\" aria-label=\"Board\"><tbody>");
        for row in board {
            html += "<tr>";
            for letter in row.chars() {
                let _ = match letter {
                    '.' => write!(html, "<td></td>"),
                    letter => {
                        write!(html, "<td class=\"tile\">{}</td>", escape(&letter.to_string()))
                    }
                };
            }
            html += "</tr>";
        }
        return html + "</tbody></table>";
    }
    let Some(cards) = texts("play").or_else(|| texts("call")) else { return String::new() };
    let mut html = String::from("<ul class=\"drawn\">");
    for card in cards {
        let _ = write!(html, "<li>{}</li>", escape(card));
    }
    html + "</ul>"
}

/// True for the rows of a board that can be drawn. A ruling can be on another one.
fn is_board(rows: &[&str]) -> bool {
    rows.len() == SIZE && rows.iter().all(|row| row.chars().count() == SIZE)
}

fn rows<'v>(html: &mut String, members: impl Iterator<Item = (&'v String, &'v Value)>) {
    for (name, value) in members {
        row(html, name, &shown(value));
    }
}

fn row(html: &mut String, name: &str, value: &str) {
    let name = escape(&name.replace('_', " "));
    let _ = write!(html, "<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>");
}

/// Returns a value as HTML: the items of a list of objects on lines of their own.
fn shown(value: &Value) -> String {
    let members = |members: &Map<String, Value>| {
        let members = members
            .iter()
            .map(|(name, value)| format!("{}: {}", escape(&name.replace('_', " ")), shown(value)));
        members.collect::<Vec<_>>().join(", ")
    };
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(value) => if *value { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => escape(text),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => {
            let shown: Vec<String> = items.iter().map(shown).collect();
            // The rows of a board lie below each other.
            let are_rows =
                items.iter().any(|item| item.as_str().is_some_and(|text| text.len() > 12));
            if are_rows {
                format!("<code>{}</code>", shown.join("<br>"))
            } else {
                shown.join(if items.iter().any(Value::is_object) { "<br>" } else { ", " })
            }
        }
        Value::Object(object) => members(object),
    }
}

/// Returns a QR code as SVG; `None` if the text is too long for one.
fn qr_code(text: &str) -> Option<String> {
    /// The width of the margin in modules, which readers of QR codes need.
    const MARGIN: i32 = 4;
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size() + 2 * MARGIN;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        // Each step passes at least one module.
        while x < code.size() {
            // Dark modules beside each other are one rectangle.
            let width = (x..code.size()).take_while(|&x| code.get_module(x, y)).zip(1..).last();
            if let Some((_, width)) = width {
                let _ = write!(path, "M{},{}h{width}v1h-{width}z", x + MARGIN, y + MARGIN);
            }
            x += width.map_or(1, |(_, width)| width);
        }
    }
    Some(format!(
        "<svg viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"QR code\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0,0h{size}v{size}H0z\"></path><path fill=\"#000\" d=\"{path}\"></path></svg>"
    ))
}

/// Returns JSON with only characters that are seen, and without those that would need references
/// inside HTML, which a copied text doesn't have.
fn plain(json: &str) -> String {
    let mut plain = String::with_capacity(json.len());
    for char in json.chars() {
        if matches!(char, '<' | '>' | '&') || (labels::is_hidden(char) && char != '\n') {
            for unit in char.encode_utf16(&mut [0; 2]) {
                let _ = write!(plain, "\\u{unit:04x}");
            }
        } else {
            plain.push(char);
        }
    }
    plain.replace(DASHES[0], DASHES[1])
}

/// Returns a text as browsers write it in HTML, so that a page saved by a browser has the same bytes.
/// What a table says can have any characters; those that are not seen are escaped.
fn escape(text: &str) -> String {
    let text = labels::visible(text);
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('\u{a0}', "&nbsp;").replace(DASHES[0], DASHES[2])
}
