//! Signatures of rulings. `tests/notes` has them verified by another implementation of signed notes.

use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use actix_web::test;
use actix_web::web::Data;
use serde_json::{Value, json};
use wordcourt::api::{self, OperationId, openapi};
use wordcourt::registry::{PoolLimits, SearchPool};
use wordcourt::server::{State, routes};
use wordcourt::signing::{
    KeyError, NoteError, PublishedKeys, ServiceKeys, SigningKey, Verified, VerifierKey,
    from_header, open, sign, to_header,
};

use crate::{Response, get, read, send, signing_key, state};

const CHALLENGE: &str = "/v1/my-word/challenge";
const PREFER: (&str, &str) = ("prefer", "signature");
const JSON: (&str, &str) = ("content-type", "application/json");

fn request() -> Value {
    let examples: Value = serde_json::from_str(openapi::EXAMPLES).unwrap();
    examples["challenge_my_word"]["request"].clone()
}

async fn challenge(headers: &[(&str, &str)]) -> Response {
    let headers = [&[JSON], headers].concat();
    send(Method::POST, CHALLENGE, &headers, request().to_string()).await
}

/// Returns the text of a note if one of the keys has signed it.
fn text_of(note: &str, keys: &[VerifierKey]) -> Result<String, NoteError> {
    open(note, keys).map(|verified| verified.text)
}

#[actix_web::test]
async fn a_ruling_is_signed_if_the_request_prefers_it() {
    let response = challenge(&[PREFER]).await;
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(response.header("preference-applied"), "signature");
    assert_eq!(response.header("vary"), "accept, prefer");
    let note = from_header(response.header("ruling-signature")).unwrap();
    let keys = get("/v1/keys").await.json();
    let key = keys["keys"][0]["verifier_key"].as_str().unwrap();
    assert_eq!(key, signing_key().signing.verifier().to_string());
    let ruling = response.json();
    let expected = format!(
        "wordcourt-ruling/v1\noperation challenge_my_word\nid {}\nlexicon {}\nrulebook {}\n",
        ruling["id"].as_str().unwrap(),
        ruling["lexicon"]["digest"].as_str().unwrap(),
        ruling["rulebook"].as_str().unwrap(),
    );
    assert_eq!(text_of(&note, &[key.parse().unwrap()]), Ok(expected));

    let again = challenge(&[PREFER]).await;
    assert_eq!(again.header("ruling-signature"), response.header("ruling-signature"));
    let plain = challenge(&[]).await;
    assert_eq!(plain.body, response.body);
    for header in ["ruling-signature", "preference-applied", "vary"] {
        assert_eq!(plain.header(header), "", "{header}");
    }
}

#[actix_web::test]
async fn preferences_are_read_as_rfc_7240_defines_them() {
    for (value, is_preferred) in [
        ("signature", true),
        ("Signature", true),
        ("respond-async, signature;x=1", true),
        ("wait=10 ,signature=\"\"", true),
        ("signatures", false),
        ("x=\"a, signature, b\"", false),
        ("x; signature", false),
        ("", false),
    ] {
        let response = challenge(&[("prefer", value)]).await;
        let is_signed = !response.header("ruling-signature").is_empty();
        assert_eq!(is_signed, is_preferred, "{value}");
    }
    // Headers with the same name are one list.
    let service = test::init_service(routes(state())).await;
    let request = test::TestRequest::post()
        .uri(CHALLENGE)
        .append_header(JSON)
        .append_header(("prefer", "wait=1"))
        .append_header(PREFER)
        .set_payload(request().to_string());
    let response = read(test::call_service(&service, request.to_request()).await).await;
    assert!(!response.header("ruling-signature").is_empty());
}

