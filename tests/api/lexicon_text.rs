//! The texts, images and stored forms of lexicons: what a program needs to answer by itself.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::process::Command;

use actix_web::http::{Method, StatusCode};
use serde_json::Value;
use wordcourt::edition::Edition;
use wordcourt::lexicon::source::{self, Source};
use wordcourt::lexicon::{Digest, Lexicon};
use wordcourt::registry::RetainedEdition;

use crate::send;

const PATH: &str = "/v1/lexicons/en/text";
const IMAGE_PATH: &str = "/v1/lexicons/en/image";
const FST_PATH: &str = "/v1/lexicons/en/fst";

#[actix_web::test]
async fn the_texts_have_the_digest_of_the_edition() {
    let source = source::embedded();
    let response = send(Method::GET, PATH, &[], String::new()).await;
    assert_eq!(response.status, StatusCode::OK);
    let text = response.json();
    let [words, categories] = ["words", "categories"].map(|part| text[part].as_str().unwrap());
    assert!(words == source.words && categories == source.categories);
    let digest = Digest::of(&[words.as_bytes(), categories.as_bytes()]).to_string();
    assert_eq!(text["lexicon"]["digest"], digest);
}

#[actix_web::test]
async fn the_image_is_that_of_the_edition() {
    let response = send(Method::GET, IMAGE_PATH, &[], String::new()).await;
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(response.header("content-type"), "application/octet-stream");
    let edition = Edition::from_image(&response.body).unwrap();
    let source = source::embedded();
    assert_eq!((&edition.id.name, &edition.id.edition), (&source.name, &source.edition));
    assert_eq!(edition.id.digest, source.digest().to_string());
    assert!(edition.lexicon.to_text() == source.words);
}

#[actix_web::test]
async fn the_stored_form_is_that_of_the_edition() {
    let response = send(Method::GET, FST_PATH, &[], String::new()).await;
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(response.header("content-type"), "application/octet-stream");
    let lexicon = Lexicon::from_stored(response.body.clone()).unwrap();
    let source = source::embedded();
    assert_eq!(lexicon.digest(), source.digest());
    assert!(lexicon.to_text() == source.words);
    let zstd = send(Method::GET, FST_PATH, &[("accept-encoding", "zstd")], String::new()).await;
    assert!(zstd::decode_all(&zstd.body[..]).unwrap() == response.body);
    let tag = zstd.header("etag");
    let headers = [("accept-encoding", "zstd"), ("if-none-match", tag)];
    let same = send(Method::GET, FST_PATH, &headers, String::new()).await;
    assert_eq!(same.status, StatusCode::NOT_MODIFIED);
    assert_ne!(
        response.header("etag"),
        send(Method::GET, IMAGE_PATH, &[], String::new()).await.header("etag")
    );
}

/// `docs/stored-lexicon.md` is enough to read the file in another language.
#[actix_web::test]
async fn a_short_python_program_reads_the_stored_form() {
    const WORDS: [&str; 10] =
        ["AA", "CATS", "HOUSES", "MICE", "QUIZZES", "REFEREE", "RUNS", "ZZZ", "XQZZK", "CATSU"];
    let response = send(Method::GET, FST_PATH, &[], String::new()).await;
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("en.fst");
    std::fs::write(&file, &response.body).unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/stored_lexicon.py");
    let output = match Command::new("python3").arg(program).arg(&file).args(WORDS).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return println!("python3 is not installed; the program was not run");
        }
        output => output.unwrap(),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let mut expected = format!("{} {}\n", lexicon.digest(), lexicon.len());
    for word in WORDS {
        let facts = lexicon.find(&word.parse().unwrap()).map(|ordinal| {
            let [lemma, definition] = [lexicon.lemma(ordinal), lexicon.definition(ordinal)]
                .map(Option::unwrap_or_default);
            let (marks, tier) = (lexicon.marks(ordinal), lexicon.tier(ordinal));
            format!("{}\t{marks}\t{lemma}\t{definition}\t{tier}", ordinal.0)
        });
        let facts = facts.unwrap_or_else(|| "not\tlisted".to_owned());
        writeln!(expected, "{word}\t{facts}").unwrap();
    }
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    // It refuses a file with a single wrong bit.
    let mut damaged = response.body.clone();
    damaged[1_000] ^= 1;
    std::fs::write(&file, damaged).unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/stored_lexicon.py");
    let refused = Command::new("python3").arg(program).arg(&file).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the file is damaged"));
}

