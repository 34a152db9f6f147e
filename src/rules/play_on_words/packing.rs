//! The best ways to share a hand out among choices: a new word and play-ons that use no card and no table word twice.
//!
//! Table words are decided on one after another, the new word before them. What can be added from a level on is known in two ways: a bound that
//! lets later choices take a table word twice ([`Packing::bound`], exact unless combinations vie for one), and by its help the exact most
//! ([`Packing::most`]). Turns are then built best first (A*), so that they come out in their order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::cover::{Share, Shares};
use super::hand::HAND_CARDS;

/// A word that a turn may make, with what it takes and adds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    /// When it is decided on: 0 for the new word, then the table words one after another.
    pub level: usize,
    /// Its place among all choices where turns tie, counted from 1: those of an earlier level first. The same word, taking the same table
    /// words with other cards, has the same.
    pub rank: u32,
    /// The table words that it takes, a bit each; those of earlier levels are not among them.
    pub tables: u32,
    /// What it takes of the hand.
    pub share: Share,
    /// What it adds to the worth of a turn.
    pub worth: u32,
}

/// How much work is left to be done; counts steps, not time, so that it ends at the same place on every machine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Work(pub u64);

impl Work {
    /// Takes steps off; says whether there were so many left.
    #[inline(always)]
    pub const fn spend(&mut self, steps: u64) -> bool {
        let suffices = self.0 >= steps;
        self.0 = self.0.saturating_sub(steps);
        suffices
    }
}

/// Where a turn stands that is being built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State {
    level: usize,
    /// What is left of the hand.
    left: Share,
    /// The table words taken.
    taken: u32,
}

impl State {
    /// On the next level whose table word is free, everything taken before forgotten.
    fn next(mut self, level_count: usize) -> Self {
        self.level += 1;
        while self.level < level_count && self.taken >> (self.level - 1) & 1 != 0 {
            self.level += 1;
        }
        let passed = u32::MAX.checked_shl(self.level as u32 - 1).unwrap_or_default();
        self.taken &= passed;
        self
    }

    fn after(mut self, choice: &Choice, level_count: usize) -> Self {
        self.left -= choice.share;
        self.taken |= choice.tables;
        self.next(level_count)
    }
}

/// A way to go on from a state.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// The most that it can add with all that follows, table words taken twice included.
    bound: u32,
    /// The choice made, or none on this level.
    choice: Option<u32>,
    /// The least rank that it or any way behind it can go on with.
    least_rank: u32,
}

/// Choices made ready for packing.
#[derive(Debug)]
pub(super) struct Packing<'p> {
    shares: &'p Shares,
    choices: &'p [Choice],
    /// Where the choices of each level begin, and the end.
    levels: Vec<usize>,
    /// The numbers of the choices that are worth most among those of a level with the same cards and table words, and where those of each level
    /// begin, and the end.
    leaders: (Vec<u32>, Vec<usize>),
    /// By level and what is left of the hand.
    bound: Vec<Vec<u32>>,
    /// By level and what is left of the hand: how to go on, the highest bound first, once that has been asked; of the leaders only, and of all.
    leading_ways: FxHashMap<(usize, Share), Vec<Way>>,
    ways: FxHashMap<(usize, Share), Vec<Way>>,
    /// The most that can be added from a state on.
    most: FxHashMap<State, u32>,
    work: Work,
}

/// A way to go on that waits for its turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    /// What the turn can come to at most.
    reach: u32,
    /// The ranks of the choices made, then the least that the next one can have, then zeros: so that turns compare by their first difference.
    ranks: Reverse<[u32; HAND_CARDS + 1]>,
    made: usize,
    worth: u32,
    state: State,
    /// What the state can come to at most.
    most: u32,
    /// Which of the ways from there.
    way: usize,
    /// The choices made.
    numbers: [u32; HAND_CARDS],
}

/// When the work doesn't suffice: how many turns go on at once, in how many ways each, and how many of them from one state.
const MOST_GOING: usize = 1_500;
const MOST_WAYS: usize = 48;
const MOST_ALIKE: usize = 8;

/// What it takes to let a way wait and take its turn, in steps.
const STEPS_OF_A_WAY: u64 = 8;

