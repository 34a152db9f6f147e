//! The methods of [`Variant`] that dispatch to the games, and the search indexes of all games.

use std::ops::RangeInclusive;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::game::Game;
use super::index_origin::{ImagedIndex, IndexOrigin, ReadImage};
use super::rule_data::GameRules;
use super::variant::{Variant, games};
use super::verdict::{Verdict, WordRules};
use crate::lexicon::image::{ImageId, Writer};
use crate::lexicon::{Digest, Lexicon, Marks, Ordinal, Words};
use crate::parallel;
use crate::word::Word;

macro_rules! dispatch {
    ($($module:ident { $($Game:ident $slug:tt: $summary:tt,)+ })+) => {
        impl Variant {
            /// Returns the game's name on its rule sheet.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $($(Self::$Game => <super::$module::$Game as Game>::TITLE,)+)+
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
        }

        /// The search indexes of a lexicon, one for each module of games. An index is built when it
        /// is first used, or read from its image.
        #[derive(Debug, Default)]
        pub struct SearchIndexes {
            origin: IndexOrigin,
            $($module: OnceLock<super::$module::SearchIndex>,)+
        }

        /// Search indexes read from their images, not yet checked against a lexicon.
        #[derive(Default)]
        pub struct ReadImages {
            $($module: Option<ReadImage<super::$module::SearchIndex>>,)+
        }

        impl SearchIndexes {
            /// Makes the indexes of a lexicon, none of which is built yet.
            #[must_use]
            pub fn from_origin(origin: IndexOrigin) -> Self {
                Self { origin, ..Self::default() }
            }

            /// Returns the same indexes, none of which is built yet.
            #[must_use]
            pub fn unbuilt(&self) -> Self {
                Self::from_origin(self.origin.clone())
            }

            /// Returns the images of the indexes that are built.
            #[must_use]
            pub fn images(&self, lexicon: &Lexicon) -> Vec<(ImageId, Vec<u8>)> {
                let mut images = Vec::new();
                $(if let Some(index) = self.$module.get() {
                    let id = ImageId { digest: lexicon.digest(), index: stringify!($module) };
                    images.push((id, Writer::image(&id, index)));
                    images.extend(index.images_of_parts(lexicon.digest()));
                })+
                images
            }

            /// Builds all indexes of a lexicon.
            #[must_use]
            pub fn build(lexicon: &Lexicon) -> Self {
                let indexes = Self::default();
                indexes.build_all(lexicon);
                indexes
            }

            /// Builds the indexes that aren't built yet.
            pub fn build_all(&self, lexicon: &Lexicon) {
                self.build_if(lexicon, ReadImages::default(), |_| true);
            }

            /// Builds the index of a game, or reads its image.
            pub fn build_for(&self, variant: Variant, lexicon: &Lexicon) {
                match variant {
                    $($(Variant::$Game)|+ => { self.$module(lexicon); })+
                }
            }

            /// Reads the images of the indexes that `other` has. The lexicon, whose texts have this
            /// digest, need not be built yet.
            #[must_use]
            pub fn read_images_of(&self, other: &Self, digest: Digest) -> ReadImages {
                ReadImages {
                    $($module: [$(Variant::$Game),+]
                        .into_iter()
                        .any(|variant| other.has(variant))
                        .then(|| self.origin.read(ImageId { digest, index: stringify!($module) }))
                        .flatten(),)+
                }
            }

            /// Builds every index once that is neither built nor has an image, and drops it again.
            /// If this returns, the indexes of the lexicon can be built.
            pub fn try_others(&self, lexicon: &Lexicon) {
                let has_image = |index| {
                    self.origin.has_image(&ImageId { digest: lexicon.digest(), index })
                };
                let is_proven = |variant| match variant {
                    $($(Variant::$Game)|+ => {
                        self.has(variant) || has_image(stringify!($module))
                    })+
                };
                let origin = IndexOrigin { images: None, ..self.origin.clone() };
                let tried = Self::from_origin(origin);
                tried.build_if(lexicon, ReadImages::default(), |variant| !is_proven(variant));
                $(if let Some(index) = tried.$module.get().or_else(|| self.$module.get()) {
                    index.build_parts_once();
                })+
            }

            /// Builds the indexes that `other` has. Takes an index from `images` if it was read for
            /// this lexicon; otherwise reads or builds it as [`Self::build_for`] does.
            pub fn build_those_of(&self, other: &Self, images: ReadImages, lexicon: &Lexicon) {
                self.build_if(lexicon, images, |variant| other.has(variant));
            }

            /// Builds the indexes of some games, on two threads if the platform has threads.
            fn build_if(
                &self,
                lexicon: &Lexicon,
                images: ReadImages,
                is_needed: impl Fn(Variant) -> bool,
            ) {
                let mut needed: Vec<Box<dyn FnOnce() + Send + '_>> = Vec::new();
                $(if [$(Variant::$Game),+].into_iter().any(&is_needed) {
                    needed.push(Box::new(|| {
                        self.$module.get_or_init(|| {
                            self.load(stringify!($module), lexicon, images.$module, super::$module::SearchIndex::build)
                        });
                    }));
                })+
                if needed.is_empty() {
                    return;
                }
                // Ends, because each step takes one of at most four builds.
                //
                // The last ones come first. Building the Wordgame index, which is one of them,
                // takes as long as building all others.
                let needed = Mutex::new(needed);
                let next = || needed.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let build = || while let Some(build) = next() { build() };
                parallel::join(build, build);
            }

            /// Returns true if the index of some game is built.
            #[must_use]
            pub fn has_any(&self) -> bool {
                Variant::ALL.into_iter().any(|variant| self.has(variant))
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
                    self.$module.get_or_init(|| {
                        self.load(stringify!($module), lexicon, None, super::$module::SearchIndex::build)
                    })
                }
            )+
        }
    };
}
games!(dispatch);

impl SearchIndexes {
    /// Builds an index, or takes it from its image.
    fn load<I: ImagedIndex>(
        &self,
        index: &'static str,
        lexicon: &Lexicon,
        image: Option<ReadImage<I>>,
        build: impl FnOnce(&Lexicon) -> I,
    ) -> I {
        // Searches read the words of the lexicon all the time.
        lexicon.load();
        let id = ImageId { digest: lexicon.digest(), index };
        self.origin.get(&id, lexicon, image, || build(lexicon))
    }
}

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

    /// Returns the words of the overlay that the game allows.
    pub(super) fn added_words(self, words: Words<'_>) -> impl Iterator<Item = &Word> {
        words.overlay().added().iter().filter(move |word| self.verdict(words, word).is_allowed())
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
