// Dragging by pointer, with mouse, pen or finger. A press that doesn't move stays a click.

const FAR = 7;

/// Begins to follow a pointer that was pressed on an element. `ondrop` gets the element with
/// `data-drop` where it is let go.
export function follow(event, ondrop) {
  if (event.button !== 0) return;
  const source = event.currentTarget;
  const { clientX: x, clientY: y, pointerId } = event;
  let ghost;

  function move(moved) {
    if (moved.pointerId !== pointerId) return;
    if (!ghost && Math.hypot(moved.clientX - x, moved.clientY - y) > FAR) begin();
    if (!ghost) return;
    ghost.style.left = `${moved.clientX}px`;
    ghost.style.top = `${moved.clientY}px`;
    mark(placeAt(moved));
  }

  function begin() {
    const { width, height } = source.getBoundingClientRect();
    ghost = source.cloneNode(true);
    ghost.classList.add("dragged");
    ghost.setAttribute("aria-hidden", "true");
    ghost.removeAttribute("data-card");
    ghost.style.width = `${width}px`;
    ghost.style.height = `${height}px`;
    document.body.append(ghost);
    source.classList.add("lifted");
    // A click follows the drop; it would take the card back.
    source.addEventListener("click", stop, { capture: true, once: true });
  }

  function end(ended) {
    if (ended.pointerId !== pointerId) return;
    for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener);
    mark(undefined);
    if (!ghost) return;
    ghost.remove();
    source.classList.remove("lifted");
    setTimeout(() => source.removeEventListener("click", stop, { capture: true }));
    const place = ended.type === "pointerup" && placeAt(ended);
    if (place) ondrop(place);
  }

  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener);
}

const placeAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-drop]");

function stop(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
}

let marked;
function mark(place) {
  marked?.classList.remove("target");
  place?.classList.add("target");
  marked = place;
}
