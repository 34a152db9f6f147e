//! Positions, moves and game records: what is read is written alike, and every move scores what its lines add up to.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Breaches;
use wordcourt::rules::wordgame::gcg::Record;
use wordcourt::rules::wordgame::replay::Referee;
use wordcourt::rules::wordgame::{Cgp, Play, Rules, Score, Written};

fuzz_target!(|texts: (&str, &str)| {
    let (position, text) = texts;
    let rules = Rules { bag: None, ..Rules::WORDGAME };
    let cgp = Cgp::read(position, &rules, "", &mut Breaches::default()).unwrap_or_default();
    let written_again = Cgp::read(&cgp.to_string(), &rules, "", &mut Breaches::default());
    assert_eq!(written_again.as_ref(), Some(&cgp));
    if let Ok(written) = text.parse::<Written>() {
        let mut breaches = Breaches::default();
        let play = Play::lay(&written, &cgp.board, cgp.racks[0].as_ref(), &rules, "", &mut breaches);
        assert_eq!(play.is_some(), breaches.is_empty());
        if let Some(play) = play {
            let score = Score::of(&play, &cgp.board, &rules);
            assert_eq!(score.lines(&rules).last().map(|line| line.running_total), Some(score.total));
            let again: Written = play.to_string().parse().expect("a move is written as it is read");
            let again = Play::lay(&again, &cgp.board, None, &rules, "", &mut Breaches::default());
            assert_eq!(again, Some(play));
        }
    }
    if let Ok(record) = Record::read(text) {
        let once = record.to_string();
        let again = Record::read(&once).expect("a record is written so that it can be read");
        assert_eq!(again.to_string(), once);
        let lexicon = Lexicon::from_text("AA\n", "").expect("a word is a lexicon");
        let referee = Referee { lexicon: (&lexicon).into(), rules: &rules, dictionary: None };
        if let Ok(replay) = referee.replay(&record) {
            let again = referee.replay(&replay.record).expect("a corrected record can be replayed");
            assert_eq!(again.scores, replay.scores);
        }
    }
});
