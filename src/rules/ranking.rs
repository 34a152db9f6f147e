//! The k best of what a search comes upon.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The best candidates so far; the greatest is the best.
#[derive(Debug)]
pub(super) struct Ranking<C> {
    top: usize,
    /// The worst on top, so that it can be dropped.
    kept: BinaryHeap<Reverse<C>>,
}

impl<C: Ord> Ranking<C> {
    /// Room for so many.
    pub(super) fn new(top: usize) -> Self {
        Self { top, kept: BinaryHeap::new() }
    }

    /// The worst of the best, once there are as many as wanted: what isn't better can't enter any more.
    pub(super) fn to_beat(&self) -> Option<&C> {
        if self.kept.len() < self.top { None } else { self.kept.peek().map(|worst| &worst.0) }
    }

    /// Keeps a candidate if it is among the best.
    pub(super) fn offer(&mut self, candidate: C) {
        if self.kept.len() < self.top {
            self.kept.push(Reverse(candidate));
        } else if let Some(mut worst) = self.kept.peek_mut()
            && candidate > worst.0
        {
            *worst = Reverse(candidate);
        }
    }

    /// The best, best first.
    pub(super) fn finish(self) -> impl Iterator<Item = C> {
        self.kept.into_sorted_vec().into_iter().map(|Reverse(candidate)| candidate)
    }
}
