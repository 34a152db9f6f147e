// What the table looks like: the players, what lies open, the hand, and what can be done.
import { html, nothing, render } from "./lit-html.js";
import { advice } from "./advice.js";
import { backs, row } from "./cards.js";
import { buttons } from "./choices.js";
import { newSeed } from "./game.js";
import { copyLink } from "./link.js";
import { menu } from "./menu.js";
import { review } from "./review.js";
import { counted, detail, dutyOf, sentence, visible } from "./sentences.js";
import { setup } from "./setup.js";
import { Surface } from "./surface.js";

const rulesOf = (error) => [...new Set((error.problem?.breaches ?? []).map(({ rule }) => rule).filter(Boolean))];
/// Returns the number of a square from its name, such as `8H`.
const squareOf = (name) => (Number(/\d+/.exec(name)[0]) - 1) * 15 + /[A-O]/.exec(name)[0].charCodeAt(0) - 65;
const ruleLink = (id) => (/^[A-Z]+\d+$/.test(id) ? html`<a href="/rulebook#${id}" target="_blank">${id}</a>` : nothing);

/// The table, as it is drawn. What it draws is a member of the table itself.
export class Drawing extends Surface {
  seat({ name, points, chips, hand_count: cards, rack_count: tiles, collected, folded, fell, out, bet, committed }) {
    const { game, view } = this;
    const bot = game.bots[name];
    const notes = [
      chips !== undefined ? counted(chips, "chip") : collected ? counted(points + (game.result ? 0 : collected.length), "card") : counted(points, "point"),
      out ? "out" : folded ? "folded" : fell ? "the word fell" : bet > 0 ? `bets ${bet}` : undefined,
      cards !== undefined && name !== this.viewer && !folded ? `${cards} in hand` : tiles !== undefined && tiles < 7 ? counted(tiles, "tile") : undefined,
      committed > 0 && chips === 0 && "all in",
    ].filter(Boolean);
    const isTurn = !game.result && game.isWaitedFor(name);
    return html`<li class="seat ${isTurn ? "turn" : ""} ${folded || out ? "away" : ""} ${game.result?.winners.includes(name) ? "winner" : ""}" aria-current=${isTurn ? "true" : nothing}>
      <strong>${name}${name === this.viewer && game.people.length === 1 ? html` <span class="you">you</span>` : nothing}${bot ? html` <span class="you">server</span>` : nothing}${view.dealer === name ? html` <span class="dealer" title="deals"><span aria-hidden="true">D</span><span class="hidden">deals</span></span>` : nothing}</strong>
      <span>${notes.join(" · ")}</span></li>`;
  }

  /// What lies open in front of a player: a shown hand and the declared word.
  shown({ name, hand, declared, playing, folded }) {
    // The viewer's cards lie in the hand already.
    if (!playing || folded || !hand || (name === this.viewer && !declared)) return nothing;
    return html`<div class="group shown"><h2>${name}${declared ? html`: ${declared.word ? html`<b>${declared.word}</b> ${declared.total}` : "no word"}` : nothing}</h2>${row(declared?.play ?? hand, this.values)}</div>`;
  }

  lastMove() {
    const moved = this.game.log.flatMap(({ events }) => events).findLast(({ kind }) => kind === "moved");
    return new Set(moved?.placed.map(([name]) => squareOf(name)));
  }

  centre() {
    const { view, draft } = this;
    if (draft.isBoard) return this.squares();
    const pot = view.players[0].chips === undefined ? undefined : view.players.reduce((sum, { committed }) => sum + committed, view.carry + view.dead);
    const facts = [
      pot !== undefined && html`<strong class="pot">${counted(pot, "chip")} in the pot</strong>`,
      view.category?.name && html`<span>Category: ${view.category.title ?? view.category.name}</span>`,
      view.round > 0 && html`<span>${counted(view.deck_left, "card")} in the pile</span>`,
      view.playoff?.length > 0 ? html`<span>Play-off</span>` : view.round > 0 && html`<span>Round ${view.round}${view.rounds ?? view.rules.rounds ? ` of ${view.rounds ?? view.rules.rounds}` : ""}</span>`,
    ].filter(Boolean);
    const others = view.players.filter(({ name, playing, folded, hand_count: count }) => name !== this.viewer && playing && !folded && count > 0 && !view.showdown);
    return html`<p class="facts">${facts}</p>
      ${others.map(({ name, hand_count: count }) => html`<div class="group hiddenhand"><h2>${name}</h2>${backs(count)}<span class="hidden">${counted(count, "hidden card")}</span></div>`)}
      ${view.showdown ? html`<div class="groups">${view.players.map((player) => this.shown(player))}</div>` : nothing}
      <div class="groups">${draft.groups().map((group) => this.group(group))}</div>`;
  }

