// Measures the package. node race.js REQUESTS LEXICON-DIRECTORY PACKAGE ROUNDS
import { readFileSync } from "node:fs";

const [, , requests, lexicon, module, rounds] = process.argv;
const { create } = await import(module);
const [words, categories] = ["words", "categories"].map((part) => readFileSync(`${lexicon}/${part}.tsv`));

let ready_ms = Infinity;
let referee;
for (let round = 0; round < 5; round++) {
  const begun = performance.now();
  referee = await create();
  referee.load(words, { name: "en", categories });
  ready_ms = Math.min(ready_ms, Math.round(performance.now() - begun));
}

const rows = JSON.parse(readFileSync(requests)).map(({ operation, requests }) => {
  const fastest = requests.map(() => Infinity);
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
console.log(JSON.stringify({ ready_ms, rows }));
