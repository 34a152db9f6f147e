//! The operations of the service: request and response types, problems, limits, and the `OpenAPI`
//! document. This module does not depend on sockets, threads, files or clocks.
//!
//! [`answer`] takes an operation and a request body, and returns the response body:
//!
//! ```
//! use std::sync::Arc;
//! use wordcourt::api::{self, OperationId};
//! use wordcourt::edition::Edition;
//! use wordcourt::lexicon::source::Source;
//!
//! let source = Source {
//!     name: "mini".into(),
//!     edition: "1".into(),
//!     words: "CAT\nQUIZ\n".into(),
//!     categories: "".into(),
//! };
//! let lexicons = Arc::new(Edition::build(&source)?);
//! let request = br#"{"words": ["quiz", "zzyxq"], "quiet": true}"#;
//! let answer = api::answer(OperationId::ValidateWords, request, &lexicons)?;
//! assert!(answer.body.starts_with(br#"{"all_valid":false,"lexicon":"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod batch;
mod bounds;
mod cards;
mod challenges;
mod cursor;
mod dictionary;
mod envelope;
mod flow;
mod hints;
pub mod keys;
mod letter_values;
pub mod lexicons;
pub mod limits;
pub mod mcp;
mod module;
mod my_word;
pub(crate) mod nearest;
pub mod openapi;
pub mod operation;
mod parameters;
mod play_on_words;
pub mod prepared;
mod presentation;
pub mod problem;
mod puzzle;
mod request;
mod rule_texts;
mod rulebook;
pub(crate) mod strict_json;
pub mod text_body;
mod variants;
pub mod verification;
mod word_poker;
mod wordgame;
mod words;

pub use operation::{Answer, Method, Operation};
pub use problem::{Problem, ProblemCode};
pub(crate) use request::request;

use lexicons::Lexicons;
use prepared::{Prepared, PreparedRequest as _};

use crate::rules::Variant;
use crate::rules::my_word::MyWord;
use crate::rules::play_on_words::PlayOnWords;
use crate::rules::word_poker::{ChooseYourWords, WordForWord};
use crate::rules::wordgame::Wordgame;

/// Code that runs once for each operation, with the operation as a type.
pub trait ForEachOperation {
    /// Runs for one operation.
    fn visit<O: Operation>(&mut self);
}

/// Generates [`OperationId`] and the functions that dispatch on it.
macro_rules! operations {
    ($($(#[$meta:meta])* $id:ident => $operation:ty,)+) => {
        /// The id of an operation.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum OperationId {
            $($(#[$meta])* #[doc = concat!("`", stringify!($id), "`.")] $id,)+
        }

        impl OperationId {
            /// All operations, in a fixed order.
            pub const ALL: &'static [Self] = &[$(Self::$id),+];

            /// The id on the wire, such as `score_wordgame`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => <$operation as Operation>::ID,)+
                }
            }

            /// The HTTP method.
            #[must_use]
            pub const fn method(self) -> Method {
                match self {
                    $(Self::$id => <$operation as Operation>::METHOD,)+
                }
            }

            /// The path, with parameters in braces.
            #[must_use]
            pub const fn path(self) -> &'static str {
                match self {
                    $(Self::$id => <$operation as Operation>::PATH,)+
                }
            }
        }

        /// Answers a request on the calling thread, with the same response as the service.
        ///
        /// The request is a JSON object for every operation. If an operation takes parameters in
        /// the path and the query, they are the members of the object: `{"word": "QUIZ"}`.
        ///
        /// # Errors
        /// The request has a problem.
        pub fn answer(
            operation: OperationId,
            request: &[u8],
            lexicons: &dyn Lexicons,
        ) -> Result<Answer, Problem> {
            match operation {
                $(OperationId::$id => {
                    if const { module::contains(<$operation as Operation>::PATH) } {
                        Prepared::<$operation>::from_json(request, lexicons)?.run()
                    } else {
                        Err(module::lacks(operation))
                    }
                })+
            }
        }

        /// Runs `visitor` for every operation, in the order of [`OperationId::ALL`].
        pub fn for_each_operation(visitor: &mut impl ForEachOperation) {
            $(visitor.visit::<$operation>();)+
        }
    };
}

