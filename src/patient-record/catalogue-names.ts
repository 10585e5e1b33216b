import { FLAGS } from '../chart/variables/catalogue.js';
import type { EntityType } from '../language/entity.js';
import type { FoundWords } from '../language/found.js';
import { GAP, goesOn, type Word, wordsOf } from '../language/text/words.js';

/** Words of a text that name something which the chart knows as so or not so. */
export interface NamedFlag extends FoundWords {
  /** Name of the flag. */
  readonly name: string;
  /** What the words say of it: `ex-smoker` is a name for somebody who does not smoke. */
  readonly value: boolean;
}

/** Flags that are no disease. */
const TYPES: Readonly<Record<string, EntityType>> = {
  antihypertensive_treatment: 'medication',
  statin_treatment: 'medication',
  aspirin_use: 'medication',
  estrogen_use: 'medication',
  dialysis: 'procedure',
  mechanical_ventilation: 'procedure',
  on_oxygen: 'procedure',
  hemoptysis: 'symptom',
  exercise_angina: 'symptom',
  altered_mental_status: 'symptom',
};

const keyOf = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(' ');

/** Names, titles and synonyms of all flags, as they are compared. */
const NAMES: ReadonlyMap<string, string> = new Map(
  FLAGS.flatMap(({ name, title, synonyms = [] }) =>
    [title, name, ...synonyms].map((words) => [keyOf(wordsOf(words)), name] as const),
  ),
);
const LONGEST = Math.max(...[...NAMES.keys()].map((key) => key.split(' ').length));
/** Of two letters: after a number `mi` and `dm` are units. */
const SHORT = /^[a-z]{1,2}$/;

function nameAt(words: readonly Word[], from: number): NamedFlag | undefined {
  let most = from + 1;
  while (most < from + LONGEST && goesOn(words[most])) most += 1;
  for (let to = most; to > from; to -= 1) {
    const key = keyOf(words.slice(from, to));
    const name = NAMES.get(key);
    if (name === undefined || (SHORT.test(key) && words[from - 1]?.number === true)) continue;
    return { name, value: true, type: TYPES[name] ?? 'condition', words: range(from, to) };
  }
  return undefined;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, n) => from + n);

const GAVE_UP = /^(?:ex|former|formerly|previous|previously|past|quit|stopped|gave|given|used)$/;
const SMOKING = /^(?:smok|tobacco)/;
const MOST_BETWEEN = 2;

/** `ex-smoker`, `quit smoking`, `smoking stopped`, `used to smoke`: names of one who does not. */
function formerSmokerAt(words: readonly Word[], from: number): NamedFlag | undefined {
  const first = words[from]?.folded ?? '';
  const begins = GAVE_UP.test(first);
  if (!begins && !SMOKING.test(first)) return undefined;
  const most = begins ? from + 1 + MOST_BETWEEN : from + 1;
  for (let at = from + 1; at <= most; at += 1) {
    const word = words[at]?.folded ?? '';
    // `smoker, quit 2010`: the comma parts nothing.
    if (!goesOn(words[at]) && (begins || words[at]?.gap !== GAP.comma)) break;
    const whole = begins ? SMOKING.test(word) : word === 'quit' || word === 'stopped';
    if (!whole) continue;
    const found = { name: 'current_smoker', value: false, type: 'condition' } as const;
    return { ...found, words: range(from, at + 1) };
  }
  return undefined;
}

/** Everything in a text that the chart knows as so or not so, the longest names first; linear. */
export function flagsIn(words: readonly Word[]): readonly NamedFlag[] {
  const found: NamedFlag[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const one = formerSmokerAt(words, at) ?? nameAt(words, at);
    if (one === undefined) continue;
    found.push(one);
    at = one.words.at(-1) ?? at;
  }
  return found;
}