  /// Whose turn it is, and what for.
  turn() {
    const { game } = this;
    if (game.isPaused() || game.next.to_act.length === 0) return "";
    const isOwn = game.isWaitedFor(this.viewer) && (this.hasSecrets || game.people.length === 1);
    return `${isOwn ? "Your" : `${game.next.to_act.join(" and ")}'s`} turn ${dutyOf(game.next.phase, this.slug)}`.trim().concat(".");
  }

  status() {
    const { game, error } = this;
    if (error) return html`<p class="message bad" role="alert">${detail(error)} ${rulesOf(error).map((rule) => html`${ruleLink(rule)} `)}</p>`;
    const last = game.log.flatMap(({ events }) => visible(events, this.viewer)).slice(-2);
    // A phone shows two lines: the turn comes first.
    return html`<p class="message"><b>${this.turn()}</b> ${last.map((event) => `${sentence(event, this.slug)}. `)}</p>`;
  }

  actions() {
    const { game, draft } = this;
    const list = buttons(this, draft.isExchanging ? this.choices().filter(({ kind }) => kind === "exchange") : this.choices());
    if (game.isPaused()) list.push({ label: "Go on", run: () => this.attempt(() => game.goOn()), isReady: true, isMain: draft.isEmpty() });
    if (this.error && game.botToAct()) list.push({ label: "Try again", run: () => this.attempt(() => game.step(game.botToAct())), isReady: true, isMain: true });
    this.main = list.find(({ isMain, isReady }) => isMain && isReady) ?? (list.length === 1 && list[0].isReady ? list[0] : undefined);
    const main = this.main ?? list.find(({ isMain }) => isMain);
    const one = (entry) => html`${entry.extra ?? nothing}<button type="button" class=${entry === main ? "primary" : ""} ?disabled=${!entry.isReady || this.isBusy || this.isWaiting} @click=${entry.run}>${entry.label}</button>`;
    const rest = list.filter((entry) => entry !== main);
    const tools = this.hasHand && draft.hand.length > 2 ? html`<button type="button" class="tool" aria-label="Shuffle" title="Shuffle" @click=${() => this.change(() => draft.shuffle())}>⤨</button>` : nothing;
    const back = !draft.isEmpty() || draft.isExchanging ? html`<button type="button" class="tool" aria-label="Take all back" title="Take all back" @click=${() => this.change(() => draft.clear())}>↩</button>` : nothing;
    return html`<div class="choices">${main ? one(main) : nothing}${rest.map(one)}${list.length > 0 ? html`${back}${tools}` : nothing}</div>`;
  }

  curtain() {
    return html`<div class="curtain"><h2 tabindex="-1">It is ${this.viewer}'s turn</h2><p>Give the device to ${this.viewer}, or send ${this.viewer} the link to the game.</p>
      <div class="choices"><button type="button" class="primary" @click=${() => this.lift()}>I am ${this.viewer}: show my cards</button><button type="button" @click=${(event) => copyLink(event)}>Copy the link</button></div>
      <p class="note">The link contains the whole game, with all cards. Send it to people whom you trust not to look.</p></div>`;
  }

  lift() {
    this.isCurtained = false;
    this.hadFocus = true;
    this.render();
    this.keepFocus();
  }

