//! Rows of siblings, each row stored once, and their order in memory.

use super::node::{Node, Parts, Stem};

/// A node in a row of siblings. The children of a node are stored next to each other, as such a
/// row.
pub(super) trait Sibling: Copy + PartialEq {
    /// Mixes the sibling into the hash of a row.
    fn hash(self, hash: u64) -> u64;
}

impl Sibling for Node {
    fn hash(self, hash: u64) -> u64 {
        let [arcs, ends, first] = [self.arcs, self.ends, self.first].map(u64::from);
        (hash.rotate_left(5) ^ arcs ^ (ends << 27) ^ (first << 40))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Sibling for Stem {
    fn hash(self, hash: u64) -> u64 {
        self.left.hash(hash ^ u64::from(self.right))
    }
}

/// Stores rows of siblings, equal rows once.
pub(super) struct Rows<S> {
    siblings: Vec<S>,
    /// A hash table with open addressing: the hash of a row, and the index of the row plus one; a
    /// free slot has 0 instead.
    table: Vec<(u32, u32)>,
    count: usize,
}

impl<S> Default for Rows<S> {
    fn default() -> Self {
        Self { siblings: Vec::new(), table: vec![(0, 0); 1 << 10], count: 0 }
    }
}

impl<S: Sibling> Rows<S> {
    /// Stores a row without looking for an equal one.
    pub(super) fn push(&mut self, row: &[S]) -> u32 {
        let begin = index(self.siblings.len());
        self.siblings.extend_from_slice(row);
        begin
    }

    /// Returns the index of a row of siblings, and stores the row if it is new. The empty row has
    /// index 0.
    pub(super) fn insert(&mut self, row: &[S]) -> u32 {
        if row.is_empty() {
            return 0;
        }
        let hash = (row.iter().fold(0_u64, |hash, sibling| sibling.hash(hash)) >> 32) as u32;
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        // Ends, because at most half of the table is taken.
        while let (known, after @ 1..) = self.table[slot] {
            let begin = after - 1;
            let siblings = self.siblings.get(begin as usize..begin as usize + row.len());
            if known == hash && siblings == Some(row) {
                return begin;
            }
            slot = (slot + 1) & mask;
        }
        let begin = self.push(row);
        self.table[slot] = (hash, begin + 1);
        self.count += 1;
        if self.count * 2 > self.table.len() {
            self.grow();
        }
        begin
    }

    /// Returns the siblings and drops the table, which is the larger part.
    pub(super) fn finish(self) -> Vec<S> {
        self.siblings
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let old = std::mem::replace(&mut self.table, vec![(0, 0); mask + 1]);
        for row in old.into_iter().filter(|(_, after)| *after != 0) {
            let mut slot = row.0 as usize & mask;
            // Ends, because a quarter of the new table is taken.
            while self.table[slot].1 != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = row;
        }
    }
}

/// Converts a position in a graph to the stored type.
///
/// # Panics
/// Never: a lexicon has at most 2,000,000 words, and those of up to 15 letters have fewer than 2³²
/// nodes.
pub(super) fn index(position: usize) -> u32 {
    u32::try_from(position).expect("a graph has fewer than 2^32 nodes")
}

/// Stores the siblings near the root first. Every search begins there, so the nodes that are used
/// together are then close to each other.
pub(super) fn sort_by_depth(old: &Parts) -> Parts {
    let mut root = old.root;
    let mut stems = Reorder::new(&old.stems);
    let mut nodes = Reorder::new(&old.nodes);
    // The dead node stays at index 0.
    nodes.move_row(0, 1);
    stems.move_children(&mut root.left);
    let mut next = 0;
    // Ends, because each row that is moved has a sibling that was not moved before.
    while let Some(mut stem) = stems.sorted.get(next).copied() {
        stems.move_children(&mut stem.left);
        stem.right = nodes.move_row(stem.right, 1);
        stems.sorted[next] = stem;
        next += 1;
    }
    let mut next = 0;
    // Ends for the same reason.
    while let Some(mut node) = nodes.sorted.get(next).copied() {
        nodes.move_children(&mut node);
        nodes.sorted[next] = node;
        next += 1;
    }
    Parts { stems: stems.sorted, nodes: nodes.sorted, root }
}

/// Copies rows of siblings in the order in which they are requested.
struct Reorder<'o, S> {
    old: &'o [S],
    sorted: Vec<S>,
    /// The new index of each old sibling.
    moved_to: Vec<u32>,
}

impl<'o, S: Copy> Reorder<'o, S> {
    const NOT_MOVED: u32 = u32::MAX;

    fn new(old: &'o [S]) -> Self {
        let moved_to = vec![Self::NOT_MOVED; old.len()];
        Self { old, sorted: Vec::with_capacity(old.len()), moved_to }
    }

    /// Moves a node's children and sets their index in the node.
    fn move_children(&mut self, node: &mut Node) {
        let count = node.arcs.count_ones();
        if count > 0 {
            node.first = self.move_row(node.first, count);
        }
    }

    /// Moves a row of siblings unless it has already been moved, and returns its new index.
    fn move_row(&mut self, first: u32, count: u32) -> u32 {
        let row = first as usize..(first + count) as usize;
        // A row may be the beginning of a longer one, and may have been moved without the rest.
        if self.moved_to[row.end - 1] == Self::NOT_MOVED {
            for old in row.clone() {
                self.moved_to[old] = index(self.sorted.len());
                self.sorted.push(self.old[old]);
            }
        }
        self.moved_to[row.start]
    }
}
