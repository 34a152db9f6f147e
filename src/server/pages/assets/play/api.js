// Calls to the operations of this server.
import { button, h } from "./dom.js";

const KEY = "wordcourt-api-key";
let last;
let listener = () => {};

/// Calls a function after every request of the player, with the request.
export function onRequest(run) {
  listener = run;
}

function key() {
  return sessionStorage.getItem(KEY);
}

/// Sends a request and returns its response. `quietly` keeps it out of the panel that shows requests.
///
/// A problem is thrown, as the server describes it.
export async function request(path, body, quietly = false) {
  const method = body === undefined ? "GET" : "POST";
  const headers = {
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(key() ? { Authorization: `Bearer ${key()}` } : {}),
  };
  if (!quietly) {
    last = { method, path, body };
    listener(last);
  }
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (response.ok) return answer;
  if (response.status === 401 && (await askForKey())) return request(path, body, quietly);
  throw Object.assign(new Error(answer.detail), { problem: answer });
}

/// Returns the response to a GET request whose body is not JSON.
export async function download(path) {
  const response = await fetch(path, { headers: key() ? { Authorization: `Bearer ${key()}` } : {} });
  if (response.ok) return response;
  if (response.status === 401 && (await askForKey())) return download(path);
  throw new Error(`${path}: status ${response.status}`);
}

/// Asks for an API key. It is kept until the tab is closed.
async function askForKey() {
  const input = h("input", { type: "password", autocomplete: "off", autofocus: true, required: true });
  const form = h("form", { method: "dialog" }, h("label", { class: "field" }, h("span", null, "This server needs an API key"), input), h("button", { class: "primary" }, "Use it"), button("Cancel", () => dialog.close("")));
  const dialog = h("dialog", { "aria-label": "API key" }, form);
  form.addEventListener("submit", () => (dialog.returnValue = "used"));
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  dialog.remove();
  if (dialog.returnValue === "") return false;
  sessionStorage.setItem(KEY, input.value.trim());
  return true;
}
