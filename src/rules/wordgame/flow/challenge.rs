//! Challenges and acceptances of moves (RULEBOOK FG7–FG9).

use super::action::Action;
use super::event::EventKind;
use super::state::{Pending, State};
use super::turns::Course;
use crate::lexicon::Words;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::wordgame::challenge::Challenge;
use crate::rules::wordgame::end_game::{EndReason, TurnKind};
use crate::rules::wordgame::scoring::Score;
use crate::rules::{Refused, Verdict, ViolationCode, Violations};
use crate::word::Word;

impl Pending {
    /// Returns the words of the move as they are written, each with its verdict.
    pub(super) fn verdicts<'w>(
        &'w self,
        score: &'w Score,
        words: Words<'w>,
    ) -> impl Iterator<Item = (Word, Verdict)> {
        self.words.iter().copied().zip(score.verdicts(words).map(|(_, verdict)| verdict))
    }
}

impl Course {
    /// Accepts the move (RULEBOOK FG7).
    pub(super) fn accept(&mut self, seat: usize) {
        self.state.players[seat].accepted = true;
        let player = self.state.name(seat);
        self.tell("FG7", EventKind::Accepted { player });
        if self.state.undecided().next().is_none() {
            self.close_window();
        }
    }

    /// Challenges the move, which settles it (RULEBOOK FG9, C5).
    pub(super) fn challenge(
        &mut self,
        seat: usize,
        action: &Action,
        words: Words<'_>,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let Some(pending) = self.state.pending.clone() else { return Ok(()) };
        let rules = &self.state.rules.base;
        let score = Score::of(&pending.play, &pending.board_before(&self.state.board), rules);
        let mut place = violations.at("words");
        let names = named_words(action.words.as_deref(), &score, words, &mut place)?;
        drop(place);
        let is_challenged = |word: &Word| names.as_ref().is_none_or(|names| names.contains(word));
        let challenged = pending.verdicts(&score, words).filter(|(word, _)| is_challenged(word));
        let challenged: Vec<(Word, Verdict)> = challenged.collect();
        let upheld = challenged.iter().any(|(_, verdict)| !verdict.is_allowed());
        let state = &self.state;
        let challenger = &state.players[seat];
        let challenge = Challenge {
            rule: rules.challenge_rule(),
            challengers: vec![(&challenger.name, challenger.failed)],
            challenged: &state.players[state.turn].name,
        };
        let consequences = challenge.consequences(upheld, challenged.len());
        let ruling = EventKind::Ruling {
            player: state.name(seat),
            challenged: state.name(state.turn),
            words: challenged.iter().map(|(word, _)| *word).collect(),
            upheld,
        };
        self.tell("C5", ruling);
        if !upheld {
            self.state.players[seat].failed += 1;
        }
        self.carry_out(&pending, upheld, &consequences);
        Ok(())
    }

    /// Carries out the consequences of a ruling and ends the turn.
    fn carry_out(&mut self, pending: &Pending, upheld: bool, consequences: &[Consequence]) {
        let mut loser = None;
        for consequence in consequences {
            let named = self.state.names().position(|name| name == consequence.player);
            let Some(seat) = named else { continue };
            let points = i64::try_from(consequence.amount.unwrap_or(0)).unwrap_or(i64::MAX);
            match consequence.kind {
                ConsequenceKind::MoveTakenBack => self.take_back(pending),
                ConsequenceKind::GainsPoints => self.change_points(seat, points),
                ConsequenceKind::LosesPoints => self.change_points(seat, -points),
                ConsequenceKind::LosesGame => loser = Some(seat),
                // The turn of a move that is taken back is over; a challenger loses the next one.
                ConsequenceKind::LosesTurn if !upheld => self.state.players[seat].skip += 1,
                _ => {}
            }
        }
        match loser {
            Some(loser) => self.lose_game("C5", EndReason::LostChallenge, loser),
            None if upheld => self.end_turn(TurnKind::Scoreless),
            None => self.close_window(),
        }
    }

    /// Gives the tiles and the points of a move back.
    fn take_back(&mut self, pending: &Pending) {
        let State { board, players, turn, .. } = &mut self.state;
        *board = pending.board_before(board);
        let mover = &mut players[*turn];
        mover.rack.extend(pending.tiles());
        mover.points -= i64::from(pending.points);
        self.state.pending = None;
        let player = self.state.name(self.state.turn);
        self.tell("FG9", EventKind::MoveTakenBack { player, points: pending.points });
    }

    /// Changes the points of a player by a failed challenge.
    fn change_points(&mut self, seat: usize, points: i64) {
        self.state.players[seat].points += points;
        let player = self.state.name(seat);
        self.tell("C5", EventKind::ChallengeCost { player, points });
    }
}

/// Returns the challenged words as the move writes them; `None` if all are challenged.
///
/// # Errors
/// Records `not_challengeable` at each word that the move does not form, or if there are none.
fn named_words(
    named: Option<&[String]>,
    score: &Score,
    words: Words<'_>,
    violations: &mut Violations,
) -> Result<Option<Vec<Word>>, Refused> {
    let Some(named) = named else { return Ok(None) };
    if named.is_empty() {
        let detail = "name a word of the move, or leave words out to challenge all";
        return Err(violations.refuse(ViolationCode::NotChallengeable, "FG9", detail));
    }
    let mut found = Ok(Vec::new());
    for (index, name) in named.iter().enumerate() {
        let word: Option<Word> = name.parse().ok();
        let mut written: Vec<Word> = Vec::new();
        if let Some(word) = word {
            written.extend(score.named(word.as_str(), words).map(|(written, _)| written));
        }
        if written.is_empty() {
            let detail = "the move does not form this word";
            let mut place = violations.at(index);
            found = Err(place.refuse(ViolationCode::NotChallengeable, "FG9", detail));
        } else if let Ok(found) = &mut found {
            found.append(&mut written);
        }
    }
    found.map(Some)
}
