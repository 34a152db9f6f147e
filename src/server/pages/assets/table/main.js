// The table: a whole game of any kind, played by the operations of the server.
import { request } from "../play/api.js";
import { Draft } from "./draft.js";
import { Drawing } from "./drawing.js";
import { Game } from "./game.js";
import { fromAddress, keep, kept } from "./link.js";
import { html, render } from "./lit-html.js";
import { detail, sentence, visible } from "./sentences.js";

const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700;
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const OFF_TABLE = new Set(["resign", "end", "close", "time_out", "look_up"]);

class Table extends Drawing {
  constructor(root) {
    super();
    this.root = root;
    this.slug = root.dataset.game;
    this.game = new Game(this.slug);
    this.options = {};
    this.categories = [];
  }

  async open() {
    this.root.replaceChildren();
    // In a frame, links open pages of their own.
    if (parent !== window) document.head.append(Object.assign(document.createElement("base"), { target: "_blank" }));
    const { letter_values: values } = await request(`/v1/variants/${this.slug}`, undefined, true);
    this.values = Object.fromEntries(values.map(({ letter, value }) => [letter, value]));
    if (this.slug === "choose-your-words" || this.slug === "word-for-word") {
      const { lexicons } = await request("/v1/lexicons", undefined, true);
      this.categories = lexicons.find((lexicon) => lexicon.default)?.categories ?? [];
    }
    let record;
    try {
      record = (await fromAddress()) ?? kept(this.slug);
    } catch {
      this.notice = "The link is damaged. Here you can start a new game.";
    }
    try {
      if (record) await this.game.resume(record);
    } catch (error) {
      this.notice = `The game can't be continued: ${detail(error)}`;
    }
    if (this.game.state) await this.settle();
    else this.render();
    window.addEventListener("hashchange", () => location.reload());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async start(start, bots) {
    const game = new Game(this.slug);
    await game.start(start, bots);
    this.game = game;
    Object.assign(this, { viewer: undefined, draft: undefined, review: undefined, notice: undefined });
    this.isSettingUp = false;
    this.hadFocus = true;
    await this.settle();
    if (game.log.length === 1 && !this.isCurtained) this.announce(this.turn());
  }

  /// The views, as the one who holds the device may see them.
  get view() {
    return (this.game.views[this.viewer] ?? this.game.views.spectator).view;
  }

  /// True while the viewer may not touch what lies there.
  get isCovered() {
    return this.isCurtained || this.isSettingUp;
  }

  /// The category of the round counts as well.
  holding() {
    const { name, words } = this.view.category ?? {};
    return { ...super.holding(), ...(name && !words && this.view.phase === "declare" ? { category: { name } } : {}) };
  }

  get hasSecrets() {
    return this.slug !== "my-word";
  }

  /// The actions that the people at the device may do now.
  choices() {
    if (this.game.result) return [];
    const { next, people } = this.game;
    const isOwn = ({ player }) => (this.hasSecrets ? player === this.viewer : people.includes(player));
    return next.actions.filter((choice) => isOwn(choice) && !OFF_TABLE.has(choice.kind));
  }

  /// Shows the table to whom the game waits for, and lets the server play its players.
  async settle() {
    const { game } = this;
    this.points = undefined;
    this.root.ariaBusy = "true";
    const waited = game.people.filter((name) => game.isWaitedFor(name));
    const viewer = waited.includes(this.viewer) ? this.viewer : (waited[0] ?? this.viewer ?? game.people[0]);
    if (viewer !== this.viewer) this.isCurtained = this.hasSecrets && game.people.length > 1 && !game.result;
    this.viewer = viewer;
    this.draft = new Draft(this.slug, this.view, viewer, this.draft);
    this.best = undefined;
    this.advised = undefined;
    const bot = game.botToAct();
    // Nobody presses a button that is about to change.
    this.isWaiting = bot !== undefined;
    // What the one before could see is not for the next one.
    if (this.isCurtained) this.announce(`It is ${viewer}'s turn`);
    this.render();
    await keep(this.slug, game.record);
    if (parent !== window) this.tell();
    if (!bot) {
      this.root.ariaBusy = "false";
      this.keepFocus();
      return;
    }
    await wait(PAUSE);
    // Meanwhile a person may have started another game, or gone back.
    if (this.game === game && game.botToAct() === bot && !this.isBusy) await this.attempt(() => game.step(bot));
  }

  /// Tells the page that shows the table in a frame what anybody may know.
  tell() {
    const { state, next, result } = this.game;
    const wordcourt = { game: this.slug, ply: state.ply, to_act: result ? [] : next.to_act, result };
    parent.postMessage({ wordcourt }, "*");
  }

  /// Puts the focus where the game goes on if the button that had it has gone. Another press of Enter
  /// shows no hidden cards, and ends no game that is over.
  keepFocus() {
    const isLost = document.activeElement === document.body || document.activeElement.disabled;
    const places = [".curtain h2, .over h2", ".dock .primary:not(:disabled)", ".word, .board [tabindex='0']"];
    if (this.hadFocus && isLost) places.map((place) => this.root.querySelector(place)).find(Boolean)?.focus({ preventScroll: true });
    this.hadFocus = false;
  }

  /// Does something with the game, and shows what came of it.
  async attempt(run) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.hadFocus ||= document.activeElement?.closest(".choices") != null;
    this.root.ariaBusy = "true";
    this.error = undefined;
    const before = this.game.log.length;
    try {
      await run();
    } catch (error) {
      this.error = error;
    }
    this.isBusy = false;
    if (this.error) {
      this.isWaiting = false;
      this.root.ariaBusy = "false";
      this.render();
      return this.keepFocus();
    }
    const fresh = this.game.log.slice(before).flatMap(({ events }) => visible(events, this.viewer));
    this.announce([...fresh.map((event) => `${sentence(event, this.slug)}.`), this.turn()].join(" "));
    await this.settle();
  }

  act(action) {
    return this.attempt(() => this.game.act(action));
  }

  /// Turns up a card, unless somebody else has something to say about those that lie there.
  deal(action) {
    return this.attempt(async () => {
      if (!(await this.game.letOthersAct())) await this.game.act(action);
    });
  }

  undo() {
    const length = this.game.beforeLast();
    if (length >= 0) return this.goBack(length);
  }

  goBack(length) {
    return this.attempt(async () => {
      await this.game.goBack(length);
      this.review = undefined;
    });
  }

  set(options) {
    Object.assign(this.options, options);
    this.render();
  }

  /// Asks for advice on the position, and shows it until the game goes on.
  async askFor({ ask, show }) {
    const { draft } = this;
    this.isAsking = true;
    this.error = undefined;
    this.render();
    try {
      const answer = await ask();
      if (this.draft === draft) this.advised = show(answer);
    } catch (error) {
      this.error = error;
    }
    this.isAsking = false;
    this.render();
  }

  async findBest() {
    const { draft } = this;
    try {
      const answer = await request(`${this.game.path}/best`, { ...draft.holding(), top: 5, lines: false });
      const found = answer.moves ?? answer.turns ?? answer.plays ?? answer.calls;
      if (this.draft !== draft) return;
      this.best = found.map((one) => ({ ...one, name: one.move ?? one.word ?? one.parts.map(({ word }) => word).join(" + "), points: one.total ?? one.points }));
    } catch (error) {
      this.error = error;
    }
    this.render();
  }

}

const table = new Table(document.querySelector("#main"));
table.open().catch((error) => render(html`<p class="message bad" role="alert">${detail(error)}</p>`, table.root));
