//! The methods of [`Variant`] that dispatch to the games, and the search indexes of all games.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

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

        /// The search indexes of a vocabulary, one for each module of games. An index is built when
        /// it is first used.
        #[derive(Debug)]
        pub struct SearchIndexes {
            max_tier: u8,
            $($module: OnceLock<super::$module::SearchIndex>,)+
        }

        impl SearchIndexes {
            /// Makes the indexes of the words of a lexicon up to a tier, none of which is built yet.
            #[must_use]
            pub const fn up_to_tier(max_tier: u8) -> Self {
                Self { max_tier, $($module: OnceLock::new(),)+ }
            }

            /// Builds the indexes of a lexicon, on two threads if the platform has threads. Each
            /// thread calls `after_step` when its indexes are built.
            #[must_use]
            pub fn build(lexicon: &Lexicon, after_step: fn()) -> Self {
                let indexes = Self::up_to_tier(Vocabulary::ALL_TIERS);
                let build_on = |thread| {
                    $(if Thread::$thread == thread {
                        indexes.$module(lexicon);
                    })+
                    after_step();
                };
                parallel::join(|| build_on(Thread::Spawned), || build_on(Thread::Current));
                indexes
            }

            /// Returns the bound on the tiers of the words.
            #[must_use]
            pub const fn max_tier(&self) -> u8 {
                self.max_tier
            }

            /// Returns true if the index of a game is built, so that a search does not have to.
            #[must_use]
            pub fn has(&self, variant: Variant) -> bool {
                match variant {
                    $($(Variant::$Game)|+ => self.$module.get().is_some(),)+
                }
            }

            $(
                #[doc = concat!("Returns the index of [`rules::", stringify!($module), "`](super::", stringify!($module), ").")]
                ///
                /// The first call builds it from the lexicon; other calls wait for that.
                pub fn $module(&self, lexicon: &Lexicon) -> &super::$module::SearchIndex {
                    let vocabulary = || lexicon.up_to_tier(self.max_tier);
                    self.$module.get_or_init(|| super::$module::SearchIndex::build(vocabulary()))
                }
            )+
        }
    };
}
games!(dispatch);

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
