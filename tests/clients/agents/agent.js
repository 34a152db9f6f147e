// Uses the service as an agent does, with the official clients of the Model Context Protocol: the first major version begins with a
// handshake, the second one states the protocol's version in each request.
import assert from "node:assert/strict";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";

const url = process.argv[2];
const info = { name: "agent", version: "1" };
const connections = [
    ["2025-11-25", new Client1(info), new Transport1(new URL("/mcp", url))],
    ["2025-11-25", new Client2(info), new Transport2(new URL("/mcp", url))],
    ["2026-07-28", new Client2(info, { versionNegotiation: { mode: "auto" } }), new Transport2(new URL("/mcp", url))],
];

// For each tool a call, and what its result contains.
const cgp = "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15";
const hand = ["Bb", "Ib", "Gb", "*", "Eb", "Rb", "Zr"];
const calls = [
    ["check_words", { words: ["QUIZ", "ZZYXQ"], variant: "wordgame" }, { all_valid: false }],
    ["look_up_word", { word: "quiz" }, { word: "QUIZ", valid: true }],
    ["search_words", { within: "quizers?", contains: "qu", order: "longest", limit: 3 }, { total: 85 }],
    ["score_play", { variant: "choose-your-words", word: "BIGGER", hand }, { word: "BIGGER", valid: true }],
    ["score_play", { variant: "word-for-word", word: "BIGGER", thought: ["*", "Zr"], board: hand.slice(0, 3) }, { error: /\/word/ }],
    ["score_play", { variant: "wordgame", cgp, move: "J7 QA" }, { legal: false }],
    ["score_play", { variant: "play-on-words", hand: ["S"], table: [["T", "A", "R"]], turn: { play_ons: [{ onto: [0], word: ["T", "A", "R", "S"] }] } }, { total: 11 }],
    ["score_play", { variant: "my-word", table: ["M", "K", "??", "SH"], word: "MASK" }, { points: 3 }],
    ["find_best_plays", { variant: "wordgame", cgp, rack: "AEINRST?", top: 1 }, { moves: 1 }],
    ["judge_challenge", { variant: "wordgame", cgp, move: "J7 QA", challenger: "ann", challenged: "bob" }, { upheld: true }],
    ["settle", { variant: "my-word", rounds: [[{ player: "ann", cards: 9 }, { player: "bob", cards: 4 }]] }, {}],
    ["get_rules", { variant: "wordgame" }, { variant: "wordgame" }],
    ["get_rules", { variant: "chess" }, { error: /^Unknown game: / }],
    ["play", { variant: "my-word", operation: "view" }, { error: /\/state/ }],
    ["compute_odds", { thought: ["*", "Zr"], board: ["Bb", "Ib", "Gb", "Eb", "Rb"], opponents: 1 }, { method: "exact" }],
    ["compare_exchanges", { hand, max: 1 }, { options: 7 }],
];

// Starts of whole games.
const players = [{ name: "ann" }, { name: "bob" }];
const chips = players.map((player) => ({ ...player, chips: 20 }));
const starts = {
    "choose-your-words": { players: chips, rules: { rounds: 1 } },
    "word-for-word": { players: chips, rules: { rounds: 1 } },
    "play-on-words": { players, rules: { rounds: 1 } },
    wordgame: { players },
    "my-word": { players, rules: { rounds: 1 } },
};

// Plays a whole game as bots, and returns its result. Each view has the cards of its own player only.
async function play(client, variant) {
    const run = async (operation, members) => {
        const { isError, content, structuredContent } =
            await client.callTool({ name: "play", arguments: { variant, operation, ...members } });
        assert.ok(!isError, `${variant} ${operation}: ${content[0].text}`);
        return structuredContent;
    };
    let { state, next, result } = await run("start", { ...starts[variant], seed: "7".repeat(64) });
    for (let turn = 0; !result && turn < 500; turn++) {
        const [player] = next.to_act;
        const { view } = await run("view", { state, for: player });
        assert.ok(view.deck === undefined && view.seed === undefined, JSON.stringify(view));
        let applied = [];
        // A bot that sees no word in My Word! does nothing.
        for (const kind of ["bot", "time_out"]) {
            if (applied.length === 0) {
                ({ state, next, result, applied } = await run("apply", { state, actions: [{ kind, player, ply: state.ply }] }));
            }
        }
    }
    return result;
}

for (const [version, client, transport] of connections) {
    await client.connect(transport);
    assert.equal(client.getServerVersion().name, "wordcourt");
    assert.equal(client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion, version);
    const { tools } = await client.listTools();
    assert.deepEqual(new Set(tools.map(({ name }) => name)), new Set(calls.map(([name]) => name)));
    for (const [name, call, expected] of calls) {
        const { isError, content, structuredContent } = await client.callTool({ name, arguments: call });
        const context = `${name} ${JSON.stringify(call)}: ${content[0].text}`;
        assert.deepEqual(JSON.parse(isError ? "{}" : content[0].text), isError ? {} : structuredContent, context);
        for (const [member, value] of Object.entries(expected)) {
            if (member === "error") {
                assert.ok(isError, context);
                assert.match(content[0].text, value);
                assert.equal(typeof structuredContent.code, "string", context);
            } else {
                assert.ok(!isError, context);
                const found = structuredContent[member];
                assert.equal(Array.isArray(found) ? found.length : found, value, context);
            }
        }
    }
    for (const variant of Object.keys(starts)) {
        const result = await play(client, variant);
        assert.ok(result.winners.length > 0, `${variant}: ${JSON.stringify(result)}`);
    }
    await assert.rejects(client.callTool({ name: "guess", arguments: {} }), { code: -32602 });
    await client.close();
}
