import { FLAGS } from './chart/variables/catalogue.js';
import type { WordSpan } from './language/assert-spans.js';
import type { EntityType } from './language/entity.js';
import { GAP, goesOn, type Word, wordsOf } from './language/text/words.js';

/** Words of a text that name a flag of the chart. */
export interface NamedFlag extends WordSpan {
  /** Name of the flag. */
  readonly name: string;
  /** Without a denial the words carry no information on the flag. */
  readonly deniedAlone?: true;
  /** The value that the words state: `ex-smoker` names a person who does not smoke. */
  readonly value: boolean;
}

/** Flags that are not diseases. */
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

/** Phrases of clinical notes for a flag that are not names of an input. */
const IN_NOTES: Readonly<Record<string, string>> = {
  hypertension: 'hypertensive',
  diabetes: 'diabetic|NIDDM|IDDM|T1D|T2D|DM1|DM2',
  congestive_heart_failure: 'CCF|LVF|left ventricular failure|HFmrEF',
  stroke_tia_thromboembolism: 'TIA|transient ischaemic attack|mini stroke|arterial embolism',
  stroke: 'cerebral infarction|brain infarction',
  myocardial_infarction: 'STEMI|NSTEMI|myocardial infarct|AMI',
  coronary_artery_disease: 'coronary disease|coronary artery disease|CABG',
  peripheral_artery_disease: 'peripheral arterial disease|PAOD',
  atrial_fibrillation: 'a fib|PAF|atrial flutter',
  chronic_kidney_disease: 'chronic renal failure|chronic kidney failure|CRF',
  copd: 'COAD|chronic bronchitis',
  chronic_lung_disease: 'interstitial lung disease|ILD|pulmonary fibrosis|bronchiectasis',
  leukemia: 'CLL|CML|AML',
  lymphoma: 'multiple myeloma|myeloma',
  dementia: 'Alzheimer disease|Alzheimers',
  prior_vte:
    'VTE|DVT|PE|pulmonary embolism|pulmonary embolus|deep vein thrombosis|deep venous thrombosis',
  bleeding_history:
    'GI bleed|gastrointestinal bleeding|gastrointestinal haemorrhage|intracranial haemorrhage|' +
    'bleeding disorder|bleeding tendency|haemophilia|major bleed',
  current_smoker: 'smokes',
  family_history_early_cad: [
    ...['coronary artery disease', 'coronary disease', 'CAD', 'heart attack', 'MI'].map(
      (disease) => `family history of premature ${disease}`,
    ),
    ...['CAD', 'MI', 'coronary disease'].map((disease) => `family history of early ${disease}`),
  ].join('|'),
};

/** Words that carry information on a flag only when denied: `never smoked`, `no bleeding`. */
const WHERE_DENIED: Readonly<Record<string, string>> = {
  current_smoker: 'smoked',
  bleeding_history: 'bleeding',
};

const listed = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).flatMap(([name, all]) =>
    all.split('|').map((one) => [keyOf(wordsOf(one)), name] as const),
  );

/** Names of two things at once belong to forms; a text states each of them separately. */
const OF_TWO = /(?:^| )or(?: |$)/;

/** Names, titles and synonyms of all flags, normalised for comparison. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...listed(WHERE_DENIED),
  ...listed(IN_NOTES),
  ...FLAGS.flatMap(({ name, title, synonyms = [] }) =>
    [title, name, ...synonyms]
      .map((words) => [keyOf(wordsOf(words)), name] as const)
      .filter(([key]) => !OF_TWO.test(key)),
  ),
]);
const DENIED_ALONE = new Set(listed(WHERE_DENIED).map(([key]) => key));
const LONGEST = Math.max(...[...NAMES.keys()].map((key) => key.split(' ').length));
/** Two-letter names: after a number `mi` and `dm` are units. */
const SHORT = /^[a-z]{1,2}$/;
/** Abbreviations that are ordinary words or mean something else in lower case. */
const LOUD = new Set(['pe', 'ami', 'crf']);
/** Next to these words, smoking or bleeding refers to something else. */
const NOT_SMOKING = /^(?:inhalation|alarm|detector|exposure|screen)$/;
/** `RA factor`, `tuberculosis contact`: the name means something else. */
const OF_A_NAME = /^(?:factor|contact)$/;

function isMeant(words: readonly Word[], from: number, to: number, key: string): boolean {
  const [first, before, after] = [words[from], words[from - 1], words[to]];
  if (SHORT.test(key) && goesOn(first) && before?.number === true) return false;
  if (OF_A_NAME.test(after?.folded ?? '') && goesOn(after)) return false;
  if (LOUD.has(key)) return first?.written === first?.written.toUpperCase();
  return !(key.startsWith('smok') && NOT_SMOKING.test(after?.folded ?? ''));
}

function nameAt(words: readonly Word[], from: number): NamedFlag | undefined {
  let limit = from + 1;
  while (limit < from + LONGEST && goesOn(words[limit])) limit += 1;
  for (let to = limit; to > from; to -= 1) {
    const key = keyOf(words.slice(from, to));
    const name = NAMES.get(key);
    if (name === undefined || !isMeant(words, from, to, key)) continue;
    const only = DENIED_ALONE.has(key) && { deniedAlone: true as const };
    return { name, value: true, type: TYPES[name] ?? 'condition', words: range(from, to), ...only };
  }
  return undefined;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, n) => from + n);

const GAVE_UP = /^(?:ex|former|formerly|previous|previously|past|quit|stopped|gave|given|used)$/;
const SMOKING = /^(?:smok|tobacco)/;
const MAX_BETWEEN = 2;

/** `ex-smoker`, `quit smoking`, `smoking stopped`, `used to smoke`: former smokers. */
function formerSmokerAt(words: readonly Word[], from: number): NamedFlag | undefined {
  const first = words[from]?.folded ?? '';
  const begins = GAVE_UP.test(first);
  if (!begins && !SMOKING.test(first)) return undefined;
  const limit = begins ? from + 1 + MAX_BETWEEN : from + 1;
  for (let at = from + 1; at <= limit; at += 1) {
    const word = words[at]?.folded ?? '';
    // `smoker, quit 2010`: the comma does not separate statements.
    if (!goesOn(words[at]) && (begins || words[at]?.gap !== GAP.comma)) break;
    const whole = begins ? SMOKING.test(word) : word === 'quit' || word === 'stopped';
    if (!whole) continue;
    const found = { name: 'current_smoker', value: false, type: 'condition' } as const;
    return { ...found, words: range(from, at + 1) };
  }
  return undefined;
}

/** Finds every flag of the chart that a text names, the longest names first; linear. */
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
