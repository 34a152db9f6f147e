// Sends requests for every game to a running server, with types generated from its OpenAPI document.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./wordcourt.js";

type Problem = components["schemas"]["Problem"];

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://localhost:8080" });

function dataOf<T>(result: { data?: T; error?: Problem; response: Response }): T {
    if (result.data === undefined) {
        assert.fail(`${result.response.status}: ${result.error?.code}: ${result.error?.detail}`);
    }
    return result.data;
}

async function dictionary(): Promise<void> {
    const { variants } = dataOf(await client.GET("/v1/variants"));
    assert.deepEqual(variants.map((game) => game.variant).sort(), [
        "choose-your-words", "my-word", "play-on-words", "word-for-word", "wordgame",
    ]);
    const rules = dataOf(await client.GET("/v1/variants/{variant}", { params: { path: { variant: "choose-your-words" } } }));
    assert.equal(rules.numbers.find((number) => number.name === "cards_dealt")?.value, 7);

    const { lexicons } = dataOf(await client.GET("/v1/lexicons"));
    const en = dataOf(await client.GET("/v1/lexicons/{lexicon}", { params: { path: { lexicon: "en" } } }));
    assert.equal(lexicons.find((lexicon) => lexicon.default)?.digest, en.digest);

    const path = { word: "runs" };
    const page = dataOf(await client.GET("/v1/words/{word}", { params: { path, query: { lexicon: `en@${en.digest}`, plural: "strict" as const } } }));
    assert.deepEqual([page.word, page.valid, page.lemma, page.definitions], ["RUNS", true, "RUN", undefined]);
    assert.equal(page.verdicts.find((verdict) => verdict.variant === "play-on-words")?.reason?.mark, "plural_s");

    const overlaid = dataOf(await client.GET("/v1/words/{word}", { params: { path: { word: "grrl" }, query: { add: ["GRRL", "GRRLS"] } } }));
    assert.deepEqual([overlaid.valid, overlaid.hooks.back, typeof overlaid.lexicon.overlay], [true, "S", "string"]);

    const search = (cursor: { cursor?: string }) => client.GET("/v1/words", {
        params: { query: { within: "retains", without_marks: ["profane", "slang"], order: "longest", limit: 2, ...cursor } },
    });
    const first = dataOf(await search({}));
    assert.deepEqual([first.words.map((found) => found.word), first.total > 2], [["ANESTRI", "ANTSIER"], true]);
    assert.ok(first.next !== undefined);
    const second = dataOf(await search({ cursor: first.next }));
    assert.deepEqual([second.words[0]?.word, second.total, second.lexicon.digest], ["NASTIER", first.total, first.lexicon.digest]);

    const verdicts = dataOf(await client.POST("/v1/words/validate", { body: { words: ["QUIZ", "ZZYXQ"], variant: "wordgame" } }));
    assert.equal(verdicts.all_valid, false);
    assert.deepEqual(verdicts.results?.map((result) => result.reason?.code), [undefined, "not_in_lexicon"]);
    const quiet = dataOf(await client.POST("/v1/words/validate", { body: { words: ["QUIZ"], quiet: true } }));
    assert.deepEqual([quiet.all_valid, quiet.results], [true, undefined]);
}

const bigger = ["Bb", "Ib", "Gb", "*=Gb", "Eb", "Rb"];

async function chooseYourWords(): Promise<void> {
    const score = dataOf(await client.POST("/v1/choose-your-words/score", { body: { play: bigger } }));
    assert.deepEqual([score.word, score.total, score.flush], ["BIGGER", 60, "blue"]);
    assert.equal(score.lines?.at(-1)?.running_total, 60);
    const hand = ["Bb", "Ib", "Gb", "*", "Eb", "Rb", "Zr"];
    const best = dataOf(await client.POST("/v1/choose-your-words/best", { body: { hand, top: 1 } }));
    assert.deepEqual([best.plays[0]?.word, best.plays[0]?.total, best.words_found], ["GIZZ", 125, 548]);
    const players = [{ name: "ann", chips: 40 }, { name: "bob" }, { name: "cid" }, { name: "dot" }];
    const challenge = await client.POST("/v1/choose-your-words/challenge", {
        params: { header: { Prefer: "signature" } },
        body: { play: bigger, challenger: "ann", challenged: "bob", pot: 100, players, look_ups: [{ player: "cid", word: "biggest" }] },
    });
    const ruling = dataOf(challenge);
    assert.match(challenge.response.headers.get("Ruling-Signature") ?? "", /^:[A-Za-z0-9+/]+=*:$/);
    assert.equal(ruling.upheld, false);
    assert.deepEqual(ruling.consequences.map(({ player, kind, amount }) => [player, kind, amount]), [
        ["ann", "owes_next_pot", 25], ["cid", "folds", undefined],
    ]);
    const vote = dataOf(await client.POST("/v1/choose-your-words/category-challenge", {
        body: { word: "eel", category: { name: "oceanic" }, challenger: "ann", challenged: "bob", votes_for_challenger: 2, votes_against: 2 },
    }));
    assert.deepEqual([vote.upheld, vote.consequences[0]?.amount], [true, 10]);
    const settled = dataOf(await client.POST("/v1/choose-your-words/settle", {
        body: {
            pot: 100,
            players: [
                { name: "ann", play: ["Qb", "Zr", "Xb"], challenged: true }, { name: "bob", play: ["Cb", "Ab", "Tb"] },
                { name: "cid", folded: true },
            ],
        },
    }));
    assert.deepEqual([settled.winners, settled.shares.map(({ player, amount }) => [player, amount]), settled.decided_by], [["bob"], [["bob", 100]], "word"]);
    const cut = dataOf(await client.POST("/v1/choose-your-words/cut", { body: { cuts: [{ player: "ann", card: "Eb" }, { player: "bob", card: "Ir" }] } }));
    assert.equal(cut.dealer, "bob");
}

