//! Builds the graph: first the plain word graph, then the leftward graph over the beginnings of its
//! words.
//!
//! Both graphs are minimal from the start. Words are added in alphabetical order, so a node is
//! complete once a word no longer goes through it; it can then be compared with the nodes already
//! stored (J. Daciuk et al., "Incremental Construction of Minimal Acyclic Finite-State Automata",
//! 2000).

use super::node::{Node, Parts, Stem};
use super::rows::{Rows, Sibling};
use crate::interrupt::interruptible;
use crate::word::Word;

/// The maximum length of a word in the graph: the length of a row of the board.
pub(super) const MAX_LETTERS: usize = 15;

/// Builds the graph of `words`; the node at index 0 is dead.
pub(super) fn build(words: &[Word]) -> Parts {
    let mut words: Vec<&Word> = words.iter().filter(|word| word.len() <= MAX_LETTERS).collect();
    words.sort_unstable();
    let mut nodes = Rows::default();
    nodes.push(&[Node::default()]);
    let paths = rightward_graph(&words, &mut nodes);
    let mut stems = Rows::default();
    let root = leftward_graph(paths, &mut stems);
    Parts { stems: stems.finish(), nodes: nodes.finish(), root }
}

/// A node under construction, with its complete children in the order of their letters.
struct Draft<S> {
    arcs: u32,
    ends: u32,
    children: Vec<S>,
}

impl<S: Sibling> Draft<S> {
    /// Makes a draft for every depth.
    fn for_each_depth() -> [Self; MAX_LETTERS + 1] {
        std::array::from_fn(|_| Self { arcs: 0, ends: 0, children: Vec::new() })
    }

    fn add_child(&mut self, letter: u32, child: S) {
        self.arcs |= 1 << letter;
        self.children.push(child);
    }

    /// Stores the children, returns the complete node, and empties the draft.
    fn complete(&mut self, rows: &mut Rows<S>) -> Node {
        let node = Node { arcs: self.arcs, ends: self.ends, first: rows.insert(&self.children) };
        self.arcs = 0;
        self.ends = 0;
        self.children.clear();
        node
    }
}

/// Builds the plain graph of sorted words; returns every beginning of a word with the node that
/// follows it.
fn rightward_graph(words: &[&Word], rows: &mut Rows<Node>) -> Vec<Path> {
    let mut paths = Vec::with_capacity(words.len() * 3);
    let mut drafts = Draft::for_each_depth();
    let mut previous: &[u8] = &[];
    // The empty word at the end completes the drafts of the last word.
    for word in interruptible(words.iter().map(|word| word.as_bytes()).chain([&[][..]])) {
        let common = word.iter().zip(previous).take_while(|(one, other)| one == other).count();
        for depth in (common..previous.len()).rev() {
            let letter = u32::from(previous[depth] - b'A');
            let rest = drafts[depth + 1].complete(rows);
            let is_word = drafts[depth].ends >> letter & 1 != 0;
            let index = if rest.is_dead() { 0 } else { rows.insert(&[rest]) };
            paths.push(Path::new(&previous[..=depth], is_word, index));
            if !rest.is_dead() {
                drafts[depth].add_child(letter, rest);
            }
        }
        if let [before @ .., last] = word {
            drafts[before.len()].ends |= 1 << (last - b'A');
        }
        previous = word;
    }
    paths
}

/// Builds the leftward graph over the paths; returns its root.
fn leftward_graph(mut paths: Vec<Path>, rows: &mut Rows<Stem>) -> Stem {
    paths.sort_unstable();
    let mut drafts = Draft::for_each_depth();
    let mut rests = [0; MAX_LETTERS + 1];
    let empty = Path::default();
    let mut previous = empty;
    for path in interruptible(paths.into_iter().chain([empty])) {
        for depth in (path.common(previous)..previous.len()).rev() {
            let right = std::mem::take(&mut rests[depth + 1]);
            let stem = Stem { left: drafts[depth + 1].complete(rows), right };
            if !stem.is_dead() {
                drafts[depth].add_child(previous.letter(depth), stem);
            }
        }
        if let Some(last) = path.len().checked_sub(1) {
            rests[path.len()] = path.rest();
            drafts[last].ends |= u32::from(path.is_word()) << path.letter(last);
        }
        previous = path;
    }
    Stem { left: drafts[0].complete(rows), right: 0 }
}

/// The beginning of a word, read backwards and encoded in one number so that paths sort by their
/// letters.
///
/// The highest bits are the letters in the order of reading, five bits each, with A as 1. Bit 32 is
/// set if the letters are a word. The low 32 bits are the index of the node that follows the
/// letters, 0 if none follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Path(u128);

impl Path {
    const LETTER_BITS: usize = 5;
    const IS_WORD: u128 = 1 << 32;
    const LETTERS: u128 = u128::MAX << (128 - Self::LETTER_BITS * MAX_LETTERS);

    /// Makes the path of upper-case letters.
    fn new(beginning: &[u8], is_word: bool, rest: u32) -> Self {
        let letters = beginning.iter().fold(0, |letters, byte| {
            letters >> Self::LETTER_BITS | u128::from(byte - b'A' + 1) << (128 - Self::LETTER_BITS)
        });
        Self(letters | if is_word { Self::IS_WORD } else { 0 } | u128::from(rest))
    }

    /// Returns the letter at a depth; A is 0.
    #[expect(clippy::cast_possible_truncation, reason = "all but five bits are masked off")]
    const fn letter(self, depth: usize) -> u32 {
        ((self.0 >> (128 - Self::LETTER_BITS * (depth + 1))) as u32 & 0x1f) - 1
    }

    fn len(self) -> usize {
        (128 - (self.0 & Self::LETTERS).trailing_zeros() as usize).div_ceil(Self::LETTER_BITS)
    }

    const fn is_word(self) -> bool {
        self.0 & Self::IS_WORD != 0
    }

    /// Returns the index of the node that follows the letters, 0 if none follows.
    #[expect(clippy::cast_possible_truncation, reason = "the index is the low 32 bits")]
    const fn rest(self) -> u32 {
        self.0 as u32
    }

    /// Counts the leading letters that two paths have in common, at most all letters of this path.
    fn common(self, other: Self) -> usize {
        (((self.0 ^ other.0) & Self::LETTERS).leading_zeros() as usize / Self::LETTER_BITS)
            .min(self.len())
    }
}
