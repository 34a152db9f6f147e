//! Exchanges of cards (RULEBOOK FO10, FO11).

use super::apply::Course;
use super::event::EventKind;
use super::stage::Stage;
use super::state::State;
use crate::rules::flow::{missing, take_cards};
use crate::rules::word_poker::card::Card;
use crate::rules::word_poker::deck::Deck;
use crate::rules::{Refused, ViolationCode, Violations};

impl State {
    /// Returns the largest number of cards that a player can exchange (RULEBOOK FO10, FO11).
    pub(super) fn most_exchanged(&self) -> usize {
        match self.current_stage() {
            Some(Stage::Exchange(most)) => most.min(self.deck.len() + self.discards.len()),
            _ => 0,
        }
    }
}

impl Course<'_> {
    /// Exchanges cards.
    pub(super) fn exchange(
        &mut self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let most = self.state.most_exchanged();
        let Some(texts) = &self.action.cards else { return Err(missing("cards", violations)) };
        let mut place = violations.at("cards");
        if texts.len() > most {
            let detail = format_args!("the player exchanges 0 to {most} cards");
            return Err(place.refuse(ViolationCode::OutOfBounds, "FO10", detail));
        }
        let mut left = self.state.players[seat].hand.clone();
        let mut cards = Vec::with_capacity(texts.len());
        let mut checked = Ok(());
        for (position, text) in texts.iter().enumerate() {
            match text.parse::<Card>() {
                Ok(card) if take_cards(&mut left, &[card]).is_empty() => cards.push(card),
                _ => {
                    let detail = "the hand has no such card left";
                    let code = ViolationCode::CardNotInHand;
                    checked = Err(place.at(position).refuse(code, "FO10", detail));
                }
            }
        }
        drop(place);
        checked?;
        self.put_away(seat, &cards, violations)
    }

    /// Puts cards of a hand away and draws as many.
    pub(super) fn put_away(
        &mut self,
        seat: usize,
        cards: &[Card],
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        take_cards(&mut self.state.players[seat].hand, cards);
        if self.state.deck.len() < cards.len() {
            self.reshuffle(violations)?;
        }
        let state = &mut self.state;
        let drawn: Vec<Card> = state.deck.drain(..cards.len()).collect();
        state.players[seat].hand.extend(&drawn);
        state.discards.extend(cards);
        let player = state.name(seat);
        let exchanged = |count, discarded, cards| EventKind::Exchanged {
            player: player.clone(),
            count,
            discarded,
            cards,
        };
        let open = exchanged(Some(cards.len()), None, None);
        let own = exchanged(None, Some(cards.to_vec()), Some(drawn));
        self.tell("FO10", open);
        self.tell_only(seat, "FO10", own);
        self.state.queue.remove(0);
        if self.state.queue.is_empty() {
            self.end_exchange();
        }
        Ok(())
    }

    /// Puts the cards that were put away in the round under the pile, shuffled (RULEBOOK FO11).
    fn reshuffle(&mut self, violations: &mut Violations) -> Result<(), Refused> {
        let order = self.read_order(violations)?;
        let state = &mut self.state;
        let mut cards = std::mem::take(&mut state.discards);
        cards.sort_by_key(|card| Deck::place(*card));
        let mut place = violations.at("order");
        state.chance.shuffle(state.game, &mut cards, order.as_deref(), &mut place)?;
        drop(place);
        let count = cards.len();
        state.deck.append(&mut cards);
        self.tell("FO11", EventKind::Reshuffled { count });
        Ok(())
    }

    /// Ends the stage.
    pub(super) fn end_exchange(&mut self) {
        self.state.stage += 1;
        self.begin_stage();
    }
}
