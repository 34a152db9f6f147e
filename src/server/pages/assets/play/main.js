// The playground of one game.
import { onRequest, request } from "./api.js";
import { h } from "./dom.js";
import { problem, showRequest } from "./panels.js";
import { start as board } from "./board.js";
import { start as calls } from "./calls.js";
import { compare } from "./compare.js";
import { start as poker } from "./poker.js";
import { start as rummy } from "./rummy.js";

const GAMES = { "choose-your-words": poker, "word-for-word": poker, "play-on-words": rummy, wordgame: board, "my-word": calls };

const root = document.querySelector("#play");
const game = root.dataset.game;
const table = h("div", { class: "play-area" });
const sent = h("div", { class: "sent" });
root.replaceChildren(table, compare(`/v1/${game}`), sent, h("p", { id: "announcements", class: "hidden", role: "status" }));
onRequest((last) => showRequest(sent, last));
try {
  const variant = await request(`/v1/variants/${game}`, undefined, true);
  await GAMES[game](table, variant);
} catch (error) {
  table.replaceChildren(problem(error));
  throw error;
}
