//! The board's word graph: a GADDAG whose nodes say in one mask which letters lead on and in another which end a word.
//!
//! CARE stands in it as ERAC, RAC@E, AC@RE and C@ARE: from any letter of a word leftwards to its beginning, a turn, and rightwards to
//! its end (S. A. Gordon, "A Faster Scrabble Move Generation Algorithm", 1994). Behind the turn the graph is the plain word
//! graph, so that the rests of words are stored once.
//!
//! A node is a value: the letters that lead on, the letters that end a word, and where its children stand side by side. The child of a letter
//! is found by counting the letters before it; a letter that only ends words has no child at all. What follows the turn lies beside the
//! node that it follows, because a search looks at both and waits for memory most of its time.

use super::count_ones::CountOnes;
use crate::word::{Letter, LetterSet, Word};

/// A place behind the turn: some letters read from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Node {
    /// The letters that lead on.
    arcs: u32,
    /// The letters that end a word.
    ends: u32,
    /// Where the children begin.
    first: u32,
}

impl Node {
    /// The letters that end a word here.
    #[must_use]
    #[inline(always)]
    pub const fn ends(self) -> LetterSet {
        LetterSet::from_bits(self.ends)
    }

    /// The letters that lead on to longer words.
    #[must_use]
    #[inline(always)]
    pub const fn arcs(self) -> LetterSet {
        LetterSet::from_bits(self.arcs)
    }

    /// Whether no word goes through here.
    #[must_use]
    #[inline(always)]
    pub const fn is_dead(self) -> bool {
        self.arcs | self.ends == 0
    }

    /// Where the child of a letter stands, if there is one.
    #[inline(always)]
    fn place_of(self, letter: Letter, count: impl CountOnes) -> Option<usize> {
        let bit = 1 << letter.index();
        if self.arcs & bit == 0 {
            return None;
        }
        Some((self.first + count.ones(self.arcs & (bit - 1))) as usize)
    }
}

/// A place before the turn: some letters read from right to left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(16))]
pub struct Stem {
    /// What can stand further left.
    left: Node,
    /// Where the node stands that says what can stand to the right, if nothing stands further left.
    right: u32,
}

impl Stem {
    /// What can stand further left.
    #[must_use]
    #[inline(always)]
    pub const fn left(self) -> Node {
        self.left
    }

    /// Whether no word goes through here.
    #[must_use]
    #[inline(always)]
    const fn is_dead(self) -> bool {
        self.left.is_dead() && self.right == 0
    }
}

/// The graph of a set of words.
///
/// ```
/// use wordcourt::lexicon::Gaddag;
/// use wordcourt::word::Word;
/// let graph = Gaddag::build(&["CARE", "SCARE"].map(|word| word.parse().unwrap()));
/// let reader = graph.reader(wordcourt::lexicon::Portable);
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
    /// Builds the graph of some words; the order doesn't matter, and words of more than 15 letters are left out.
    #[must_use]
    pub fn build(words: &[Word]) -> Self {
        let mut words: Vec<&Word> = words.iter().filter(|word| word.len() <= MAX_LETTERS).collect();
        words.sort_unstable();
        let mut nodes = Store::default();
        // What follows letters that nothing follows.
        nodes.siblings.push(Node::default());
        let paths = rightward_paths(&words, &mut nodes);
        let mut stems = Store::default();
        let root = leftward_graph(paths, &mut stems);
        let mut graph = Self { stems: stems.finish(), nodes: nodes.finish(), root };
        graph.sort_by_depth();
        graph
    }

    /// Reads the graph with a way to count bits; [`Popcnt`](super::Popcnt) is faster where there is one.
    #[must_use]
    #[inline(always)]
    pub const fn reader<C: CountOnes>(&self, count: C) -> Reader<'_, C> {
        Reader { graph: self, count }
    }

    /// How many bytes the graph takes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.stems.len() * size_of::<Stem>() + self.nodes.len() * size_of::<Node>()
    }

    /// Stores siblings near the root first: every walk begins there, and what is used together then lies together.
    fn sort_by_depth(&mut self) {
        let mut stems = Mover::new(&self.stems);
        let mut nodes = Mover::new(&self.nodes);
        nodes.bring_row(0, 1);
        stems.bring(&mut self.root.left);
        let mut next = 0;
        while let Some(mut stem) = stems.sorted.get(next).copied() {
            stems.bring(&mut stem.left);
            stem.right = nodes.bring_row(stem.right, 1);
            stems.sorted[next] = stem;
            next += 1;
        }
        let mut next = 0;
        while let Some(mut node) = nodes.sorted.get(next).copied() {
            nodes.bring(&mut node);
            nodes.sorted[next] = node;
            next += 1;
        }
        let (stems, nodes) = (stems.sorted, nodes.sorted);
        *self = Self { stems, nodes, root: self.root };
    }
}

