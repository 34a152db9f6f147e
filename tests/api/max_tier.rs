//! Searches with `max_tier`, compared with searches in a lexicon that has only the words up to that
//! tier; and the words that stay valid.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};
use wordcourt::api::lexicons::{LexiconSummary, Lexicons, SelectorError};
use wordcourt::api::operation::{Cost, Operation};
use wordcourt::api::prepared::{Prepared, PreparedRequest as _};
use wordcourt::api::{self, ForEachOperation, OperationId, for_each_operation};
use wordcourt::edition::Edition;
use wordcourt::lexicon::source::Source;

use crate::dice::Dice;
use crate::word_search_oracle::some_query;
use crate::{get, post_rejected, state};

const SMALL_WORDS: &str = include_str!("../data/small-words.txt");
const CATEGORIES: &str = "club\tThe club\tproper_nouns\tPARIS ROMES TEASE\n";
/// The tiers of the lexicon; 0 means unknown.
const TIERS: [u8; 5] = [10, 35, 50, 70, 0];
/// A bound between two tiers.
const MAX_TIER: u8 = 49;

/// The lexicons `whole` and `common`: the same words, those of high tiers only in the first.
struct Pair {
    whole: Arc<Edition>,
    common: Arc<Edition>,
    words: Vec<String>,
}

impl Lexicons for Pair {
    fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, SelectorError> {
        let edition = if selector == Some("common") { &self.common } else { &self.whole };
        Ok(Arc::clone(edition))
    }

    fn list(&self) -> Vec<LexiconSummary> {
        [&self.whole, &self.common].map(|edition| self.summary(edition)).into()
    }

    fn summary(&self, edition: &Arc<Edition>) -> LexiconSummary {
        LexiconSummary::of_only(Arc::clone(edition))
    }
}

fn edition<'l>(name: &str, lines: impl Iterator<Item = &'l str>) -> Arc<Edition> {
    let source = Source {
        name: name.to_owned(),
        edition: "1".to_owned(),
        words: lines.flat_map(|line| [line, "\n"]).collect::<String>().into(),
        categories: CATEGORIES.into(),
    };
    Arc::new(Edition::build(&source).unwrap())
}

impl Pair {
    fn draw(dice: &mut Dice) -> Self {
        let marked =
            ["MASKS\tplural_s", "TEASED\tprofane", "PARISH\tproper", "PARIS\tproper", "AB"];
        let entries: BTreeMap<&str, &str> = SMALL_WORDS
            .lines()
            .chain(marked)
            .map(|line| line.split_once('\t').unwrap_or((line, "")))
            .collect();
        let lines: Vec<(u8, String)> = entries
            .iter()
            .map(|(word, marks)| (dice.one_of(&TIERS), format!("{word}\t{marks}\t\t")))
            .map(|(tier, line)| (tier, format!("{line}\t{tier}")))
            .collect();
        let common = lines.iter().filter(|(tier, _)| (1..=MAX_TIER).contains(tier));
        Self {
            whole: edition("whole", lines.iter().map(|(_, line)| line.as_str())),
            common: edition("common", common.map(|(_, line)| line.as_str())),
            words: entries.keys().map(|&word| word.to_owned()).collect(),
        }
    }

    fn answer(&self, operation: OperationId, request: &Value) -> Value {
        let answer = api::answer(operation, request.to_string().as_bytes(), self);
        let answer = answer.unwrap_or_else(|problem| panic!("{request}: {problem:?}"));
        let mut answer: Value = serde_json::from_slice(&answer.body).unwrap();
        // The editions of the two lexicons are different.
        for member in ["lexicon", "next"] {
            answer.as_object_mut().unwrap().remove(member);
        }
        answer
    }

    /// Sends a search to `whole` with the bound, and to `common` without it. Both answers must be
    /// equal.
    fn search_both(&self, operation: OperationId, request: &Value) -> Value {
        let with = |lexicon: &str, max_tier: Value| {
            let mut request = request.clone();
            (request["lexicon"], request["max_tier"]) = (lexicon.into(), max_tier);
            self.answer(operation, &request)
        };
        let mut found = with("whole", MAX_TIER.into());
        let mut expected = with("common", Value::Null);
        if request["rules"]["blank_letter"] == "per_word" {
            // A word with such a blank is shown as any allowed word.
            for moves in [&mut found["moves"], &mut expected["moves"]] {
                for found in moves.as_array_mut().unwrap() {
                    found.as_object_mut().unwrap().remove("words");
                }
            }
        }
        // An added word that is rare keeps its tier in `whole`.
        for answer in [&mut found, &mut expected] {
            for word in answer["words"].as_array_mut().into_iter().flatten() {
                word.as_object_mut().unwrap().remove("tier");
            }
        }
        // The whole answers are too long to read.
        assert!(found == expected, "{} {request}", operation.name());
        found
    }