operations! {
    ValidateWords => words::ValidateWords,
    ScoreWordgame => wordgame::Score,
    ScoreChooseYourWords => word_poker::Score<ChooseYourWords>,
    ScoreWordForWord => word_poker::Score<WordForWord>,
    ScorePlayOnWords => play_on_words::Score,
    ScoreMyWord => my_word::Score,
    SearchWords => words::SearchWords,
    BestWordgame => wordgame::Best,
    BestChooseYourWords => word_poker::Best<ChooseYourWords>,
    BestWordForWord => word_poker::Best<WordForWord>,
    OddsWordForWord => word_poker::Odds,
    ExchangeChooseYourWords => word_poker::Exchange,
    BestPlayOnWords => play_on_words::Best,
    BestMyWord => my_word::Best,
    ChallengeWordgame => wordgame::Challenge,
    ChallengeChooseYourWords => word_poker::Challenge<ChooseYourWords>,
    CategoryChallengeChooseYourWords => word_poker::CategoryChallenge<ChooseYourWords>,
    ChallengeWordForWord => word_poker::Challenge<WordForWord>,
    CategoryChallengeWordForWord => word_poker::CategoryChallenge<WordForWord>,
    ChallengePlayOnWords => play_on_words::Challenge,
    ChallengeMyWord => my_word::Challenge,
    SettleWordgame => wordgame::Settle,
    ReplayWordgame => wordgame::Replay,
    SettleChooseYourWords => word_poker::Settle<ChooseYourWords>,
    CutChooseYourWords => word_poker::Cut<ChooseYourWords>,
    SettleWordForWord => word_poker::Settle<WordForWord>,
    CutWordForWord => word_poker::Cut<WordForWord>,
    SettlePlayOnWords => play_on_words::Settle,
    SettleMyWord => my_word::Settle,
    StartChooseYourWords => flow::Start<ChooseYourWords>,
    ApplyChooseYourWords => flow::Apply<ChooseYourWords>,
    ViewChooseYourWords => flow::ViewState<ChooseYourWords>,
    ReplayChooseYourWordsActions => flow::Replay<ChooseYourWords>,
    CompareChooseYourWords => flow::Compare<ChooseYourWords>,
    StartWordForWord => flow::Start<WordForWord>,
    ApplyWordForWord => flow::Apply<WordForWord>,
    ViewWordForWord => flow::ViewState<WordForWord>,
    ReplayWordForWordActions => flow::Replay<WordForWord>,
    CompareWordForWord => flow::Compare<WordForWord>,
    StartPlayOnWords => flow::Start<PlayOnWords>,
    ApplyPlayOnWords => flow::Apply<PlayOnWords>,
    ViewPlayOnWords => flow::ViewState<PlayOnWords>,
    ReplayPlayOnWordsActions => flow::Replay<PlayOnWords>,
    ComparePlayOnWords => flow::Compare<PlayOnWords>,
    StartWordgame => flow::Start<Wordgame>,
    ApplyWordgame => flow::Apply<Wordgame>,
    ViewWordgame => flow::ViewState<Wordgame>,
    ReplayWordgameActions => flow::Replay<Wordgame>,
    CompareWordgame => flow::Compare<Wordgame>,
    StartMyWord => flow::Start<MyWord>,
    ApplyMyWord => flow::Apply<MyWord>,
    ViewMyWord => flow::ViewState<MyWord>,
    ReplayMyWordActions => flow::Replay<MyWord>,
    CompareMyWord => flow::Compare<MyWord>,
    PuzzleChooseYourWords => puzzle::SetPuzzle<ChooseYourWords>,
    PuzzleWordForWord => puzzle::SetPuzzle<WordForWord>,
    PuzzlePlayOnWords => puzzle::SetPuzzle<PlayOnWords>,
    PuzzleWordgame => puzzle::SetPuzzle<Wordgame>,
    PuzzleMyWord => puzzle::SetPuzzle<MyWord>,
    ListVariants => variants::ListVariants,
    ListLexicons => lexicons::ListLexicons,
    GetWord => words::GetWord,
    GetHooks => words::GetHooks,
    GetLexicon => lexicons::GetLexicon,
    GetVariant => variants::GetVariant,
    ListRules => rulebook::ListRules,
    GetRule => rulebook::GetRule,
}

impl OperationId {
    /// Returns the operation with the given id.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|operation| operation.name() == name)
    }

    /// Returns the operation of a game with the verb that ends its path.
    ///
    /// ```
    /// use wordcourt::api::OperationId;
    /// use wordcourt::rules::Variant;
    /// let replay = OperationId::of_game(Variant::MyWord, "replay").unwrap();
    /// assert_eq!(replay.name(), "replay_my_word_actions");
    /// ```
    #[must_use]
    pub fn of_game(game: Variant, verb: &str) -> Option<Self> {
        let path = format!("/v1/{game}/{verb}");
        Self::ALL.iter().copied().find(|operation| operation.path() == path)
    }
}