/// A graph together with a way to count bits, which every step through it needs.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'g, C> {
    graph: &'g Gaddag,
    count: C,
}

impl<C: CountOnes> Reader<'_, C> {
    /// Where every path begins.
    #[must_use]
    #[inline(always)]
    pub const fn root(self) -> Stem {
        self.graph.root
    }

    /// The place behind one more letter to the left; dead if the letter doesn't lead on.
    #[must_use]
    #[inline(always)]
    pub fn leftwards(self, node: Node, letter: Letter) -> Stem {
        node.place_of(letter, self.count).map_or_else(Stem::default, |place| self.graph.stems[place])
    }

    /// The place behind one more letter to the right; dead if the letter doesn't lead on.
    #[must_use]
    #[inline(always)]
    pub fn rightwards(self, node: Node, letter: Letter) -> Node {
        node.place_of(letter, self.count).map_or_else(Node::default, |place| self.graph.nodes[place])
    }

    /// What can stand to the right of some letters if nothing stands further left.
    #[must_use]
    #[inline(always)]
    pub fn turn(self, stem: Stem) -> Node {
        self.graph.nodes[stem.right as usize]
    }

    /// The place behind some letters, told from the last to the first.
    #[must_use]
    pub fn read(self, mut backwards: impl Iterator<Item = Letter>) -> Stem {
        let first = backwards.next().map_or(self.graph.root, |letter| self.leftwards(self.graph.root.left, letter));
        backwards.fold(first, |stem, letter| self.leftwards(stem.left, letter))
    }
}

impl std::fmt::Debug for Gaddag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (stems, nodes) = (self.stems.len(), self.nodes.len());
        f.debug_struct("Gaddag").field("stems", &stems).field("nodes", &nodes).finish_non_exhaustive()
    }
}

/// Brings siblings into the order in which they are asked for.
struct Mover<'m, S> {
    old: &'m [S],
    sorted: Vec<S>,
    /// Where the old ones stand now.
    places: Vec<u32>,
}

impl<'m, S: Copy> Mover<'m, S> {
    const UNKNOWN: u32 = u32::MAX;

    fn new(old: &'m [S]) -> Self {
        Self { old, sorted: Vec::with_capacity(old.len()), places: vec![Self::UNKNOWN; old.len()] }
    }

    /// Brings a node's children and tells it where they stand.
    fn bring(&mut self, node: &mut Node) {
        let count = node.arcs.count_ones();
        if count > 0 {
            node.first = self.bring_row(node.first, count);
        }
    }

    /// Brings a row of siblings and answers where it stands.
    fn bring_row(&mut self, first: u32, count: u32) -> u32 {
        let row = first as usize..(first + count) as usize;
        // Some siblings are the first few of a longer row: they may have been brought without the others.
        if self.places[row.end - 1] == Self::UNKNOWN {
            for old in row.clone() {
                self.places[old] = self.sorted.len() as u32;
                self.sorted.push(self.old[old]);
            }
        }
        self.places[row.start]
    }
}

/// Something that stands among siblings.
trait Sibling: Copy + PartialEq {
    fn hash(self, hash: u64) -> u64;
}

