// The element <wordcourt-table game="wordgame">: a table on any page. With `src`, the table is that of
// another server, or that of a link to a game. The table itself is a frame, so neither page can change
// the other. What happens there comes as the event `wordcourt-change`, without hidden cards.

const HOME = new URL("/", import.meta.url);

class WordcourtTable extends HTMLElement {
  static observedAttributes = ["game", "src"];
  #frame;

  connectedCallback() {
    this.style.display ||= "block";
    this.#frame = document.createElement("iframe");
    this.#frame.title = "Table of Wordcourt";
    this.#frame.loading = "lazy";
    this.#frame.allow = "clipboard-write; fullscreen";
    this.#frame.style.cssText = "border: 0; width: 100%; height: 100%; min-height: 40rem; display: block";
    this.#load();
    this.replaceChildren(this.#frame);
    window.addEventListener("message", this);
  }

  disconnectedCallback() {
    window.removeEventListener("message", this);
  }

  attributeChangedCallback() {
    if (this.isConnected && this.#frame) this.#load();
  }

  #load() {
    const address = new URL(this.getAttribute("src") ?? "", HOME);
    if (!address.pathname.startsWith("/play/")) address.pathname = `/play/${this.getAttribute("game")}`;
    address.search = "embed";
    this.#frame.src = address;
  }

  handleEvent({ source, data }) {
    if (source !== this.#frame.contentWindow || !data?.wordcourt) return;
    this.dispatchEvent(new CustomEvent("wordcourt-change", { detail: data.wordcourt, bubbles: true }));
  }
}

customElements.define("wordcourt-table", WordcourtTable);
