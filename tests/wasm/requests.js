// The requests of the examples, and some with problems: each as it is sent over HTTP, and as it is given to the package.
import { readFileSync } from "node:fs";

/// What a server has besides the operations.
const OF_SERVERS = ["get_lexicon_fst", "get_lexicon_image", "get_lexicon_text", "list_keys"];

/// Returns the requests as `{ operation, request, method, path, body }`.
export function requests(directory) {
  const document = JSON.parse(readFileSync(`${directory}/openapi.json`));
  const examples = JSON.parse(readFileSync(`${directory}/examples.json`));
  const all = [];
  const post = (operation, path, body) => all.push({ operation, request: body, method: "POST", path, body });
  for (const [operation, { method, path, request }] of Object.entries(examples)) {
    if (operation === "answer_batch") {
      for (const line of request.trim().split("\n")) {
        const { operation, request } = JSON.parse(line);
        post(operation, examples[operation].path, JSON.stringify(request));
      }
    } else if (method === "POST") {
      post(operation, path, JSON.stringify(request));
    } else if (!OF_SERVERS.includes(operation)) {
      all.push({ operation, request: JSON.stringify(members(document, operation, path)), method, path });
    }
  }
  post("validate_words", "/v1/words/validate", "");
  post("validate_words", "/v1/words/validate", '{"words": ["quiz"');
  post("validate_words", "/v1/words/validate", '{"words": "quiz"}');
  post("validate_words", "/v1/words/validate", '{"words": ["qu!z", ""], "limit": 1}');
  post("validate_words", "/v1/words/validate", '{"words": ["quiz"], "lexicon": "fr"}');
  post("validate_words", "/v1/words/validate", '{"words": ["quiz"], "lexicon": "en@2001"}');
  post("validate_words", "/v1/words/validate", `{"words": ["${"A".repeat(2 ** 20)}"]}`);
  post("score_wordgame", "/v1/wordgame/score", '{"board": ["..."], "move": "8D HELLO", "rack": "??????????"}');
  post("best_my_word", "/v1/my-word/best", '{"table": ["M", "K", "??", "SH"], "overlay": {"add": ["MASHK"]}, "grounds": true}');
  post("challenge_wordgame", "/v1/wordgame/challenge", '{"board": [], "move": "z"}');
  // The module scans with other code than the server, which depends on the number of wilds.
  for (const wilds of [0, 1, 2, 3, 4]) {
    for (const letters of ["QUIZZED", "ESTRAIN", "BOOKKEE"]) {
      const hand = [...letters.slice(wilds)].map((letter, place) => letter + "br"[place % 2]).concat(Array(wilds).fill("*"));
      post("best_choose_your_words", "/v1/choose-your-words/best", JSON.stringify({ hand, top: 50, rules: { strict_deck: false } }));
    }
  }
  return all;
}

/// Returns the parameters in a path and its query as the members of an object, with the types of the document.
function members({ paths, components }, operation, path) {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const [template, { get }] = Object.entries(paths).find(([, { get }]) => get?.operationId === operation);
  const names = template.split("/");
  // Parameters and schemas may be shared.
  const resolve = (value) => (value.$ref ? value.$ref.split("/").slice(2).reduce((part, name) => part[name], components) : value);
  const inPath = pathname.split("/").map((value, place) => [names[place].slice(1, -1), decodeURIComponent(value)]);
  const all = [...inPath.filter((_, place) => names[place].startsWith("{")), ...searchParams];
  return Object.fromEntries(
    all.map(([name, value]) => {
      const schema = resolve(get.parameters.map(resolve).find((parameter) => parameter.name === name).schema);
      if (schema.type === "integer") return [name, Number(value)];
      return [name, schema.type === "array" ? value.split(",") : value];
    }),
  );
}
