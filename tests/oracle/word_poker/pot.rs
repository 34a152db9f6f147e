//! The pot after a round: RULEBOOK O12, O17, O19, rules 4a, 23 and 24. It walks around the table
//! chip by chip.

/// A player when the pot is shared out.
#[derive(Debug, Clone)]
pub(crate) struct Seat {
    pub chips: u64,
    /// The score that counts for the pot; `None` if the player is out of the round.
    pub total: Option<u32>,
}

/// What is known about the end of the game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    pub last_round: bool,
    pub target: Option<u64>,
    /// The house rule `odd_chip_left_of_dealer`.
    pub odd_chips_are_given: bool,
    pub dealer: Option<usize>,
}

/// The settled pot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settled {
    pub won: Vec<u64>,
    pub remainder: u64,
    pub chips: Vec<u64>,
    /// The seats of the leaders if the game is over: one wins, several play on.
    pub leaders: Option<Vec<usize>>,
    pub next_dealer: Option<usize>,
}

pub(crate) fn settle(pot: u64, seats: &[Seat], end: End) -> Settled {
    let best = seats.iter().filter_map(|seat| seat.total).max();
    let winners: Vec<usize> =
        (0..seats.len()).filter(|&seat| best.is_some() && seats[seat].total == best).collect();
    let mut won = vec![0; seats.len()];
    let mut left = pot;
    while !winners.is_empty() && left >= winners.len() as u64 {
        for &winner in &winners {
            won[winner] += 1;
            left -= 1;
        }
    }
    if end.odd_chips_are_given {
        give(&mut won, &mut left, &winners, end.dealer);
    }
    let mut leaders = None;
    let chips = total(seats, &won);
    if is_over(&chips, left, end) {
        if most(&chips).len() == 1 {
            give(&mut won, &mut left, &winners, end.dealer);
        }
        leaders = Some(most(&total(seats, &won)));
    }
    let chips = total(seats, &won);
    let is_won = leaders.as_ref().is_some_and(|leaders| leaders.len() == 1);
    let next_dealer = end.dealer.filter(|_| !is_won).and_then(|dealer| {
        let around = (dealer + 1..seats.len()).chain(0..=dealer);
        around.into_iter().find(|&seat| chips[seat] > 0)
    });
    Settled { won, remainder: left, chips, leaders, next_dealer }
}

/// Gives one odd chip after the other, beginning left of the dealer, or with the first seat.
fn give(won: &mut [u64], left: &mut u64, winners: &[usize], dealer: Option<usize>) {
    let first = dealer.map_or(0, |dealer| dealer + 1);
    for step in 0..won.len() {
        let seat = (first + step) % won.len();
        if *left > 0 && winners.contains(&seat) {
            won[seat] += 1;
            *left -= 1;
        }
    }
}

fn total(seats: &[Seat], won: &[u64]) -> Vec<u64> {
    seats.iter().zip(won).map(|(seat, won)| seat.chips + won).collect()
}

fn is_over(chips: &[u64], left: u64, end: End) -> bool {
    let all: u64 = chips.iter().sum::<u64>() + left;
    let one_has_all = all > 0 && chips.contains(&all);
    let target_reached =
        end.target.is_some_and(|target| chips.iter().any(|&chips| chips >= target));
    end.last_round || one_has_all || target_reached
}

fn most(chips: &[u64]) -> Vec<usize> {
    let most = chips.iter().max().copied().unwrap_or_default();
    (0..chips.len()).filter(|&seat| chips[seat] == most).collect()
}