    fn word(&self, dice: &mut Dice, most: usize) -> String {
        let short: Vec<&String> =
            self.words.iter().filter(|word| (3..=most).contains(&word.len())).collect();
        dice.one_of(&short).clone()
    }
}

fn cards(letters: &str) -> Vec<String> {
    letters.chars().map(String::from).collect()
}

/// Returns an overlay of words that the lexicon has in some tier, and of others.
fn some_overlay(pair: &Pair, dice: &mut Dice) -> Value {
    let mut add: BTreeSet<String> = (0..8).map(|_| pair.word(dice, 7)).collect();
    add.extend((0..8).map(|_| dice.letters(5)));
    let remove: BTreeSet<String> = (0..30).map(|_| pair.word(dice, 9)).collect();
    let remove: Vec<&String> = remove.difference(&add).collect();
    json!({ "add": add, "remove": remove })
}

#[test]
fn card_games_search_as_in_a_lexicon_of_these_tiers() {
    let mut dice = Dice(11);
    let mut found = 0;
    for _ in 0..4 {
        let pair = Pair::draw(&mut dice);
        for round in 0..30 {
            let mut letters = pair.word(&mut dice, 6);
            letters += &dice.letters(7 - letters.len());
            let wilds = [0, 1, 2, 0, 3][round % 5];
            let coloured = letters[wilds..]
                .chars()
                .map(|letter| format!("{letter}{}", dice.one_of(&['r', 'b'])));
            let mut hand: Vec<String> = coloured.collect();
            hand.extend(std::iter::repeat_n("*".to_owned(), wilds));
            let mut request = json!({ "hand": hand, "top": dice.one_of(&[1, 10, 1_000]), "rules": { "strict_deck": false } });
            if round % 2 == 0 {
                request["overlay"] = some_overlay(&pair, &mut dice);
            }
            if round % 3 == 0 {
                let category = [json!({ "name": "club" }), json!({ "words": ["PARIS", "MASK"] })];
                request["category"] = dice.one_of(&[&category[0], &category[1]]).clone();
            }
            let best = pair.search_both(OperationId::BestChooseYourWords, &request);
            found += best["words_found"].as_u64().unwrap();

            let mut table = cards(&letters);
            table.extend(
                [["?", "??"], ["SH", "ER"], ["ST", "?"], ["EA", "IN"]][round % 4]
                    .map(str::to_owned),
            );
            let mut request = json!({ "table": table, "top": dice.one_of(&[1, 5, 1_000]) });
            request["rules"] = json!({ "strict_deck": false });
            if round % 2 == 1 {
                request["overlay"] = some_overlay(&pair, &mut dice);
            }
            pair.search_both(OperationId::BestMyWord, &request);

            let mut hand = cards(&letters);
            hand[0] = ["*", "ST", "J/X", "A"][round % 4].to_owned();
            let on_table: Vec<Vec<String>> =
                (0..round % 4).map(|_| cards(&pair.word(&mut dice, 5))).collect();
            let rules = json!({ "play_on_new_word": round % 5 == 0, "strict_deck": false });
            let mut request = json!({ "hand": hand, "table": on_table, "rules": rules });
            if round % 2 == 0 {
                request["overlay"] = some_overlay(&pair, &mut dice);
            }
            pair.search_both(OperationId::BestPlayOnWords, &request);
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn wordgame_searches_as_in_a_lexicon_of_these_tiers() {
    let mut dice = Dice(12);
    let (mut moves, mut ranked) = (0, 0);
    for game in 0..4 {
        let pair = Pair::draw(&mut dice);
        let mut cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15".to_owned();
        for turn in 0..9 {
            let mut rack = pair.word(&mut dice, 6);
            rack += &dice.letters(8 - rack.len());
            let blanks = [0, 1, 0, 2][turn % 4];
            rack.replace_range(..blanks, &"?".repeat(blanks));
            let blank_letter = ["one", "per_word"][game % 2];
            let rules = json!({ "strict_bag": false, "blank_letter": blank_letter });
            let mut request = json!({ "cgp": cgp, "rack": rack, "rules": rules });
            if turn % 2 == 1 {
                request["overlay"] = some_overlay(&pair, &mut dice);
            }
            // The board has words of all tiers: it comes from the whole lexicon.
            let all = pair.answer(OperationId::BestWordgame, &with(&request, "top", 30));
            let best = pair.search_both(OperationId::BestWordgame, &with(&request, "top", 30));
            pair.search_both(OperationId::BestWordgame, &with(&request, "count", false));
            moves += best["moves"].as_array().unwrap().len();
            let Some(chosen) = all["moves"].as_array().filter(|moves| !moves.is_empty()) else {
                continue;
            };
            let chosen = &chosen[dice.below(chosen.len())];
            // A move of any tier is valid. It is ranked among the moves of common words.
            let mut request = with(&with(&request, "move", chosen["move"].clone()), "rank", true);
            request["max_tier"] = MAX_TIER.into();
            let score = pair.answer(OperationId::ScoreWordgame, &request);
            assert_eq!(score["legal"], true, "{request}");
            let better = best["moves"].as_array().unwrap().iter();
            let better = better.filter(|found| found["total"].as_u64() > chosen["total"].as_u64());
            if best["moves_found"].as_u64() <= Some(30) {
                assert_eq!(score["rank"]["place"], json!(better.count() + 1), "{request}");
                ranked += 1;
            }
            assert_eq!(score["rank"]["moves_found"], best["moves_found"]);
            assert_eq!(score["rank"]["best"]["move"], best["moves"][0]["move"]);
            let after = chosen["cgp"].as_str().unwrap().split(' ').next().unwrap();
            after.clone_into(&mut cgp);
        }
    }
    assert!(moves > 100 && ranked > 5, "{moves} {ranked}");
}

fn with(request: &Value, member: &str, value: impl Into<Value>) -> Value {
    let mut request = request.clone();
    request[member] = value.into();
    request
}

#[test]
fn word_searches_find_the_words_of_these_tiers() {
    let mut dice = Dice(13);
    let pair = Pair::draw(&mut dice);
    let words: Vec<&str> = pair.words.iter().map(String::as_str).collect();
    let mut found = 0;
    for round in 0..150 {
        let mut filters = some_query(&words, &["club"], &mut |bound| dice.below(bound));
        // Anagrams are counted among words of all tiers, and the order by tiers shows those of
        // added words.
        filters.anagrams = None;
        filters.order = filters.order.filter(|order| *order != "common");
        let parameters = filters.query().replace('+', "%2B");
        let mut request: Value = form(&parameters);
        if round % 2 == 0 {
            let overlay = some_overlay(&pair, &mut dice);
            (request["add"], request["remove"]) =
                (overlay["add"].clone(), overlay["remove"].clone());
        }
        let answer = pair.search_both(OperationId::SearchWords, &request);
        found += answer["total"].as_u64().unwrap();
    }
    assert!(found > 300, "{found}");
}

/// Returns the parameters of a query as the members of a request.
fn form(query: &str) -> Value {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let member = |(name, value): (&str, &str)| {
        let value = value.replace("%5B", "[").replace("%5D", "]").replace("%5E", "^");
        let value = match name {
            "min_length" | "max_length" | "limit" => json!(value.parse::<u32>().unwrap()),
            "marks" | "without_marks" | "category" => json!(value.split(',').collect::<Vec<_>>()),
            _ => json!(value),
        };
        (name.to_owned(), value)
    };
    pairs.map(member).collect()
}

/// Answers a search in the default lexicon.
fn answer(operation: OperationId, request: &Value) -> Value {
    let answer = api::answer(operation, request.to_string().as_bytes(), &**state()).unwrap();
    serde_json::from_slice(&answer.body).unwrap()
}

/// Returns the tiers of words of the default lexicon; 100 if unknown.
fn tier_of(word: &str) -> u8 {
    let edition = state().edition(None).unwrap();
    let lexicon = &edition.lexicon;
    let tier = lexicon.find(&word.parse().unwrap()).map_or(0, |ordinal| lexicon.tier(ordinal));
    if tier == 0 { 100 } else { tier }
}

/// With all moves or words listed, the search up to a tier is a filter of the whole search.
#[test]
fn a_bound_filters_the_plays_of_the_default_lexicon() {
    let hand = json!({ "hand": ["Ab", "Er", "Rb", "Tr", "Sb", "Nr", "Ob"], "top": 1_000 });
    let table = json!({ "table": ["ER", "S", "T", "A", "IN", "E", "D", "QU"], "top": 1_000 });
    let rack = json!({ "cgp": "15/15/15/15/15/15/15/6QAT6/15/15/15/15/15/15/15", "rack": "ERTSL", "top": 1_000 });
    for (operation, request, list) in [
        (OperationId::BestChooseYourWords, hand, "plays"),
        (OperationId::BestMyWord, table, "calls"),
        (OperationId::BestWordgame, rack, "moves"),
    ] {
        let all = answer(operation, &request);
        let all = all[list].as_array().unwrap();
        assert!((1..1_000).contains(&all.len()), "{operation:?}: {}", all.len());
        for max_tier in [1, 20, 35, 69, 100] {
            let is_common = |play: &&Value| match play.get("words") {
                None => tier_of(play["word"].as_str().unwrap()) <= max_tier,
                // Every word that a move forms is common, also the cross-words.
                Some(words) => words
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|formed| tier_of(formed["word"].as_str().unwrap()) <= max_tier),
            };
            let expected: Vec<&Value> = all.iter().filter(is_common).collect();
            let found = answer(operation, &with(&request, "max_tier", max_tier));
            let found: Vec<&Value> = found[list].as_array().unwrap().iter().collect();
            assert!(found == expected, "{operation:?} {max_tier}");
        }
    }
}

#[test]
fn replays_compare_with_the_best_moves_of_these_tiers() {
    let gcg = "#player1 a a\n#player2 b b\n>a: AEQTUIZ 8H QAT +24 24\n";
    let best = |members: Value| {
        let mut request = json!({ "gcg": gcg, "rules": { "preset": "classic" } });
        request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        answer(OperationId::ReplayWordgame, &request)["turns"][0].clone()
    };
    let (all, common) = (best(json!({})), best(json!({ "max_tier": 35 })));
    assert_eq!((&all["legal"], &common["legal"]), (&json!(true), &json!(true)), "QAT is rare");
    let word = |turn: &Value| {
        let written = turn["best"]["move"].as_str().unwrap();
        written.split(' ').next_back().unwrap().to_uppercase()
    };
    assert!(tier_of(&word(&common)) <= 35 && tier_of(&word(&all)) > 35, "{all} {common}");
}

#[actix_web::test]
async fn bounds_are_checked() {
    let path = "/v1/choose-your-words/best";
    for max_tier in [0, 101] {
        let breaches = post_rejected(path, json!({ "hand": ["Ab"], "max_tier": max_tier })).await;
        assert_eq!(breaches, ["out_of_bounds /max_tier"]);
    }
    let response = get("/v1/words?max_tier=101").await;
    assert_eq!(response.json()["breaches"][0]["pointer"], "/max_tier");
    // Nothing is searched for.
    let board = json!({ "board": vec!["...............".to_owned(); 15], "move": "8D HELLO", "max_tier": 35 });
    let breaches = post_rejected("/v1/wordgame/score", board).await;
    assert_eq!(breaches, ["conflicting_fields /max_tier"]);
    let record = json!({ "gcg": "#player1 a a\n#player2 b b\n", "best": false, "max_tier": 35 });
    let breaches = post_rejected("/v1/wordgame/games", record).await;
    assert_eq!(breaches, ["conflicting_fields /max_tier"]);
}

#[test]
fn bounds_that_include_the_same_words_are_one_request() {
    let id = |max_tier: Value| {
        let request = json!({ "hand": ["Ab", "Tr"], "id": true, "max_tier": max_tier });
        answer(OperationId::BestChooseYourWords, &request)["id"].clone()
    };
    assert_eq!(id(json!(35)), id(json!(39)));
    assert_eq!(id(json!(100)), id(Value::Null));
    assert_ne!(id(json!(35)), id(json!(40)));
}

/// Returns the cost of a search.
struct CostOf<'p>(&'p Pair, u8, Option<Cost>);

impl ForEachOperation for CostOf<'_> {
    fn visit<O: Operation>(&mut self) {
        if O::ID == "best_choose_your_words" {
            let request = json!({ "hand": ["Ab", "Tr"], "max_tier": self.1 }).to_string();
            let prepared = Prepared::<O>::from_json(request.as_bytes(), self.0).unwrap();
            self.2 = Some(prepared.plan().cost);
        }
    }
}

/// A search up to any tier uses the indexes of the edition, and builds nothing.
#[test]
fn searches_up_to_a_tier_cost_as_much_as_others() {
    let pair = Pair::draw(&mut Dice(14));
    let cost = |max_tier: u8| {
        let mut cost = CostOf(&pair, max_tier, None);
        for_each_operation(&mut cost);
        cost.2.unwrap()
    };
    assert_eq!((cost(100), cost(35)), (Cost::Pooled, Cost::Pooled), "the index is missing");
    let request = json!({ "hand": ["Ab", "Tr"] });
    pair.answer(OperationId::BestChooseYourWords, &request);
    for max_tier in 1..=100 {
        assert_eq!(cost(max_tier), Cost::Inline, "{max_tier}");
    }
}