#[actix_web::test]
async fn only_responses_with_an_id_are_signed_also_from_the_cache() {
    let best = |body: Value| async move {
        let headers = [JSON, PREFER];
        send(Method::POST, "/v1/my-word/best", &headers, body.to_string()).await
    };
    let table = json!(["M", "K", "??", "SH", "E", "?", "ND", "A"]);
    let without_id = best(json!({ "table": table })).await;
    assert_eq!(without_id.header("ruling-signature"), "");
    assert_eq!(without_id.header("preference-applied"), "");
    let first = best(json!({ "table": table, "id": true, "overlay": { "add": ["ZZZ"] } })).await;
    let second = best(json!({ "table": table, "id": true, "overlay": { "add": ["ZZZ"] } })).await;
    assert!(!first.header("ruling-signature").is_empty());
    assert_eq!(first.header("ruling-signature"), second.header("ruling-signature"));
    let note = from_header(first.header("ruling-signature")).unwrap();
    let lexicon = &first.json()["lexicon"];
    let member = |name: &str| lexicon[name].as_str().unwrap().to_owned();
    let line = format!("\nlexicon {}+{}\n", member("digest"), member("overlay"));
    assert!(note.contains(&line), "{note}");

    let cut = json!({ "cuts": [{ "player": "ann", "card": "Eb" }, { "player": "bob", "card": "Ir" }], "id": true });
    let headers = [JSON, PREFER];
    let path = "/v1/choose-your-words/cut";
    let cut = send(Method::POST, path, &headers, cut.to_string()).await;
    let note = from_header(cut.header("ruling-signature")).unwrap();
    assert!(!note.contains("\nlexicon"), "the answer depends on no lexicon: {note}");
}

#[actix_web::test]
async fn responses_to_query_vary_with_the_preference() {
    let query = || Method::from_bytes(b"QUERY").unwrap();
    for (headers, is_signed) in [(vec![JSON], false), (vec![JSON, PREFER], true)] {
        let response = send(query(), CHALLENGE, &headers, request().to_string()).await;
        assert_eq!(response.header("vary"), "accept, prefer");
        assert_eq!(!response.header("ruling-signature").is_empty(), is_signed);
    }
}

#[actix_web::test]
async fn problems_and_services_without_a_key_are_not_signed() {
    let bad = send(Method::POST, CHALLENGE, &[JSON, PREFER], "{}").await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(bad.header("ruling-signature"), "");

    let shared = state();
    let pool = SearchPool::new(PoolLimits {
        concurrency: 1,
        queue_capacity: 1,
        queue_timeout: Duration::from_mins(1),
        quota: None,
        search_budget: PoolLimits::SEARCH_BUDGET,
    });
    let mut state = State::new(shared.registry.clone(), pool);
    state.origins.push("https://game.example".into());
    let state = Data::new(state);
    let service = test::init_service(routes(state)).await;
    let sent = |request: test::TestRequest| {
        let request = request.append_header(JSON).append_header(PREFER).to_request();
        async { read(test::call_service(&service, request).await).await }
    };
    let body = request().to_string();
    let unsigned = sent(test::TestRequest::post().uri(CHALLENGE).set_payload(body)).await;
    assert_eq!(unsigned.status, StatusCode::OK, "the preference is ignored");
    assert_eq!(unsigned.header("ruling-signature"), "");
    let keys = sent(test::TestRequest::get().uri("/v1/keys")).await;
    assert_eq!(keys.json(), json!({ "keys": [] }));
    let preflight = test::TestRequest::default()
        .method(Method::OPTIONS)
        .uri(CHALLENGE)
        .append_header(("origin", "https://game.example"))
        .append_header(("access-control-request-method", "POST"))
        .append_header(("access-control-request-headers", "prefer"));
    assert_eq!(sent(preflight).await.status, StatusCode::OK);
    let from_page =
        test::TestRequest::get().uri("/v1/keys").append_header(("origin", "https://game.example"));
    let from_page = sent(from_page).await;
    let exposed = from_page.header("access-control-expose-headers").to_ascii_lowercase();
    assert!(exposed.contains("ruling-signature"), "{exposed}");
}

/// The example of the specification of signed notes.
#[actix_web::test]
async fn notes_are_those_of_the_specification() {
    // The key and the note of the tests of the package that defined the format.
    let key = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
    let verifier = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    let text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    let note = format!(
        "{text}\n\u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
    );
    let key: SigningKey = key.parse().unwrap();
    assert_eq!(key.verifier().to_string(), verifier);
    assert_eq!(sign(text, &key).as_ref(), Ok(&note));
    assert_eq!(text_of(&note, &[verifier.parse().unwrap()]).as_deref(), Ok(text));
    for bad in ["", "no line end", "a\tb\n"] {
        assert_eq!(sign(bad, &key), Err(NoteError::Malformed), "{bad:?}");
    }
}

