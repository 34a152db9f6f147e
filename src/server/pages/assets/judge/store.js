// What the desk keeps in the browser, in IndexedDB.

const database = new Promise((resolve, reject) => {
  const opening = indexedDB.open("wordcourt-judge", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("settings");
    opening.result.createObjectStore("log", { keyPath: "n" });
  };
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});
// Errors are reported where the database is used.
database.catch(() => {});

async function transaction(name, mode, run) {
  const open = (await database).transaction(name, mode);
  const request = run(open.objectStore(name));
  await new Promise((resolve, reject) => {
    open.oncomplete = resolve;
    open.onabort = open.onerror = () => reject(open.error ?? request.error);
  });
  return request.result;
}

/// Reads from a store: `run` gets the store and returns a request, whose result this returns.
export const read = (name, run) => transaction(name, "readonly", run);

/// Changes a store. The change outlives the page when this returns.
export const write = (name, run) => transaction(name, "readwrite", run);

export const readSetting = (key) => read("settings", (store) => store.get(key));
export const writeSetting = (key, value) => write("settings", (store) => store.put(value, key));
