//! Sends requests for every game to a running server, with a client generated from its `OpenAPI`
//! document.

use std::error::Error;

use wordcourt_client::apis::configuration::Configuration;
use wordcourt_client::apis::{
    Error as ApiError, choose_your_words_api, lexicons_api, my_word_api, play_on_words_api,
    variants_api, word_for_word_api, wordgame_api, words_api,
};
use wordcourt_client::models::{
    self, Variant,
};

type Done = Result<(), Box<dyn Error>>;

/// Splits a line into texts at its spaces.
fn texts(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Spells a word with one card for each letter.
fn letters(word: &str) -> Vec<String> {
    word.chars().map(String::from).collect()
}

async fn dictionary(server: &Configuration) -> Done {
    let variants = variants_api::list_variants(server, None).await?.variants;
    assert_eq!(variants.len(), 5);
    let rules = variants_api::get_variant(server, Variant::ChooseYourWords, None).await?;
    let dealt =
        rules.numbers.iter().find(|number| number.name == "cards_dealt").map(|number| number.value);
    assert_eq!(dealt, Some(7));

    let lexicons = lexicons_api::list_lexicons(server).await?.lexicons;
    let en = lexicons_api::get_lexicon(server, "en").await?;
    assert!(lexicons.iter().any(|lexicon| lexicon.default && lexicon.digest == en.digest));

    let page = words_api::get_word(
        server,
        "runs",
        None,
        None,
        Some(&format!("en@{}", en.digest)),
        None,
        None,
        None,
    )
    .await?;
    assert_eq!(
        (page.word.as_str(), page.valid, page.lemma.as_deref()),
        ("RUNS", true, Some("RUN"))
    );
    let overlaid = words_api::get_word(
        server,
        "grrl",
        None,
        None,
        None,
        Some(texts("GRRL GRRLS")),
        None,
        None,
    )
    .await?;
    assert_eq!(
        (overlaid.valid, overlaid.hooks.back.as_str(), overlaid.lexicon.overlay.is_some()),
        (true, "S", true)
    );

    let first = longest_of_retains(server, None).await?;
    assert_eq!(
        (first.words[0].word.as_str(), first.words[1].word.as_str()),
        ("ANESTRI", "ANTSIER")
    );
    let second = longest_of_retains(server, first.next.as_deref()).await?;
    assert_eq!((second.words[0].word.as_str(), second.total), ("NASTIER", first.total));

    let words = models::ValidateWordsRequest {
        words: texts("QUIZ ZZYXQ"),
        variant: Some(Variant::Wordgame),
        ..Default::default()
    };
    let judged = words_api::validate_words(server, words).await?;
    let results = judged.results.unwrap_or_default();
    assert_eq!((judged.all_valid, results[0].valid), (false, true));
    assert_eq!(
        results[1].reason.as_ref().map(|reason| reason.code.as_str()),
        Some("not_in_lexicon")
    );
    let quiet = models::ValidateWordsRequest {
        words: texts("QUIZ"),
        quiet: Some(true),
        ..Default::default()
    };
    let judged = words_api::validate_words(server, quiet).await?;
    assert!(judged.all_valid && judged.results.is_none());
    Ok(())
}

/// Gets a page of two words; `cursor` continues after the previous page.
async fn longest_of_retains(
    server: &Configuration,
    cursor: Option<&str>,
) -> Result<models::SearchWordsResponse, Box<dyn Error>> {
    let longest = Some(models::WordOrder::Longest);
    let without = Some(vec![models::Mark::Profane, models::Mark::Slang]);
    #[rustfmt::skip]
    let page = words_api::search_words(
        server, None, None, Some("retains"), None, None, None, None, None, None, without, None, None, None, None, None, longest, Some(2), cursor, None, None, None, None,
        None, None, None, None, None, None, None,
    );
    Ok(page.await?)
}

fn eel() -> models::WordPokerCategoryChallengeRequest {
    models::WordPokerCategoryChallengeRequest {
        word: "eel".to_owned(),
        category: Box::new(models::CategoryChoice {
            name: Some("oceanic".to_owned()),
            ..Default::default()
        }),
        challenger: Some("ann".to_owned()),
        challenged: Some("bob".to_owned()),
        votes_for_challenger: 2,
        votes_against: 2,
        ..Default::default()
    }
}

fn bigger_challenged() -> models::WordPokerChallengeRequest {
    let seat = |name: String| models::WordPokerSeat { name, ..Default::default() };
    models::WordPokerChallengeRequest {
        play: Some(texts("Bb Ib Gb *=Gb Eb Rb")),
        challenger: Some("ann".to_owned()),
        challenged: Some("bob".to_owned()),
        pot: Some(100),
        players: texts("ann bob cid dot").into_iter().map(seat).collect(),
        ..Default::default()
    }
}

fn cuts() -> models::WordPokerCutRequest {
    let cut = |player: &str, card: &str| models::WordPokerCutCard {
        player: player.to_owned(),
        card: card.to_owned(),
    };
    models::WordPokerCutRequest {
        cuts: vec![cut("ann", "Eb"), cut("bob", "Ir")],
        ..Default::default()
    }
}

async fn choose_your_words(server: &Configuration) -> Done {
    use choose_your_words_api as game;
    let play = models::ChooseYourWordsScoreRequest {
        play: Some(texts("Bb Ib Gb *=Gb Eb Rb")),
        ..Default::default()
    };
    let score = game::score_choose_your_words(server, play).await?;
    assert_eq!(
        (score.word.as_str(), score.total, score.flush),
        ("BIGGER", 60, models::WordPokerFlush::Blue)
    );
    let hand = models::ChooseYourWordsBestRequest {
        hand: texts("Bb Ib Gb * Eb Rb Zr"),
        top: Some(1),
        ..Default::default()
    };
    let best = game::best_choose_your_words(server, hand).await?;
    assert_eq!(
        (best.plays[0].word.as_str(), best.plays[0].total, best.words_found),
        ("GIZZ", 125, 548)
    );
    let ruling = game::challenge_choose_your_words(server, bigger_challenged(), Some("signature")).await?;
    assert_eq!(
        (ruling.upheld, ruling.consequences[0].kind.as_str()),
        (Some(false), "owes_next_pot")
    );
    assert_eq!(ruling.consequences[0].amount, Some(25));
    let vote = game::category_challenge_choose_your_words(server, eel(), None).await?;
    assert_eq!((vote.upheld, vote.consequences[0].amount), (true, Some(10)));
    let entry = |name: &str, play: Option<&str>| models::ChooseYourWordsEntry {
        name: name.to_owned(),
        play: play.map(texts),
        challenged: Some(play.is_some()),
        folded: Some(play.is_none()),
        ..Default::default()
    };
    let players =
        vec![entry("ann", Some("Qb Zr Xb")), entry("bob", Some("Cb Ab Tb")), entry("cid", None)];
    let showdown = models::ChooseYourWordsSettleRequest { pot: 100, players, ..Default::default() };
    let settled = game::settle_choose_your_words(server, showdown).await?;
    assert_eq!((settled.winners, settled.shares[0].amount), (texts("bob"), 100));
    let cut = game::cut_choose_your_words(server, cuts()).await?;
    assert_eq!((cut.dealer.as_deref(), cut.tied), (Some("bob"), None));
    Ok(())
}

async fn word_for_word(server: &Configuration) -> Done {
    use word_for_word_api as game;
    let (thought, board) = (texts("* Zr"), texts("Bb Ib Gb Eb Rb"));
    let dimensions =
        models::CategoryChoice { name: Some("dimensions".to_owned()), ..Default::default() };
    let play = models::WordForWordScoreRequest {
        word: Some("BIGGER".to_owned()),
        thought: Some(thought.clone()),
        board: Some(board.clone()),
        category: Some(Box::new(dimensions)),
        ..Default::default()
    };
    let score = game::score_word_for_word(server, play).await?;
    assert_eq!((score.total, score.bonuses.category), (70, 10));
    let hand = models::WordForWordBestRequest {
        thought: thought.clone(),
        board: Some(board.clone()),
        ..Default::default()
    };
    let best = game::best_word_for_word(server, hand).await?;
    assert_eq!(
        (best.plays.len(), best.plays[0].word.as_str(), best.plays[0].total),
        (10, "GIZZ", 125)
    );
    let ruling = game::challenge_word_for_word(server, bigger_challenged(), None).await?;
    assert_eq!((ruling.upheld, ruling.consequences[0].amount), (Some(false), Some(25)));
    let vote = game::category_challenge_word_for_word(server, eel(), None).await?;
    assert_eq!(vote.consequences[0].kind, "loses_category_bonus");
    let ann = models::WordForWordEntry {
        name: "ann".to_owned(),
        thought: Some(thought),
        play: Some(texts("Bb Ib Gb *=Gb Eb Rb")),
        ..Default::default()
    };
    let bob = models::WordForWordEntry {
        name: "bob".to_owned(),
        folded: Some(true),
        ..Default::default()
    };
    let showdown = models::WordForWordSettleRequest {
        pot: 100,
        board: Some(board),
        players: vec![ann, bob],
        ..Default::default()
    };
    let settled = game::settle_word_for_word(server, showdown).await?;
    assert_eq!(
        (settled.scores[0].total, settled.scores[1].standing.as_str()),
        (Some(60), "folded")
    );
    assert_eq!(game::cut_word_for_word(server, cuts()).await?.dealer.as_deref(), Some("bob"));
    Ok(())
}

async fn play_on_words(server: &Configuration) -> Done {
    use play_on_words_api as game;
    let play_on = |onto: &[i32], word: &str| models::PlayOnWordsPlayOn {
        onto: onto.to_vec(),
        word: letters(word),
    };
    let turn = |play_ons: Vec<models::PlayOnWordsPlayOn>| {
        Box::new(models::PlayOnWordsTurn { play_ons: Some(play_ons), ..Default::default() })
    };
    let table = |words: &str| texts(words).iter().map(|word| letters(word)).collect::<Vec<_>>();
    let snowstorm = models::PlayOnWordsScoreRequest {
        hand: texts("S R QU"),
        table: Some(table("NOW MOST")),
        turn: turn(vec![play_on(&[0, 1], "SNOWSTORM")]),
        ..Default::default()
    };
    let score = game::score_play_on_words(server, snowstorm).await?;
    assert_eq!((score.total, score.parts[0].rearranged, score.hand_left), (18, true, texts("QU")));
    let boomerang = models::PlayOnWordsBestRequest {
        hand: texts("E Q"),
        table: Some(table("BOOM RANG")),
        ..Default::default()
    };
    let best = game::best_play_on_words(server, boomerang).await?;
    assert_eq!((best.turns[0].total, best.turns[0].parts[0].word.as_str()), (18, "BOOGERMAN"));
    let hens = models::PlayOnWordsChallengeRequest {
        hand: texts("S E"),
        table: Some(table("HEN TAR")),
        turn: turn(vec![play_on(&[0], "HENS"), play_on(&[1], "RATE")]),
        challenger: Some("ann".to_owned()),
        challenged: Some("bob".to_owned()),
        ..Default::default()
    };
    let ruling = game::challenge_play_on_words(server, hens, None).await?;
    let returned = Some(texts("HENS"));
    assert_eq!((ruling.upheld, ruling.returned, ruling.total), (true, returned, Some(8)));
    let seat = |name: &str, points: i64, unplayed: &str| models::PlayOnWordsSeat {
        name: name.to_owned(),
        points,
        unplayed: Some(texts(unplayed)),
    };
    let mugging = models::PlayOnWordsMugging {
        player: "cid".to_owned(),
        from: "bob".to_owned(),
        hand_cards: texts("S"),
        play_ons: Some(vec![play_on(&[0], "RATS")]),
        ..Default::default()
    };
    let end = models::PlayOnWordsSettleRequest {
        went_out: Some("ann".to_owned()),
        table: Some(table("TAR")),
        players: vec![seat("ann", 61, ""), seat("bob", 58, "S TH"), seat("cid", 70, "*")],
        muggings: Some(vec![mugging]),
        ..Default::default()
    };
    let settled = game::settle_play_on_words(server, end).await?;
    let totals: Vec<i64> = settled.results.iter().map(|result| result.total).collect();
    assert_eq!((totals, settled.winners), (vec![61, 55, 71], texts("cid")));
    Ok(())
}

async fn wordgame(server: &Configuration) -> Done {
    use wordgame_api as game;
    let mut board = vec![".".repeat(15); 15];
    board.splice(7..11, texts("....HELlO...... ........X...... ........E...... ........N......"));
    let play = models::WordgameScoreRequest {
        board: Some(board.clone()),
        r#move: "H7 e.ATERINS".to_owned(),
        rack: Some("AEINRST?".to_owned()),
        ..Default::default()
    };
    let score = game::score_wordgame(server, play).await?;
    let words = score.words.expect("the request is not quiet");
    assert_eq!((score.legal, score.total, words[0].word.as_str()), (true, 85, "ELATERINS"));
    let rack = models::WordgameBestRequest {
        board: Some(board.clone()),
        rack: Some("AEINRST?".to_owned()),
        count: Some(false),
        ..Default::default()
    };
    let best = game::best_wordgame(server, rack).await?;
    assert_eq!((best.moves[0].r#move.as_str(), best.moves[0].total), ("H7 c.ARINETS", 86));
    let qa = models::WordgameChallengeRequest {
        board: Some(board),
        r#move: "J7 QA".to_owned(),
        challenger: Some("ann".to_owned()),
        challenged: Some("bob".to_owned()),
        ..Default::default()
    };
    let quiet = models::WordgameChallengeRequest { quiet: Some(true), ..qa.clone() };
    let ruling = game::challenge_wordgame(server, quiet, None).await?;
    assert!(ruling.upheld && ruling.words.is_none());
    let ruling = game::challenge_wordgame(server, qa, None).await?;
    let words = ruling.words.expect("the request is not quiet");
    assert!(ruling.upheld && words.iter().all(|word| !word.valid));
    let standing = |name: &str, points: i64, rack: &str| models::WordgameStanding {
        name: name.to_owned(),
        points,
        rack: Some(rack.to_owned()),
        ..Default::default()
    };
    let players = vec![standing("ann", 312, "QZ"), standing("bob", 305, "")];
    let settled = game::settle_wordgame(
        server,
        models::WordgameSettleRequest { players, ..Default::default() },
    )
    .await?;
    let finals: Vec<i64> = settled.results.iter().map(|seat| seat.total).collect();
    assert_eq!((finals, settled.winners), (vec![300, 305], texts("bob")));
    let gcg = "#player1 ann Ann Arden\n#player2 bob Bob Brook\n>ann: EHLLOTU? 8D HOTEL +18 18\n"
        .to_owned();
    let replay =
        game::replay_wordgame(server, models::WordgameReplayRequest { gcg, ..Default::default() })
            .await?;
    assert_eq!((replay.agrees, replay.turns[0].score), (false, 28));
    Ok(())
}

async fn my_word(server: &Configuration) -> Done {
    use my_word_api as game;
    let mask = models::MyWordScoreRequest {
        table: texts("M K ?? SH"),
        call: Some(texts("M ??=AS K")),
        ..Default::default()
    };
    let score = game::score_my_word(server, mask).await?;
    assert_eq!((score.word.as_str(), score.legal, score.points), ("MASK", true, 3));
    let table =
        models::MyWordBestRequest { table: texts("M K ?? SH E ? ND A"), ..Default::default() };
    let best = game::best_my_word(server, table).await?;
    assert_eq!((best.calls[0].word.as_str(), best.calls[0].points), ("HANDSHAKER", 7));
    let hues = models::MyWordChallengeRequest {
        table: texts("SH U E"),
        word: Some("hues".to_owned()),
        caller: "ann".to_owned(),
        players: texts("ann bob cid dot"),
        dealer: "cid".to_owned(),
        deck: 12,
        ..Default::default()
    };
    let ruling = game::challenge_my_word(server, hues, None).await?;
    assert_eq!((ruling.upheld, ruling.consequences.len()), (true, 3));
    let round = |ann: i32, bob: i32| {
        let collected =
            |player: &str, cards| models::MyWordCollected { player: player.to_owned(), cards };
        vec![collected("ann", ann), collected("bob", bob)]
    };
    let game = models::MyWordSettleRequest {
        rounds: vec![round(9, 4), round(3, 11)],
        ..Default::default()
    };
    let settled = my_word_api::settle_my_word(server, game).await?;
    assert_eq!(
        (settled.totals[0].points, settled.totals[1].points, settled.winners),
        (12, 15, texts("bob"))
    );
    Ok(())
}

async fn problems(server: &Configuration) -> Done {
    let play =
        models::ChooseYourWordsScoreRequest { play: Some(texts("Bb * Q")), ..Default::default() };
    let Err(ApiError::ResponseError(refused)) =
        choose_your_words_api::score_choose_your_words(server, play).await
    else {
        return Err("an unannounced wild was accepted".into());
    };
    let problem: models::Problem = serde_json::from_str(&refused.content)?;
    assert_eq!((refused.status.as_u16(), problem.code.as_str()), (422, "rules_breached"));
    let breaches = problem.breaches.unwrap_or_default();
    assert_eq!(breaches[0].code, "unannounced_wild");
    assert_eq!(
        (breaches[0].pointer.as_str(), breaches[1].pointer.as_str()),
        ("/play/1", "/play/2")
    );
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Done {
    let url = std::env::args().nth(1).unwrap_or_else(|| "http://localhost:8080".to_owned());
    let server = Configuration { base_path: url, ..Configuration::new() };
    dictionary(&server).await?;
    choose_your_words(&server).await?;
    word_for_word(&server).await?;
    play_on_words(&server).await?;
    wordgame(&server).await?;
    my_word(&server).await?;
    problems(&server).await
}
