// What a player has done with the puzzles. It stays in the browser.

const KEY = "wordcourt-puzzles";
/// The number of days and levels that are kept.
const KEPT = 60;
const NEW = { tries: 0, hints: 0 };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function store(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {}
}

/// The puzzles of a day and a level: for each game the tries, the hints, and how it ended.
export class Progress {
  constructor(date, level) {
    Object.assign(this, { date, level, key: `${date}/${level}` });
    this.games = stored().days?.[this.key] ?? {};
  }

  static level() {
    return stored().level ?? "easy";
  }

  static setLevel(level) {
    store({ ...stored(), level });
  }

  of(game) {
    return this.games[game] ?? NEW;
  }

  add(game, more) {
    this.games = { ...this.games, [game]: { ...this.of(game), ...more } };
    const others = Object.entries(stored().days ?? {}).filter(([key]) => key !== this.key);
    store({ ...stored(), days: Object.fromEntries([...others, [this.key, this.games]].slice(-KEPT)) });
  }
}

const times = (count, one, more) => `${count} ${count === 1 ? one : more}`;

/// Returns the result as text to copy. It gives no solution away.
export function asText(progress, games, address) {
  const line = ([slug, title]) => {
    const { tries, hints, end } = progress.of(slug);
    const how = [tries > 0 && times(tries, "try", "tries"), hints > 0 && times(hints, "hint", "hints")].filter(Boolean);
    return end && `${end === "solved" ? "✔" : "–"} ${title}${how.length > 0 ? `: ${how.join(", ")}` : ""}`;
  };
  return [`Wordcourt puzzles, ${progress.date}, ${progress.level}`, ...games.map(line).filter(Boolean), address].join("\n");
}
