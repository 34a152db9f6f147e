// The director's PIN. It keeps players out of the settings; it can't protect them from somebody who has the tools of a developer.
import { h } from "../play/dom.js";

const ROUNDS = 200_000;
/// The dialog closes by itself, so that it can't be left open on a table.
const OPEN_MS = 30_000;

async function derive(pin, salt) {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS }, key, 256));
}

/// Returns what is kept of a new PIN.
export async function sealed(pin) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt, key: await derive(pin, salt) };
}

async function opens(pin, { salt, key }) {
  const derived = await derive(pin, salt);
  return derived.every((byte, index) => byte === key[index]);
}

/// Asks for the PIN and returns true if it is the right one. `onwrong` is called for each wrong one.
export async function askForPin(seal, onwrong) {
  const input = h("input", { type: "password", autocomplete: "off", autofocus: true, required: true, maxlength: "64" });
  const wrong = h("p", { class: "entry-problem", role: "alert" });
  const cancel = h("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
  const form = h("form", null, h("label", { class: "field" }, h("span", null, "Director's PIN"), input), wrong, h("p", { class: "actions" }, h("button", { class: "primary" }, "Open the settings"), cancel));
  const dialog = h("dialog", { "aria-label": "For the director" }, form);
  let isRight = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    isRight = await opens(input.value, seal);
    input.value = "";
    wrong.textContent = isRight ? "" : "That is not the PIN.";
    if (isRight) dialog.close();
    else onwrong();
  });
  document.body.append(dialog);
  dialog.showModal();
  const timer = setTimeout(() => dialog.close(), OPEN_MS);
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  clearTimeout(timer);
  dialog.remove();
  return isRight;
}