impl Sibling for Node {
    fn hash(self, hash: u64) -> u64 {
        let [arcs, ends, first] = [self.arcs, self.ends, self.first].map(u64::from);
        (hash.rotate_left(5) ^ arcs ^ (ends << 27) ^ (first << 40)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Sibling for Stem {
    fn hash(self, hash: u64) -> u64 {
        self.left.hash(hash ^ u64::from(self.right))
    }
}

/// Rows of siblings, each row stored once.
struct Store<S> {
    siblings: Vec<S>,
    /// Open addressing: the hash of a row and where it begins plus one, 0 where free.
    rows: Vec<(u32, u32)>,
    count: usize,
}

impl<S> Default for Store<S> {
    fn default() -> Self {
        Self { siblings: Vec::new(), rows: vec![(0, 0); 1 << 10], count: 0 }
    }
}

impl<S: Sibling> Store<S> {
    /// Where a row of siblings stands; puts it there if it is new.
    fn place(&mut self, row: &[S]) -> u32 {
        if row.is_empty() {
            return 0;
        }
        let hash = (row.iter().fold(0_u64, |hash, sibling| sibling.hash(hash)) >> 32) as u32;
        let mask = self.rows.len() - 1;
        let mut slot = hash as usize & mask;
        while let (known, begin @ 1..) = self.rows[slot] {
            let begin = begin as usize - 1;
            if known == hash && self.siblings.get(begin..begin + row.len()) == Some(row) {
                return begin as u32;
            }
            slot = (slot + 1) & mask;
        }
        let begin = self.siblings.len() as u32;
        self.siblings.extend_from_slice(row);
        self.rows[slot] = (hash, begin + 1);
        self.count += 1;
        if self.count * 2 > self.rows.len() {
            self.grow();
        }
        begin
    }

    /// The siblings alone: what found equal rows is not needed any more, and is the larger part.
    fn finish(self) -> Vec<S> {
        self.siblings
    }

    fn grow(&mut self) {
        let mask = self.rows.len() * 2 - 1;
        let old = std::mem::replace(&mut self.rows, vec![(0, 0); mask + 1]);
        for row in old.into_iter().filter(|(_, begin)| *begin != 0) {
            let mut slot = row.0 as usize & mask;
            while self.rows[slot].1 != 0 {
                slot = (slot + 1) & mask;
            }
            self.rows[slot] = row;
        }
    }
}

/// A node under construction, with its finished children in the order of their letters.
struct Draft<S> {
    arcs: u32,
    ends: u32,
    children: Vec<S>,
}

impl<S: Sibling> Draft<S> {
    /// One for every depth.
    fn row() -> [Self; MAX_LETTERS + 1] {
        std::array::from_fn(|_| Self { arcs: 0, ends: 0, children: Vec::new() })
    }

    fn adopt(&mut self, letter: u32, child: S) {
        self.arcs |= 1 << letter;
        self.children.push(child);
    }

    fn finish(&mut self, store: &mut Store<S>) -> Node {
        let node = Node { arcs: self.arcs, ends: self.ends, first: store.place(&self.children) };
        self.arcs = 0;
        self.ends = 0;
        self.children.clear();
        node
    }
}

/// The beginning of a word, read backwards, in one number: paths sort by their letters.
///
/// From the top: the letters in the order of reading, five bits each, A as 1; then whether they are a word; in the low half where the node stands that
/// follows them, 0 if nothing does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Path(u128);

/// The longest word of the graph: a board's lane.
const MAX_LETTERS: usize = 15;

impl Path {
    const LETTER_BITS: usize = 5;
    const IS_WORD: u128 = 1 << 32;
    const LETTERS: u128 = u128::MAX << (128 - Self::LETTER_BITS * MAX_LETTERS);

    fn new(beginning: &[u8], is_word: bool, rest: u32) -> Self {
        let letters = beginning.iter().fold(0, |letters, byte| {
            letters >> Self::LETTER_BITS | u128::from(byte - b'A' + 1) << (128 - Self::LETTER_BITS)
        });
        Self(letters | if is_word { Self::IS_WORD } else { 0 } | u128::from(rest))
    }

    /// The letter at a depth, A as 1.
    const fn letter(self, depth: usize) -> u32 {
        (self.0 >> (128 - Self::LETTER_BITS * (depth + 1))) as u32 & 0x1f
    }

    fn len(self) -> usize {
        (128 - (self.0 & Self::LETTERS).trailing_zeros() as usize).div_ceil(Self::LETTER_BITS)
    }

    /// How many letters two paths have in common from the first on, at most those of this one.
    fn common(self, other: Self) -> usize {
        (((self.0 ^ other.0) & Self::LETTERS).leading_zeros() as usize / Self::LETTER_BITS).min(self.len())
    }
}

/// Builds the plain graph of sorted words; answers every beginning of a word with what can follow it.
fn rightward_paths(words: &[&Word], store: &mut Store<Node>) -> Vec<Path> {
    let mut paths = Vec::with_capacity(words.len() * 3);
    let mut drafts = Draft::row();
    let mut previous: &[u8] = &[];
    for word in words.iter().map(|word| word.as_bytes()).chain([&[][..]]) {
        let common = word.iter().zip(previous).take_while(|(one, other)| one == other).count();
        for depth in (common..previous.len()).rev() {
            let letter = u32::from(previous[depth] - b'A');
            let rest = drafts[depth + 1].finish(store);
            let is_word = drafts[depth].ends >> letter & 1 != 0;
            let place = if rest.is_dead() { 0 } else { store.place(&[rest]) };
            paths.push(Path::new(&previous[..=depth], is_word, place));
            if !rest.is_dead() {
                drafts[depth].adopt(letter, rest);
            }
        }
        if let [before @ .., last] = word {
            drafts[before.len()].ends |= 1 << (last - b'A');
        }
        previous = word;
    }
    paths
}

/// Builds the leftward graph over the paths; answers its root.
fn leftward_graph(mut paths: Vec<Path>, store: &mut Store<Stem>) -> Stem {
    paths.sort_unstable();
    let mut drafts = Draft::row();
    let mut rests = [0; MAX_LETTERS + 1];
    let start = Path::default();
    let mut previous = start;
    for path in paths.into_iter().chain([start]) {
        for depth in (path.common(previous)..previous.len()).rev() {
            let letter = previous.letter(depth) - 1;
            let right = std::mem::take(&mut rests[depth + 1]);
            let stem = Stem { left: drafts[depth + 1].finish(store), right };
            if !stem.is_dead() {
                drafts[depth].adopt(letter, stem);
            }
        }
        if let Some(last) = path.len().checked_sub(1) {
            rests[path.len()] = path.0 as u32;
            let is_word = path.0 & Path::IS_WORD != 0;
            drafts[last].ends |= u32::from(is_word) << (path.letter(last) - 1);
        }
        previous = path;
    }
    Stem { left: drafts[0].finish(store), right: 0 }
}

#[cfg(test)]
mod tests {
    use super::super::count_ones::Portable;
    use super::*;
    use std::collections::BTreeSet;

    const WORDS: [&str; 11] = ["AA", "AAH", "AAHS", "CARE", "CARES", "SCARE", "CARED", "BANANA", "ANANAS", "AB", "BA"];

    fn graph(texts: &[&str]) -> Gaddag {
        Gaddag::build(&texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<_>>())
    }

    type Spelled = BTreeSet<(String, usize)>;

    /// Every word that the paths spell, with the number of letters that were read leftwards.
    fn spell_left(graph: Reader<'_, Portable>, node: Node, read: &str, spelled: &mut Spelled) {
        for letter in node.ends().iter() {
            spelled.insert((format!("{letter}{read}"), read.len() + 1));
        }
        for letter in node.arcs().iter() {
            let stem = graph.leftwards(node, letter);
            let read = format!("{letter}{read}");
            spell_right(graph, graph.turn(stem), &read, read.len(), spelled);
            spell_left(graph, stem.left(), &read, spelled);
        }
    }

    fn spell_right(graph: Reader<'_, Portable>, node: Node, read: &str, leftwards: usize, spelled: &mut Spelled) {
        for letter in node.ends().iter() {
            spelled.insert((format!("{read}{letter}"), leftwards));
        }
        for letter in node.arcs().iter() {
            spell_right(graph, graph.rightwards(node, letter), &format!("{read}{letter}"), leftwards, spelled);
        }
    }

    #[test]
    fn every_word_is_there_from_each_of_its_letters_and_nothing_else() {
        let graph = graph(&WORDS);
        let reader = graph.reader(Portable);
        let mut spelled = Spelled::new();
        spell_left(reader, reader.root().left, "", &mut spelled);
        let expected: Spelled =
            WORDS.iter().flat_map(|text| (1..=text.len()).map(|left| ((*text).to_owned(), left))).collect();
        assert_eq!(spelled, expected);
    }

    #[test]
    fn equal_endings_are_stored_once() {
        let (one, many) = (graph(&["BATS"]), graph(&["BATS", "CATS", "HATS", "RATS"]));
        assert_eq!(one.nodes.len(), many.nodes.len(), "ATS is there once, whatever stands before it");
    }
}