impl<'p> Packing<'p> {
    /// Makes ready. `choices` are sorted by rank; `all_laid` is what it adds to have no card left.
    pub fn new(shares: &'p Shares, choices: &'p [Choice], level_count: usize, all_laid: u32, work: Work) -> Self {
        let starts = |numbers: &[u32]| -> Vec<usize> {
            let level_of = |number: &u32| choices[*number as usize].level;
            (0..=level_count).map(|level| numbers.partition_point(|number| level_of(number) < level)).collect()
        };
        let all: Vec<u32> = (0..choices.len() as u32).collect();
        let class = |number: &u32| {
            let Choice { level, tables, share, .. } = choices[*number as usize];
            (level, tables, share)
        };
        let mut leaders = all.clone();
        leaders.sort_by_key(|number| (class(number), Reverse(choices[*number as usize].worth)));
        leaders.dedup_by_key(|number| class(number));
        let leader_starts = starts(&leaders);

        let mut bound = vec![vec![0; shares.count()]; level_count + 1];
        bound[level_count][0] = all_laid;
        for level in (0..level_count).rev() {
            let later = bound[level + 1].clone();
            let mut most = vec![None; shares.count()];
            for number in &leaders[leader_starts[level]..leader_starts[level + 1]] {
                let choice = choices[*number as usize];
                let most = &mut most[usize::from(choice.share)];
                *most = (*most).max(Some(choice.worth));
            }
            let most: Vec<(Share, u32)> = (0..).zip(most).filter_map(|(share, worth)| Some((share, worth?))).collect();
            for (left, bound) in (0..).zip(&mut bound[level]) {
                let makes = most.iter().filter(|(share, _)| shares.is_within(*share, left));
                let with = makes.map(|(share, worth)| worth + later[usize::from(left - share)]).max();
                *bound = later[usize::from(left)].max(with.unwrap_or_default());
            }
        }
        Self {
            shares,
            choices,
            levels: starts(&all),
            leaders: (leaders, leader_starts),
            bound,
            leading_ways: FxHashMap::default(),
            ways: FxHashMap::default(),
            most: FxHashMap::default(),
            work,
        }
    }

    /// By what is left of the hand: no less than what the choices behind the new word can add.
    pub fn after_new_word(&self) -> &[u32] {
        &self.bound[1]
    }

    fn level_count(&self) -> usize {
        self.levels.len() - 1
    }

    /// The ways to go on from a level with some of these choices.
    fn find_ways(&mut self, level: usize, left: Share, numbers: &[u32]) -> Vec<Way> {
        self.work.spend(numbers.len() as u64 + 1);
        let later = &self.bound[level + 1];
        let choice = |number: &u32| self.choices[*number as usize];
        let fitting = numbers.iter().filter(|number| self.shares.is_within(choice(number).share, left));
        let making = fitting.map(|number| {
            let choice = choice(number);
            let bound = choice.worth + later[usize::from(left - choice.share)];
            Way { bound, choice: Some(*number), least_rank: choice.rank }
        });
        let next_rank = self.choices.get(self.levels[level + 1]).map_or(u32::MAX, |choice| choice.rank);
        let none = Way { bound: later[usize::from(left)], choice: None, least_rank: next_rank };
        let mut ways: Vec<Way> = making.chain([none]).collect();
        // Stable: among equals the order of the ranks.
        ways.sort_by_key(|way| Reverse(way.bound));
        let mut least_rank = u32::MAX;
        for way in ways.iter_mut().rev() {
            least_rank = least_rank.min(way.least_rank);
            way.least_rank = least_rank;
        }
        ways
    }

    /// The most that can be added from a state on; once the work is used up, no less than that.
    fn most(&mut self, state: State) -> u32 {
        let State { level, left, taken } = state;
        let bound = self.bound[level][usize::from(left)];
        if level == self.level_count() || bound == 0 {
            return bound;
        }
        if let Some(&most) = self.most.get(&state) {
            return most;
        }
        if !self.leading_ways.contains_key(&(level, left)) {
            let (leaders, starts) = std::mem::take(&mut self.leaders);
            let ways = self.find_ways(level, left, &leaders[starts[level]..starts[level + 1]]);
            self.leaders = (leaders, starts);
            self.leading_ways.insert((level, left), ways);
        }
        let mut most = 0;
        for place in 0.. {
            let way = self.leading_ways.get(&(level, left)).and_then(|ways| ways.get(place).copied());
            let Some(way) = way.filter(|way| way.bound > most) else { break };
            if !self.work.spend(2) {
                return bound;
            }
            let (worth, next) = match way.choice {
                None => (0, state.next(self.level_count())),
                Some(number) => {
                    let choice = self.choices[number as usize];
                    if choice.tables & taken != 0 {
                        continue;
                    }
                    (choice.worth, state.after(&choice, self.level_count()))
                }
            };
            most = most.max(worth + self.most(next));
        }
        self.most.insert(state, most);
        most
    }

    /// Hands over turns as the numbers of their choices with their worth, the worthiest first and then by rank, until `take` wants no more.
    /// Says whether the work sufficed; if it didn't, good turns follow those that are known to be the best, some of them perhaps again.
    pub fn best_first(mut self, mut take: impl FnMut(&[usize], u32) -> bool) -> bool {
        let sufficed = self.take_best_first(&mut take);
        if !sufficed {
            for (numbers, worth) in self.promising() {
                if !take(&numbers, worth) {
                    break;
                }
            }
        }
        sufficed
    }

