//! The pages of a list of all moves.

use actix_web::{test, web};
use serde_json::{Value, json};
use wordcourt::registry::Change;
use wordcourt::server::{State, routes};

use super::{WORDGAME, hello};
use crate::word_search::{edition, state_with};
use crate::{Response, post_ok, read};

async fn post_to(state: &web::Data<State>, path: &str, body: &Value) -> Response {
    let service = test::init_service(routes(state.clone())).await;
    let request = test::TestRequest::post().uri(path).set_json(body).to_request();
    read(test::call_service(&service, request).await).await
}

#[actix_web::test]
async fn the_pages_of_all_moves_are_the_whole_list() {
    let path = format!("{WORDGAME}/best");
    let request = |more: Value| {
        let mut request = json!({"board": hello(), "rack": "AEIR", "all": true});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let whole = post_ok(&path, request(json!({}))).await;
    assert!(whole.get("next").is_none());
    for limit in [7, 100] {
        let mut moves = Vec::new();
        let mut page = post_ok(&path, request(json!({"limit": limit}))).await;
        loop {
            assert_eq!(page["moves_found"], whole["moves_found"]);
            let on_page = page["moves"].as_array().unwrap();
            moves.extend_from_slice(on_page);
            let Some(next) = page.get("next").cloned() else { break };
            assert_eq!(on_page.len(), limit);
            page = post_ok(&path, request(json!({"limit": limit, "cursor": next}))).await;
        }
        assert_eq!(&moves, whole["moves"].as_array().unwrap());
    }
}

#[actix_web::test]
async fn a_page_belongs_to_its_search_and_its_edition() {
    let state = state_with(edition("club", "1", "AA\nAB\nBA\n", ""));
    let path = format!("{WORDGAME}/best");
    let request = |rack: &str, more: Value| {
        let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
        let rules = json!({"preset": "classic"});
        let mut request =
            json!({"cgp": empty, "rack": rack, "all": true, "limit": 2, "rules": rules});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let first = post_to(&state, &path, &request("AAB", json!({}))).await.json();
    let next = json!({"cursor": first["next"]});
    let second = post_to(&state, &path, &request("AAB", next.clone())).await.json();
    assert_ne!(second["moves"], first["moves"]);

    let install = |number: &str, word: &str| {
        let edition = edition("club", number, &format!("AA\nAB\nBA\n{word}\n"), "");
        state.registry.change(Change::Install(edition), |_| Ok::<_, ()>(())).unwrap();
    };
    install("2", "ABA");
    let again = post_to(&state, &path, &request("AAB", next.clone())).await.json();
    assert_eq!(again, second, "the page comes from the edition of the first page");
    let conflict = ["/cursor"];
    let pointers = |problem: &Value| problem["breaches"][0]["pointer"].clone();
    for more in [json!({"rows": true}), json!({"lexicon": "club@2"})] {
        let mut more = more;
        more["cursor"] = first["next"].clone();
        let other = post_to(&state, &path, &request("AAB", more)).await.json();
        assert_eq!([pointers(&other)], conflict);
    }
    let other = post_to(&state, &path, &request("AAA", next.clone())).await.json();
    assert_eq!([pointers(&other)], conflict);
    let other = post_to(&state, &path, &request("AAB", json!({"cursor": "2"}))).await.json();
    assert_eq!(other["breaches"][0]["code"], "invalid_field");
    for member in ["cursor", "limit"] {
        let mut request = request("AAB", next.clone());
        request["limit"] = 2.into();
        request["all"] = false.into();
        request.as_object_mut().unwrap().remove(if member == "cursor" {
            "limit"
        } else {
            "cursor"
        });
        let other = post_to(&state, &path, &request).await.json();
        assert_eq!(pointers(&other), format!("/{member}"));
    }

    install("3", "BAA");
    install("4", "BAB");
    let gone = post_to(&state, &path, &request("AAB", next)).await;
    assert_eq!((gone.status.as_u16(), &gone.json()["code"]), (410, &json!("cursor_expired")));
}
