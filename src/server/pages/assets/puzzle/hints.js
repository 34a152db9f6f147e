// The hints at the best play, step by step.
import { faceOf } from "../play/cards.js";
import { counted } from "../table/sentences.js";

const spelled = (cards) => cards.map((card) => faceOf(card).text).join("");

function shape({ letters, at, onto }, view) {
  const places = [at && `at ${at}`, onto && `on ${onto.map((index) => spelled(view.table[index])).join(" and ")}`];
  return [counted(letters, "letter"), ...places].filter(Boolean).join(" ");
}

/// What each step asks of the service, and how it says it.
export const HINTS = [
  { reveal: "points", say: ({ total }) => `The best play makes ${counted(total, "point")}.` },
  { reveal: "shape", say: ({ words }, view) => `${words.length > 1 ? "Its words have" : "Its word has"} ${words.map((word) => shape(word, view)).join(", and ")}.` },
  { reveal: "first_letter", say: ({ words }) => `${words.length > 1 ? "They begin with" : "It begins with"} ${words.map(({ first_letter: letter }) => letter).join(" and ")}.` },
];

/// Returns a hint as a sentence.
export const hintOf = (step, { hints }, view) => HINTS[step].say(hints[0], view);
