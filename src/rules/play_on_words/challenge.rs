//! Challenges of turns: words that can't be laid or are not allowed return to the hand and score
//! nothing (RULEBOOK W3, W4, W6, P9, P17).

use super::announced::{AnnouncedWord, RuledWord, ShownHand};
use super::card::Card;
use super::hand::Hand;
use super::placement::{HandSource, PlacedPart, Placer};
use super::play::Play;
use super::ruleset::Rules;
use super::score::{Bonuses, Part, Stage};
use super::table::Table;
use super::turn::Turn;
use crate::lexicon::Words;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::{Refused, Violation, ViolationCode, Violations, limits};

/// A challenge of some words of a turn.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::play_on_words::challenge::Challenge;
/// use wordcourt::rules::play_on_words::{AnnouncedWord, Rules, Stage, Table, Turn};
///
/// let new_word = Some(AnnouncedWord::new(&["C", "A", "T", "S"]));
/// let challenge = Challenge {
///     hand: &"C A T S E".parse()?,
///     table: &Table::default(),
///     turn: &Turn { new_word, play_ons: Vec::new() },
///     stage: Stage::LATER,
///     rules: Rules::default(),
///     named: &[],
///     player: "ann",
/// };
/// let lexicon = Lexicon::from_text("CATS\tplural_s\n", "")?;
/// let ruling = challenge.decide(&lexicon);
/// assert!(ruling.upheld, "a new word must not be a plural");
/// assert_eq!(ruling.returned, ["CATS"]);
/// assert_eq!(ruling.consequences[0].amount, Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Challenge<'c> {
    /// The player's cards before the turn.
    pub hand: &'c ShownHand,
    /// The table before the turn.
    pub table: &'c Table,
    /// The challenged turn.
    pub turn: &'c Turn<AnnouncedWord>,
    /// The stage of the round.
    pub stage: Stage,
    /// The house rules.
    pub rules: Rules,
    /// The texts of the challenged words; all words of the turn if empty.
    pub named: &'c [String],
    /// The player whose turn it was.
    pub player: &'c str,
}

/// The ruling on a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// True if the challenger was right: at least one of the challenged words can't be laid or is
    /// not allowed.
    pub upheld: bool,
    /// The challenged words in the order of the turn.
    pub words: Vec<RuledWord>,
    /// The words that return to the hand: the challenged words that are not allowed, all words that
    /// can't be laid, and the play-ons to such a word.
    pub returned: Vec<String>,
    /// The points of the turn after the ruling.
    pub total: u32,
    /// The consequences for the player.
    pub consequences: Vec<Consequence>,
    /// The reasons why words can't be laid, with their places: in `hand` or in `turn`.
    pub breaches: Vec<Violation>,
}

