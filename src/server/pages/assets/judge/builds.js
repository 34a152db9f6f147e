// The versions of the desk itself. The service worker keeps the one in use, and the newest one that the server has.

/// Starts the service worker, which lets the desk work without a connection.
export async function startWorker() {
  // The address of the page does not end with a slash, so the scope is given.
  await navigator.serviceWorker.register("/judge/sw.js", { scope: "/judge", updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

async function ask(message) {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  active.postMessage(message, [port2]);
  return answer;
}

/// Returns the builds as `{ used, newest }`, after looking for a new one on the server.
export async function builds() {
  const registration = await navigator.serviceWorker.ready;
  // Fails without a connection; then the newest known one stays.
  await registration.update().catch(() => {});
  const next = registration.installing ?? registration.waiting;
  if (next) await new Promise((resolve) => (next.state === "activated" ? resolve() : next.addEventListener("statechange", () => ["activated", "redundant"].includes(next.state) && resolve())));
  return ask("builds");
}

/// Uses the newest build from the next visit on.
export const useNewest = () => ask("use newest");
