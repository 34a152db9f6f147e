//! The first searches of an edition wait for its search index without keeping others from the pool.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use actix_web::rt::task::yield_now;
use actix_web::{rt, test, web};
use serde_json::{Value, json};
use wordcourt::edition::Edition;
use wordcourt::lexicon::image::{ImageError, ImageId, ImageStore, OpenImage};
use wordcourt::lexicon::source::Source;
use wordcourt::registry::{LexiconRegistry, RetainedEdition, SearchPool};
use wordcourt::rules::IndexOrigin;
use wordcourt::server::{State, routes};

use crate::read;

/// A store without images. The search index of Wordgame is not built before the gate opens.
#[derive(Debug)]
struct Gate {
    opens: Mutex<mpsc::Receiver<()>>,
    loads: AtomicUsize,
}

impl ImageStore for Gate {
    fn open(&self, id: &ImageId) -> Option<OpenImage> {
        if id.index == "wordgame" {
            self.loads.fetch_add(1, Ordering::Relaxed);
            // Ends when the sender is dropped.
            let _ = self.opens.lock().unwrap().recv();
        }
        None
    }

    fn store(&self, _: ImageId, _: Vec<u8>) {}

    fn refuse(&self, _: &ImageId, _: &ImageError) {}
}

/// Returns a service whose search pool runs one search and queues none, with its gate.
fn service() -> (web::Data<State>, Arc<Gate>, mpsc::Sender<()>) {
    let (open, opens) = mpsc::channel();
    let gate = Arc::new(Gate { opens: Mutex::new(opens), loads: AtomicUsize::new(0) });
    let images = Some(Arc::<Gate>::clone(&gate) as Arc<dyn ImageStore>);
    let source = Source {
        name: "en".to_owned(),
        edition: "1".to_owned(),
        words: "CAT\nCATS\nMASK\n".into(),
        categories: "".into(),
    };
    let edition =
        Edition::build_with(&source, IndexOrigin { images, ..IndexOrigin::default() }).unwrap();
    let registry = LexiconRegistry::with_default(RetainedEdition::new(edition, 1 << 20), 1);
    let state = State::new(Arc::new(registry), SearchPool::bounded(1, 0));
    (web::Data::new(state), gate, open)
}

/// Posts a request and returns the status of the response.
async fn post(state: web::Data<State>, path: &'static str, body: Value) -> u16 {
    let service = test::init_service(routes(state)).await;
    let request = test::TestRequest::post().uri(path).set_json(body);
    read(test::call_service(&service, request.to_request()).await).await.status.as_u16()
}

fn best_wordgame(rack: &str) -> Value {
    json!({ "cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15", "rack": rack })
}

#[actix_web::test]
async fn searches_wait_for_an_index_outside_the_pool_and_load_it_once() {
    let (state, gate, open) = service();
    let search = |place: u8| {
        let rack = format!("CATS{}", char::from(b'A' + place));
        rt::spawn(post(state.clone(), "/v1/wordgame/best", best_wordgame(&rack)))
    };
    let searches: Vec<_> = (0..20).map(search).collect();
    while gate.loads.load(Ordering::Relaxed) == 0 {
        yield_now().await;
    }
    // The first one has started to load the index.
    for given_up in &searches[..10] {
        given_up.abort();
    }
    let others = [
        ("/v1/my-word/best", json!({ "table": ["M", "A", "S", "K"] })),
        ("/v1/words/validate", json!({ "words": ["CAT"] })),
        ("/v1/wordgame/score", json!({ "cgp": best_wordgame("")["cgp"], "move": "8H CATS" })),
    ];
    for (path, body) in others {
        assert_eq!(post(state.clone(), path, body).await, 200, "{path}");
    }
    assert!(searches[10..].iter().all(|search| !search.is_finished()));

    drop(open);
    for search in searches.into_iter().skip(10) {
        assert_eq!(search.await.unwrap(), 200);
    }
    assert_eq!(gate.loads.load(Ordering::Relaxed), 1);
}
