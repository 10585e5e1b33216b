import type { ScoreDeclaration } from '../../components/answers/answer-types.js';

/** Words that say nothing of what is sought. */
const IGNORED = new Set(
  'a an and at be for from have how i in is it my of on or patient risk score scale the this to what which with'.split(
    ' ',
  ),
);

/** Words of a question that are looked at. */
const MAX_WORDS = 12;

/** What people call what a purpose names otherwise; each is another way to say the first word. */
const MEANINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    af: ['atrial', 'fibrillation'],
    mi: ['myocardial', 'infarction'],
    heart: ['cardiac', 'coronary', 'cardiovascular', 'heart'],
    kidney: ['renal', 'kidney', 'glomerular'],
    renal: ['kidney', 'renal', 'glomerular'],
    liver: ['hepatic', 'liver', 'cirrhosis'],
    clot: ['thrombosis', 'embolism', 'thromboembolism'],
    pe: ['embolism'],
    dvt: ['thrombosis', 'dvt'],
    stroke: ['stroke'],
    function: ['function', 'filtration'],
    bleed: ['bleeding', 'haemorrhage'],
    pneumonia: ['pneumonia'],
    sepsis: ['sepsis', 'organ'],
    fall: ['falls', 'fall'],
    depression: ['depression', 'depressive'],
    kids: ['children', 'child', 'paediatric'],
    children: ['children', 'child', 'paediatric', 'infants'],
    baby: ['newborn', 'infants', 'newborns'],
    pregnancy: ['pregnancy', 'pregnant', 'gestational'],
    frailty: ['frailty', 'frail'],
    coma: ['coma', 'consciousness'],
    surgery: ['surgery', 'surgical', 'operation'],
    weight: ['weight', 'mass'],
  }),
);

/** `CHA₂DS₂-VASc` → `cha2ds2 vasc`. */
export const foldedWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** `anticoagulants` and `anticoagulation` mean the same to somebody who searches. */
const stem = (word: string): string =>
  word.length < 5 ? word : word.replace(/(?:ations?|ants?|ings?|ies|ive|ed|es|s|ic|al)$/, '');

interface Entry {
  readonly score: ScoreDeclaration;
  /** Names without anything between letters: `cha2ds2vasc`. */
  readonly names: readonly string[];
  /** Words by where they stand, with what a match there is worth. */
  readonly parts: ReadonlyArray<readonly [weight: number, words: readonly string[]]>;
}

const joined = (name: string): string => foldedWords(name).join('');

function entryOf(score: ScoreDeclaration): Entry {
  const { id, name, aliases, purpose, group, population, inputs, categories } = score;
  const titles = inputs.flatMap(({ title, synonyms = [] }) => [title, ...synonyms]);
  const meanings = categories.map(({ interpretation }) => interpretation);
  const words = (texts: readonly string[]) => [
    ...new Set(texts.flatMap(foldedWords).flatMap((word) => [word, stem(word)])),
  ];
  return {
    score,
    names: [id, name, ...aliases].map(joined),
    parts: [
      [8, words([id, name, ...aliases])],
      [5, words([purpose])],
      [3, words([group, population])],
      [1, words([...titles, ...meanings])],
    ],
  };
}

/** A whole word counts fully, another form of it and its beginning less. */
function matchOf(sought: string, words: readonly string[]): number {
  if (words.includes(sought)) return 1;
  if (words.includes(stem(sought))) return 0.9;
  return sought.length > 1 && words.some((word) => word.startsWith(sought)) ? 0.7 : 0;
}

function worthOf({ parts }: Entry, sought: string): number {
  const meanings = [sought, ...(MEANINGS.get(sought) ?? [])];
  return Math.max(
    ...parts.flatMap(([weight, words]) =>
      meanings.map((word, n) => weight * matchOf(word, words) * (n === 0 ? 1 : 0.8)),
    ),
  );
}

/** How well a name as a whole is meant: `curb65`, `cha2ds2-va`. */
function worthOfName({ names }: Entry, query: string): number {
  if (query === '') return 0;
  if (names.includes(query)) return 100;
  if (query.length > 2 && names.some((name) => name.startsWith(query))) return 20;
  return query.length > 3 && names.some((name) => name.includes(query)) ? 4 : 0;
}

export type ScoreIndex = readonly Entry[];

export const indexScores = (scores: readonly ScoreDeclaration[]): ScoreIndex => scores.map(entryOf);

/** What is far worse than the best is not what was meant. */
const MIN_PART_OF_BEST = 0.4;

/** A word that few scores have says more than one that many have. */
function tellingOf(worths: readonly number[]): number {
  const having = worths.filter((worth) => worth > 0).length;
  return having === 0 ? 0 : Math.log(1 + worths.length / having);
}

/** Scores by name, synonym or what somebody wants to know, best first. */
export function searchScores(index: ScoreIndex, query: string): readonly ScoreDeclaration[] {
  const all = foldedWords(query);
  if (all.length === 0) return index.map(({ score }) => score);
  const telling = all.filter((word) => !IGNORED.has(word));
  const sought = [...new Set(telling.length > 0 ? telling : all)].slice(0, MAX_WORDS);
  const whole = all.join('');
  const byWord = sought.map((word) => {
    const worths = index.map((entry) => worthOf(entry, word));
    const weight = tellingOf(worths);
    return worths.map((worth) => worth * weight);
  });
  const rated = index.map((entry, n) => {
    const parts = byWord.map((worths) => worths[n] ?? 0);
    const matched = parts.filter((part) => part > 0).length / sought.length;
    const worth = parts.reduce((sum, part) => sum + part, 0) * matched;
    return { score: entry.score, worth: worth + worthOfName(entry, whole) };
  });
  const best = Math.max(...rated.map(({ worth }) => worth));
  if (best === 0) return [];
  return rated
    .filter(({ worth }) => worth >= best * MIN_PART_OF_BEST)
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ score }) => score);
}

/** Scores by group; groups and scores keep their order. */
export function groupScores(
  scores: readonly ScoreDeclaration[],
): ReadonlyArray<readonly [group: string, scores: readonly ScoreDeclaration[]]> {
  const groups = new Map<string, ScoreDeclaration[]>();
  for (const score of scores) {
    const group = groups.get(score.group);
    if (group === undefined) groups.set(score.group, [score]);
    else group.push(score);
  }
  return [...groups];
}
