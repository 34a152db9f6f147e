import type { operations } from "./openapi.js";

/** The operations that a referee answers, by their ids in the OpenAPI document. A module other than `wordcourt_core.wasm` has only some of them; `answer` returns status 404 for the others. */
export type Operation = Exclude<keyof operations, "answer_batch" | "get_lexicon_fst" | "get_lexicon_image" | "get_lexicon_text" | "list_keys">;

/** The request of an operation: the body of a POST request, or the parameters of a GET request as members of an object. */
export type Request<O extends Operation> = operations[O] extends { requestBody: { content: { "application/json": infer Body } } }
  ? Body
  : Parameters<operations[O], "path"> & Parameters<operations[O], "query">;
type Parameters<O, In extends string> = O extends { parameters: { [Place in In]?: infer Members } }
  ? [NonNullable<Members>] extends [never] ? {} : NonNullable<Members>
  : {};

/** The response of an operation: what the body of an answer with the status 200 parses to. */
export type Response<O extends Operation> = operations[O] extends { responses: { 200: { content: { "application/json": infer Body } } } }
  ? Body
  : never;

/** The name of a lexicon, and the rest of an edition besides its words. */
export interface Manifest {
  /** The name by which requests select the lexicon. */
  name: string;
  /** The edition number that its maintainers assigned. Defaults to `""`. */
  edition?: string;
  /** The category text of the lexicon. Defaults to no categories. */
  categories?: string | Uint8Array;
  /** The digest that the lexicon must have: `sha256:` and 64 hexadecimal digits. By default, it is not checked. */
  digest?: string;
}

/** What an image or a response must contain. */
export interface Expected extends Pick<Manifest, "digest"> {
  name?: undefined;
  edition?: undefined;
  categories?: undefined;
}

/** A lexicon: a text, or the bytes of a text or an image. */
export type Content = string | Uint8Array | ArrayBuffer;

/** The status and the body of an answer, byte for byte as over HTTP. */
export interface Answer {
  /** The HTTP status: 200, or that of a problem. */
  status: number;
  /** The body: the response of the operation, or a problem. */
  body: string;
}

export interface AnswerOptions {
  /** The `request_id` of a problem. Defaults to `"offline"`. */
  requestId?: string;
}

/** A referee with lexicons in memory. */
export class Referee {
  /**
   * Takes an instance of a module of this package, which imports nothing.
   * @param sha256 Returns the SHA-256 of the concatenation of texts, in hexadecimal. If it returns `undefined`, the module computes it, which
   *   takes several times as long. Defaults to `crypto.subtle`, which browsers lack in pages outside a secure context (HTTP).
   */
  constructor(instance: WebAssembly.Instance, sha256?: (texts: Uint8Array[]) => string | undefined | Promise<string | undefined>);

  /**
   * Loads an edition of a lexicon in place of the loaded edition with the same name. The first lexicon becomes the default.
   * @param content The body of the response to `GET /v1/lexicons/{lexicon}/image` or to `GET /v1/lexicons/{lexicon}/text`; with a
   *   manifest that has a name, the word text alone: one word on each line. Do not change a buffer before the promise settles.
   * @returns The digest of the lexicon: `sha256:` and the SHA-256 of the word text followed by the category text. That of an image is the one
   *   that the image states.
   * @throws (by the promise) If the content has another digest than the response or the manifest says, if a text has bad lines (the message has
   *   the line), or if an image is damaged or has another version than this package reads. The loaded lexicons then stay.
   */
  load(content: Content, manifest?: Manifest | Expected): Promise<string>;

  /**
   * Answers a request.
   * @param operation The id of the operation, such as `"score_wordgame"`.
   * @param request The request as an object, or as JSON.
   */
  answer<O extends Operation>(operation: O, request: Request<O>, options?: AnswerOptions): Answer;
  answer(operation: string, request: string | Uint8Array, options?: AnswerOptions): Answer;
}

/**
 * What the module is made from: its address, its bytes, or the compiled module. Defaults to the file `wordcourt_core.wasm` of this package, which has
 * all operations. The files `wordgame.wasm`, `choose-your-words.wasm`, `word-for-word.wasm`, `play-on-words.wasm` and `my-word.wasm` have the
 * operations of one game, `wordgame-replay.wasm` has the replay of game records, which `wordgame.wasm` lacks, `whole-games.wasm` has whole games of all
 * games, which these lack, and `words.wasm` has the operations of words. All have the operations of lexicons.
 */
export type Source = string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Creates a referee without lexicons. */
export function create(source?: Source): Promise<Referee>;

/** Loads a lexicon into the shared referee, which is created by the first call. See {@link Referee.load}. */
export function load(content: Content, manifest?: Manifest | Expected): Promise<string>;

/** Answers a request with the shared referee. See {@link Referee.answer}. */
export function answer<O extends Operation>(operation: O, request: Request<O>, options?: AnswerOptions): Answer;
export function answer(operation: string, request: string | Uint8Array, options?: AnswerOptions): Answer;
