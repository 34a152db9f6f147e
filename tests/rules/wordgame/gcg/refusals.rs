//! Lines that cannot be parsed.

use wordcourt::rules::limits::{RECORD_LINE_CHARACTERS, RECORD_NICK_CHARACTERS};

use super::check_refused;

#[test]
fn bad_player_lines_are_refused() {
    check_refused("", &[(1, "no player is declared")]);
    check_refused("#player1\n", &[(1, "has no nick")]);
    check_refused("#player1 an:na\n", &[(1, "colon")]);
    let long_nick = "x".repeat(RECORD_NICK_CHARACTERS + 1);
    check_refused(&format!("#player1 {long_nick}"), &[(1, "at most 100 characters")]);
    let missing = "#player2 is missing";
    check_refused("#player1 a\n#player4 d\n#player3 c", &[(2, missing), (3, missing)]);

    let after_two = |text: &str, expected: &[(usize, &str)]| {
        check_refused(&format!("#player1 anna\n#player2 ben\n{text}"), expected);
    };
    after_two("#player3 ben B.", &[(3, "two players have the nick \"ben\"")]);
    after_two("#player1 ada", &[(3, "#player1 is already declared on line 1")]);
    after_two("#player4 ada", &[(3, "#player3 is missing")]);
    let numbers = "#player1 to #player4";
    after_two("#player5 ada\n#player0 ada", &[(3, numbers), (4, numbers)]);
    after_two(">anna: - +0 0\n#player3 ada", &[(4, "before the first event")]);
    after_two(
        ">ada: - +0 0",
        &[(3, "no player \"ada\"; the declared players are \"anna\", \"ben\"")],
    );
}

#[test]
fn bad_event_lines_are_refused() {
    let tiles = "is not 1 to 15 letters A to Z";
    let foreign = "has the letter Ä; the lexicons here have only the letters A to Z";
    for (event, detail) in [
        (">anna - +0 0", "colon"),
        (">anna:", "the move is missing"),
        (">anna: 24", "the move is missing"),
        (">anna: +24 24", "\"24\" is not a move"),
        (">anna: CAB +24 24", "\"+24\" is not a move; a move is a coordinate and a word"),
        (">anna: CAB 8P CAB +24 24", "\"8P\" is not a move"),
        (">anna: CAB 8D", "there is no word after \"8D\""),
        (">anna: CAB 8D CAB", "the score is missing"),
        (">anna: CAB 8D CAB more", "\"more\" is not a number"),
        (">anna: - more", "\"more\" is not a number"),
        (">anna: CAB XYZ 8D CAB +24 24", "\"XYZ\" is not a move"),
        (">anna: CAB 8D CÄB +24 24", foreign),
        (">anna: CAB -Ä +0 24", foreign),
        (">anna: (Ä) +2 24", foreign),
        (">anna: CAB 8D C-B +24 24", tiles),
        (">anna: CAB 8D xxxxxxxxxxxxxxxx +24 24", tiles),
        (">anna: CAB 8D () +24 24", tiles),
        (">anna: CAB 8D ((C)AB +24 24", "\"((C)AB\" has an odd parenthesis"),
        (">anna: CAB 8D C)A(B +24 24", "\"C)A(B\" has an odd parenthesis"),
        (">anna: CAB 8D (CAB +24 24", "\"(CAB\" has no closing parenthesis"),
        (">anna: CAB 8D CAB +24 1000000001", "within ±1000000"),
        (">anna: CAB 8D CAB -+24 24", "\"-+24\" is not a number"),
        (">anna: CAB -16 +0 24", "1 to 15 tiles"),
    ] {
        check_refused(&format!("#player1 anna\n{event}"), &[(2, detail)]);
    }
}

#[test]
fn every_bad_line_is_refused() {
    let player = "#player1 anna";
    let long = "x".repeat(RECORD_LINE_CHARACTERS);
    check_refused(
        &format!("{player}\n>anna: - +0 0 {long}\n>anna:"),
        &[(2, "at most 2000 characters"), (3, "the move is missing")],
    );
    check_refused(
        &format!("{player}\n>ada: CAB\n#note\nfine\n>anna: CAB"),
        &[(2, "\"ada\""), (5, "the move is missing")],
    );
}