#[actix_web::test]
async fn only_responses_to_whole_digests_may_be_kept() {
    let digest = source::embedded().digest().to_string();
    for (selector, control) in [
        ("en".to_owned(), "no-cache"),
        (format!("en@{}", &digest[..20]), "no-cache"),
        (format!("en@{}", source::DEFAULT_EDITION), "no-cache"),
        (format!("en@{digest}"), "public, max-age=31536000, immutable"),
    ] {
        for form in ["text", "image", "fst"] {
            let path = format!("/v1/lexicons/{selector}/{form}");
            let response = send(Method::GET, &path, &[], String::new()).await;
            assert_eq!(response.status, StatusCode::OK, "{path}");
            assert_eq!(response.header("cache-control"), control, "{path}");
        }
    }
}

#[actix_web::test]
async fn every_coding_has_the_same_content_and_its_own_tag() {
    let text_tag = check_codings(PATH).await;
    let image_tag = check_codings(IMAGE_PATH).await;
    assert_ne!(text_tag, image_tag);
}

/// Returns the tag of the response without a coding.
async fn check_codings(path: &str) -> String {
    let plain = send(Method::GET, path, &[], String::new()).await;
    let zstd = send(Method::GET, path, &[("accept-encoding", "zstd")], String::new()).await;
    let gzip = send(Method::GET, path, &[("accept-encoding", "gzip")], String::new()).await;
    assert_eq!(zstd.header("content-encoding"), "zstd");
    assert_eq!(gzip.header("content-encoding"), "gzip");
    assert!(zstd::decode_all(&zstd.body[..]).unwrap() == plain.body);
    assert!(zstd.body.len() * 3 < plain.body.len());
    let tags = [&plain, &zstd, &gzip].map(|response| response.header("etag").to_owned());
    let text = |index: usize| tags[index].trim_matches('"').to_owned();
    assert_eq!([text(1), text(2)], ["zstd", "gzip"].map(|coding| format!("{}-{coding}", text(0))));
    for (coding, tag) in ["identity", "zstd", "gzip"].into_iter().zip(&tags) {
        let headers = [("accept-encoding", coding), ("if-none-match", tag.as_str())];
        let response = send(Method::GET, path, &headers, String::new()).await;
        assert_eq!(response.status, StatusCode::NOT_MODIFIED, "{coding}");
        assert_eq!(response.header("etag"), tag.as_str());
    }
    tags[0].clone()
}

#[actix_web::test]
async fn other_requests_are_problems() {
    for (path, status, code) in [
        ("/v1/lexicons/fr/text", StatusCode::NOT_FOUND, "unknown_lexicon"),
        ("/v1/lexicons/en@sha256:0000/text", StatusCode::CONFLICT, "lexicon_not_held"),
        ("/v1/lexicons/en/text?part=words", StatusCode::UNPROCESSABLE_ENTITY, "rules_breached"),
        ("/v1/lexicons/fr/image", StatusCode::NOT_FOUND, "unknown_lexicon"),
        ("/v1/lexicons/en@sha256:0000/image", StatusCode::CONFLICT, "lexicon_not_held"),
        ("/v1/lexicons/en/image?version=1", StatusCode::UNPROCESSABLE_ENTITY, "rules_breached"),
        ("/v1/lexicons/fr/fst", StatusCode::NOT_FOUND, "unknown_lexicon"),
        ("/v1/lexicons/en@sha256:0000/fst", StatusCode::CONFLICT, "lexicon_not_held"),
        ("/v1/lexicons/en/fst?version=1", StatusCode::UNPROCESSABLE_ENTITY, "rules_breached"),
    ] {
        let response = send(Method::GET, path, &[], String::new()).await;
        let problem: Value = response.json();
        assert_eq!((response.status, problem["code"].as_str()), (status, Some(code)), "{path}");
    }
    for path in [PATH, IMAGE_PATH, FST_PATH] {
        let response = send(Method::POST, path, &[], String::new()).await;
        assert_eq!(response.status, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(response.header("allow"), "GET, HEAD, OPTIONS");
    }
}

#[test]
fn an_edition_that_is_not_embedded_keeps_its_texts() {
    let source = Source {
        name: "club".into(),
        edition: "2026.1".into(),
        words: "quiz\r\nCAT\n".to_owned().into(),
        categories: "pets\tPets\t\tCAT\n".into(),
    };
    let edition = RetainedEdition::build(&source, 0, || {}).unwrap();
    let text = zstd::decode_all(&edition.text().unwrap()[..]).unwrap();
    let text: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(text["lexicon"]["digest"], source.digest().to_string());
    assert_eq!(
        (&text["words"], &text["categories"]),
        (&"quiz\r\nCAT\n".into(), &"pets\tPets\t\tCAT\n".into())
    );
}
