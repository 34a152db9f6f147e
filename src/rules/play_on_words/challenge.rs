//! Challenges of turns: words that can't be laid or are not allowed return to the hand and score
//! nothing (RULEBOOK W3, W4, W6, P9, P17).

use super::announced::{AnnouncedWord, RuledWord};
use super::hand::Hand;
use super::placement::{PlacedPart, Placer};
use super::play::Play;
use super::ruleset::Rules;
use super::score::{Bonuses, Part, Stage};
use super::table::Table;
use super::turn::Turn;
use crate::lexicon::Words;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::{Refused, Violation, Violations};

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
    pub hand: &'c Hand,
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
    /// The reasons why words can't be laid, with their places in the turn.
    pub breaches: Vec<Violation>,
}

impl Challenge<'_> {
    /// Returns the ruling on the challenge.
    #[must_use]
    pub fn decide<'l>(&self, words: impl Into<Words<'l>>) -> Ruling {
        let words = words.into();
        let mut breaches = Violations::default();
        let plays = self.turn.read(&mut breaches);
        let (placed, hand_left) = self.lay(&plays, &mut breaches);
        let parts: Vec<Option<Part>> = placed
            .iter()
            .map(|part| part.as_ref().map(|part| Part::of(part, self.rules)))
            .collect();
        let ruled = self.turn.words().map(AnnouncedWord::text).zip(&parts);
        let ruled: Vec<RuledWord> = ruled
            .map(|(text, part)| RuledWord::new(text, part.as_ref(), words, self.rules))
            .collect();
        let is_challenged =
            |word: &RuledWord| self.named.is_empty() || self.named.contains(&word.text);
        let upheld = ruled.iter().any(|word| is_challenged(word) && !word.is_allowed);
        // RULEBOOK W6: a word that can't be laid falls, challenged or not.
        let falls = |(word, part): (&RuledWord, &Option<Part>)| {
            part.is_none() || (is_challenged(word) && !word.is_allowed)
        };
        let fallen: Vec<bool> = ruled.iter().zip(&parts).map(falls).collect();
        let fallen = self.with_play_ons_to_new_word(fallen);

        let points = |have_fallen: bool| -> u32 {
            let parts = parts.iter().zip(&fallen).filter(|(_, falls)| **falls == have_fallen);
            parts.filter_map(|(part, _)| part.as_ref()).map(|part| part.points).sum()
        };
        let bonuses = self.bonuses(&placed, &hand_left);
        let returned = ruled.iter().zip(&fallen).filter(|(_, falls)| **falls);
        let returned: Vec<String> = returned.map(|(word, _)| word.text.clone()).collect();
        let (total, consequences) = if returned.is_empty() {
            (points(false) + bonuses, Vec::new())
        } else {
            // With cards back in the hand, the player has not gone out.
            (points(false), vec![self.play_returned(points(true) + bonuses)])
        };
        let words = ruled.into_iter().filter(is_challenged).collect();
        Ruling { upheld, words, returned, total, consequences, breaches: breaches.into() }
    }

    /// Lays the words of the turn one after another, and returns the hand that is left. A word that
    /// can't be laid leaves its cards and its table words free.
    fn lay<'p>(
        &'p self,
        plays: &'p [Result<Play, Refused>],
        breaches: &mut Violations,
    ) -> (Vec<Option<PlacedPart<'p>>>, Hand) {
        let mut placer = Placer::new(*self.hand, self.table, self.rules);
        let mut plays = plays.iter();
        let placed = self.turn.visit(breaches, |onto, _, place| {
            let play = plays.next()?.as_ref().ok()?;
            placer.try_place(onto, play, place).ok()
        });
        (placed, placer.hand_left())
    }

    /// Returns the points for going out with the turn, as far as all its words can be laid.
    fn bonuses(&self, placed: &[Option<PlacedPart<'_>>], hand_left: &Hand) -> u32 {
        if placed.iter().any(Option::is_none) {
            return 0;
        }
        let version = self.rules.version;
        Bonuses::of_turn(placed.iter().flatten(), hand_left, self.stage, version).total()
    }

    /// Adds the play-ons to the new word of the turn to the words that have fallen, if the new word
    /// has.
    fn with_play_ons_to_new_word(&self, mut fallen: Vec<bool>) -> Vec<bool> {
        if self.turn.new_word.is_some() && fallen.first() == Some(&true) {
            for (falls, play_on) in fallen[1..].iter_mut().zip(&self.turn.play_ons) {
                *falls |= play_on.onto.contains(&self.table.len());
            }
        }
        fallen
    }

    fn play_returned(&self, points: u32) -> Consequence {
        Consequence {
            player: self.player.to_owned(),
            kind: ConsequenceKind::PlayReturned,
            amount: Some(points.into()),
            rule: "P17",
        }
    }
}