impl Challenge<'_> {
    /// Returns the ruling on the challenge.
    #[must_use]
    pub fn decide<'l>(&self, words: impl Into<Words<'l>>) -> Ruling {
        let mut breaches = Violations::default();
        let hand = self.read_hand(&mut breaches.at("hand"));
        let plays = self.turn.read(&mut breaches.at("turn"));
        let (placed, hand_left) = self.lay(hand, &plays, &mut breaches.at("turn"));
        let judged = self.judge(&placed, words.into());
        let points = |falls: bool| -> Option<u32> {
            judged.iter().filter(|word| word.falls == falls).map(|word| word.points).sum()
        };
        let bonuses = self.bonuses(&placed, &hand_left);
        let is_accepted = judged.iter().all(|word| !word.falls);
        // With cards back in the hand, the player has not gone out.
        let total = points(false).unwrap_or_default() + if is_accepted { bonuses } else { 0 };
        let lost = points(true).map(|points| points + bonuses);
        let consequence = (!is_accepted).then(|| self.play_returned(lost));
        let returned = judged.iter().filter(|word| word.falls);
        let returned = returned.map(|word| word.ruled.text.clone()).collect();
        let challenged = judged.into_iter().filter(|word| word.is_challenged);
        let words: Vec<RuledWord> = challenged.map(|word| word.ruled).collect();
        Ruling {
            upheld: words.iter().any(|word| !word.is_allowed),
            words,
            returned,
            total,
            consequences: consequence.into_iter().collect(),
            breaches: breaches.into(),
        }
    }

    /// Reads the hand. Wilds beyond those of the deck are a breach of the player who holds them,
    /// because the rule sheet prints their number (RULEBOOK W7).
    fn read_hand(&self, breaches: &mut Violations) -> Result<Hand, Refused> {
        let hand = self.hand.read(breaches)?;
        let is_wild = |card: &Card| *card == Card::Wild;
        let held = hand.iter().copied().filter(is_wild).count();
        let laid = self.table.iter().flat_map(|word| word.iter()).map(|card| card.face());
        let wilds = held + laid.filter(is_wild).count();
        if held > 0 && wilds > limits::HAND_WILDS {
            let all = limits::HAND_WILDS;
            let detail =
                format_args!("{wilds} wilds in the hand and on the table; the deck has {all}");
            return Err(breaches.refuse(ViolationCode::NotInDeck, "P1", detail));
        }
        Ok(hand)
    }

    /// Lays the words of the turn one after another, and returns the hand that is left. A word that
    /// can't be laid leaves its cards and its table words free. Without a hand that can be, no word
    /// can be laid (RULEBOOK W6).
    fn lay<'p>(
        &'p self,
        hand: Result<Hand, Refused>,
        plays: &'p [Result<Play, Refused>],
        breaches: &mut Violations,
    ) -> (Vec<Option<PlacedPart<'p>>>, Hand) {
        let Ok(hand) = hand else { return (vec![None; plays.len()], Hand::default()) };
        let mut placer = Placer::new(hand, HandSource::Player, self.table, self.rules);
        let mut plays = plays.iter();
        let placed = self.turn.visit(breaches, |onto, _, place| {
            let play = plays.next()?.as_ref().ok()?;
            placer.try_place(onto, play, place).ok()
        });
        (placed, placer.hand_left())
    }

    fn judge(&self, placed: &[Option<PlacedPart<'_>>], words: Words<'_>) -> Vec<JudgedWord> {
        let judge = |(word, placed): (&AnnouncedWord, &Option<PlacedPart<'_>>)| {
            let part = placed.as_ref().map(|placed| Part::of(placed, self.rules));
            let ruled = RuledWord::new(word.text(), part.as_ref(), words, self.rules);
            let is_challenged = self.named.is_empty() || self.named.contains(&ruled.text);
            // RULEBOOK W6: a word that can't be laid falls, challenged or not.
            let falls = part.is_none() || (is_challenged && !ruled.is_allowed);
            JudgedWord { points: part.map(|part| part.points), ruled, is_challenged, falls }
        };
        let mut judged: Vec<JudgedWord> = self.turn.words().zip(placed).map(judge).collect();
        if self.turn.new_word.is_some()
            && let Some((new_word, play_ons)) = judged.split_first_mut()
            && new_word.falls
        {
            for (judged, play_on) in play_ons.iter_mut().zip(&self.turn.play_ons) {
                judged.falls |= play_on.onto.contains(&self.table.len());
            }
        }
        judged
    }

    /// Returns the points for going out with the turn, if all its words can be laid.
    fn bonuses(&self, placed: &[Option<PlacedPart<'_>>], hand_left: &Hand) -> u32 {
        if placed.iter().any(Option::is_none) {
            return 0;
        }
        let version = self.rules.version;
        Bonuses::of_turn(placed.iter().flatten(), hand_left, self.stage, version).total()
    }

    /// Returns the consequence of words that return. The points lost are not known if one of them
    /// can't be laid, because such a word has no points.
    fn play_returned(&self, points: Option<u32>) -> Consequence {
        Consequence {
            player: self.player.to_owned(),
            kind: ConsequenceKind::PlayReturned,
            amount: points.map(u64::from),
            is_next_turn: false,
            rule: "P17",
        }
    }
}

struct JudgedWord {
    ruled: RuledWord,
    /// The points for the word; `None` if it can't be laid.
    points: Option<u32>,
    is_challenged: bool,
    /// True if the word returns to the hand.
    falls: bool,
}
