//! The worked examples of the rule sheets, one per line in `tests/vectors/`.

mod my_word;
mod play_on_words;
mod word_poker;
mod wordgame;

/// Runs the `count` examples of a file.
fn run_all(text: &str, count: usize, run: impl Fn(&str, &[&str]) -> Outcome) {
    let examples = || text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    for line in examples() {
        let columns: Vec<&str> = line.split(" | ").collect();
        let (verb, arguments) = columns[3].split_once(' ').unwrap_or((columns[3], ""));
        let outcome = run(verb, &arguments.split(' ').collect::<Vec<_>>());
        for expected in columns[4].split(' ') {
            let (key, _) = expected.split_once('=').expect("key=value");
            let got = outcome.iter().find(|(name, _)| name == key);
            let got = got.map(|(name, value)| format!("{name}={value}"));
            assert_eq!(got.as_deref(), Some(expected), "{line}");
        }
    }
    assert_eq!(examples().count(), count, "the file has another number of examples");
}

#[test]
fn word_poker_follows_its_rule_sheets() {
    run_all(include_str!("../vectors/word-poker.txt"), 78, word_poker::run);
}

#[test]
fn wordgame_follows_its_rule_sheet() {
    run_all(include_str!("../vectors/wordgame.txt"), 23, wordgame::run);
}

#[test]
fn my_word_follows_its_rule_sheet() {
    run_all(include_str!("../vectors/my-word.txt"), 28, my_word::run);
}

#[test]
fn play_on_words_follows_its_rule_sheet() {
    run_all(include_str!("../vectors/play-on-words.txt"), 42, play_on_words::run);
}

type Outcome = Vec<(String, String)>;

fn outcome<const N: usize>(pairs: [(&str, String); N]) -> Outcome {
    pairs.map(|(key, value)| (key.to_owned(), value)).to_vec()
}
