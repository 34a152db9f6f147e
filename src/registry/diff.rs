//! The difference between two editions.

use std::cmp::Ordering;

use serde::Serialize;

use crate::edition::{Edition, EditionId};
use crate::lexicon::{Lexicon, Mark, Ordinal};

/// The difference between two editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct EditionDiff {
    /// The older edition.
    from: EditionId,
    /// The newer edition.
    to: EditionId,
    /// The words that only the newer edition has.
    #[schema(value_type = DifferentWords)]
    pub added: Limited<String>,
    /// The words that only the older edition has.
    #[schema(value_type = DifferentWords)]
    pub removed: Limited<String>,
    /// The words whose marks differ.
    #[schema(value_type = RemarkedWords)]
    remarked: Limited<Remarked>,
    /// The names of the categories that differ.
    categories: Vec<String>,
}

/// The first words that only one edition has.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only the schema is used")]
pub(crate) struct DifferentWords {
    /// The number of words.
    total: usize,
    /// The first words, in alphabetical order.
    words: Vec<String>,
}

/// The first words whose marks differ.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only the schema is used")]
struct RemarkedWords {
    /// The number of words.
    total: usize,
    /// The first words, in alphabetical order.
    words: Vec<Remarked>,
}

/// The first items of a list, and their total number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Limited<T> {
    /// The number of all items.
    pub total: usize,
    /// The first items, in alphabetical order.
    pub words: Vec<T>,
}

impl<T> Limited<T> {
    fn add(&mut self, limit: usize, item: impl FnOnce() -> T) {
        self.total += 1;
        if self.words.len() < limit {
            self.words.push(item());
        }
    }
}

/// A word whose marks differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Remarked {
    /// The word.
    word: String,
    /// Its marks in the older edition.
    from: Vec<&'static str>,
    /// Its marks in the newer edition.
    to: Vec<&'static str>,
}

impl EditionDiff {
    /// Compares two editions. Each list contains at most `limit` words.
    #[must_use]
    pub fn between(from: &Edition, to: &Edition, limit: usize) -> Self {
        let (old, new) = (&from.lexicon, &to.lexicon);
        let mut diff = Self {
            from: from.id.clone(),
            to: to.id.clone(),
            added: Limited::default(),
            removed: Limited::default(),
            remarked: Limited::default(),
            categories: different_categories(old, new),
        };
        // Ordinals have the same order as words.
        let (mut old_ordinals, mut new_ordinals) =
            (old.ordinals().peekable(), new.ordinals().peekable());
        // Each step takes a word of one edition or both.
        loop {
            let order = match (old_ordinals.peek(), new_ordinals.peek()) {
                (None, None) => break diff,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(was), Some(is)) => old.word(*was).cmp(new.word(*is)),
            };
            let was = if order.is_le() { old_ordinals.next() } else { None };
            let is = if order.is_ge() { new_ordinals.next() } else { None };
            match (was, is) {
                (Some(was), None) => diff.removed.add(limit, || old.word(was).to_owned()),
                (None, Some(is)) => diff.added.add(limit, || new.word(is).to_owned()),
                (Some(was), Some(is)) if old.marks(was) != new.marks(is) => {
                    diff.remarked.add(limit, || Remarked {
                        word: new.word(is).to_owned(),
                        from: mark_names(old, was),
                        to: mark_names(new, is),
                    });
                }
                _ => {}
            }
        }
    }
}

fn mark_names(lexicon: &Lexicon, ordinal: Ordinal) -> Vec<&'static str> {
    lexicon.marks(ordinal).iter().map(Mark::name).collect()
}

fn different_categories(old: &Lexicon, new: &Lexicon) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for category in old.categories().iter().chain(new.categories()) {
        let name = &category.name;
        if old.category(name) != new.category(name) && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}
