// What each move lost, after the game.
import { request } from "../play/api.js";
import { spelling } from "./draft.js";
import { html, nothing, svg } from "./lit-html.js";

/// Returns the panel with what the moves of a finished game lost to the best ones; nothing if the
/// server doesn't tell.
export function review(table) {
  const { game } = table;
  if (table.review === undefined) {
    table.review = "waiting";
    const asked = game.record;
    request(`${game.path}/replay`, { start: asked.start, actions: asked.actions, best: true }, true)
      .then((answer) => (answer.steps.some(({ best }) => best) ? answer : "none"), () => "none")
      .then((answer) => {
        if (game.record !== asked) return;
        table.review = answer;
        table.render();
      });
  }
  if (table.review === "none") return nothing;
  if (table.review === "waiting") return html`<section class="panel" aria-busy="true"><h2>What each move lost</h2><p>Every move is compared with the best one …</p></section>`;
  return found(table, table.review);
}

function found(table, { steps, biggest_losses: losses = [] }) {
  const judged = steps.filter(({ best }) => best);
  const names = [...new Set(judged.map(({ action }) => action.player))];
  const sum = (name) => judged.filter(({ action }) => action.player === name).reduce((total, { best }) => total + best.lost, 0);
  const turning = new Set(losses.filter(({ lost }) => lost > 0).slice(0, 3).map(({ ply }) => ply));
  const most = Math.max(1, ...judged.map(({ best }) => best.lost));
  const bar = ({ ply, best }, index) => {
    const height = 1 + (best.lost / most) * 48;
    return svg`<rect x=${index * 10} y=${50 - height} width="8" height=${height} class=${turning.has(ply) ? "turning" : ""}></rect>`;
  };
  const line = ({ ply, action, best }) => html`<tr class=${turning.has(ply) ? "turning" : ""}><td>${action.player}</td><td>${textOf(action)} <b>${best.played}</b></td><td>${best.lost > 0 ? html`${textOf(best.play)} <b>${best.points}</b>` : "the same"}${best.exhaustive === false ? " or more" : ""}</td><td class="number">${best.lost > 0 ? `−${best.lost}` : "0"}</td><td><button type="button" @click=${() => table.goBack(ply - 1)} aria-label="Play on from before move ${ply}" title="Play on from here">↩</button></td></tr>`;
  return html`<section class="panel review"><h2>What each move lost</h2>
    <p>${names.map((name) => `${name} lost ${sum(name)}`).join(", ")} to the best moves${turning.size > 0 ? "; the turning points are marked, and ↩ goes back to play on from there" : ""}.</p>
    <svg viewBox="0 0 ${Math.max(12, judged.length) * 10} 50" role="img" aria-label="Points lost, move by move" preserveAspectRatio="none">${judged.map(bar)}</svg>
    <div class="scroll" tabindex="0" role="group" aria-label="Moves"><table><thead><tr><th>player</th><th>played</th><th>best</th><th class="number">lost</th><th><span class="hidden">continue</span></th></tr></thead><tbody>${judged.map(line)}</tbody></table></div></section>`;
}

/// An action of any game as text: its word, or its kind.
function textOf({ kind, move, turn, play, call, word }) {
  if (move) return move;
  if (turn) return [turn.new_word, ...(turn.play_ons ?? []).map((on) => on.word)].filter(Boolean).map(lettersOf).join(" + ");
  if (play ?? call) return lettersOf(play ?? call);
  return word ?? (kind === "declare" ? "no word" : kind.replaceAll("_", " "));
}

const lettersOf = (cards) => spelling(cards.map((card) => ({ card })));
