// Elements, and the page as a whole.

/// Creates an element. Properties that begin with `on` are listeners, `key` names the element
/// across renderings, and absent or false ones are left out.
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "key") element.dataset.key = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/// Contents by the elements that they will replace when the pointer is released.
const waiting = new Map();
let isPressed = false;

const release = () => {
  isPressed = false;
  // The click of a press comes after its release.
  setTimeout(() => [...waiting].forEach(([root, children]) => show(root, ...children)));
};

addEventListener("pointerdown", () => (isPressed = true));
for (const type of ["pointerup", "pointercancel", "blur"]) addEventListener(type, release);

/// Replaces the content of an element. The element that has the focus keeps it, by its key. While
/// the pointer is pressed, the content waits: a press on an element that is replaced is no click.
export function show(root, ...children) {
  if (isPressed) return waiting.set(root, children);
  waiting.delete(root);
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  root.replaceChildren(...children.flat().filter(Boolean));
  if (focused === undefined) return;
  const same = root.querySelector(`[data-key="${CSS.escape(focused)}"]:not(:disabled)`);
  (same ?? root.querySelector("[data-focus]") ?? root).focus({ preventScroll: true });
}

/// Returns a section with a title.
export function panel(title, properties, ...children) {
  return h("section", { ...properties, class: `panel ${properties?.class ?? ""}` }, h("h2", null, title), ...children);
}

export function button(label, onclick, properties) {
  return h("button", { type: "button", key: label, onclick, ...properties }, label);
}

/// Returns a select with a label.
export function select(label, choices, chosen, onchange) {
  const options = choices.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text));
  return h("label", { class: "field" }, h("span", null, label), h("select", { key: label, onchange: (event) => onchange(event.target.value) }, options));
}

/// Says a text to readers who use a screen reader.
export function announce(text) {
  document.querySelector("#announcements").textContent = text;
}

/// Returns the rule as a link to the rulebook, where the rule is one of it.
export function rule(id) {
  return /^[A-Z]\d+$/.test(id) ? h("a", { href: `/rulebook#${id}`, title: "in the rulebook" }, id) : id;
}

/// Returns a function that runs another one when it has not been called for a while. The function
/// gets another one, which is true until the next call.
export function debounced(run, milliseconds = 120) {
  let timer;
  let latest = 0;
  return (...values) => {
    clearTimeout(timer);
    const mine = ++latest;
    timer = setTimeout(() => run(() => mine === latest, ...values), milliseconds);
  };
}

/// True if a key belongs to a control rather than to the game.
export function isTyping(event) {
  return event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.closest?.("input, textarea, select, dialog, a") !== null;
}
