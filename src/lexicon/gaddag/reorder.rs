//! The order of a graph's nodes in memory.

use super::node::{Node, Parts};
use super::rows::index;

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
    // Both loops end, because each row that is moved has a sibling that was not moved before.
    while let Some(mut stem) = stems.sorted.get(next).copied() {
        stems.move_children(&mut stem.left);
        stem.right = nodes.move_row(stem.right, 1);
        stems.sorted[next] = stem;
        next += 1;
    }
    let mut next = 0;
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
