//! The ways to form a word from table words, and the words that they allow (RULEBOOK P4–P9).

use super::ruleset::{IrregularPlurals, PluralRule, Rules, Version};
use crate::lexicon::{Mark, Marks, Words};
use crate::rules::{DecidingSense, Variant, Verdict};
use crate::word::Word;

/// The ways to form a word, ordered from the least to the most valuable.
///
/// The *base words* of a word are the table words that it is made from. Their letters are compared
/// with the letters of the word; the cards do not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordFormation {
    /// The letters of the base words keep their order: one point a letter (RULEBOOK P5).
    InOrder,
    /// Like `InOrder`, with two or more letters added, one of them inside a base word: two points a
    /// letter (RULEBOOK P7).
    Inserted,
    /// The letters of the base words do not keep their order: two points a letter (RULEBOOK P6).
    Rearranged,
    /// All cards come from the hand: two points a letter (RULEBOOK P4).
    New,
}

impl WordFormation {
    /// Classifies the way in which a word is formed. If the base words fit in several ways, the
    /// best way for the player counts. All texts must be upper-case ASCII.
    ///
    /// ```
    /// use wordcourt::rules::play_on_words::WordFormation;
    ///
    /// assert_eq!(WordFormation::of(b"BOOMERANG", &[b"RANG", b"BOOM"]), WordFormation::InOrder);
    /// assert_eq!(WordFormation::of(b"STABLE", &[b"TALE"]), WordFormation::Inserted);
    /// assert_eq!(WordFormation::of(b"RATE", &[b"TAR"]), WordFormation::Rearranged);
    /// assert_eq!(WordFormation::of(b"RATE", &[]), WordFormation::New);
    /// ```
    #[must_use]
    pub fn of(word: &[u8], base_words: &[&[u8]]) -> Self {
        let base_letters: usize = base_words.iter().map(|base| base.len()).sum();
        let ends = match base_words {
            [] => return Self::New,
            [base] => EarliestEnds::default().followed_by(word, base),
            _ => ends_in_any_order(word, base_words),
        };
        match ends {
            EarliestEnds { plain: None, .. } => Self::Rearranged,
            EarliestEnds { with_gap: Some(_), .. } if word.len() >= base_letters + 2 => {
                Self::Inserted
            }
            EarliestEnds { .. } => Self::InOrder,
        }
    }

    /// Returns the rule that sets the points.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::New => "P4",
            Self::InOrder => "P5",
            Self::Rearranged => "P6",
            Self::Inserted => "P7",
        }
    }

    /// Returns the points for each letter of the word; none in the casual version (RULEBOOK P16).
    #[must_use]
    pub const fn points_per_letter(self, version: Version) -> u32 {
        match (version, self) {
            (Version::Casual, _) => 0,
            (_, Self::InOrder) => 1,
            (_, Self::New | Self::Inserted | Self::Rearranged) => 2,
        }
    }

    /// Returns the points for a word with this number of letters.
    pub(super) fn points(self, letters: usize, version: Version) -> u32 {
        let letters = u32::try_from(letters).expect("a word has at most 45 letters");
        self.points_per_letter(version) * letters
    }
}

impl Rules {
    /// Judges a word by its marks and its formation (RULEBOOK W3, W4, P9).
    #[must_use]
    pub fn verdict<'l>(
        &self,
        words: impl Into<Words<'l>>,
        word: &Word,
        formation: WordFormation,
    ) -> Verdict {
        let words = words.into();
        match Variant::PlayOnWords.verdict(words, word) {
            verdict @ (Verdict::Length(_) | Verdict::NotInLexicon) => verdict,
            _ => words
                .marks(word)
                .map_or(Verdict::NotInLexicon, |marks| self.marks_verdict(marks, formation)),
        }
    }

    /// Judges a word of the lexicon, regardless of its length.
    ///
    /// ```
    /// use wordcourt::lexicon::{Mark, Marks};
    /// use wordcourt::rules::play_on_words::{PluralRule, Rules, WordFormation};
    ///
    /// let rules = Rules::default();
    /// let cats = Marks::of(&[Mark::PluralS, Mark::VerbS]);
    /// let runs = Marks::of(&[Mark::PluralS, Mark::VerbS, Mark::OtherSenseFirst]);
    /// assert!(rules.marks_verdict(runs, WordFormation::New).is_allowed());
    /// assert!(!rules.marks_verdict(cats, WordFormation::New).is_allowed());
    /// assert!(rules.marks_verdict(cats, WordFormation::Rearranged).is_allowed());
    /// let strict = Rules { plural: PluralRule::Strict, ..rules };
    /// assert!(!strict.marks_verdict(runs, WordFormation::New).is_allowed());
    /// ```
    #[must_use]
    pub fn marks_verdict(&self, marks: Marks, formation: WordFormation) -> Verdict {
        let judged = marks.difference(self.spared_plurals(formation));
        let has_other_sense = judged.has_allowed_sense() || judged.contains(Mark::OtherSenseFirst);
        let verdict = Variant::PlayOnWords.marks_verdict(match self.plural {
            PluralRule::Lenient | PluralRule::Strict if has_other_sense => {
                judged.difference(Marks::PLURALS)
            }
            _ => judged,
        });
        if self.plural == PluralRule::Strict
            && verdict.is_allowed()
            && let Some(plural) = judged.intersection(Marks::PLURALS).iter().next()
        {
            return Verdict::AlsoPlural(Variant::PlayOnWords.word_rules(), plural);
        }
        verdict
    }

    /// Returns the plurals that are allowed however they are read (RULEBOOK P9).
    const fn spared_plurals(self, formation: WordFormation) -> Marks {
        match (formation, self.irregular_plurals) {
            (WordFormation::Rearranged, _) => Marks::PLURALS,
            (_, IrregularPlurals::Allowed) => Marks::of(&[Mark::Plural]),
            (_, IrregularPlurals::Barred) => Marks::NONE,
        }
    }

    /// Returns the sense of a word that decided its verdict, if it has several senses (RULEBOOK P9).
    #[must_use]
    pub fn sense<'l>(
        &self,
        words: impl Into<Words<'l>>,
        word: &Word,
        formation: WordFormation,
    ) -> Option<DecidingSense> {
        let words = words.into();
        self.verdict(words, word, formation).sense(words, word, self.barred(formation))
    }

    /// Returns the classes of words that are barred in a formation (RULEBOOK W4, P9).
    #[must_use]
    pub const fn barred(&self, formation: WordFormation) -> Marks {
        Variant::PlayOnWords.barred().difference(self.spared_plurals(formation))
    }
}