  over() {
    const { winners, results } = this.game.result;
    return html`<section class="over panel"><h2 tabindex="-1">${winners.length === 0 ? "Nobody wins" : `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}`}</h2>
      <ol class="totals">${results.toSorted((a, b) => b.total - a.total).map(({ player, total }) => html`<li><span>${player}</span> <strong>${total}</strong></li>`)}</ol>
      <div class="choices"><button type="button" class="primary" @click=${() => this.again()}>Play again</button><button type="button" @click=${() => this.setUp()}>Other players or rules</button></div></section>`;
  }

  again() {
    const { start, bots } = this.game.record;
    // Whoever sat second begins now.
    const players = [...start.players.slice(1), start.players[0]];
    const { lexicon, seed, ...same } = start;
    return this.attempt(() => this.start({ ...same, players, seed: newSeed() }, bots));
  }

  setUp() {
    this.isSettingUp = true;
    this.render();
  }

  log() {
    const items = this.game.log.map(({ ply, events }) => [ply, visible(events, this.viewer)]).filter(([, events]) => events.length > 0).slice(-60).reverse();
    return html`<section class="panel log"><h2>What happened</h2><ol reversed>${items.map(([, events]) => html`<li>${events.map((event) => html`<span>${sentence(event, this.slug)} ${ruleLink(event.rule)}</span>`)}</li>`)}</ol></section>`;
  }

  hints() {
    const asked = advice(this);
    const canPlay = this.choices().some(({ kind, amount }) => ["move", "turn", "declare", "call"].includes(kind) && amount === undefined);
    if (!asked && !canPlay) return nothing;
    const list = this.best?.map((found) => html`<li><button type="button" @click=${() => this.lay(found)}><span>${found.name}</span><strong>${found.points}</strong></button></li>`);
    const best = this.best && (this.best.length > 0 ? html`<ol class="plays">${list}</ol>` : html`<p>No word is possible.</p>`);
    return html`<section class="panel help" aria-busy=${this.isAsking ? "true" : "false"}><h2>Help</h2><p class="choices">${canPlay ? html`<button type="button" @click=${() => this.findBest()}>Show the best plays</button>` : nothing}${asked ? html`<button type="button" ?disabled=${this.isAsking} @click=${() => this.askFor(asked)}>${asked.label}</button>` : nothing}</p><div role="status">${this.isAsking ? html`<p>Counting …</p>` : nothing}${this.advised ?? nothing}</div>${best ?? nothing}</section>`;
  }

  /// Lays a play of the list, which may be far below the table on a phone.
  lay(found) {
    scrollTo({ top: 0 });
    return this.change(() => this.draft.show(found));
  }

  render() {
    const { game } = this;
    const main = this.root;
    const isPlaying = game.state && !this.isSettingUp;
    render(this.tools(isPlaying), document.querySelector("#tools"));
    main.classList.toggle("boardgame", this.slug === "wordgame");
    if (!isPlaying) {
      render(html`${this.notice ? html`<p class="message bad" role="alert">${this.notice}</p>` : nothing}<section class="panel start"><h2>A new game</h2><div id="setup"></div><p class="note">The server deals, keeps the turns and rules on every word. Nothing is stored there: the game stays in this browser, and in the address.</p></section>`, main);
      setup(main.querySelector("#setup"), this.slug, (...request) => this.start(...request));
      return;
    }
    if (this.isCurtained) return render(this.curtain(), main);
    render(
      html`<div class="play"><ul class="seats" aria-label="Players">${this.view.players.map((player) => this.seat(player))}${this.draft.isBoard ? html`<li class="seat bag"><strong>${this.view.deck_left}</strong><span>in the bag</span></li>` : nothing}</ul>
        <div class="felt">${this.centre()}</div>
        <div class="dock">${game.result ? this.over() : html`${this.hasWord ? this.word() : nothing}${this.hand()}${this.status()}${this.actions()}`}</div></div>
        <div class="aside">${game.result ? review(this) : this.hints()}${this.log()}</div>`,
      main,
    );
  }

  tools(isPlaying) {
    if (!isPlaying) return this.game.state ? html`<button type="button" @click=${() => ((this.isSettingUp = false), this.render())}>Back to the game</button>` : nothing;
    return html`<button type="button" ?disabled=${this.game.beforeLast() < 0 || this.isBusy} @click=${() => this.undo()}>Undo</button><button type="button" aria-haspopup="dialog" @click=${() => menu(this)}>Menu</button>`;
  }
}
