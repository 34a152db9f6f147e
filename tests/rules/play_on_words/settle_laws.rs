//! Laws of every settlement: where points come from and where they go.

use wordcourt::rules::Violations;
use wordcourt::rules::play_on_words::{
    Card, Hand, Mugging, Position, Round, Seat, Settled, ShownCard, Stage, Turn, Version,
};

use super::deal::{Deal, deal, words};
use crate::Dice;

/// A round with random muggings, most of which are possible.
struct Drawn {
    deal: Deal,
    players: Vec<Seat>,
    went_out: Option<usize>,
    muggings: Vec<Mugging>,
}

impl Drawn {
    fn draw(dice: &mut Dice) -> Self {
        let words = words();
        let deal = deal(&words.texts, 6, 4, dice);
        let seats = 2 + dice.below(3);
        let mut hands: Vec<Hand> =
            (1..seats).map(|_| super::deal::deal(&words.texts, 6, 0, dice).hand).collect();
        hands.insert(dice.below(seats), deal.hand);
        let can_go_out = deal.rules.version != Version::FullDeck && dice.once_in(2);
        let went_out = can_go_out.then(|| dice.below(seats));
        if let Some(out) = went_out {
            hands[out] = Hand::default();
        }
        let mut muggings = Vec::new();
        for _ in 0..dice.below(6) {
            let from = dice.below(seats);
            let hand = hands[from];
            let position = Position { hand: &hand, table: &deal.table, stage: Stage::LAST };
            let best = words.index.best(&words.lexicon, position, deal.rules, 8).turns;
            let turn =
                if best.is_empty() { Turn::default() } else { dice.one_of(&best).turn.clone() };
            let (player, hand_cards) =
                (dice.below(seats), hand.iter().copied().map(ShownCard::Card).collect());
            muggings.push(Mugging { player, from, hand_cards, turn: Turn::from(&turn) });
        }
        let seat = |(seat, unplayed): (usize, Hand)| Seat {
            name: format!("player {seat}"),
            points: i64::try_from(dice.below(100)).unwrap() - 20,
            unplayed: unplayed.into(),
        };
        let players = hands.into_iter().enumerate().map(seat).collect();
        Self { deal, players, went_out, muggings }
    }

    fn settle(&self) -> Settled {
        let round = Round {
            players: self.players.clone(),
            went_out: self.went_out,
            table: &self.deal.table,
            muggings: self.muggings.clone(),
            number: None,
            rules: self.deal.rules,
        };
        round.settle(&words().lexicon, &mut Violations::default()).unwrap()
    }
}

fn letters(cards: &[Card]) -> i64 {
    i64::try_from(cards.iter().map(|card| card.letter_count()).sum::<usize>()).unwrap()
}

#[test]
fn points_change_by_unplayed_letters_mugged_letters_and_rounds_won_only() {
    let mut dice = Dice(7);
    let (mut mugged_cards, mut fallen) = (0, 0);
    for _ in 0..600 {
        let drawn = Drawn::draw(&mut dice);
        let settled = drawn.settle();
        for (seat, result) in settled.results.iter().enumerate() {
            let changes: i64 = result.lines.iter().map(|line| line.amount).sum();
            assert_eq!(result.points + changes, result.total);
            let last = result.lines.last().map_or(result.points, |line| line.running_total);
            assert_eq!(last, result.total);
            let mugged = drawn.muggings.iter().zip(&settled.muggings);
            let mugged = mugged.filter(|(mugging, _)| mugging.player == seat);
            let gained: i64 = mugged.map(|(_, mugged)| 2 * letters(&mugged.cards)).sum();
            let expected = if drawn.deal.rules.version == Version::Casual {
                i64::from(drawn.went_out == Some(seat))
            } else {
                gained - letters(&drawn.players[seat].unplayed.cards().collect::<Vec<_>>())
            };
            assert_eq!(changes, expected, "{}", drawn.deal);
        }
        for (seat, player) in drawn.players.iter().enumerate() {
            // A card is mugged once, and only by an opponent.
            let mut left = player.unplayed.cards().collect::<Vec<_>>();
            for (mugging, mugged) in drawn.muggings.iter().zip(&settled.muggings) {
                fallen += usize::from(!mugged.breaches.is_empty());
                if mugging.from == seat {
                    mugged_cards += mugged.cards.len();
                    assert!(mugged.cards.is_empty() || mugging.player != seat);
                    for card in &mugged.cards {
                        let place = left.iter().position(|held| held == card);
                        left.remove(place.expect("the owner has the card"));
                    }
                }
            }
        }
    }
    assert!(mugged_cards > 500 && fallen > 100, "{mugged_cards} cards, {fallen} muggings fell");
}

#[test]
fn a_mugging_earns_the_same_as_its_words_one_by_one() {
    let mut dice = Dice(8);
    for _ in 0..300 {
        let drawn = Drawn::draw(&mut dice);
        let split = |mugging: &Mugging| {
            let turn = &mugging.turn;
            let new_word =
                turn.new_word.clone().map(|word| Turn { new_word: Some(word), ..Turn::default() });
            let play_ons = turn
                .play_ons
                .iter()
                .cloned()
                .map(|play_on| Turn { new_word: None, play_ons: vec![play_on] });
            let turns: Vec<_> = new_word.into_iter().chain(play_ons).collect();
            turns.into_iter().map(|turn| Mugging { turn, ..mugging.clone() }).collect::<Vec<_>>()
        };
        let together = drawn.settle();
        let muggings = drawn.muggings.iter().flat_map(split).collect();
        let one_by_one = Drawn { muggings, ..drawn }.settle();
        let totals = |settled: &Settled| -> Vec<i64> {
            settled.results.iter().map(|result| result.total).collect()
        };
        assert_eq!(totals(&together), totals(&one_by_one));
    }
}
