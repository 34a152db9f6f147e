//! Conservation laws: settlements and rulings move chips, points and cards, and never create or
//! lose any beyond what the rulebook says.
//!
//! The laws of a single pot are in `word_poker/rounds.rs`, those of Play On Words in
//! `play_on_words/settle_laws.rs`.

use proptest::prelude::*;
use wordcourt::lexicon::Lexicon;
use wordcourt::rules::my_word::{self, CallConsequenceKind, CardSource, Collected, Standings};
use wordcourt::rules::ruling::ConsequenceKind;
use wordcourt::rules::word_poker::{
    self, ActiveCategory, Declaration, Entry, GameResult, Holding, Remainder, Seat, Showdown,
};
use wordcourt::rules::wordgame::{EndRule, FinalScore, Rack, Rules, Standing, TimePenalty, settle};
use wordcourt::rules::{Variant, Violations};
use wordcourt::word::Letter;

use crate::Dice;

/// A game for chips: Choose Your Words or Word For Word.
struct ChipGame {
    /// The players who still have chips.
    players: Vec<Seat>,
    /// The chips that wait in the next pot.
    pot: u64,
    lexicon: Lexicon,
}

/// The words that players declare; the last two can fall.
const PLAYS: [Option<&str>; 5] =
    [Some("Cb Ab Tb"), Some("Mb Ab Pb"), Some("Cr Ar Tr"), Some("Qb Zb"), Some("Zb")];

impl ChipGame {
    fn new(players: usize, dice: &mut Dice) -> Self {
        let player = |seat| Seat {
            name: format!("p{seat}"),
            chips: Some(1 + u64::try_from(dice.below(40)).unwrap()),
        };
        Self {
            players: (0..players).map(player).collect(),
            pot: 0,
            lexicon: Lexicon::from_text("CAT\nMAP\nZAP\n", "").unwrap(),
        }
    }

    /// Returns all chips in the game.
    fn chips(&self) -> u64 {
        self.players.iter().filter_map(|player| player.chips).sum::<u64>() + self.pot
    }

    /// Every player pays some chips into the pot.
    fn bet(&mut self, dice: &mut Dice) {
        for chips in self.players.iter_mut().filter_map(|player| player.chips.as_mut()) {
            let paid = (*chips).min(u64::try_from(dice.below(12)).unwrap());
            *chips -= paid;
            self.pot += paid;
        }
    }

    /// Settles the pot. Returns true if the game is won.
    fn settle(&mut self, dice: &mut Dice) -> bool {
        let entry = |seat: &Seat| Entry {
            name: seat.name.clone(),
            play: PLAYS[dice.below(PLAYS.len())]
                .map(|play| play.split(' ').map(|card| card.parse().unwrap()).collect()),
            challenged: dice.below(3) == 0,
            category_match: None,
            folded: dice.below(5) == 0,
            holding: Holding::unknown(7),
            chips: seat.chips,
        };
        let entries: Vec<Entry> = self.players.iter().map(entry).collect();
        let showdown = Showdown {
            game: Variant::ChooseYourWords,
            pot: self.pot,
            dealer: Some(dice.below(entries.len())),
            players: entries,
            board: Holding::default(),
            category: None,
            last_round: dice.below(8) == 0,
            target: (dice.below(4) == 0).then_some(90),
            rules: word_poker::Rules {
                remainder: [Remainder::Stay, Remainder::OddChipLeftOfDealer][dice.below(2)],
                strict_deck: false,
                ..word_poker::Rules::default()
            },
        };
        let outcome = showdown.settle(&self.lexicon, &mut Violations::default()).unwrap();
        let winners = outcome.shares.len() as u64;
        // RULEBOOK O12: only chips that can't be divided stay, or all if nobody wins.
        assert!(winners == 0 || outcome.remainder < winners, "{outcome:?}");
        for (player, after) in self.players.iter_mut().zip(outcome.chips.unwrap()) {
            assert!(Some(after.amount) >= player.chips, "a pot takes no chips");
            player.chips = Some(after.amount);
        }
        self.pot = outcome.remainder;
        let Some(GameResult::Won(winner)) = outcome.game else { return false };
        // RULEBOOK O17.
        assert!(self.pot == 0 || winners == 0, "chips stay in the pot of a finished game");
        let most = self.players.iter().max_by_key(|player| player.chips).unwrap();
        let leaders = self.players.iter().filter(|player| player.chips == most.chips).count();
        assert_eq!((&winner, 1), (&most.name, leaders));
        true
    }

