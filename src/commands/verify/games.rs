//! The records of whole games.

use std::io::{self, Write};

use super::signatures::Checked;
use super::{Line, Verifier};
use crate::api::verification::{GameRecord, ReplayedGame, Verdict};
use crate::rules::counted;

impl<W: Write> Verifier<W> {
    /// Verifies the records of whole games, one after the other.
    pub(super) fn games(&mut self, lines: &[(u64, &str)]) -> io::Result<()> {
        self.unit = "games";
        let mut games = lines.chunk_by(|_, (_, next)| !GameRecord::begins(next));
        games.try_for_each(|lines| self.game(lines))
    }

    fn game(&mut self, lines: &[(u64, &str)]) -> io::Result<()> {
        let record = match GameRecord::read(lines) {
            Ok(record) => record,
            Err((line, error)) => {
                let detail = format!("not a line of a game: {error}");
                return self.report_verdict(Line::alone(line), &Verdict::Malformed(detail));
            }
        };
        let actions = counted(record.actions(), "action");
        let game = match record.replay(&mut self.editions) {
            Ok(game) => game,
            Err((line, verdict)) => return self.report_verdict(Line::alone(line), &verdict),
        };
        let first = Line::alone(lines.first().map_or(0, |(number, _)| *number));
        let checked = self.signatures.check(&game.record());
        if let Checked::Bad(detail) = checked {
            return self.report_signature(first, &detail);
        }
        let ReplayedGame { state_id, is_over, wrong, .. } = &game;
        if let Some((line, detail)) = wrong {
            self.tally.differing += 1;
            return self.report(Line::alone(*line), detail);
        }
        if let Checked::NoKeys = checked {
            let detail =
                "every action is possible, but the game is signed; give the keys with --keys";
            return self.report_verdict(first, &Verdict::Unavailable(detail.to_owned()));
        }
        self.tally.same += 1;
        let end = if *is_over { "the game is over" } else { "the game goes on" };
        let detail = format!("{actions}, all possible; {end}; last state {state_id}");
        self.report(first, &detail)
    }
}
