//! Ruling sheets: rulings as pages to print, with everything that `wordcourt verify` needs.
//!
//! A sheet shows the answer, the request, a QR code of the id and its signature, and at the end the
//! record as JSON between two marks. It has no time and nothing of the server except its key, so the
//! same ruling always has the same sheet.

use std::fmt::Write as _;

use actix_web::HttpResponse;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Map, Value, json};

use super::html::{self, Page, escape};
use crate::api::OperationId;
use crate::rules::Variant;

/// The line before the record.
pub(crate) const BEGIN: &str = "-----BEGIN WORDCOURT RECORD-----";
/// The line after the record.
pub(crate) const END: &str = "-----END WORDCOURT RECORD-----";

/// The members of an answer that the sheet shows in rows of their own, or not at all.
const APART: [&str; 5] = ["grounds", "id", "lexicon", "lines", "rulebook"];

/// Returns the sheet of a ruling as HTML; `None` if the texts are not JSON objects.
pub(in crate::server) fn render(
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
    // Inside HTML, these characters would need references, which a copied text doesn't have.
    let text = serde_json::to_string_pretty(&record).ok()?;
    let text = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    let main = format!(
        "<article class=\"sheet\">{ruling}<figure>{code}<figcaption>The id of the ruling and, if the server signs, its signature</figcaption></figure><h2>Record</h2><p>Save this page, or copy its text, and check it: <code>wordcourt verify FILE</code>.</p><pre>{BEGIN}\n{text}\n{END}</pre></article>"
    );
    let styles = &["frame.css", "site.css", "sheet.css"];
    Some(Page { title: "Ruling", styles, main: &main, ..Page::default() }.render())
}

/// Returns the response with a sheet.
pub(in crate::server) fn respond(sheet: String) -> HttpResponse {
    let page = HttpResponse::Ok().content_type(html::MEDIA_TYPE).body(sheet);
    html::with_policy(page, html::POLICY)
}

/// Returns the part of a sheet that shows a record to people; `None` if the record is malformed.
pub(crate) fn ruling(record: &Value) -> Option<String> {
    let operation = OperationId::from_name(record["operation"].as_str()?)?;
    let (request, answer) = (record["request"].as_object()?, record["answer"].as_object()?);
    let game = operation.path().split('/').find_map(Variant::from_slug).map_or("", Variant::title);
    let headline = match answer.get("upheld").and_then(Value::as_bool) {
        Some(true) => "Challenge upheld",
        Some(false) => "Challenge not upheld",
        None => "Ruling",
    };
    let mut html = format!("<h1>{headline}</h1><p>{}</p><h2>Ruling</h2><table>", escape(game));
    rows(&mut html, answer.iter().filter(|(name, _)| !APART.contains(&name.as_str())));
    html += "</table><h2>Request</h2><table>";
    rows(&mut html, request.iter());
    html += "</table><h2>Grounds</h2><table>";
    row(&mut html, "operation", &escape(operation.name()));
    for name in ["lexicon", "rulebook", "id"] {
        if let Some(value) = answer.get(name) {
            row(&mut html, name, &shown(value));
        }
    }
    if let Some(signature) = record["signature"].as_str().and_then(|note| note.lines().last()) {
        row(&mut html, "signature", &escape(signature));
    }
    Some(html + "</table>")
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
        "<svg viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"QR code\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0,0h{size}v{size}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

/// Returns the characters of a text that can be seen, without white space. Of HTML, this is the text
/// without tags and with its references replaced.
pub(crate) fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    if !is_html(text) {
        visible.extend(text.chars().filter(|char| !char.is_whitespace()));
        return visible;
    }
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        visible.extend(before.chars().filter(|char| !char.is_whitespace()));
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    visible.extend(rest.chars().filter(|char| !char.is_whitespace()));
    for (reference, char) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", ""),
        ("&amp;", "&"),
    ] {
        visible = visible.replace(reference, char);
    }
    visible
}

fn is_html(text: &str) -> bool {
    text.trim_start().starts_with('<')
}
