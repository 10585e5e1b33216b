import type { Manner, Release, Route } from '../taken-ingredient.js';
import { createPhrases, type Phrases } from './phrases.js';
import { plainText } from './plain-text.js';
import type { DirectionsTable, FrequencyWords, LookAlikeSide, SaltsTable } from './schema.js';
import { type Token, tokenise } from './tokens.js';

/** The meaning of a word or phrase of a direction. */
export type DirectionMeaning =
  | { readonly says: 'frequency'; readonly frequency: FrequencyWords }
  | {
      readonly says: 'route';
      readonly route?: Route;
      readonly systemic: boolean;
      /** `iv push` */
      readonly manner?: Manner;
    }
  | {
      readonly says: 'form';
      readonly counted?: string;
      readonly route?: Route;
      readonly release?: Release;
    }
  | { readonly says: 'release'; readonly release: Release }
  | { readonly says: 'day'; readonly day: number }
  | { readonly says: 'negation'; readonly side: LookAlikeSide }
  | { readonly says: 'filler' };

export interface UnitWord {
  readonly unit: string;
  readonly factor: number;
}

export interface MannerWord {
  readonly manner?: Manner;
  readonly undiluted?: true;
}

export type RouteWord = Extract<DirectionMeaning, { says: 'route' }>;
export type FormWord = Extract<DirectionMeaning, { says: 'form' }>;

/** The indexed words of directions. */
export interface Vocabulary {
  cut(text: string): readonly Token[];
  readonly sayings: Phrases<DirectionMeaning>;
  /** Including the words that count only in a field of their own: `od`, `in`, `as`. */
  readonly frequencyField: Phrases<FrequencyWords>;
  readonly routeField: Phrases<RouteWord>;
  readonly units: Phrases<UnitWord>;
  /** Words on how fast a dose is given. */
  readonly manners: Phrases<MannerWord>;
  readonly numbers: Phrases<number>;
  /** Of a counting unit: {tablet}, {patch}. */
  formOf(counted: string): FormWord | undefined;
}

/** Letters of directions that are in no table: `2x`, `12h`, `3d`, `6w`. */
const LETTERS = [
  'x',
  'h',
  'hr',
  'hrs',
  'hourly',
  'd',
  'w',
  'wk',
  'wks',
  'm',
  'mo',
  'kg',
  'm2',
  'min',
  'th',
  'nd',
  'rd',
  'times',
];

/** Words that are already normalised, as nearly all of the tables. */
const PLAIN = /^[a-z]+(?: [a-z]+)*$/;

const cutWords = (words: string): readonly Token[] =>
  PLAIN.test(words)
    ? words.split(' ').map((text) => ({ kind: 'word', text, glued: false }))
    : tokenise(plainText(words), () => true);

function* wordsOf<T extends { readonly words: readonly string[] }, V>(
  rows: readonly T[],
  meaning: (row: T) => V,
): Iterable<readonly [string, V]> {
  for (const row of rows) for (const one of row.words) yield [one, meaning(row)];
}

const form = ({ counted, route, release }: DirectionsTable['forms'][number]): FormWord => ({
  says: 'form',
  ...(counted !== undefined && { counted }),
  ...(route !== undefined && { route }),
  ...(release !== undefined && { release }),
});

const routeWord = ({ route, systemic, manner }: DirectionsTable['routes'][number]): RouteWord => ({
  says: 'route',
  systemic,
  ...(route !== undefined && { route }),
  ...(manner !== undefined && { manner }),
});

const mannerWord = ({
  manner,
  undiluted,
}: NonNullable<DirectionsTable['manners']>[number]): MannerWord => ({
  ...(manner !== undefined && { manner }),
  ...(undiluted && { undiluted }),
});

function* sayings(
  table: DirectionsTable,
  salts: SaltsTable,
): Iterable<readonly [string, DirectionMeaning]> {
  const inLines = table.frequencies.filter((row) => row.field_only === undefined);
  const routesInLines = table.routes.filter((row) => row.field_only === undefined);
  yield* wordsOf(inLines, (frequency) => ({ says: 'frequency' as const, frequency }));
  yield* wordsOf(routesInLines, routeWord);
  yield* wordsOf(table.forms, form);
  yield* wordsOf(salts.release, ({ release }) => ({ says: 'release' as const, release }));
  yield* wordsOf(table.days, ({ day }) => ({ says: 'day' as const, day }));
  yield* wordsOf(table.negations, ({ side = 'before' }) => ({
    says: 'negation' as const,
    side,
  }));
  yield* wordsOf(table.fillers, () => ({ says: 'filler' as const }));
}

function* unitWords(table: DirectionsTable): Iterable<readonly [string, UnitWord]> {
  yield* wordsOf(table.units, ({ unit, factor = 1 }) => ({ unit, factor }));
  for (const row of table.forms) {
    const unit = row.counted;
    if (unit !== undefined) yield* wordsOf([row], () => ({ unit, factor: 1 }));
  }
}

export function createVocabulary(table: DirectionsTable, salts: SaltsTable): Vocabulary {
  const all = createPhrases(sayings(table, salts), cutWords);
  const units = createPhrases(unitWords(table), cutWords);
  const numbers = createPhrases(
    wordsOf(table.numbers, ({ value }) => value),
    cutWords,
  );
  const manners = createPhrases(wordsOf(table.manners ?? [], mannerWord), cutWords);
  const letters = new Set(LETTERS);
  const counted = new Map<string, FormWord>();
  for (const row of table.forms) {
    if (row.counted !== undefined && !counted.has(row.counted)) counted.set(row.counted, form(row));
  }
  const isUnit = (word: string) => letters.has(word) || units.starts(word) || all.starts(word);
  return {
    cut: (text) => tokenise(plainText(text), isUnit),
    sayings: all,
    frequencyField: createPhrases(
      wordsOf(table.frequencies, (row) => row),
      cutWords,
    ),
    routeField: createPhrases(wordsOf(table.routes, routeWord), cutWords),
    units,
    manners,
    numbers,
    formOf: (unit) => counted.get(unit),
  };
}