async function wordForWord(): Promise<void> {
    const [thought, board] = [["*", "Zr"], ["Bb", "Ib", "Gb", "Eb", "Rb"]];
    const score = dataOf(await client.POST("/v1/word-for-word/score", { body: { word: "BIGGER", thought, board, category: { name: "dimensions" } } }));
    assert.deepEqual([score.total, score.bonuses.category], [70, 10]);
    const best = dataOf(await client.POST("/v1/word-for-word/best", { body: { thought, board, top: 1 } }));
    assert.deepEqual([best.plays[0]?.word, best.plays[0]?.total], ["GIZZ", 125]);
    const players = [{ name: "ann" }, { name: "bob" }, { name: "cid" }, { name: "dot" }];
    const ruling = dataOf(await client.POST("/v1/word-for-word/challenge", {
        body: { word: "bigger", challenger: "ann", challenged: "bob", pot: 100, players },
    }));
    assert.deepEqual([ruling.upheld, ruling.consequences[0]?.kind, ruling.consequences[0]?.amount], [false, "owes_next_pot", 25]);
    const vote = dataOf(await client.POST("/v1/word-for-word/category-challenge", {
        body: { word: "eel", category: { name: "oceanic" }, challenger: "ann", challenged: "bob", votes_for_challenger: 2, votes_against: 2 },
    }));
    assert.equal(vote.consequences[0]?.kind, "loses_category_bonus");
    const settled = dataOf(await client.POST("/v1/word-for-word/settle", {
        body: { pot: 100, board, players: [{ name: "ann", thought, play: bigger }, { name: "bob", folded: true }, { name: "cid", thought: ["Qb", "Zb"] }] },
    }));
    assert.deepEqual([settled.winners, settled.scores[0]?.total, settled.scores[1]?.standing], [["ann"], 60, "folded"]);
    const cut = dataOf(await client.POST("/v1/word-for-word/cut", { body: { cuts: [{ player: "ann", card: "Eb" }, { player: "bob", card: "Er" }] } }));
    assert.deepEqual([cut.dealer, cut.tied], [undefined, ["ann", "bob"]]);
}

async function playOnWords(): Promise<void> {
    const turn = { play_ons: [{ onto: [0, 1], word: [..."SNOWSTORM"] }] };
    const score = dataOf(await client.POST("/v1/play-on-words/score", { body: { hand: ["S", "R", "QU"], table: [[..."NOW"], [..."MOST"]], turn } }));
    assert.deepEqual([score.total, score.parts[0]?.kind, score.parts[0]?.rearranged, score.hand_left], [18, "combination", true, ["QU"]]);
    const best = dataOf(await client.POST("/v1/play-on-words/best", { body: { hand: ["E", "Q"], table: [[..."BOOM"], [..."RANG"]], top: 1 } }));
    assert.deepEqual([best.exhaustive, best.turns[0]?.total, best.turns[0]?.parts[0]?.word], [true, 18, "BOOGERMAN"]);
    const ruling = dataOf(await client.POST("/v1/play-on-words/challenge", {
        body: {
            hand: ["S", "E"], table: [[..."HEN"], [..."TAR"]], challenger: "ann", challenged: "bob",
            turn: { play_ons: [{ onto: [0], word: [..."HENS"] }, { onto: [1], word: [..."RATE"] }] },
        },
    }));
    assert.deepEqual([ruling.upheld, ruling.returned, ruling.total, ruling.consequences[0]?.amount], [true, ["HENS"], 8, 11]);
    const settled = dataOf(await client.POST("/v1/play-on-words/settle", {
        body: {
            went_out: "ann", table: [[..."TAR"]],
            players: [{ name: "ann", points: 61 }, { name: "bob", points: 58, unplayed: ["S", "TH"] }, { name: "cid", points: 70, unplayed: ["*"] }],
            muggings: [{ player: "cid", from: "bob", hand_cards: ["S"], play_ons: [{ onto: [0], word: [..."RATS"] }] }],
        },
    }));
    assert.deepEqual([settled.results.map((result) => result.total), settled.winners], [[61, 55, 71], ["cid"]]);
}

