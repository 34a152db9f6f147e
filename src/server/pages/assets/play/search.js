// What the searches for the best plays look for, and how much of it they tell.
import { h, select } from "./dom.js";

const REVEAL = [["play", "whole plays"], ["first_letter", "first letters"], ["shape", "lengths and places"], ["points", "points only"]];
const TIERS = [["100", "all words"], ["70", "without the rarest"], ["50", "well-known words"], ["35", "words that most people know"]];

const wanted = { reveal: "play", tier: "100" };

/// Returns what a request for the best plays says about the search.
export function asked() {
  return { ...(wanted.reveal === "play" ? {} : { reveal: wanted.reveal }), ...(wanted.tier === "100" ? {} : { max_tier: Number(wanted.tier) }) };
}

/// Returns the controls of the search. A change makes what was found outdated.
export function controls(onchange) {
  const change = (name) => (value) => ((wanted[name] = value), onchange());
  return h("div", { class: "search" }, select("Show", REVEAL, wanted.reveal, change("reveal")), select("Search", TIERS, wanted.tier, change("tier")));
}

/// Returns the hints that a search gives in place of plays.
export function hints(list) {
  const word = ({ letters, first_letter: first, at, onto }) => [`${first ?? "·"}${"·".repeat(letters - 1)}`, `${letters} letters`, at && `at ${at}`, onto && `onto word ${onto.map((index) => index + 1).join(" and ")}`].filter(Boolean).join(", ");
  const items = list.map(({ total, words = [] }) => h("li", null, h("span", null, words.length > 0 ? words.map(word).join("; ") : "?"), h("strong", null, String(total))));
  return h("ol", { class: "plays hints" }, items);
}