#[actix_web::test]
async fn changed_notes_are_refused() {
    let key = signing_key().signing;
    let other = SigningKey::new("other.example", &[8; 32]).unwrap();
    let (verifier, other_verifier) = ([key.verifier().clone()], [other.verifier().clone()]);
    let note = sign("a\n\nb\n", &key).unwrap();
    let further = sign("a\n\nb\n", &other).unwrap();
    let both = note.clone() + further.rsplit_once("\n\n").unwrap().1;
    let text = "a\n\nb\n".to_owned();
    let expected = Verified { text: text.clone(), note: note.clone() };
    assert_eq!(open(&both, &verifier), Ok(expected), "the other signature is left out");
    assert_eq!(open(&both, &other_verifier), Ok(Verified { text, note: further }));
    let unknown = open(&note, &other_verifier);
    assert_eq!(unknown, Err(NoteError::Unknown(vec!["club.example".into()])));
    let forged = note.replacen('a', "b", 1);
    assert_eq!(open(&forged, &verifier), Err(NoteError::Forged("club.example".into())));
    for place in 0..note.len() {
        for byte in [note.as_bytes()[place] ^ 1, b'\n', b' '] {
            let mut changed = note.clone().into_bytes();
            if std::mem::replace(&mut changed[place], byte) == byte {
                continue;
            }
            let Ok(changed) = String::from_utf8(changed) else { continue };
            let opened = open(&changed, &verifier);
            assert!(opened.is_err(), "{changed:?}: {opened:?}");
        }
    }
    for bad in [
        "",
        "\n",
        "a\n\n",
        "a\n\n\u{2014} x AAAAAAA=",
        "a\n\n\u{2014} x\n",
        "a\tb\n\n\u{2014} x AAAAAAA=\n",
    ] {
        assert_eq!(open(bad, &verifier), Err(NoteError::Malformed), "{bad:?}");
    }
    assert_eq!(from_header(&to_header(&note)), Some(note));
    for bad in ["", ":", "abc", ":a:", "::x"] {
        assert_eq!(from_header(bad).filter(|note| !note.is_empty()), None, "{bad:?}");
    }
}

#[actix_web::test]
async fn keys_are_read_and_written() {
    let key = signing_key().signing;
    let (secret, public) = (key.to_secret_text(), key.verifier().to_string());
    assert_eq!(secret.parse::<SigningKey>().unwrap().to_secret_text(), secret);
    assert_eq!(public.parse::<VerifierKey>().unwrap(), *key.verifier());
    assert!(!format!("{key:?}").contains(&secret[secret.len() - 20..]), "secrets don't leak");
    assert_eq!(
        SigningKey::new("two words", &[0; 32]).unwrap_err(),
        KeyError::Name("two words".into())
    );
    let other = public.replacen("club", "clue", 1);
    assert_eq!(other.parse::<VerifierKey>(), Err(KeyError::Damaged("clue.example".into())));
    for bad in ["", "a+b", "club.example+00000000", "+00000000+AA==", "club.example+zz+AA=="] {
        assert!(bad.parse::<VerifierKey>().is_err(), "{bad}");
        assert!(format!("PRIVATE+KEY+{bad}").parse::<SigningKey>().is_err(), "{bad}");
    }

    let file = format!("# a comment\n\n{secret}\n{public}\n");
    let keys: ServiceKeys = file.parse().unwrap();
    assert_eq!(keys.earlier, [key.verifier().clone()]);
    assert_eq!("".parse::<ServiceKeys>().unwrap_err(), KeyError::Count(0));
    assert_eq!(
        format!("{secret}\n{secret}").parse::<ServiceKeys>().unwrap_err(),
        KeyError::Count(2)
    );

    for text in [
        format!("# of the club\n{public}\n"),
        String::from_utf8(get("/v1/keys").await.body).unwrap(),
    ] {
        let PublishedKeys(keys) = text.parse().unwrap();
        assert_eq!(keys, [key.verifier().clone()]);
    }
    for bad in ["", "{}", r#"{"keys":[]}"#, &secret] {
        assert!(bad.parse::<PublishedKeys>().is_err(), "{bad}");
    }
}

#[actix_web::test]
async fn the_text_of_a_ruling_has_no_lines_from_elsewhere() {
    let answer =
        api::answer(OperationId::ChallengeMyWord, request().to_string().as_bytes(), &**state());
    let answer = String::from_utf8(answer.unwrap().body.to_vec()).unwrap();
    let grounds = serde_json::from_str(&answer).unwrap();
    assert!(wordcourt::signing::RulingText::new("x", &grounds).is_some());
    let forged = answer.replacen(r#""rulebook":"3""#, r#""rulebook":"3\noperation y""#, 1);
    assert_ne!(forged, answer);
    let grounds = serde_json::from_str(&forged).unwrap();
    assert!(wordcourt::signing::RulingText::new("x", &grounds).is_none());
}
