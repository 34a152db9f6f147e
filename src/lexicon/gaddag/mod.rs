//! The word graph for searches on a board: a GADDAG. Each node has a mask of the letters that lead
//! on and a mask of the letters that end a word.
//!
//! The graph contains CARE as ERAC, RAC@E, AC@RE and C@ARE: a path starts at any letter of a word,
//! goes leftwards to the beginning of the word, takes the *turn* (`@`), and goes rightwards to the
//! end (S. A. Gordon, "A Faster Scrabble Move Generation Algorithm", 1994). After the turn, the
//! graph is the plain word graph, so that equal word endings are stored once.
//!
//! A node consists of the letters that lead on, the letters that end a word, and the index of its
//! first child. The other children follow the first one, so the child of a letter is found by
//! counting the letters before it. A letter that only ends words has no child. The index of the
//! node after the turn is stored beside the node that leads further to the left, because a search
//! reads both and spends most of its time waiting for memory.

mod build;
mod node;
mod rows;

use std::fmt;

use super::count_ones::{CountOnes, Portable};
use super::image::{ImageError, Imaged, Reader as ImageReader, Writer, check};
use crate::interrupt::end_if_interrupted;
use crate::word::{Letter, Word};
use build::MAX_LETTERS;
use node::Parts;
pub use node::{Node, Stem};

/// The word graph of a set of words.
///
/// ```
/// use wordcourt::lexicon::{Gaddag, Portable};
/// use wordcourt::word::Word;
/// let graph = Gaddag::build(&["CARE", "SCARE"].map(|word| word.parse().unwrap()));
/// let reader = graph.reader(Portable);
/// let read = |text: &str| reader.read(text.parse::<Word>().unwrap().letters().rev());
/// assert_eq!(read("CARE").left().ends().to_string(), "S");
/// assert_eq!(reader.turn(read("CAR")).ends().to_string(), "E");
/// ```
pub struct Gaddag {
    stems: Vec<Stem>,
    nodes: Vec<Node>,
    root: Stem,
}

impl Gaddag {
    /// Builds the graph of words in any order; words of more than 15 letters are omitted.
    #[must_use]
    pub fn build(words: &[Word]) -> Self {
        let Parts { stems, nodes, root } = rows::sort_by_depth(&build::build(words));
        Self { stems, nodes, root }
    }

    /// Returns a reader of the graph that counts bits with `count`; [`Popcnt`](super::Popcnt) is
    /// faster if the CPU has it.
    #[must_use]
    #[inline(always)]
    pub const fn reader<C: CountOnes>(&self, count: C) -> Reader<'_, C> {
        Reader { graph: self, count }
    }

    /// Returns the words of the graph in alphabetical order.
    ///
    /// ```
    /// use wordcourt::lexicon::Gaddag;
    /// use wordcourt::word::Word;
    /// let words: [Word; 2] = ["CARE", "SCARE"].map(|word| word.parse().unwrap());
    /// assert_eq!(Gaddag::build(&words).words(), words);
    /// ```
    #[must_use]
    pub fn words(&self) -> Vec<Word> {
        let reader = self.reader(Portable);
        let mut words = Vec::new();
        let root = self.root.left;
        for first in root.arcs().union(root.ends()).iter() {
            if root.ends().contains(first) {
                words.extend(Word::from_letters([first]));
            }
            // After the first letter of a word, its path turns at once.
            let after = reader.turn(reader.leftwards(root, first));
            reader.words_from(after, &mut vec![first], &mut words);
        }
        words
    }

    /// Returns the size of the graph in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.stems.len() * size_of::<Stem>() + self.nodes.len() * size_of::<Node>()
    }
}

impl Imaged for Gaddag {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        writer.section(&self.stems);
        writer.section(&self.nodes);
        writer.section(&[self.root]);
    }

    fn read(reader: &mut ImageReader<'_>, (): ()) -> Result<Self, ImageError> {
        let graph =
            Self { stems: reader.section()?, nodes: reader.section()?, root: reader.one()? };
        let Self { stems, nodes, root } = &graph;
        let is_sound = |stem: &Stem| {
            stem.left.has_children_among(stems.len()) && (stem.right as usize) < nodes.len()
        };
        check(stems.iter().chain([root]).all(is_sound))?;
        check(nodes.iter().all(|node| node.has_children_among(nodes.len())))?;
        Ok(graph)
    }
}

impl fmt::Debug for Gaddag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gaddag")
            .field("stems", &self.stems.len())
            .field("nodes", &self.nodes.len())
            .finish_non_exhaustive()
    }
}

/// A graph with a way to count bits, which every step through the graph needs.
///
/// ```
/// use wordcourt::lexicon::{Gaddag, Portable};
/// use wordcourt::word::Letter;
/// let graph = Gaddag::build(&["CARE".parse().unwrap(), "CARD".parse().unwrap()]);
/// let reader = graph.reader(Portable);
/// let [c, a, r] = [b'C', b'A', b'R'].map(|letter| Letter::from_ascii(letter).unwrap());
/// // From R leftwards to the beginning of the word, then the turn.
/// let stem = reader.leftwards(reader.leftwards(reader.read([r].into_iter()).left(), a).left(), c);
/// assert_eq!(reader.turn(stem).ends().to_string(), "DE");
/// assert!(reader.rightwards(reader.turn(stem), a).is_dead());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Reader<'g, C> {
    graph: &'g Gaddag,
    count: C,
}

impl<C: CountOnes> Reader<'_, C> {
    /// Returns the stem at which every path begins.
    #[must_use]
    #[inline(always)]
    pub const fn root(self) -> Stem {
        self.graph.root
    }

    /// Reads one more letter to the left; the stem is dead if the letter does not lead on.
    #[must_use]
    #[inline(always)]
    pub fn leftwards(self, node: Node, letter: Letter) -> Stem {
        node.child(letter, self.count).map_or_else(Stem::default, |child| self.graph.stems[child])
    }

    /// Reads one more letter to the right; the node is dead if the letter does not lead on.
    #[must_use]
    #[inline(always)]
    pub fn rightwards(self, node: Node, letter: Letter) -> Node {
        node.child(letter, self.count).map_or_else(Node::default, |child| self.graph.nodes[child])
    }

    /// Returns the node after the turn, which has the letters that can follow to the right if the
    /// word begins here.
    #[must_use]
    #[inline(always)]
    pub fn turn(self, stem: Stem) -> Node {
        self.graph.nodes[stem.right as usize]
    }

    /// Appends the words that begin with `letters`, which lead to `node`. A forged image may have a
    /// graph with cycles, so the depth is limited to the letters of the longest word.
    fn words_from(self, node: Node, letters: &mut Vec<Letter>, words: &mut Vec<Word>) {
        end_if_interrupted();
        if letters.len() == MAX_LETTERS {
            return;
        }
        for letter in node.arcs().union(node.ends()).iter() {
            letters.push(letter);
            if node.ends().contains(letter) {
                words.extend(Word::from_letters(letters.iter().copied()));
            }
            self.words_from(self.rightwards(node, letter), letters, words);
            letters.pop();
        }
    }

    /// Reads letters that are given from the last to the first.
    #[must_use]
    pub fn read(self, mut backwards: impl Iterator<Item = Letter>) -> Stem {
        let first = backwards
            .next()
            .map_or(self.graph.root, |letter| self.leftwards(self.graph.root.left, letter));
        backwards.fold(first, |stem, letter| self.leftwards(stem.left, letter))
    }
}
