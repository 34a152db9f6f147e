//! The methods of [`Variant`] that dispatch to the games, and the search indexes of all games.

use std::ops::RangeInclusive;

use super::game::Game;
use super::limits::{COMMON, Limit, NumberedLimit};
use super::rule_data::GameRules;
use super::variant::{Variant, games};
use super::verdict::{Verdict, WordRules};
use crate::lexicon::{Lexicon, Marks, Ordinal, Vocabulary, Words};
use crate::parallel;
use crate::word::Word;

/// The threads that build search indexes. Building the Wordgame index takes as long as building the
/// indexes of all card games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thread {
    /// The thread that builds the edition.
    Current,
    /// A second thread.
    Spawned,
}

macro_rules! dispatch {
    ($($module:ident on $thread:ident { $($Game:ident $slug:tt: $summary:tt,)+ })+) => {
        impl Variant {
            /// Returns the game's name on its rule sheet.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $($(Self::$Game => <super::$module::$Game as Game>::TITLE,)+)+
                }
            }

            /// Returns the name of the game's section in the OpenAPI document.
            #[must_use]
            pub const fn tag(self) -> &'static str {
                match self {
                    $($(Self::$Game => <super::$module::$Game as Game>::TAG,)+)+
                }
            }

            /// Returns the rules for the words that the game allows.
            #[must_use]
            pub const fn word_rules(self) -> &'static WordRules {
                match self {
                    $($(Self::$Game => <super::$module::$Game as Game>::WORDS,)+)+
                }
            }

            /// Returns the published rules of the game.
            ///
            /// ```
            /// use wordcourt::rules::Variant;
            /// let deck = Variant::MyWord.rule_data().deck;
            /// assert_eq!(deck.iter().map(|card| card.count).sum::<u32>(), 56);
            /// ```
            #[must_use]
            pub fn rule_data(self) -> GameRules {
                match self {
                    $($(Self::$Game => <super::$module::$Game as Game>::rule_data(),)+)+
                }
            }

            /// Returns the bounds on requests that apply to this game only.
            const fn limits(self) -> &'static [NumberedLimit] {
                match self {
                    $($(Self::$Game => <super::$module::$Game as Game>::LIMITS,)+)+
                }
            }
        }

        /// The search indexes of a vocabulary, one for each module of games.
        #[derive(Debug)]
        pub struct SearchIndexes {
            $(
                #[doc = concat!("The index of [`rules::", stringify!($module), "`](super::", stringify!($module), ").")]
                pub $module: super::$module::SearchIndex,
            )+
        }

        impl SearchIndexes {
            /// Builds the indexes, on two threads if the platform has threads. Each thread calls
            /// `after_step` when its indexes are built.
            #[must_use]
            pub fn build(vocabulary: Vocabulary<'_>, after_step: fn()) -> Self {
                struct Built {
                    $($module: Option<super::$module::SearchIndex>,)+
                }
                let build_on = |thread| Built {
                    $(
                        $module: (Thread::$thread == thread)
                            .then(|| super::$module::SearchIndex::build(vocabulary)),
                    )+
                };
                let spawned = || {
                    let built = build_on(Thread::Spawned);
                    after_step();
                    built
                };
                let (spawned, current) = parallel::join(spawned, || build_on(Thread::Current));
                after_step();
                Self {
                    $($module: spawned.$module.or(current.$module).expect(EVERY_INDEX_IS_BUILT),)+
                }
            }
        }
    };
}
games!(dispatch);

const EVERY_INDEX_IS_BUILT: &str = "each index is built on one of the two threads";

impl Variant {
    /// Returns the classes that the game bars (RULEBOOK W4).
    #[must_use]
    pub const fn barred(self) -> Marks {
        self.word_rules().barred
    }

    /// Returns the allowed numbers of letters in a word, and the rule that sets them.
    #[must_use]
    pub fn lengths(self) -> (RangeInclusive<usize>, &'static str) {
        let rules = self.word_rules();
        (rules.lengths.clone(), rules.lengths_rule)
    }

    /// Judges a word.
    #[must_use]
    pub fn verdict<'l>(self, words: impl Into<Words<'l>>, word: &Word) -> Verdict {
        self.word_rules().verdict(words, word)
    }

    /// Judges a word of the lexicon by its class, regardless of its length.
    #[must_use]
    pub fn class_verdict(self, lexicon: &Lexicon, ordinal: Ordinal) -> Verdict {
        self.word_rules().class_verdict(lexicon, ordinal)
    }

    /// Judges a word by its marks.
    #[must_use]
    pub fn marks_verdict(self, marks: Marks) -> Verdict {
        self.word_rules().marks_verdict(marks)
    }
}

/// Returns every numbered bound on requests, in the order of publication.
///
/// ```
/// let limits = wordcourt::rules::request_limits();
/// assert_eq!((limits[0].name, limits[0].most), ("players", 12));
/// ```
#[must_use]
pub fn request_limits() -> Vec<Limit> {
    let of_games = Variant::ALL.into_iter().flat_map(Variant::limits);
    let mut limits: Vec<&NumberedLimit> = COMMON.iter().chain(of_games).collect();
    limits.sort_by_key(|limit| limit.number);
    limits.into_iter().map(|limit| limit.limit).collect()
}

/// Returns `taken` with the numbers of these bounds, one bit each.
///
/// # Panics
/// A number is taken already.
const fn take_numbers(bounds: &[NumberedLimit], mut taken: u128) -> u128 {
    let mut place = 0;
    while place < bounds.len() {
        let bit = 1 << bounds[place].number;
        assert!(taken & bit == 0, "two bounds on requests have the same number");
        taken |= bit;
        place += 1;
    }
    taken
}

// Checked at compile time: the numbers of the bounds on requests count from 0 without gaps.
const _: () = {
    let mut taken = take_numbers(&COMMON, 0);
    let mut game = 0;
    while game < Variant::ALL.len() {
        taken = take_numbers(Variant::ALL[game].limits(), taken);
        game += 1;
    }
    assert!(taken & (taken + 1) == 0, "the numbers of the bounds on requests have a gap");
};
