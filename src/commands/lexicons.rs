//! The lexicons of the commands that answer requests without a service.

use std::cell::RefCell;
use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;

use super::stored_texts::{StoredText, StoredTexts};
use crate::api::lexicons::{LexiconSummary, Lexicons, SelectorError};
use crate::api::{self, Answer, OperationId, Problem};
use crate::config::LexiconChoice;
use crate::edition::Edition;
use crate::lexicon::{Meanings, source};
use crate::registry::{Change, LexiconRegistry, RetainedEdition};

/// The lexicons of the stored texts. The editions of a lexicon are built when a request names it.
pub(super) struct StoredLexicons {
    texts: StoredTexts,
    unbuilt: RefCell<Vec<StoredText>>,
    registry: LexiconRegistry,
    /// The edition for requests that name no lexicon.
    selector: String,
    meanings: Option<Arc<dyn Meanings>>,
    /// The reason why an edition cannot be used.
    refusal: RefCell<Option<String>>,
}

impl StoredLexicons {
    /// Lists the lexicons.
    ///
    /// # Errors
    /// A place cannot be read.
    pub(super) fn open(choice: &LexiconChoice) -> Result<Self, Box<dyn Error>> {
        let (texts, unbuilt) = StoredTexts::open(&choice.editions)?;
        let selector = choice.lexicon.as_deref().unwrap_or(source::DEFAULT_NAME).to_owned();
        let registry = LexiconRegistry::new(name_in(&selector).to_owned(), usize::MAX);
        let meanings = choice.meanings.open()?.map(|wordnet| Arc::new(wordnet) as Arc<_>);
        let unbuilt = RefCell::new(unbuilt);
        Ok(Self { texts, unbuilt, registry, selector, meanings, refusal: RefCell::default() })
    }

    /// Answers a request.
    ///
    /// # Errors
    /// An edition of a lexicon that the request names cannot be used. The answer would be that of
    /// another edition.
    pub(super) fn answer(
        &self,
        operation: OperationId,
        request: &str,
    ) -> Result<Result<Answer, Problem>, String> {
        let answer = api::answer(operation, request.as_bytes(), self);
        self.refusal.take().map_or(Ok(answer), Err)
    }

    /// Builds the editions of the lexicons whose names are wanted.
    fn build(&self, is_wanted: impl Fn(&str) -> bool) {
        let wanted: Vec<_> =
            self.unbuilt.borrow_mut().extract_if(.., |text| is_wanted(text.name())).collect();
        for text in wanted {
            let built = self.texts.read(&text).and_then(|source| {
                let built = RetainedEdition::build(&source, 0, || {});
                built.map_err(|error| text.refusal(&error))
            });
            match built {
                Ok(edition) => {
                    // Retaining cannot fail, and there is nothing to confirm.
                    let change = Change::Retain(edition);
                    let _ = self.registry.change::<Infallible>(change, |_| Ok(()));
                }
                Err(error) => _ = self.refusal.borrow_mut().get_or_insert(error),
            }
        }
    }
}

/// Returns the name of the lexicon in a selector.
fn name_in(selector: &str) -> &str {
    selector.split('@').next().unwrap_or(selector)
}

impl Lexicons for StoredLexicons {
    fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, SelectorError> {
        let selector = selector.unwrap_or(&self.selector);
        self.build(|name| name == name_in(selector));
        self.registry.edition(Some(selector)).or_else(|_| {
            // The error lists all lexicons.
            self.build(|_| true);
            self.registry.edition(Some(selector))
        })
    }

    fn list(&self) -> Vec<LexiconSummary> {
        self.build(|_| true);
        self.registry.list()
    }

    fn summary(&self, edition: &Arc<Edition>) -> LexiconSummary {
        self.registry.summary(edition)
    }

    fn meanings(&self) -> Option<Arc<dyn Meanings>> {
        self.meanings.clone()
    }
}
