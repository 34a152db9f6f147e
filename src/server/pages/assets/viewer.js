// Shows the OpenAPI document in the viewer, without anything from other hosts.
import "./viewer/scalar.js";
import { asCurl, asPython, asTypeScript } from "./samples.js";

/// Returns the example request of an operation: its path and, if it has one, its body.
function exampleOf(method, path, { parameters = [], requestBody }) {
  const valueOf = (name) => parameters.find((parameter) => parameter.name === name)?.example ?? name;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(valueOf(name)));
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return { method: method.toUpperCase(), path: filled, body: content?.example, type };
}

const content = await (await fetch("/openapi.json")).json();
for (const [path, operations] of Object.entries(content.paths)) {
  for (const [method, operation] of Object.entries(operations)) {
    const request = exampleOf(method, path, operation);
    operation["x-codeSamples"] = [
      { lang: "shell", label: "curl", source: asCurl(request) },
      { lang: "typescript", label: "TypeScript", source: asTypeScript(request) },
      { lang: "python", label: "Python", source: asPython(request) },
    ];
  }
}

window.Scalar.createApiReference("#viewer", {
  content,
  theme: "none",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideDarkModeToggle: true,
  persistAuth: false,
  documentDownloadType: "none",
  hiddenClients: true,
});

// The viewer leaves out some of what readers without a mouse or a screen need: regions that scroll
// must be reachable by keyboard, and every button must have a name.
const viewer = document.querySelector("#viewer");
new MutationObserver(() => {
  for (const region of viewer.querySelectorAll(".overflow-x-auto:not([tabindex]), .endpoints:not([tabindex])")) {
    region.tabIndex = 0;
  }
  for (const button of viewer.querySelectorAll(".group\\/copy-button:not([aria-label])")) {
    button.setAttribute("aria-label", "Copy");
  }
  // Landmarks must have different names, and these are named after the same lists of statuses.
  for (const card of viewer.querySelectorAll(".response-card[role=region]")) {
    card.setAttribute("role", "group");
  }
  // Its name must contain its text, which is enough as a name.
  for (const button of viewer.querySelectorAll(".show-more[aria-label]")) {
    button.removeAttribute("aria-label");
  }
  for (const banner of viewer.querySelectorAll("header:not([role])")) {
    banner.setAttribute("role", "presentation");
  }
}).observe(viewer, { childList: true, subtree: true });
