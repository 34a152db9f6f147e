//! The k best candidates of a search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The best candidates so far, at most `k` of them; the greatest is the best.
#[derive(Debug)]
pub(super) struct TopK<C> {
    k: usize,
    /// A heap with the worst candidate on top, so that a better one can replace it.
    kept: BinaryHeap<Reverse<C>>,
}

impl<C: Ord> TopK<C> {
    /// Creates an empty list for the `k` best candidates.
    pub(super) fn new(k: usize) -> Self {
        Self { k, kept: BinaryHeap::new() }
    }

    /// Returns the worst candidate of a full list: only a better one can still enter. `None` while
    /// there is room, and always if `k` is 0.
    #[inline(always)]
    pub(super) fn to_beat(&self) -> Option<&C> {
        if self.kept.len() < self.k { None } else { self.kept.peek().map(|worst| &worst.0) }
    }

    /// Adds a candidate if it is among the best.
    pub(super) fn offer(&mut self, candidate: C) {
        if self.kept.len() < self.k {
            self.kept.push(Reverse(candidate));
        } else if let Some(mut worst) = self.kept.peek_mut()
            && candidate > worst.0
        {
            *worst = Reverse(candidate);
        }
    }

    /// Returns the candidates, best first.
    pub(super) fn finish(self) -> impl Iterator<Item = C> {
        self.kept.into_sorted_vec().into_iter().map(|Reverse(candidate)| candidate)
    }
}
