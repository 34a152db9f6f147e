//! The cut and the deal: debts, antes and cards (RULEBOOK FO3–FO5).

use super::Event;
use super::apply::Course;
use super::event::{EventKind, WonBy};
use super::start::read_order;
use super::state::{Part, State};
use crate::rules::flow::ByPlayer;
use crate::rules::word_poker::card::Card;
use crate::rules::word_poker::cut::{Cut, Deal};
use crate::rules::word_poker::deck::Deck;
use crate::rules::{Refused, ViolationCode, Violations};

/// The largest number of cuts for the deal. Ties are so rare that none comes near it.
pub(super) const MAX_CUTS: u32 = 100;

impl State {
    /// Cuts for the deal (RULEBOOK FO3, O16).
    pub(super) fn cut(&mut self, violations: &mut Violations) -> Result<Vec<Event>, Refused> {
        if self.chance.seed.is_none() {
            let detail = "with real cards the players cut at the table; name the dealer";
            let code = ViolationCode::MissingField;
            return Err(violations.at("dealer").refuse(code, "FO3", detail));
        }
        let mut seats: Vec<usize> = (0..self.players.len()).collect();
        let mut events = Vec::new();
        for _ in 0..MAX_CUTS {
            let mut deck = Deck::published();
            self.chance.shuffle(self.game, &mut deck, None, violations)?;
            let cut = |(&seat, &card): (&usize, &Card)| Cut { player: self.name(seat), card };
            let cuts: Vec<Cut> = seats.iter().zip(&deck).map(cut).collect();
            let (dealer, first) = match Deal::of(&cuts, &self.rules.letter_values) {
                Deal::Dealer(dealer) => (Some(dealer.clone()), vec![dealer]),
                Deal::Tied(tied) => (None, tied),
            };
            let cards = ByPlayer(cuts.into_iter().map(|cut| (cut.player, cut.card)).collect());
            events.push(Event::open("FO3", EventKind::Cut { cards, dealer: dealer.clone() }));
            seats.retain(|&seat| first.contains(&self.players[seat].name));
            if dealer.is_some() {
                break;
            }
        }
        self.dealer = seats[0];
        Ok(events)
    }
}

impl Course<'_> {
    /// Opens a round: the category, the debts, the antes, the cards (RULEBOOK FO3).
    pub(super) fn deal(&mut self, violations: &mut Violations) -> Result<(), Refused> {
        let lexicon = self.words.lexicon();
        let category = self.action.category.as_ref();
        let category = category
            .map(|category| category.read(Some(lexicon), &mut violations.at("category")))
            .transpose()?;
        self.eliminate_debtors();
        let seats: Vec<usize> =
            (0..self.state.players.len()).filter(|&seat| self.state.plays_on(seat)).collect();
        if let [winner] = seats[..] {
            self.win(winner, "FO5", WonBy::LastPlayer);
            self.finish(self.state.ending_of_last_player());
            return Ok(());
        }
        if !self.state.plays_on(self.state.dealer) {
            self.move_deal();
        }
        let came_with_start =
            self.state.has_real_deck().then(|| std::mem::take(&mut self.state.deck));
        self.clear_round();
        self.state.category = category;
        self.ante();
        let mut deck = Deck::published();
        let order = self.read_order(violations)?.or(came_with_start);
        let state = &mut self.state;
        let mut place = violations.at("order");
        state.chance.shuffle(state.game, &mut deck, order.as_deref(), &mut place)?;
        state.round += 1;
        let cards = state.dealt_cards();
        let order: Vec<usize> =
            state.clockwise(state.dealer).filter(|&seat| state.is_in(seat)).collect();
        let mut pile = deck.into_iter();
        for _ in 0..cards {
            for &seat in &order {
                state.players[seat].hand.extend(pile.next());
            }
        }
        state.deck = pile.collect();
        for seat in seats {
            let (player, hand) = (self.state.name(seat), self.state.players[seat].hand.clone());
            let count = Some(hand.len());
            self.tell("FO3", EventKind::Dealt { player: player.clone(), count, cards: None });
            let dealt = EventKind::Dealt { player, count: None, cards: Some(hand) };
            self.tell_only(seat, "FO3", dealt);
        }
        self.begin_stage();
        Ok(())
    }

    /// Clears what the last round left.
    fn clear_round(&mut self) {
        let state = &mut self.state;
        (state.stage, state.showdown) = (0, false);
        state.deck.clear();
        state.discards.clear();
        state.board.clear();
        for player in &mut state.players {
            (player.part, player.accepted, player.declared) = (Part::Watches, false, None);
            player.hand.clear();
            player.challenged.clear();
        }
    }

    /// Eliminates the players who can't pay their debts with the ante (RULEBOOK FO5).
    fn eliminate_debtors(&mut self) {
        let state = &mut self.state;
        let seats: Vec<usize> =
            (0..state.players.len()).filter(|&seat| state.plays_on(seat)).collect();
        let ante = state.rules.ante;
        let is_broke = |&seat: &usize| {
            let player = &state.players[seat];
            player.owes > 0 && player.chips < ante + player.owes
        };
        let broke: Vec<usize> = seats.iter().copied().filter(is_broke).collect();
        let do_lapse = broke.len() == seats.len();
        for seat in broke {
            let player = &mut self.state.players[seat];
            player.owes = 0;
            if do_lapse {
                continue;
            }
            let (player, chips) = (player.name.clone(), std::mem::take(&mut player.chips));
            self.state.players[seat].out = true;
            self.state.dead += chips;
            self.tell("FO5", EventKind::Eliminated { player, chips });
        }
    }

    /// Takes the antes and the debts, from the dealer's left (RULEBOOK FO4, FO5).
    fn ante(&mut self) {
        for seat in self.state.clockwise(self.state.dealer) {
            if !self.state.plays_on(seat) {
                continue;
            }
            let state = &mut self.state;
            let player = &mut state.players[seat];
            let owed = std::mem::take(&mut player.owes);
            let amount = state.rules.ante.min(player.chips - owed);
            player.chips -= amount + owed;
            (player.part, player.committed) = (Part::In, amount);
            state.dead += owed;
            let player = state.name(seat);
            self.tell("FO4", EventKind::Ante { player, amount, owed });
        }
    }

    /// Reads the order of real cards.
    pub(super) fn read_order(
        &self,
        violations: &mut Violations,
    ) -> Result<Option<Vec<Card>>, Refused> {
        let order = self.action.order.as_ref();
        order.map(|texts| read_order(texts, &mut violations.at("order"))).transpose()
    }
}