    /// A player challenges an allowed word and pays for it into the next pot (RULEBOOK O13).
    fn fail_a_challenge(&mut self, dice: &mut Dice) {
        let (challenger, ante) = (dice.below(self.players.len()), dice.below(10) as u64);
        let ruling = word_poker::Challenge {
            game: Variant::ChooseYourWords,
            declaration: &Declaration::word("CAT"),
            challengers: vec![&self.players[challenger].name],
            challenged: "challenged",
            pot: dice.below(60) as u64,
            ante,
            players: &self.players,
            category: ActiveCategory::default(),
            look_ups: &[],
        }
        .decide(&self.lexicon, &mut Violations::default());
        assert!(ruling.consequences.len() <= 1 && !ruling.upheld);
        for consequence in ruling.consequences {
            let player = &mut self.players[challenger];
            assert_eq!(consequence.player, player.name);
            let (held, paid) = (player.chips.unwrap(), consequence.amount.unwrap());
            match consequence.kind {
                ConsequenceKind::OwesNextPot => assert!(paid > 0 && paid + ante <= held),
                ConsequenceKind::Eliminated => assert_eq!(paid, held, "all chips"),
                other => panic!("{other:?}"),
            }
            player.chips = Some(held - paid);
            self.pot += paid;
        }
    }
}

/// What a player of Wordgame or of the classic game has at the end.
fn standing(seat: usize) -> impl Strategy<Value = Standing> {
    // One in eight racks is unknown.
    let rack = prop::option::weighted(0.875, "[A-Z]{0,5}[?]{0,2}");
    (-60_i64..700, rack, prop_oneof![Just(0_u64), 0..4_000_u64]).prop_map(
        move |(points, rack, overtime_seconds)| Standing {
            player: format!("p{seat}"),
            points,
            rack: rack.map(|text| Rack::read(&text, 7, &mut Violations::default()).unwrap()),
            overtime_seconds,
        },
    )
}

fn end_of_game() -> impl Strategy<Value = (Vec<Standing>, Option<usize>, Rules)> {
    let rules = (
        prop::sample::select(vec![Rules::WORDGAME, Rules::CLASSIC]),
        prop::sample::select(vec![EndRule::Keep, EndRule::GainOnce, EndRule::GainTwice]),
        prop::option::of((0_u32..30, 1_u32..100)),
    );
    let rules = rules.prop_map(|(rules, end, penalty)| {
        let penalty = penalty.map(|(points, per_seconds)| TimePenalty { points, per_seconds });
        Rules { end, time_penalty: penalty, ..rules }
    });
    let players = (2..=4_usize).prop_flat_map(|players| {
        ((0..players).map(standing).collect::<Vec<_>>(), prop::option::of(0..players))
    });
    (players, rules).prop_map(|((mut players, went_out), rules)| {
        if let Some(out) = went_out {
            players[out].rack = Some(Rack::default());
        }
        (players, went_out, rules)
    })
}

fn sum_of(scores: &[FinalScore], amount: impl Fn(&FinalScore) -> i64) -> i64 {
    scores.iter().map(amount).sum()
}

/// The value of the tiles on all known racks.
fn value_of_racks(players: &[Standing], rules: &Rules) -> i64 {
    let racks = players.iter().filter_map(|player| player.rack.as_ref());
    let values = racks.flat_map(|rack| {
        Letter::all().map(|letter| i64::from(rack.count(letter)) * i64::from(rules.value(letter)))
    });
    values.sum()
}

/// A round of My Word!: the cards that each player has collected, and those that nobody has.
struct MyWordRound {
    collected: Vec<u32>,
    table: usize,
    deck: usize,
}

impl MyWordRound {
    /// Turns cards up, and rules on a call.
    fn call(&mut self, dice: &mut Dice) {
        let turned_up = dice.below(5).min(self.deck);
        self.deck -= turned_up;
        self.table += turned_up;
        let (players, caller) = (self.collected.len(), dice.below(self.collected.len()));
        let collected =
            (self.table >= 3 && dice.below(2) == 0).then(|| 3 + dice.below(self.table.min(9) - 2));
        let ruling = my_word::Challenge {
            collected,
            caller,
            players: (0..players).map(|seat| format!("p{seat}")).collect(),
            table: self.table,
            deck: self.deck,
        };
        let mut served = vec![0_usize; players];
        for consequence in ruling.consequences() {
            let seat: usize = consequence.player[1..].parse().unwrap();
            let cards = consequence.cards.unwrap_or_default();
            served[seat] += cards;
            match (consequence.kind, consequence.from) {
                (CallConsequenceKind::TakesNothing, None) => {
                    assert_eq!((cards, self.table + self.deck), (0, 0), "cards are left");
                }
                (_, Some(CardSource::Table)) => self.table -= cards,
                (_, Some(CardSource::Deck)) => {
                    assert_eq!(self.table, 0, "the cards of the table come first");
                    self.deck -= cards;
                }
                other => panic!("{other:?}"),
            }
        }
        for (seat, cards) in served.into_iter().enumerate() {
            // RULEBOOK M3 and M4: the caller gets the cards of the word, or every other player one.
            let most = if seat == caller { collected.unwrap_or(0) } else { 1 };
            assert!(if collected.is_some() { cards == 0 || seat == caller } else { cards <= most });
            self.collected[seat] += u32::try_from(cards).unwrap();
        }
    }