async function wordgame(): Promise<void> {
    const board = Array.from({ length: 15 }, () => ".".repeat(15));
    board.splice(7, 4, "....HELlO......", "........X......", "........E......", "........N......");
    const score = dataOf(await client.POST("/v1/wordgame/score", { body: { board, move: "H7 e.ATERINS", rack: "AEINRST?" } }));
    assert.deepEqual([score.legal, score.total, score.all_tiles, score.words?.[0]?.word], [true, 85, true, "ELATERINS"]);
    const best = dataOf(await client.POST("/v1/wordgame/best", { body: { board, rack: "AEINRST?", top: 1 } }));
    assert.deepEqual([best.moves[0]?.move, best.moves[0]?.total], ["H7 c.ARINETS", 86]);
    const ruling = dataOf(await client.POST("/v1/wordgame/challenge", { body: { board, move: "J7 QA", challenger: "ann", challenged: "bob" } }));
    assert.deepEqual([ruling.upheld, ruling.words?.map((word) => word.valid), ruling.consequences[0]?.kind], [true, [false, false], "move_refused"]);
    const quiet = dataOf(await client.POST("/v1/wordgame/challenge", {
        body: { board, move: "J7 QA", challenger: "ann", challenged: "bob", quiet: true },
    }));
    assert.deepEqual([quiet.upheld, quiet.words], [true, undefined]);
    const settled = dataOf(await client.POST("/v1/wordgame/settle", {
        body: { players: [{ name: "ann", points: 312, rack: "QZ" }, { name: "bob", points: 305 }] },
    }));
    assert.deepEqual([settled.results.map((seat) => seat.total), settled.winners], [[300, 305], ["bob"]]);
    const gcg = "#player1 ann Ann Arden\n#player2 bob Bob Brook\n>ann: EHLLOTU? 8D HOTEL +18 18\n>bob: AEINRST? 9C TA +8 8\n";
    const replay = dataOf(await client.POST("/v1/wordgame/games", { body: { gcg } }));
    assert.deepEqual([replay.agrees, replay.turns[0]?.score, replay.turns[0]?.recorded], [false, 28, 18]);
}

async function myWord(): Promise<void> {
    const score = dataOf(await client.POST("/v1/my-word/score", { body: { table: ["M", "K", "??", "SH"], call: ["M", "??=AS", "K"] } }));
    assert.deepEqual([score.word, score.legal, score.points], ["MASK", true, 3]);
    const best = dataOf(await client.POST("/v1/my-word/best", { body: { table: ["M", "K", "??", "SH", "E", "?", "ND", "A"], top: 1 } }));
    assert.deepEqual([best.calls[0]?.word, best.calls[0]?.points], ["HANDSHAKER", 7]);
    const ruling = dataOf(await client.POST("/v1/my-word/challenge", {
        body: { table: ["SH", "U", "E"], word: "hues", caller: "ann", players: ["ann", "bob", "cid", "dot"], dealer: "cid", deck: 12 },
    }));
    assert.deepEqual([ruling.upheld, ruling.consequences.map((consequence) => consequence.player)], [true, ["bob", "cid", "dot"]]);
    const settled = dataOf(await client.POST("/v1/my-word/settle", {
        body: { rounds: [[{ player: "ann", cards: 9 }, { player: "bob", cards: 4 }], [{ player: "ann", cards: 3 }, { player: "bob", cards: 11 }]] },
    }));
    assert.deepEqual([settled.totals.map((total) => total.points), settled.winners, settled.rounds_left], [[12, 15], ["bob"], 0]);
}

async function problems(): Promise<void> {
    const bad = await client.POST("/v1/choose-your-words/score", { body: { play: ["Bb", "*", "Q"] } });
    const problem: Problem = bad.error ?? assert.fail("an unannounced wild was accepted");
    assert.deepEqual([bad.response.status, problem.code, problem.type], [422, "rules_breached", "/problems/rules_breached"]);
    assert.deepEqual(problem.breaches?.map(({ code, pointer }) => [code, pointer]), [["unannounced_wild", "/play/1"], ["invalid_card", "/play/2"]]);

    const body = { words: ["QUIZ"] };
    const unknown = await client.POST("/v1/words/validate", { body: { ...body, lexicon: "nowhere" } });
    assert.deepEqual([unknown.response.status, unknown.error?.code], [404, "unknown_lexicon"]);
    const gone = await client.POST("/v1/words/validate", { body: { ...body, lexicon: "en@sha256:0000" } });
    assert.deepEqual([gone.response.status, gone.error?.code], [409, "lexicon_not_held"]);
    // @ts-expect-error The type lists the games, and chess is not one of them.
    const chess = await client.POST("/v1/words/validate", { body: { ...body, variant: "chess" } });
    assert.deepEqual([chess.response.status, chess.error?.code], [422, "invalid_request"]);
}

for (const part of [dictionary, chooseYourWords, wordForWord, playOnWords, wordgame, myWord, problems]) {
    await part();
}
