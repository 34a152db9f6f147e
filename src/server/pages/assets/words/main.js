// A word: what each game says about it, what it means, and the words around it.
import { request } from "../play/api.js";
import { html, nothing, render } from "../table/lit-html.js";
import { counted, detail } from "../table/sentences.js";

const place = document.querySelector("#word");
const titles = Object.fromEntries(JSON.parse(place.dataset.games));
const link = (word) => html`<a href="/words/${word}">${word}</a> `;
const ruleLink = (id) => html`<a href="/rulebook#${id}">${id}</a>`;

/// Letters before or after the word that make another word.
function hooks({ hooks: { front, back, inner } }, word) {
  const list = [...[...front].map((letter) => letter + word), ...[...back].map((letter) => word + letter)];
  const without = [inner.front, inner.back].filter(Boolean);
  return html`<dt>With a letter more</dt><dd>${list.length > 0 ? list.map(link) : "none"}</dd>${without.length > 0 ? html`<dt>With the first or last letter less</dt><dd>${without.map(link)}</dd>` : nothing}`;
}

function verdict({ variant, allowed, reason }) {
  return html`<tr><th scope="row"><a href="/docs/guide/${variant}">${titles[variant]}</a></th><td class=${allowed ? "good" : "bad"}>${allowed ? "✔ allowed" : "✘ not allowed"}</td><td>${reason ? html`${reason.detail} ${reason.rule ? ruleLink(reason.rule) : nothing}` : nothing}</td></tr>`;
}

function page(found, anagrams) {
  const { word, valid, reason, marks, verdicts, lemma, definitions, tier, near, lexicon } = found;
  const facts = [tier !== undefined && `tier ${tier} of common words`, marks.length > 0 && `marked ${marks.join(", ").replaceAll("_", " ")}`].filter(Boolean);
  return html`<h1>${word}</h1>
    <p class="lead"><span class=${valid ? "good" : "bad"}>${valid ? "✔" : "✘"}</span> ${valid ? "A word of the lexicon" : (reason?.detail ?? "Not in the lexicon")}${facts.length > 0 ? `: ${facts.join("; ")}` : ""}.</p>
    ${definitions ? definitions.map((text) => html`<p>${text}</p>`) : nothing}
    <div class="scroll" tabindex="0" role="group" aria-label="Verdicts"><table><caption class="hidden">The verdict of each game</caption><thead><tr><th>game</th><th>verdict</th><th>why</th></tr></thead><tbody>${verdicts.map(verdict)}</tbody></table></div>
    <dl>${lemma ? html`<dt>Form of</dt><dd>${link(lemma)}</dd>` : nothing}
      ${valid ? hooks(found, word) : nothing}
      ${anagrams ? html`<dt>Anagrams</dt><dd>${anagrams.length > 0 ? anagrams.map(link) : "none"}</dd>` : nothing}
      ${near.length > 0 ? html`<dt>Words like it</dt><dd>${near.map(link)}</dd>` : nothing}</dl>
    <p class="note">By ${lexicon.name} ${lexicon.edition}, <code title=${lexicon.digest}>${lexicon.digest.slice(0, 15)}</code>. A club that reads a word in another way can <a href="/docs/guide/lexicons">change its lexicon</a>. For programs: <a href="/v1/words/${word}">/v1/words/${word}</a></p>`;
}

async function show(word) {
  try {
    const found = await request(`/v1/words/${encodeURIComponent(word)}`, undefined, true);
    const isWord = /^[A-Z]{2,15}$/.test(found.word);
    const answer = isWord && (await request(`/v1/words?anagram_of=${found.word}&limit=50`, undefined, true));
    const anagrams = answer && answer.words.map(({ word: one }) => one).filter((one) => one !== found.word);
    render(page(found, anagrams), place);
    document.title = `${found.word} · Wordcourt`;
  } catch (error) {
    render(html`<h1>${word}</h1><p class="bad" role="alert">${detail(error)}</p>`, place);
  }
}

document.querySelector("#search").addEventListener("submit", (event) => {
  event.preventDefault();
  const word = event.target.elements.word.value.trim().toUpperCase();
  if (word !== "") location.href = `/words/${encodeURIComponent(word)}`;
});
place.replaceChildren();
if (place.dataset.word) show(place.dataset.word);
else render(html`<h1>Words</h1><p class="lead">What each of the ${counted(Object.keys(titles).length, "game")} says about a word, what it means, and the words around it.</p>`, place);