    fn cards(&self) -> usize {
        self.collected.iter().sum::<u32>() as usize + self.table + self.deck
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// RULEBOOK O12, O13, O17: over a whole game, all chips are with the players or in the pot.
    #[test]
    fn a_game_for_chips_keeps_all_chips(seed in any::<u64>(), players in 2_usize..8) {
        let mut dice = Dice(seed);
        let mut game = ChipGame::new(players, &mut dice);
        let chips = game.chips();
        for _ in 0..20 {
            game.bet(&mut dice);
            prop_assert_eq!(game.chips(), chips);
            let is_won = game.settle(&mut dice);
            prop_assert_eq!(game.chips(), chips);
            if is_won {
                break;
            }
            game.fail_a_challenge(&mut dice);
            prop_assert_eq!(game.chips(), chips);
            game.players.retain(|player| player.chips != Some(0));
            if game.players.len() < 2 {
                break;
            }
        }
    }

    /// RULEBOOK G10, C2, C6: the points of all players change by the tiles left and by time
    /// penalties only.
    #[test]
    fn the_end_of_a_wordgame_moves_points_as_its_rule_says((players, went_out, rules) in end_of_game()) {
        let settled = settle(&players, went_out, &rules);
        let tiles_left = value_of_racks(&players, &rules);
        let change = match (went_out, rules.end) {
            (Some(_), EndRule::GainOnce) => 0,
            (Some(_), EndRule::GainTwice) => 2 * tiles_left,
            _ => -tiles_left,
        };
        let before: i64 = players.iter().map(|player| player.points).sum();
        let penalties = sum_of(&settled.results, |score| score.time_penalty);
        let totals = sum_of(&settled.results, |score| score.total);
        prop_assert_eq!(totals, before + change - penalties);
        prop_assert!(penalties == 0 || rules.time_penalty.is_some());
        for (player, score) in players.iter().zip(&settled.results) {
            let parts = score.points - score.deducted + score.gained - score.time_penalty;
            let lines: i64 = score.lines.iter().map(|line| line.amount).sum();
            prop_assert_eq!((score.points, score.total), (player.points, parts));
            prop_assert_eq!(score.points + lines, score.total);
            prop_assert_eq!(score.lines.last().map_or(score.points, |line| line.running_total), score.total);
            prop_assert!(score.deducted >= 0 && score.gained >= 0 && score.time_penalty >= 0);
        }
        let best = settled.results.iter().map(|score| score.total).max();
        let is_known = players.iter().all(|player| player.rack.is_some());
        let best: Vec<&String> = settled
            .results
            .iter()
            .filter(|score| is_known && Some(score.total) == best)
            .map(|score| &score.player)
            .collect();
        prop_assert_eq!(settled.winners.iter().collect::<Vec<_>>(), best);
    }

    /// RULEBOOK M3 to M5: the 56 cards are with the players, on the table or in the deck, and every
    /// collected card is one point.
    #[test]
    fn a_game_of_my_word_keeps_all_cards(seed in any::<u64>(), players in 2_usize..=8) {
        let mut dice = Dice(seed);
        let mut rounds = Vec::new();
        let mut all = 0;
        for _ in 0..players {
            let mut round = MyWordRound { collected: vec![0; players], table: 0, deck: 56 };
            for _ in 0..30 {
                round.call(&mut dice);
                prop_assert_eq!(round.cards(), 56);
            }
            all += i64::from(round.collected.iter().sum::<u32>());
            let collected = round.collected.into_iter().enumerate();
            let mut collected: Vec<Collected> = collected
                .map(|(seat, cards)| Collected { player: format!("p{seat}"), cards })
                .collect();
            // The rounds need not list the players in the same order.
            collected.rotate_left(dice.below(players));
            rounds.push(collected);
        }
        let standings = Standings::of(&rounds);
        prop_assert_eq!(standings.results.iter().map(|result| result.total).sum::<i64>(), all);
        prop_assert_eq!(standings.totals.iter().map(|total| i64::from(total.points)).sum::<i64>(), all);
        prop_assert_eq!(standings.rounds_left, 0);
        for (total, result) in standings.totals.iter().zip(&standings.results) {
            prop_assert_eq!((&total.player, i64::from(total.points)), (&result.player, result.total));
            prop_assert_eq!(result.lines.last().map(|line| line.running_total), Some(result.total));
            let beaten = standings.totals.iter().any(|other| other.points > total.points);
            prop_assert_eq!(standings.winners.contains(&total.player), !beaten);
        }
    }
}
