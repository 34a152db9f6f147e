//! The list of the games. All code that depends on the set of games is generated from this list.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Calls a macro with the list of games.
///
/// Games are grouped by the module of their search index. An entry has three parts: the game's unit
/// struct, which is in that module and implements [`Game`](super::Game); the game's name in paths
/// and fields; and a one-sentence description for the documentation of [`Variant`] and the rule
/// data.
macro_rules! games {
    ($generate:ident) => {
        $generate! {
            word_poker {
                ChooseYourWords "choose-your-words": "Poker with coloured letter cards: the best word from seven cards in the hand wins the pot.",
                WordForWord "word-for-word": "Poker with coloured letter cards: the best word from two cards in the hand and five on the board wins the pot.",
            }
            play_on_words {
                PlayOnWords "play-on-words": "Rummy with letter cards: new words, play-ons to words on the table, and combinations of them.",
            }
            wordgame {
                Wordgame "wordgame": "A crossword game on a board of 15 by 15 squares, with eight tiles on a rack.",
            }
            my_word {
                MyWord "my-word": "Words called from letter cards as they are dealt, for one point a card.",
            }
        }
    };
}
pub(super) use games;

macro_rules! define_variant {
    ($($module:ident { $($Game:ident $slug:tt: $summary:tt,)+ })+) => {
        /// The games.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(
            feature = "api",
            derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray)
        )]
        pub enum Variant {
            $($(
                #[doc = $summary]
                #[serde(rename = $slug)]
                $Game,
            )+)+
        }

        impl Variant {
            /// Every game, in the order in which responses list them.
            pub const ALL: [Self; [$($(Self::$Game),+),+].len()] = [$($(Self::$Game),+),+];

            /// Returns the game's name in paths and fields, such as `my-word`.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self {
                    $($(Self::$Game => $slug,)+)+
                }
            }

            /// Returns a one-sentence description of the game.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self {
                    $($(Self::$Game => $summary,)+)+
                }
            }
        }
    };
}
games!(define_variant);

impl Variant {
    /// Returns the game with a slug.
    ///
    /// ```
    /// use wordcourt::rules::Variant;
    /// assert_eq!(Variant::from_slug("my-word"), Some(Variant::MyWord));
    /// assert_eq!(Variant::from_slug("chess"), None);
    /// ```
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.slug() == slug)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}
