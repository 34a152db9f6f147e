// Uses the types of the package as its users do; the compiler checks them.
import { answer, create, load, type Request, type Response } from "@wordcourt/core";
import { start } from "@wordcourt/core/worker";

const digest: string = await load("CAT\nQUIZ\n", { name: "club", edition: "2026.1" });

const request: Request<"score_my_word"> = { table: ["M", "K", "??", "SH"], call: ["M", "??=AS", "K"] };
const { status, body } = answer("score_my_word", request);
const score = JSON.parse(body) as Response<"score_my_word">;
const points: number = score.points;

// The parameters of a GET request are members too.
answer("get_word", { word: "quiz", lexicon: `club@${digest}` });
// @ts-expect-error: the request lacks its words.
answer("validate_words", {});
// @ts-expect-error: no operation has this id.
answer("score_chess", { move: "e4" });
// JSON is not checked.
answer("validate_words", '{"words": ["quiz"]}');

const ofGame = await create(new URL(import.meta.resolve("@wordcourt/core/my-word.wasm")));
const sameDigest: string = await ofGame.load("CAT\nQUIZ\n", { name: "club" });
// An image, of which only the digest may be given.
await ofGame.load(new ArrayBuffer(64), { digest });

const referee = start();
const inWorker: number = (await referee.answer("list_variants", {})).status;
referee.close();
console.log(status, points, inWorker, sameDigest);
