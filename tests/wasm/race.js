// Measures the package. node race.js REQUESTS LEXICON-DIRECTORY PACKAGE ROUNDS
import { readFileSync } from "node:fs";

// The time that Node gets to optimize the code, with the same requests, before each row is measured.
const WARM_UP_MS = 2000;
const [, , requests, lexicon, module, rounds] = process.argv;
const { create } = await import(module);
const [words, categories] = ["words", "categories"].map((part) => readFileSync(`${lexicon}/${part}.tsv`));

const ready_ms = [];
let referee;
for (let round = 0; round < 20; round++) {
  const begun = performance.now();
  referee = await create();
  await referee.load(words, { name: "en", categories });
  ready_ms.push(performance.now() - begun);
}

const rows = JSON.parse(readFileSync(requests)).map(({ operation, requests }) => {
  const fastest = requests.map(() => Infinity);
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) {
    for (const request of requests) referee.answer(operation, request);
  }
  for (let round = 0; round < rounds; round++) {
    requests.forEach((request, index) => {
      const json = JSON.stringify(request);
      const begun = performance.now();
      const { status, body } = referee.answer(operation, json);
      if (status !== 200) throw new Error(body);
      fastest[index] = Math.min(fastest[index], (performance.now() - begun) * 1000);
    });
  }
  return fastest;
});
console.log(JSON.stringify({ first_ms: ready_ms[0], later_ms: Math.min(...ready_ms.slice(1)), rows }));
