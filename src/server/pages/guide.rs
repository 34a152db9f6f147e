//! The guide: the book in `docs/`, rendered from its Markdown.

use std::fmt::Write as _;
use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, web};

use super::html::{Page, StoredPage};
use super::markdown;
use crate::api::{Problem, ProblemCode};

/// The root of the guide.
const ROOT: &str = "/docs/guide/";

macro_rules! files {
    ($($path:literal)*) => {
        [$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

/// The texts of the book by their paths in the repository.
const FILES: &[(&str, &str)] = &files! {
    "CONTRIBUTING.md"
    "SECURITY.md"
    "docs/README.md"
    "docs/adding-a-game.md"
    "docs/api-design.md"
    "docs/architecture.md"
    "docs/benchmarks.md"
    "docs/contributing.md"
    "docs/guide/agents.md"
    "docs/guide/batches.md"
    "docs/guide/choose-your-words.md"
    "docs/guide/clients.md"
    "docs/guide/command-line.md"
    "docs/guide/judge.md"
    "docs/guide/lexicons.md"
    "docs/guide/my-word.md"
    "docs/guide/offline.md"
    "docs/guide/pages.md"
    "docs/guide/play-on-words.md"
    "docs/guide/problems.md"
    "docs/guide/puzzles.md"
    "docs/guide/rulings.md"
    "docs/guide/verification.md"
    "docs/guide/whole-games.md"
    "docs/guide/word-for-word.md"
    "docs/guide/word-poker.md"
    "docs/guide/wordgame.md"
    "docs/guide/words.md"
    "docs/mutation-testing.md"
    "docs/operating/README.md"
    "docs/operating/deployment.md"
    "docs/operating/runbook.md"
    "docs/operating/scaling.md"
    "docs/operating/security.md"
    "docs/stored-lexicon.md"
    "docs/SUMMARY.md"
    "data/rulebook.md"
    "openapi/README.md"
};

/// A line of the table of contents.
enum Entry {
    Part(&'static str),
    Chapter(Chapter),
}

struct Chapter {
    title: &'static str,
    /// The path below `docs/`.
    path: &'static str,
    address: String,
}

static SUMMARY: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let lines = text_of("docs/SUMMARY.md").unwrap_or_default().lines().skip(1);
    lines
        .filter_map(|line| {
            if let Some(part) = line.strip_prefix("# ") {
                return Some(Entry::Part(part));
            }
            let (title, path) = line.trim_start_matches([' ', '-']).split_once("](")?;
            let (title, path) = (title.trim_start_matches('['), path.trim_end_matches(')'));
            let address = address_of(&format!("docs/{path}"))?;
            Some(Entry::Chapter(Chapter { title, path, address }))
        })
        .collect()
});

fn chapters() -> impl Iterator<Item = &'static Chapter> {
    SUMMARY.iter().filter_map(|entry| match entry {
        Entry::Part(_) => None,
        Entry::Chapter(chapter) => Some(chapter),
    })
}

fn text_of(file: &str) -> Option<&'static str> {
    FILES.iter().find(|(path, _)| *path == file).map(|(_, text)| *text)
}

/// Returns the address at which a file of the repository is served.
fn address_of(file: &str) -> Option<String> {
    if let Some(picture) = file.strip_prefix("docs/pictures/") {
        return Some(format!("/assets/pictures/{picture}"));
    }
    let chapter = match file {
        "data/rulebook.md" | "docs/rulebook.md" => return Some("/rulebook".to_owned()),
        "openapi/openapi.json" => return Some("/openapi.json".to_owned()),
        "CONTRIBUTING.md" => "contributing.md",
        "SECURITY.md" => "operating/security.md",
        "openapi/README.md" => "clients.md",
        _ => {
            text_of(file)?;
            let path = file.strip_prefix("docs/")?;
            path.strip_prefix("guide/").unwrap_or(path)
        }
    };
    let name = chapter.strip_suffix(".md")?;
    Some(format!("{ROOT}{}", name.strip_suffix("README").unwrap_or(name).trim_end_matches('/')))
}

/// Returns the path in the repository to which a relative link in a file leads.
fn resolve(file: &str, link: &str) -> String {
    let mut path: Vec<&str> = file.split('/').collect();
    path.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(path.pop()),
            "." => {}
            part => path.push(part),
        }
    }
    path.join("/")
}

/// Returns the text of a chapter and the file that it comes from. Some chapters only include a
/// file that is elsewhere in the repository.
fn source_of(chapter: &Chapter) -> Option<(String, &'static str)> {
    let file = format!("docs/{}", chapter.path);
    let text = text_of(&file)?;
    let included = text.strip_prefix("{{#include ").and_then(|rest| rest.split_once("}}"));
    match included {
        Some((path, _)) => {
            let file = resolve(&file, path);
            let text = text_of(&file)?;
            Some((file, text))
        }
        None => Some((file, text)),
    }
}

pub(super) async fn guide(
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    static PAGES: LazyLock<Vec<StoredPage>> =
        LazyLock::new(|| chapters().enumerate().map(render).collect());
    let address = format!("{ROOT}{path}");
    let mut known = chapters().zip(&*PAGES);
    let Some((_, page)) = known.find(|(chapter, _)| chapter.address == address) else {
        let detail = format!("the guide has no chapter {:?}; it starts at {ROOT}", path.as_str());
        return Err(Problem::new(ProblemCode::NotFound, detail));
    };
    Ok(page.respond(&request))
}

/// Renders the chapter at a place in the table of contents.
fn render((place, chapter): (usize, &Chapter)) -> StoredPage {
    let (file, text) = source_of(chapter).unwrap_or_default();
    let rendered = markdown::render(text, |link| {
        let (link, fragment) = link.split_once('#').unwrap_or((link, ""));
        let address = address_of(&resolve(&file, link))?;
        Some(if fragment.is_empty() { address } else { format!("{address}#{fragment}") })
    });
    let main = format!(
        "<div class=\"book\"><details class=\"chapters\"><summary>Chapters</summary>{0}</details><nav class=\"chapters\" aria-label=\"Chapters\">{0}</nav><article class=\"prose\">{1}{2}</article></div>",
        table_of_contents(chapter),
        rendered.html,
        neighbours(place)
    );
    Page { title: chapter.title, section: ROOT, main: &main, ..Page::default() }.stored()
}

fn table_of_contents(current: &Chapter) -> String {
    let mut list = String::from("<ul>");
    for entry in &*SUMMARY {
        let _ = match entry {
            Entry::Part(title) => write!(list, "</ul><h2>{title}</h2><ul>"),
            Entry::Chapter(Chapter { title, address, .. }) => {
                let is_current = *address == current.address;
                let mark = if is_current { " aria-current=\"page\"" } else { "" };
                write!(list, "<li><a href=\"{address}\"{mark}>{title}</a></li>")
            }
        };
    }
    list + "</ul>"
}

/// Returns the links to the chapters before and after one.
fn neighbours(place: usize) -> String {
    let mut links = String::new();
    let before = place.checked_sub(1).and_then(|before| chapters().nth(before));
    for (chapter, class) in [(before, "before"), (chapters().nth(place + 1), "after")] {
        if let Some(Chapter { title, address, .. }) = chapter {
            let _ = write!(links, "<a class=\"{class}\" href=\"{address}\">{title}</a>");
        }
    }
    format!("<nav class=\"neighbours\" aria-label=\"Neighbouring chapters\">{links}</nav>")
}