/// The earliest places in a word where some base words can end if their letters are matched in
/// order, one base word after another. A place is the index after the last letter.
///
/// An earlier end leaves more of the word to the next base words, so later ends do not matter.
#[derive(Debug, Clone, Copy)]
struct EarliestEnds {
    /// The earliest end with or without added letters inside a base word; `None` if the letters do
    /// not fit.
    plain: Option<usize>,
    /// The earliest end with at least one added letter inside a base word.
    with_gap: Option<usize>,
}

impl Default for EarliestEnds {
    /// Returns the ends before any base word.
    fn default() -> Self {
        Self { plain: Some(0), with_gap: None }
    }
}

impl EarliestEnds {
    const NOWHERE: Self = Self { plain: None, with_gap: None };

    /// Appends one more base word.
    fn followed_by(self, word: &[u8], base: &[u8]) -> Self {
        let plain = self.plain.and_then(|start| earliest_end(word, start, base));
        let gap_before = self.with_gap.and_then(|start| earliest_end(word, start, base));
        let gap_here = self.plain.and_then(|start| earliest_end_with_gap(word, start, base));
        Self { plain, with_gap: earlier(gap_before, gap_here) }
    }

    fn or(self, other: Self) -> Self {
        Self {
            plain: earlier(self.plain, other.plain),
            with_gap: earlier(self.with_gap, other.with_gap),
        }
    }
}

fn earlier(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a.into_iter().chain(b).min()
}

/// Returns the index after the last letter of `base` if each of its letters is matched as early as
/// possible from `start` on.
fn earliest_end(word: &[u8], start: usize, base: &[u8]) -> Option<usize> {
    base.iter().try_fold(start, |start, letter| {
        let rest = word.get(start..)?;
        Some(start + rest.iter().position(|other| other == letter)? + 1)
    })
}

/// Like [`earliest_end`], but with at least one letter of the word between two letters of `base`.
fn earliest_end_with_gap(word: &[u8], start: usize, base: &[u8]) -> Option<usize> {
    let mut earliest = None;
    let mut end_of_head = start;
    for cut in 1..base.len() {
        end_of_head = earliest_end(word, end_of_head, &base[cut - 1..cut])?;
        earliest = earlier(earliest, earliest_end(word, end_of_head + 1, &base[cut..]));
    }
    earliest
}

/// Returns the earliest ends over all orders of the base words (RULEBOOK P8). It goes through the
/// sets of base words, because there are fewer sets than orders.
fn ends_in_any_order(word: &[u8], base_words: &[&[u8]]) -> EarliestEnds {
    if base_words.iter().any(|base| earliest_end(word, 0, base).is_none()) {
        return EarliestEnds::NOWHERE;
    }
    let mut ends_of_set = vec![EarliestEnds::NOWHERE; 1 << base_words.len()];
    ends_of_set[0] = EarliestEnds::default();
    for set in 1..ends_of_set.len() {
        for (index, base) in base_words.iter().enumerate() {
            let is_last = set >> index & 1 != 0;
            if is_last {
                let ends = ends_of_set[set & !(1 << index)].followed_by(word, base);
                ends_of_set[set] = ends_of_set[set].or(ends);
            }
        }
    }
    ends_of_set[ends_of_set.len() - 1]
}
