//! The nodes of the graph.

use zerocopy::{FromBytes, Immutable, IntoBytes};

use crate::lexicon::count_ones::CountOnes;
use crate::word::{Letter, LetterSet};

/// A node after the turn, which is reached by reading letters from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromBytes, IntoBytes, Immutable)]
#[repr(C)]
pub struct Node {
    /// The letters that lead on.
    pub(super) arcs: u32,
    /// The letters that end a word.
    pub(super) ends: u32,
    /// The index of the first child.
    pub(super) first: u32,
}

impl Node {
    /// Returns the letters that end a word here.
    #[must_use]
    #[inline(always)]
    pub const fn ends(self) -> LetterSet {
        LetterSet::from_bits(self.ends)
    }

    /// Returns the letters that lead on to longer words.
    #[must_use]
    #[inline(always)]
    pub const fn arcs(self) -> LetterSet {
        LetterSet::from_bits(self.arcs)
    }

    /// Returns true if no word goes through this node.
    #[must_use]
    #[inline(always)]
    pub const fn is_dead(self) -> bool {
        self.arcs | self.ends == 0
    }

    /// Returns true if the children of the node are among `siblings` nodes.
    pub(super) fn has_children_among(self, siblings: usize) -> bool {
        self.arcs == 0
            || u64::from(self.first) + u64::from(self.arcs.count_ones()) <= siblings as u64
    }

    /// Returns the index of a letter's child, if there is one.
    #[inline(always)]
    pub(super) fn child(self, letter: Letter, count: impl CountOnes) -> Option<usize> {
        let bit = 1 << letter.index();
        if self.arcs & bit == 0 {
            return None;
        }
        Some((self.first + count.ones(self.arcs & (bit - 1))) as usize)
    }
}

/// A node before the turn, which is reached by reading letters from right to left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromBytes, IntoBytes, Immutable)]
#[repr(C, align(16))]
pub struct Stem {
    /// The node that leads further to the left.
    pub(super) left: Node,
    /// The index of the node after the turn; 0 if that node is dead.
    pub(super) right: u32,
}

impl Stem {
    /// Returns the node that leads further to the left.
    #[must_use]
    #[inline(always)]
    pub const fn left(self) -> Node {
        self.left
    }

    /// Returns true if no word goes through this node.
    #[inline(always)]
    pub(super) const fn is_dead(self) -> bool {
        self.left.is_dead() && self.right == 0
    }
}

pub(super) struct Parts {
    pub(super) stems: Vec<Stem>,
    pub(super) nodes: Vec<Node>,
    pub(super) root: Stem,
}
