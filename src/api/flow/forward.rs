//! The parts of a [`Flow`](super::Flow) that are those of a flow in `rules`.

use crate::edition::Dictionary;
use crate::lexicon::Vocabulary;
use crate::rules::flow::Searches;
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// Writes the parts of a [`Flow`] that are those of a flow in `rules`, whose types are in scope;
/// `$index` is the index in which its bots search.
macro_rules! forward {
    ($index:ident) => {
        type Action = Action;
        type Saved = SavedState;
        type State = State;
        type Event = EventKind;
        type View = View;
        type Result = GameResult;

        fn save(state: &State) -> SavedState {
            SavedState::from(state)
        }

        fn kind(action: &Action) -> &str {
            &action.kind
        }

        fn act(
            state: &State,
            bot: &Action,
            dictionary: &$crate::edition::Dictionary,
            searches: &mut $crate::rules::flow::Searches,
            violations: &mut $crate::rules::Violations,
        ) -> Result<Option<Action>, $crate::rules::Refused> {
            if state.bots_search() {
                let cost = state.search_cost(bot.player.as_deref(), dictionary.words());
                $crate::api::flow::charge_bot(searches, cost, bot.rank, violations)?;
            }
            let index = dictionary.indexes().$index(&dictionary.edition().lexicon);
            let words = $crate::api::flow::bot_words(dictionary, bot.max_tier);
            state.bot_action(bot, index, words, violations)
        }

        fn played(
            state: &State,
            events: &$crate::api::flow::Events<Self>,
        ) -> Option<$crate::rules::flow::Played> {
            state.played(events)
        }

        fn taken_back(events: &$crate::api::flow::Events<Self>) -> Option<&str> {
            State::taken_back(events)
        }

        fn best_play(
            state: &State,
            player: &str,
            dictionary: &$crate::edition::Dictionary,
            searches: &mut $crate::rules::flow::Searches,
        ) -> Option<$crate::rules::flow::BestPlay<Action>> {
            searches.spend(state.search_cost(Some(player), dictionary.words())).ok()?;
            let index = dictionary.indexes().$index(&dictionary.edition().lexicon);
            state.best_play(player, index, dictionary.vocabulary())
        }

        fn apply(
            state: &State,
            action: &Action,
            dictionary: &$crate::edition::Dictionary,
            violations: &mut $crate::rules::Violations,
        ) -> Result<(State, $crate::api::flow::Events<Self>), $crate::rules::Refused> {
            state.apply(action, dictionary.words(), violations)
        }

        fn next(state: &State) -> $crate::rules::flow::Next {
            state.next()
        }

        fn ply(state: &State) -> u64 {
            state.ply()
        }

        fn deals(state: &State) -> $crate::rules::flow::Deals {
            state.deals()
        }

        fn names(state: &State) -> Vec<&str> {
            state.names().collect()
        }
    };
}

pub(in crate::api) use forward;

/// Returns the words that a bot knows: those up to a tier.
pub(in crate::api) fn bot_words(dictionary: &Dictionary, max_tier: Option<u8>) -> Vocabulary<'_> {
    let max_tier = max_tier.and_then(|tier| dictionary.edition().lexicon.lowest_max_tier(tier));
    dictionary.words().up_to_tier(max_tier.unwrap_or(Vocabulary::ALL_TIERS))
}

/// Charges the search of a bot. Places are relative to its action.
///
/// # Errors
/// Records `too_many` if the searches of the request are used up.
pub(in crate::api) fn charge_bot(
    searches: &mut Searches,
    cost: u32,
    rank: Option<u32>,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let longer_list = 1 + rank.unwrap_or(1) / limits::BOT_RANKS;
    searches
        .spend(cost.saturating_mul(longer_list))
        .map_err(|error| violations.at("kind").refuse_form(ViolationCode::TooMany, error))
}