    /// Good turns, the worthiest first: level after level the turns so far that promise the most go on, each in its most promising ways.
    fn promising(&mut self) -> Vec<(Vec<usize>, u32)> {
        #[derive(Clone)]
        struct Going {
            state: State,
            worth: u32,
            numbers: Vec<usize>,
        }
        let start = State { level: 0, left: self.shares.all(), taken: 0 };
        let mut going = vec![Going { state: start, worth: 0, numbers: Vec::new() }];
        let mut done = Vec::new();
        for level in 0..self.level_count() {
            let (now, later): (Vec<Going>, Vec<Going>) =
                going.into_iter().partition(|going| going.state.level == level);
            going = later;
            for Going { state, worth, numbers } in now {
                if !self.leading_ways.contains_key(&(level, state.left)) {
                    let leaders = self.leaders.0[self.leaders.1[level]..self.leaders.1[level + 1]].to_vec();
                    let ways = self.find_ways(level, state.left, &leaders);
                    self.leading_ways.insert((level, state.left), ways);
                }
                let ways = self.leading_ways.get(&(level, state.left)).map_or(&[][..], Vec::as_slice);
                let choices = ways.iter().map(|way| way.choice.map(|number| (number, self.choices[number as usize])));
                let free = choices.filter(|choice| choice.is_none_or(|(_, choice)| choice.tables & state.taken == 0));
                let skipping = Going { state: state.next(self.level_count()), worth, numbers: numbers.clone() };
                let making = free.flatten().take(MOST_WAYS).map(|(number, choice)| Going {
                    state: state.after(&choice, self.level_count()),
                    worth: worth + choice.worth,
                    numbers: numbers.iter().copied().chain([number as usize]).collect(),
                });
                going.extend(making.chain([skipping]));
            }
            let promise = |going: &Going| going.worth + self.bound[going.state.level][usize::from(going.state.left)];
            // Stable, so that ties stay in the order of the ways.
            going.sort_by_key(|going| (Reverse(promise(going)), going.state));
            let mut alike = 0;
            let mut before = None;
            going.retain(|going| {
                alike = if before == Some(going.state) { alike + 1 } else { 0 };
                before = Some(going.state);
                alike < MOST_ALIKE
            });
            going.truncate(MOST_GOING);
        }
        for Going { state, worth, numbers } in going {
            if !numbers.is_empty() {
                done.push((numbers, worth + self.bound[state.level][usize::from(state.left)]));
            }
        }
        done.sort_by(|one: &(Vec<usize>, u32), other| (Reverse(one.1), &one.0).cmp(&(Reverse(other.1), &other.0)));
        done
    }

    fn take_best_first(&mut self, mut take: impl FnMut(&[usize], u32) -> bool) -> bool {
        let mut waiting = BinaryHeap::new();
        // As if it came from before the new word's level.
        let state = State { level: 0, left: self.shares.all(), taken: 0 };
        let start = Waiting {
            reach: 0,
            ranks: Reverse([0; HAND_CARDS + 1]),
            made: 0,
            worth: 0,
            state,
            most: self.most(state),
            way: 0,
            numbers: [0; HAND_CARDS],
        };
        self.wait(start, &mut waiting);
        while self.work.0 > 0
            && let Some(next) = waiting.pop()
        {
            if next.state.level == self.level_count() {
                let numbers: Vec<usize> = next.numbers[..next.made].iter().map(|number| *number as usize).collect();
                if next.made > 0 && !take(&numbers, next.reach) {
                    return true;
                }
                continue;
            }
            let ways = self.ways.get(&(next.state.level, next.state.left));
            let Some(way) = ways.and_then(|ways| ways.get(next.way).copied()) else { continue };
            let sibling = Waiting { way: next.way + 1, ..next.clone() };
            self.wait(sibling, &mut waiting);
            let mut going_on = Waiting { way: 0, ..next };
            if let Some(number) = way.choice {
                let choice = self.choices[number as usize];
                if choice.tables & going_on.state.taken != 0 {
                    continue;
                }
                going_on.state = going_on.state.after(&choice, self.level_count());
                going_on.worth += choice.worth;
                going_on.ranks.0[going_on.made] = choice.rank;
                going_on.numbers[going_on.made] = number;
                going_on.made += 1;
            } else {
                going_on.state = going_on.state.next(self.level_count());
            }
            going_on.most = self.most(going_on.state);
            self.wait(going_on, &mut waiting);
        }
        self.work.0 > 0
    }

    /// Lets a way wait for its turn, if there is such a way.
    fn wait(&mut self, mut waiting: Waiting, heap: &mut BinaryHeap<Waiting>) {
        self.work.spend(STEPS_OF_A_WAY);
        let State { level, left, .. } = waiting.state;
        let (bound, least_rank) = if level == self.level_count() {
            (waiting.most, u32::MAX)
        } else {
            if !self.ways.contains_key(&(level, left)) {
                let numbers: Vec<u32> = (self.levels[level] as u32..self.levels[level + 1] as u32).collect();
                let ways = self.find_ways(level, left, &numbers);
                self.ways.insert((level, left), ways);
            }
            let way = self.ways.get(&(level, left)).and_then(|ways| ways.get(waiting.way));
            let Some(Way { bound, least_rank, .. }) = way else { return };
            (*bound, *least_rank)
        };
        waiting.reach = waiting.worth + bound.min(waiting.most);
        waiting.ranks.0[waiting.made] = least_rank;
        heap.push(waiting);
    }
}
