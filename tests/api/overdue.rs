//! A search that runs for ten times its budget: probes, metrics, and the response.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use actix_web::rt::task::yield_now;
use actix_web::test::{self, TestRequest};
use actix_web::{App, rt, web};
use wordcourt::api::Problem;
use wordcourt::edition::Edition;
use wordcourt::lexicon::source::Source;
use wordcourt::registry::{
    Caller, LexiconRegistry, PoolLimits, Refused, RetainedEdition, SearchPool,
};
use wordcourt::server::{Readiness, State, probes};

use crate::read;

fn state() -> web::Data<State> {
    let source = Source {
        name: "en".to_owned(),
        edition: "1".to_owned(),
        words: "CAT\n".into(),
        categories: "".into(),
    };
    let edition = RetainedEdition::new(Edition::build(&source).unwrap(), 0);
    let pool = SearchPool::new(PoolLimits {
        concurrency: 2,
        queue_capacity: 0,
        queue_timeout: PoolLimits::QUEUE_TIMEOUT,
        quota: None,
        search_budget: Duration::from_millis(1),
    });
    web::Data::new(State::new(Arc::new(LexiconRegistry::with_default(edition, 1)), pool))
}

#[actix_web::test]
async fn the_service_is_not_ready_while_a_search_is_overdue() {
    let state = state();
    let readiness = web::Data::new(Readiness::default());
    readiness.set(true);
    let app = App::new().app_data(state.clone()).app_data(readiness).configure(probes);
    let service = test::init_service(app).await;
    let get = async |path| {
        let request = TestRequest::get().uri(path).to_request();
        let response = read(test::call_service(&service, request).await).await;
        (response.status.as_u16(), String::from_utf8(response.body.clone()).unwrap())
    };
    let metrics = |now: u8, total: u8| {
        let text = state.metrics.text(&state.registry, &state.search_pool);
        let text = String::from_utf8(text).unwrap();
        for line in [
            format!("\nwordcourt_searches_overdue {now}\n"),
            format!("\nwordcourt_searches_overdue_total {total}\n"),
        ] {
            assert!(text.contains(&line), "{line}");
        }
    };
    assert_eq!(get("/readyz").await, (200, "ready\n".to_owned()));
    metrics(0, 0);

    let (release, wait) = mpsc::channel::<()>();
    let running = state.clone();
    let search = rt::spawn(async move {
        // Ends when the sender is dropped; it never looks for an interrupt.
        let search = move || _ = wait.recv();
        running.search_pool.run(Caller::Unknown, "best_wordgame", search).await
    });
    while state.search_pool.overdue() == 0 {
        yield_now().await;
    }
    assert_eq!(get("/readyz").await, (503, "search overdue\n".to_owned()));
    assert_eq!(get("/livez").await.0, 200);
    metrics(1, 1);

    drop(release);
    let refused = search.await.unwrap().unwrap_err();
    assert_eq!(refused, Refused::Overdue(Duration::from_millis(10)));
    assert_eq!(Problem::from(refused).code.name(), "internal");
    assert_eq!(get("/readyz").await, (200, "ready\n".to_owned()));
    metrics(0, 1);
}
