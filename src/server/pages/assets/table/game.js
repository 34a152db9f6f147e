// A game: its record, its state, and the players who are played by the server. It knows no rule: what
// is possible stands in `next`.
import { request } from "../play/api.js";

/// What a player may do at any time. Nobody waits for it.
const ASIDE = new Set(["resign", "look_up"]);

/// Returns a seed: 32 random bytes.
export function newSeed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Game {
  /// `slug` is the name of the game in addresses.
  constructor(slug) {
    this.slug = slug;
    this.path = `/v1/${slug}`;
  }

  /// Starts a game. `bots` has the players whom the server plays, with what their actions say.
  async start(start, bots) {
    const answer = await request(`${this.path}/start`, { ...start, views: true });
    const { name, digest } = answer.lexicon;
    // The record pins the edition of the lexicon.
    this.begin({ start: { ...start, lexicon: `${name}@${digest}` }, actions: [], bots });
    this.log.push({ ply: 0, events: answer.events });
    this.take(answer);
  }

  /// Goes to the end of a record. The rest of a record that breaks a rule is left out.
  async resume(record) {
    const answer = await request(`${this.path}/replay`, { start: record.start, actions: record.actions }, true);
    this.begin({ ...record, actions: record.actions.slice(0, answer.steps.length) });
    this.log = answer.steps.map(({ ply, action, events }) => ({ ply, action, events }));
    this.take(await request(`${this.path}/apply`, { state: answer.state, actions: [], views: true }, true));
  }

  begin(record) {
    this.record = record;
    this.log = [];
    this.bots = record.bots;
    this.names = record.start.players.map(({ name }) => name);
    this.people = this.names.filter((name) => !this.bots[name]);
  }

  take({ state, next, views, result }) {
    Object.assign(this, { state, next, views, result: result ?? state.result });
  }

  /// Carries out an action. Returns its events; none if a player of the server does nothing.
  async act(action, quietly = false) {
    const answer = await request(`${this.path}/apply`, { state: this.state, actions: [{ ...action, ply: this.state.ply }], views: true }, quietly);
    const applied = answer.applied.map(({ ply, ...rest }) => rest);
    if (applied.length > 0) this.log.push({ ply: answer.state.ply, action: applied[0], events: answer.events.flat() });
    this.record = { ...this.record, actions: [...this.record.actions, ...applied] };
    this.take(answer);
    return answer.events.flat();
  }

  isWaitedFor(name) {
    return this.next.to_act.includes(name);
  }

  /// True if a player could act though the game waits for somebody else.
  couldAct(name) {
    return !this.isWaitedFor(name) && this.next.actions.some(({ player, kind }) => player === name && !ASIDE.has(kind));
  }

  /// Returns the player of the server who acts now. While a person could be faster there is none.
  botToAct() {
    const bot = this.next.to_act.find((name) => this.bots[name]);
    return this.people.some((name) => this.couldAct(name)) ? undefined : bot;
  }

  /// True if the game goes on only when a person lets the server go on.
  isPaused() {
    return this.next.to_act.some((name) => this.bots[name]) && this.botToAct() === undefined;
  }

  async actAs(bot) {
    const before = this.state.ply;
    await this.act({ kind: "bot", player: bot, ...this.bots[bot] }, true);
    return this.state.ply > before;
  }

  /// Lets the players of the server do what they could do. Returns true if one of them did.
  async letOthersAct() {
    for (const bot of Object.keys(this.bots)) {
      if (this.couldAct(bot) && (await this.actAs(bot))) return true;
    }
    return false;
  }

  /// Lets the player of the server act for whom the game waits. One who does nothing does the least.
  async step(bot) {
    if (!(await this.actAs(bot))) await this.act({ kind: "time_out", player: bot }, true);
  }

  /// Goes on after a pause.
  async goOn() {
    if (!(await this.letOthersAct())) await this.step(this.next.to_act.find((name) => this.bots[name]));
  }

  /// Returns how many actions are left if the last one of a person is taken back.
  beforeLast() {
    return this.record.actions.findLastIndex(({ player }) => this.people.includes(player));
  }

  /// Goes back to an earlier place of the record.
  async goBack(length) {
    await this.resume({ ...this.record, actions: this.record.actions.slice(0, length) });
  }

  /// Returns the record as JSON Lines, which `wordcourt verify` reads.
  asLines() {
    const { start, actions } = this.record;
    const head = { game: this.slug, rulebook: this.state.rulebook, start };
    const end = { state_id: this.state.id, ...(this.result ? { result: this.result } : {}) };
    return [head, ...actions, end].map((line) => `${JSON.stringify(line)}\n`).join("");
  }
}
