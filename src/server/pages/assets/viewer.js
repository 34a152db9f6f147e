// Shows the OpenAPI document in the viewer, without anything from other hosts.
import "./viewer/scalar.js";

const OTHERS = ["c", "clojure", "csharp", "dart", "fsharp", "go", "http", "java", "kotlin", "node", "objc", "ocaml", "php", "powershell", "r", "ruby", "rust", "swift"];

window.Scalar.createApiReference("#viewer", {
  url: "/openapi.json",
  theme: "none",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideDarkModeToggle: true,
  persistAuth: false,
  documentDownloadType: "json",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  hiddenClients: {
    ...Object.fromEntries(OTHERS.map((target) => [target, true])),
    js: ["axios", "jquery", "ofetch", "xhr"],
    python: ["aiohttp", "httpx_async", "httpx_sync", "python3"],
    shell: ["httpie", "wget"],
  },
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
  // Its name must contain its text, which is enough as a name.
  for (const button of viewer.querySelectorAll(".show-more[aria-label]")) {
    button.removeAttribute("aria-label");
  }
  for (const banner of viewer.querySelectorAll("header:not([role])")) {
    banner.setAttribute("role", "presentation");
  }
}).observe(viewer, { childList: true, subtree: true });
