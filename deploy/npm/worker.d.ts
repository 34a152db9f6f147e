import type { Answer, AnswerOptions, Content, Expected, Manifest, Operation, Request, Source } from "./index.js";

/** A referee in a worker, so that searches do not block the page or the event loop. It answers in the order of the calls. */
export interface RemoteReferee {
  /** See {@link import("./index.js").Referee.load}. */
  load(content: Content, manifest?: Manifest | Expected): Promise<string>;
  /** See {@link import("./index.js").Referee.answer}. */
  answer<O extends Operation>(operation: O, request: Request<O>, options?: AnswerOptions): Promise<Answer>;
  answer(operation: string, request: string | Uint8Array, options?: AnswerOptions): Promise<Answer>;
  /** Ends the worker. */
  close(): void;
}

/** Starts a worker with a referee without lexicons. If the module can't be instantiated, all calls fail. */
export function start(source?: Source): RemoteReferee;
