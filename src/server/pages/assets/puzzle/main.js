// The puzzles of a day: one position of each game, with one best play to find.
import { request } from "../play/api.js";
import { Draft, spelling } from "../table/draft.js";
import { html, nothing, render } from "../table/lit-html.js";
import { counted, detail } from "../table/sentences.js";
import { Surface } from "../table/surface.js";
import { HINTS, hintOf } from "./hints.js";
import { Progress, asText } from "./progress.js";

const LEVELS = ["easy", "medium", "hard"];
const KINDS = { "choose-your-words": "declare", "word-for-word": "declare", "play-on-words": "turn", wordgame: "move", "my-word": "call" };
const ADDRESS = /^#(\d{4}-\d\d-\d\d)\/(easy|medium|hard)(?:\/([a-z-]+))?$/;

/// Returns the day that it is for the player.
function today() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

class Puzzle extends Surface {
  constructor(root) {
    super();
    this.root = root;
    root.replaceChildren();
    root.classList.add("puzzle");
    this.games = JSON.parse(root.dataset.games);
    window.addEventListener("hashchange", () => this.open());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /// Opens the puzzle of the address: by default that of today, and of the first game that isn't done.
  async open() {
    const [, date, level, game] = ADDRESS.exec(location.hash) ?? [];
    this.date = date ?? today();
    this.level = level ?? Progress.level();
    Progress.setLevel(this.level);
    this.progress = new Progress(this.date, this.level);
    const slugs = this.games.map(([slug]) => slug);
    this.slug = slugs.includes(game) ? game : (slugs.find((slug) => !this.progress.of(slug).end) ?? slugs[0]);
    Object.assign(this, { draft: undefined, answer: undefined, error: undefined, said: undefined, points: undefined });
    this.render();
    this.root.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "center" });
    await this.load();
  }

  addressOf(slug, level = this.level, date = this.date) {
    return `#${date}/${level}/${slug}`;
  }

  /// Asks for the position, and for what the hints so far say.
  async load() {
    const asked = this.addressOf(this.slug);
    this.root.ariaBusy = "true";
    try {
      const { hints, end } = this.state;
      const reveal = HINTS[Math.max(0, hints - 1)].reveal;
      const [answer, values] = await Promise.all([
        request(`/v1/${this.slug}/puzzle`, { date: this.date, level: this.level, reveal, ...(end ? { solution: true } : {}) }, true),
        request(`/v1/variants/${this.slug}`, undefined, true),
      ]);
      // Meanwhile another puzzle may have been opened.
      if (asked !== this.addressOf(this.slug)) return;
      this.lay(answer, values);
    } catch (error) {
      this.error = error;
    }
    this.root.ariaBusy = "false";
    this.render();
  }

  lay(answer, { letter_values: values, board }) {
    const { position } = answer;
    this.error = undefined;
    this.answer = answer;
    this.values = Object.fromEntries(values.map(({ letter, value }) => [letter, value]));
    if (this.draft) return;
    const player = { name: "you", hand: position.hand ?? position.thought, rack: [...(position.rack ?? "")] };
    this.view = { ...position, players: [player], phase: "declare", rules: { letter_values: this.values, premiums: board?.rows } };
    this.draft = new Draft(this.slug, this.view, "you");
    if (this.state.end && answer.solution) this.draft.show(answer.solution);
  }

  get state() {
    return this.progress.of(this.slug);
  }

  /// The position is a request already.
  holding() {
    return this.answer.position;
  }

  choices() {
    return this.state.end ? [] : [{ kind: KINDS[this.slug] }];
  }

  /// Sends the guess. It is right if it is allowed and has the points of the best play.
  async check() {
    const play = this.draft.play(KINDS[this.slug]);
    if (!play || this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    try {
      const score = await request(`/v1/${this.slug}/score`, { ...this.holding(), ...play, lines: false });
      this.judge(score);
      if (this.state.end) await this.load();
    } catch (error) {
      this.error = error;
    }
    this.isBusy = false;
    this.render();
    if (this.said) this.announce(this.said);
  }

  judge({ valid, word, total, points, words, parts }) {
    const judged = words ?? parts ?? [{ word, valid }];
    const wrong = judged.filter((one) => one.valid === false).map((one) => one.word);
    const found = total ?? points;
    const isRight = valid !== false && wrong.length === 0 && found === this.answer.hints[0].total;
    this.progress.add(this.slug, { tries: this.state.tries + 1, ...(isRight ? { end: "solved" } : {}) });
    const name = judged.map((one) => one.word).join(" + ");
    if (isRight) this.said = `${name} makes ${counted(found, "point")}: the best play.`;
    else if (wrong.length > 0 || valid === false) this.said = `${wrong.join(", ") || name} is not allowed.`;
    else this.said = `${name} makes ${counted(found, "point")}. Another play makes more.`;
  }

  async hint() {
    const hints = this.state.hints + 1;
    const isLast = hints > HINTS.length;
    this.progress.add(this.slug, isLast ? { end: "shown" } : { hints });
    this.said = undefined;
    if (isLast) this.draft = undefined;
    await this.load();
    if (!this.error) this.announce(isLast ? this.message() : hintOf(hints - 1, this.answer, this.view));
  }

  // What it looks like.

  message() {
    const { answer, state } = this;
    if (this.error) return detail(this.error);
    if (!answer) return "Setting the puzzle …";
    if (!state.end) return this.said ?? "Find the play with the most points. There is only one.";
    const solution = answer.solution && (answer.solution.move ?? answer.solution.word ?? answer.solution.parts.map(({ word }) => word).join(" + "));
    const how = state.end === "shown" ? "The best play is" : "Solved:";
    return solution ? `${how} ${solution}, ${counted(answer.hints[0].total, "point")}; the next best play makes ${answer.margin} fewer.` : "";
  }

  actions() {
    const { draft, state } = this;
    if (this.error && !draft) return html`<div class="choices"><button type="button" class="primary" @click=${() => this.load()}>Try again</button></div>`;
    if (!draft) return nothing;
    if (state.end) {
      const next = this.games.find(([slug]) => !this.progress.of(slug).end);
      return html`<div class="choices"><button type="button" class="primary" @click=${(event) => this.copy(event)}>Copy the result</button>${next ? html`<a class="button" href=${this.addressOf(next[0])}>Next: ${next[1]}</a>` : nothing}</div>`;
    }
    const isReady = draft.play(KINDS[this.slug]) !== undefined;
    const points = this.points !== undefined && isReady ? ` · ${this.points}` : "";
    this.main = isReady ? { run: () => this.check() } : undefined;
    const word = draft.isBoard ? "" : draft.allParts().map(spelling).join(" + ");
    const another = this.slug === "play-on-words" && draft.laid.length > 0;
    return html`<div class="choices"><button type="button" class="primary" ?disabled=${!isReady || this.isBusy} @click=${() => this.check()}>${`Check ${word}`.trim()}${points}</button>
      ${another ? html`<button type="button" @click=${() => (draft.addPart(), this.changed())}>And another word</button>` : nothing}
      <button type="button" @click=${() => this.hint()}>${state.hints < HINTS.length ? "Hint" : "Show the solution"}</button>
      ${draft.isEmpty() ? nothing : html`<button type="button" class="tool" aria-label="Take all back" title="Take all back" @click=${() => this.change(() => draft.clear())}>↩</button>`}
      <button type="button" class="tool" aria-label="Shuffle" title="Shuffle" @click=${() => this.change(() => draft.shuffle())}>⤨</button></div>`;
  }

  async copy(event) {
    const pressed = event.currentTarget;
    const address = `${location.origin}/puzzle#${this.date}/${this.level}`;
    await navigator.clipboard.writeText(asText(this.progress, this.games, address));
    pressed.textContent = "Copied";
  }

  centre() {
    const { draft } = this;
    return draft.isBoard ? this.squares() : html`<div class="groups">${draft.groups().map((group) => this.group(group))}</div>`;
  }

  aside() {
    const { state, answer } = this;
    const hints = answer ? HINTS.slice(0, state.hints).map((_, step) => html`<li>${hintOf(step, answer, this.view)}</li>`) : [];
    const { name, edition, digest } = answer?.lexicon ?? {};
    return html`<section class="panel"><h2>${this.games.find(([slug]) => slug === this.slug)[1]}</h2>
        <p>${counted(state.tries, "try").replace("trys", "tries")}, ${counted(state.hints, "hint")}${state.end === "solved" ? ", solved" : state.end ? ", solution shown" : ""}.</p>
        ${hints.length > 0 ? html`<ol class="hints">${hints}</ol>` : nothing}
        <p class="note"><a href="/docs/guide/${this.slug}">The rules</a></p></section>
      <section class="panel"><h2>The puzzles of a day</h2>
        <label class="field"><span>Day</span><input type="date" .value=${this.date} @change=${(event) => event.target.value && (location.hash = this.addressOf(this.slug, this.level, event.target.value))}></label>
        <p class="note">Each day has a puzzle of each game in three levels, the same for everybody with the same lexicon${digest ? html`: ${name} ${edition}, <code title=${digest}>${digest.slice(0, 15)}</code>` : nothing}. What you have done stays in this browser.</p></section>`;
  }

  render() {
    const levels = LEVELS.map((level) => html`<option value=${level} ?selected=${level === this.level}>${level}</option>`);
    render(html`<label><span class="hidden">Level</span><select @change=${(event) => (location.hash = this.addressOf(this.slug, event.target.value))}>${levels}</select></label>`, document.querySelector("#tools"));
    this.root.classList.toggle("boardgame", this.slug === "wordgame");
    const mark = (slug) => ({ solved: " ✔", shown: " –" })[this.progress.of(slug).end] ?? "";
    const tab = ([slug, title]) => html`<a href=${this.addressOf(slug)} aria-current=${slug === this.slug ? "page" : nothing}>${title}${mark(slug)}</a>`;
    render(
      html`<div class="play"><nav class="games" aria-label="Puzzles of ${this.date}">${this.games.map(tab)}</nav>
        ${this.draft && (this.draft.isBoard || this.draft.groups().length > 0) ? html`<div class="felt">${this.centre()}</div>` : nothing}
        <div class="dock">${this.draft && this.hasWord ? this.word() : nothing}${this.draft && !this.state.end ? this.hand() : nothing}<p class="message ${this.error ? "bad" : ""}" role=${this.error ? "alert" : nothing}>${this.message()}</p>${this.actions()}</div></div>
        <div class="aside">${this.aside()}</div>`,
      this.root,
    );
  }
}

new Puzzle(document.querySelector("#main")).open();
