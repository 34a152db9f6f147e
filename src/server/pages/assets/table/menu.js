// The menu of the table: what is rarely needed.
import { html, nothing, render } from "./lit-html.js";
import { label } from "./choices.js";
import { copyLink } from "./link.js";

export function menu(table) {
  const { game, slug } = table;
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", "Menu");
  dialog.className = "menu";
  const close = (run) => () => (dialog.close(), run());
  const offered = game.result ? [] : game.next.actions.filter(({ kind, player }) => ["resign", "end", "close"].includes(kind) && (player === undefined || player === table.viewer));
  const canLookUp = !game.result && game.next.actions.some(({ kind, player }) => kind === "look_up" && player === table.viewer);
  const file = URL.createObjectURL(new Blob([game.asLines()], { type: "application/jsonl" }));
  render(
    html`<h2>Menu</h2>
      <ul>
        <li><button type="button" class="primary" @click=${close(() => table.setUp())}>New game</button></li>
        <li><button type="button" @click=${copyLink}>Copy the link to this game</button><p class="note">Anybody with the link can continue from here. It contains all cards.</p></li>
        <li><a class="button" href=${file} download="${slug}.jsonl">Save the record</a></li>
        ${offered.map(({ kind, player }) => html`<li><button type="button" @click=${close(() => table.act({ kind, ...(player ? { player } : {}) }))}>${label(kind)}</button></li>`)}
        ${canLookUp ? html`<li><form class="lookup" @submit=${(event) => (event.preventDefault(), close(() => table.act({ kind: "look_up", player: table.viewer, word: event.target.elements.word.value.toUpperCase() }))())}><label class="field"><span>Look up a word, by the rules</span><input name="word" required maxlength="15" autocomplete="off"></label><button>Look up</button></form></li>` : nothing}
        <li><a href="/play/${slug}/position">Position: single requests</a></li>
        <li><a href="/docs/guide/${slug}">The game and its rules</a></li>
        <li><a href="/play/">Other games</a></li>
      </ul>
      <form method="dialog"><button>Close</button></form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => (dialog.remove(), URL.revokeObjectURL(file)), { once: true });
  dialog.showModal();
}
