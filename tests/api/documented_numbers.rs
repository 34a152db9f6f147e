//! The numbers in the guides, the README and the front page are those of the service.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use wordcourt::api::{ProblemCode, mcp};
use wordcourt::lexicon::source;
use wordcourt::rules::limits;

use crate::{document, get};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the documents whose numbers are checked.
fn documents() -> Vec<PathBuf> {
    let guides = fs::read_dir(root().join("docs/guide")).unwrap();
    let mut files: Vec<PathBuf> = guides.map(|guide| guide.unwrap().path()).collect();
    files.extend(
        ["README.md", "openapi/README.md", "src/server/pages/front.html"]
            .map(|file| root().join(file)),
    );
    files
}

/// Returns a number as documents write it: with a comma for thousands.
fn written(number: u64) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", written(number / 1_000), number % 1_000)
}

/// Returns the bound on the actions of a request.
fn actions() -> u64 {
    let bound = "/components/schemas/WordgameApplyRequest/properties/actions/maxItems";
    document().value().pointer(bound).unwrap().as_u64().unwrap()
}

/// Every sentence with a bound has its value.
#[actix_web::test]
async fn bounds_in_guides_are_those_of_the_service() {
    let variants = get("/v1/variants").await.json();
    let published = |name: &str| {
        let limits = variants["limits"].as_array().unwrap();
        let limit = limits.iter().find(|limit| limit["name"] == name).expect(name);
        limit["most"].as_u64().unwrap()
    };
    let most = |name: &str| written(published(name));
    let number = |number: usize| written(number.try_into().unwrap());
    let top = format!("`top` is {} by default and at most {}", limits::DEFAULT_TOP, most("top"));
    for (file, sentence) in [
        (
            "batches.md",
            format!(
                "up to {} lines and {} MiB",
                most("batch_lines"),
                published("body_bytes") >> 20
            ),
        ),
        ("agents.md", format!("takes more than {} bytes", number(mcp::MAX_BYTES))),
        ("choose-your-words.md", top.clone()),
        (
            "choose-your-words.md",
            format!(
                "the number {}, up to {}",
                limits::DEFAULT_EXCHANGE_DRAWS,
                most("exchange_draws")
            ),
        ),
        (
            "word-for-word.md",
            format!(
                "{} by default with the whole board and {} with fewer cards, at most {}",
                written(limits::DEFAULT_ODDS_DEALS.into()),
                written(limits::DEFAULT_BOARD_DEALS.into()),
                most("odds_deals")
            ),
        ),
        ("word-for-word.md", format!("at most {} hands", most("odds_hands"))),
        ("wordgame.md", top),
        ("wordgame.md", format!("lists every legal move, up to {}", most("all_moves"))),
        (
            "wordgame.md",
            format!(
                "({} by default, at most {})",
                number(limits::DEFAULT_MOVES_PAGE),
                most("moves_page")
            ),
        ),
        (
            "wordgame.md",
            format!(
                "`blank_search_steps` words and moves ({} million",
                published("blank_search_steps") / 1_000_000
            ),
        ),
        (
            "wordgame.md",
            format!(
                "the number of tiles of letters (0 to {}) and blanks (0 to {})",
                most("bag_letter_tiles"),
                most("bag_blanks")
            ),
        ),
        (
            "word-poker.md",
            format!("the dealer's own category with up to {} words", most("category_words")),
        ),
        ("words.md", format!("takes up to {} words", most("words"))),
        ("words.md", format!("for up to {} words", number(limits::MEANING_WORDS))),
        (
            "words.md",
            format!(
                "{} by default, at most {}",
                limits::DEFAULT_SEARCH_WORDS,
                most("search_words")
            ),
        ),
        ("words.md", format!("Each list has up to {} words", most("overlay_words"))),
        ("whole-games.md", format!("up to {} actions", actions())),
        ("lexicons.md", format!("letters A to Z, 2 to {} of them", most("word_letters"))),
        ("lexicons.md", format!("a number up to {}", limits::MAX_TIER - 1)),
    ] {
        let text = fs::read_to_string(root().join("docs/guide").join(file)).unwrap();
        assert!(text.contains(&sentence), "docs/guide/{file} lacks: {sentence}");
    }
}

