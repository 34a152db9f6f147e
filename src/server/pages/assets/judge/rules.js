// What the referee is asked for in each game, and what follows from a challenge.

/// The rules of rulebook C5 for challenges by their names, as the service has them.
const PRESETS = JSON.parse(document.querySelector("#judge").dataset.challenges);

/// The points of failed challenges: for each word, whose they are, and the points one after another.
const POINTS = Object.fromEntries(
  PRESETS.filter(({ rules }) => rules.challenge === "points").map(({ name, rules }) => {
    const steps = rules.challenge_steps ?? [...Array(rules.challenge_free).fill(0), rules.challenge_points];
    return [name, { steps, perWord: rules.challenge_per === "word", penalty: rules.challenge_to === "penalty" }];
  }),
);

const TEXTS = {
  void: "Illegal words are refused; there are no challenges",
  single: "A failed challenge costs nothing",
  double: "A failed challenge costs the challenger the turn",
  forfeit: "A failed challenge costs the challenger the game",
  triple: "Whoever is wrong loses the game",
};

/// The rules for challenges that a director can choose, with what they say.
export const CHALLENGES = PRESETS.map(({ name }) => [name, TEXTS[name] ?? priceText(POINTS[name])]);

function priceText({ steps, perWord, penalty }) {
  const whose = perWord ? "each challenged word" : `the ${penalty ? "challenger" : "challenged player"}`;
  const prices = steps.map((step) => `${penalty ? "−" : "+"}${step}`);
  const last = prices.pop();
  if (prices.length === 0) return `${last} for ${whose}`;
  if (steps.filter(Boolean).length === 1) return `The first failed challenge is free, then ${last} for ${whose}`;
  return `${prices.join(", ")}, then ${last} for ${whose}`;
}

const poker = {
  failed: ({ challenger }) => `${challenger} owes a share of the pot to the next pot`,
  upheld: ({ challenged }) => `${challenged} folds`,
};

/// The games: their titles, the part of the request that names their rules, the rule for challenges
/// that the director finds chosen, and the consequences where the game itself has them.
export const GAMES = {
  lexicon: { title: "Any game: the lexicon alone decides", short: "Lexicon only", request: {}, challenge: "double" },
  classic: { title: "The classic crossword game", short: "Classic game", request: { variant: "wordgame", rules: { preset: "classic" } }, challenge: "double" },
  wordgame: { title: "Wordgame", short: "Wordgame", request: { variant: "wordgame" }, challenge: "void" },
  "choose-your-words": { title: "Choose Your Words", short: "Choose Your Words", request: { variant: "choose-your-words" }, ...poker },
  "word-for-word": { title: "Word For Word", short: "Word For Word", request: { variant: "word-for-word" }, ...poker },
  "play-on-words": {
    title: "Play On Words Rummy",
    short: "Play On Words",
    request: { variant: "play-on-words" },
    failed: () => "The play stands",
    upheld: ({ challenged }) => `${challenged} takes the play back and scores nothing for it`,
  },
  "my-word": {
    title: "My Word!",
    short: "My Word!",
    request: { variant: "my-word" },
    failed: ({ challenged }) => `${challenged} takes the cards of the word`,
    upheld: ({ challenged }) => `${challenged} takes nothing; every other player takes a card from the table`,
  },
};

/// Returns the words of a text in the order in which they are judged and shown: the alphabet's. So
/// nothing on the desk depends on the order in which they were typed. Equal words are judged once.
export function wordsOf(text) {
  return [...new Set(text.toUpperCase().split(/[\s,;]+/).filter(Boolean))].sort();
}

/// Returns why these words can't be judged, or `undefined`. It depends on their characters only,
/// never on a lexicon.
export function mistake(words) {
  if (words.length > 20) return "At most 20 words can be judged at once.";
  const long = words.find((word) => word.length > 64);
  if (long) return "A word has at most 64 letters.";
  const odd = words.find((word) => !/^[A-Z]+$/.test(word));
  if (odd) return `${odd} has a character that is not one of the letters A to Z. Separate words with spaces.`;
  return undefined;
}

/// Returns the request that judges words: one verdict for all of them.
export function requestFor(words, { game, lexicon, desk }) {
  const pinned = `${lexicon.name}@${lexicon.digest}`;
  return { words, ...GAMES[game].request, quiet: true, id: true, lexicon: pinned, ...(desk && { reference: desk }) };
}

/// Returns the points of a failed challenge, 0 if it costs none.
export function points(rule, words, failedBefore) {
  const { steps, perWord } = POINTS[rule] ?? { steps: [0] };
  return steps[Math.min(failedBefore, steps.length - 1)] * (perWord ? words : 1);
}

/// True if the penalty for a failed challenge depends on the challenges before it.
export const isCounted = (rule) => (POINTS[rule]?.steps.length ?? 1) > 1;

/// Returns what follows from a verdict, as one line. `players` are the names of the challenger and of
/// the challenged player, or none; `failedBefore` is the number of the challenger's earlier failed
/// challenges, `undefined` if nobody counts them.
export function consequence({ game, challenge }, { acceptable, words, players, failedBefore }) {
  const sides = players ?? { challenger: "the challenger", challenged: "the challenged player" };
  return sentence(acceptable ? afterFailure(game, challenge, words, sides, failedBefore) : afterSuccess(game, challenge, sides));
}

const sentence = (text) => text && text[0].toUpperCase() + text.slice(1);

function afterSuccess(game, challenge, sides) {
  if (GAMES[game].upheld) return GAMES[game].upheld(sides);
  if (challenge === "void") return "the move is refused";
  if (challenge === "triple") return `${sides.challenged} loses the game`;
  return `${sides.challenged} takes the move back and loses the turn`;
}

function afterFailure(game, challenge, words, sides, failedBefore) {
  const { challenger, challenged } = sides;
  if (GAMES[game].failed) return GAMES[game].failed(sides);
  if (challenge === "void") return "the move stands";
  if (challenge === "double") return `${challenger} loses the turn`;
  if (challenge === "forfeit" || challenge === "triple") return `${challenger} loses the game`;
  if (isCounted(challenge) && failedBefore === undefined) {
    const steps = POINTS[challenge].steps.map((step) => `+${step}`).join(", ");
    return `${steps} to ${challenged}, for the first, second, … failed challenge`;
  }
  const price = points(challenge, words, failedBefore ?? 0);
  if (price === 0) return "the challenge costs nothing";
  return POINTS[challenge].penalty ? `−${price} to ${challenger}` : `+${price} to ${challenged}`;
}
