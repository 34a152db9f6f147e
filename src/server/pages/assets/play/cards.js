// Cards: their text, their look, and the choice of flips and wilds.
import { button, h } from "./dom.js";

/// Returns what a card shows: its text, its colour and if it is a wild or a flip card.
export function faceOf(card) {
  const [face, played] = card.split("=");
  const shown = played ?? face;
  const isWild = /^[*?]+$/.test(face);
  const coloured = /^([A-Z])([br])$/.exec(shown);
  return {
    face,
    isWild,
    isOpen: played === undefined && (isWild || face.includes("/")),
    text: coloured ? coloured[1] : /^[*?]+$/.test(shown) ? "★".repeat(face.length) : shown,
    colour: coloured && { b: "blue", r: "red" }[coloured[2]],
    isPlayed: played !== undefined,
  };
}

/// Returns the name of a card for a screen reader.
export function nameOf(card) {
  const { face, text, colour, isWild, isPlayed } = faceOf(card);
  const shown = [colour, text].filter(Boolean).join(" ");
  if (isWild) return isPlayed ? `wild as ${shown}` : face.length > 1 ? "wild for two letters" : "wild";
  return face.includes("/") ? (isPlayed ? `${face} as ${shown}` : face.replace("/", " or ")) : shown;
}

/// Returns a card as a button.
export function cardButton(card, values, properties) {
  const { face, text, colour, isWild, isPlayed } = faceOf(card);
  const value = isWild && !isPlayed ? undefined : values[text];
  const classes = ["card", colour, isWild && "wild", text.length > 2 && "long", properties.class];
  return h(
    "button",
    { type: "button", ...properties, class: classes.filter(Boolean).join(" "), label: undefined },
    h("span", { class: "hidden" }, `${properties.label ?? ""}${nameOf(card)}${value === undefined ? "" : `, ${value}`}`),
    h("span", { "aria-hidden": "true", class: "text" }, text),
    isPlayed && isWild && h("span", { "aria-hidden": "true", class: "star" }, "★"),
    value !== undefined && h("small", { "aria-hidden": "true" }, String(value)),
    (colour || isWild || face.includes("/")) && h("span", { "aria-hidden": "true", class: "name" }, colour ?? (isWild ? "wild" : "flip")),
  );
}

/// Returns the ways to play a card as this letter: itself, a side of a flip card, a wild.
export function asLetter(card, letter, colour) {
  const { face, isWild } = faceOf(card);
  if (face === letter || face === `${letter}b` || face === `${letter}r`) return card;
  if (face.split("/").length > 1 && face.split("/").includes(letter)) return `${face}=${letter}`;
  if (isWild && face.length === 1) return `${face}=${letter}${colour ?? ""}`;
  return undefined;
}

/// Asks which side of a flip card or which letters and colour of a wild are played. Returns the
/// announced card, or undefined.
export async function choose(card, hasColours) {
  const { face, isWild } = faceOf(card);
  const length = face.length;
  const input = h("input", { type: "text", maxlength: length, size: 4, required: true, autofocus: true, pattern: `[A-Za-z]{${length}}`, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  const colours = hasColours && [["b", "blue"], ["r", "red"]].map(([value, name], index) => h("label", null, h("input", { type: "radio", name: "colour", value, checked: index === 0 }), ` ${name}`));
  const sides = face.split("/").map((side) => h("button", { value: side, class: "primary" }, side));
  const form = h(
    "form",
    { method: "dialog" },
    isWild
      ? [h("label", { class: "field" }, h("span", null, length > 1 ? "Two letters of the wild" : "Letter of the wild"), input), colours && h("fieldset", null, h("legend", null, "Colour"), colours), h("button", { class: "primary", value: "wild" }, "Play it")]
      : [h("p", null, "Which side?"), sides],
    button("Cancel", () => dialog.close("")),
  );
  const dialog = h("dialog", { "aria-label": isWild ? "Announce the wild" : "Turn the card" }, form);
  document.body.append(dialog);
  const opener = document.activeElement?.dataset.key;
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  const chosen = dialog.returnValue;
  dialog.remove();
  if (opener !== undefined) document.querySelector(`[data-key="${CSS.escape(opener)}"]`)?.focus();
  if (chosen === "" || chosen === "cancel") return undefined;
  if (!isWild) return `${face}=${chosen}`;
  const colour = hasColours ? form.elements.colour.value : "";
  return `${face}=${input.value.toUpperCase()}${colour}`;
}