#[test]
fn the_guide_to_problems_lists_every_code_with_its_status() {
    let text = fs::read_to_string(root().join("docs/guide/problems.md")).unwrap();
    let (_, table) = text.split_once("| `code` | status | meaning |\n|---|---|---|\n").unwrap();
    let listed = table.lines().take_while(|line| line.starts_with('|')).map(|line| {
        let mut cells = line.split('|').map(|cell| cell.trim().trim_matches('`')).skip(1);
        (cells.next().unwrap().to_owned(), cells.next().unwrap().parse().unwrap())
    });
    let known = ProblemCode::ALL.iter().map(|code| (code.name().to_owned(), code.status()));
    assert_eq!(listed.collect::<BTreeSet<(String, u16)>>(), known.collect());
}

/// Adds all numbers in a value, also those in texts.
fn collect(value: &Value, numbers: &mut BTreeSet<String>) {
    match value {
        Value::Number(number) => _ = numbers.insert(number.to_string()),
        Value::String(text) => {
            let is_digit = |char: char| char.is_ascii_digit();
            numbers.extend(text.split(|char| !is_digit(char)).map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, numbers)),
        Value::Object(members) => members.values().for_each(|member| collect(member, numbers)),
        _ => {}
    }
}

/// Returns the prose of a document: no code, no addresses.
fn prose(text: &str) -> String {
    let blocks = text.split("```").step_by(2).collect::<String>();
    let mut prose = String::new();
    for line in blocks.lines().filter(|line| !(line.starts_with('[') && line.contains("]: "))) {
        let without_code = line.split('`').step_by(2).collect::<Vec<_>>().join(" ` ");
        prose += &without_code.replace("](", "] (");
        prose.push('\n');
    }
    prose
}

/// A number of two digits or more is one that the service publishes, a status, or the number of a
/// standard. `OTHERS` has the rest, which no constant can give.
#[actix_web::test]
async fn numbers_in_guides_are_published_by_the_service() {
    const OTHERS: [(&str, &[&str]); 8] = [
        // The tokens that common clients accept.
        ("agents.md", &["25,000"]),
        // The race of exchanges and the pot of an example, and a status of shells.
        ("choose-your-words.md", &["25", "800", "3,200"]),
        ("command-line.md", &["141"]),
        // The seed that a test uses, and the zoom.
        ("judge.md", &["20,000", "200"]),
        // Measurements, which `deploy/npm/build` and `cargo bench` write.
        ("offline.md", &["445", "149", "142", "140", "136", "135", "127", "103"]),
        ("README.md", &["3.2"]),
        // The tiers of levels and of words that few people know.
        ("puzzles.md", &["70"]),
        ("words.md", &["70", "98"]),
    ];
    let mut known = BTreeSet::from(["200", "304", "412", "499"].map(str::to_owned));
    known.extend(ProblemCode::ALL.iter().map(|code| code.status().to_string()));
    known.insert((limits::MAX_TIER - 1).to_string());
    known.insert(actions().to_string());
    known.insert(mcp::MAX_BYTES.to_string());
    for path in ["/v1/variants", "/v1/lexicons"] {
        collect(&get(path).await.json(), &mut known);
    }
    let mut unknown = Vec::new();
    for file in documents() {
        let name = file.file_name().unwrap().to_str().unwrap();
        let others = OTHERS.iter().find(|(file, _)| *file == name).map_or(&[][..], |found| found.1);
        let prose = prose(&fs::read_to_string(&file).unwrap());
        let words: Vec<&str> = prose.split_whitespace().collect();
        for (before, word) in [""].iter().chain(&words).zip(&words) {
            let number = word.trim_matches(|char: char| !char.is_ascii_digit());
            let is_number = number.len() > 1
                && !word.contains(char::is_alphabetic)
                && number.bytes().all(|byte| byte.is_ascii_digit() || b",.".contains(&byte));
            let is_standard = ["RFC", "OpenAPI"].iter().any(|name| before.ends_with(name));
            if is_number
                && !is_standard
                && !known.contains(&number.replace(',', ""))
                && !others.contains(&number)
            {
                unknown.push(format!("{name}: {before} {word}"));
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
    let words = source::embedded().words.lines().count();
    let lexicons = fs::read_to_string(root().join("docs/guide/lexicons.md")).unwrap();
    assert!(lexicons.contains(&format!("{} English words", written(words.try_into().unwrap()))));
}
