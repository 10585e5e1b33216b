import type { Meaning } from '../dictionary/meaning.js';
import type { Amount } from './amounts.js';

/** What units measure. */
type Dimension =
  | 'pressure'
  | 'rate'
  | 'temperature'
  | 'mass'
  | 'dose'
  | 'length'
  | 'body mass index'
  | 'fraction'
  | 'volume'
  | 'flow'
  | 'clearance'
  | 'time'
  | 'period'
  | 'score'
  | 'area'
  | 'content';

const DIMENSIONS: Readonly<Record<string, Dimension>> = {
  'mm[Hg]': 'pressure',
  'cm[H2O]': 'pressure',
  kPa: 'pressure',
  '/min': 'rate',
  Cel: 'temperature',
  '[degF]': 'temperature',
  kg: 'mass',
  g: 'mass',
  '[lb_av]': 'mass',
  '[oz_av]': 'mass',
  '[stone_av]': 'mass',
  mg: 'dose',
  ug: 'dose',
  cm: 'length',
  mm: 'length',
  m: 'length',
  '[in_i]': 'length',
  '[ft_i]': 'length',
  'kg/m2': 'body mass index',
  '%': 'fraction',
  mL: 'volume',
  L: 'volume',
  'L/min': 'flow',
  'L/min/m2': 'flow',
  'mL/h': 'flow',
  'mL/min': 'clearance',
  ms: 'time',
  d: 'period',
  wk: 'period',
  '{score}': 'score',
  m2: 'area',
};
const dimensionOf = (unit: string): Dimension => DIMENSIONS[unit] ?? 'content';

/** Signs that are stated in more than the dimension of their usual unit. */
const OF_SIGNS: Readonly<Record<string, readonly Dimension[]>> = {
  temperature: ['temperature'],
  weight: ['mass'],
  height: ['length'],
  'urine output': ['volume', 'flow', 'clearance'],
  'jugular venous pressure': ['length', 'pressure'],
  'forced expiratory volume': ['volume', 'fraction'],
  'forced vital capacity': ['volume', 'fraction'],
  'FEV1/FVC': ['fraction'],
  'ankle brachial index': [],
  'visual acuity': [],
  'blood glucose reading': ['content'],
  'peak expiratory flow': ['flow', 'fraction'],
};
/** Tests that are stated in another dimension than the content of a sample, or in that too. */
const OF_TESTS: Readonly<Record<string, readonly Dimension[]>> = {
  PaO2: ['pressure'],
  PaCO2: ['pressure'],
  'estimated glomerular filtration rate': ['clearance', 'content'],
  'creatinine clearance': ['clearance', 'content'],
  'urine protein': ['content', 'mass', 'dose'],
  'urine albumin': ['content', 'mass', 'dose', 'fraction'],
};
const OF_ANY_TEST: readonly Dimension[] = ['content', 'fraction'];

/**
 * Possible values of tests, over all units in use: a number outside is a dose, a year or a count.
 * Wider than the values seen in patients: they distinguish numbers and do not validate them.
 */
const BOUNDS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  sodium: [80, 220],
  potassium: [1, 9.9],
  chloride: [50, 170],
  bicarbonate: [1, 70],
  'anion gap': [0, 60],
  urea: [0.3, 400],
  'blood urea nitrogen': [0.5, 350],
  creatinine: [0.05, 3000],
  'estimated glomerular filtration rate': [0, 250],
  glucose: [0.3, 2500],
  'hemoglobin A1c': [2, 200],
  calcium: [0.3, 25],
  magnesium: [0.1, 15],
  phosphate: [0.1, 30],
  albumin: [0.3, 80],
  hemoglobin: [1, 260],
  hematocrit: [0.05, 80],
  'international normalized ratio': [0.4, 30],
  lactate: [0.1, 300],
  pH: [4, 9],
  'base excess': [-60, 60],
};
const ANY_BOUNDS: readonly [number, number] = [0, 1e7];

/** Names of many tests at once, pictures and cultures have no value of their own. */
const WITHOUT_VALUE =
  /\b(?:panel|profile|screen|culture|smear|studies|tests|typing|function|enzymes|markers|count with|blood count|urinalysis|blood tests|blood type|differential|blood gas|biopsy|x-ray|imaging|test|pathology|cytology|fluid)\b/;

/** Scores that are stated with their maximum: `15/15`. */
const MAX: Readonly<Record<string, number>> = {
  'Glasgow Coma Scale': 15,
  'pain score': 10,
  'mini-mental status': 30,
  'NIH Stroke Scale': 42,
  'PHQ-9 score': 27,
  'GAD-7 score': 21,
};

/** Whether a unit fits the measured quantity. */
export function unitFits({ name, type, measured }: Meaning, unit: string): boolean {
  const dimension = dimensionOf(unit);
  if (type !== 'measurement') return (OF_TESTS[name] ?? OF_ANY_TEST).includes(dimension);
  const usual = measured?.unit;
  const own = OF_SIGNS[name];
  if (own !== undefined) return own.includes(dimension);
  return usual === undefined || dimensionOf(usual) === dimension;
}

function boundsOf({ name, type, measured }: Meaning): readonly [number, number] {
  if (type === 'measurement') return [measured?.low ?? -Infinity, measured?.high ?? Infinity];
  return BOUNDS[name] ?? ANY_BOUNDS;
}

/** Unit that a value has where none is written. */
function usualUnit({ name, measured }: Meaning, value: number | string): string | undefined {
  if (name !== 'temperature' || typeof value !== 'number') return measured?.unit;
  if (value >= 30 && value <= 45) return 'Cel';
  return value >= 80 ? '[degF]' : undefined;
}

/** A value as stated for one name. */
export interface FittingValue {
  readonly value: number | string;
  readonly unit?: string;
  readonly comparator?: '<' | '<=' | '>' | '>=';
}

type Bounds = readonly [min: number, max: number];

/** Bounds of signs that are stated in several units, by unit. */
const BY_UNIT: Readonly<Record<string, Readonly<Record<string, Bounds>>>> = {
  temperature: { Cel: [25, 45], '[degF]': [77, 115] },
  height: { m: [0.2, 2.6], cm: [20, 260], '[in_i]': [8, 105], '[ft_i]': [1, 8.5] },
  weight: { kg: [0.2, 500], g: [200, 9_000], '[lb_av]': [0.5, 1_100] },
};

function isPlausible(meaning: Meaning, value: number | string, unit: string | undefined): boolean {
  const [low, high] = boundsOf(meaning);
  if (typeof value === 'string') {
    const [first = NaN, second = NaN] = value.split('/').map(Number);
    if (meaning.name !== 'blood pressure') {
      return !BOUNDS[meaning.name] && second > 0 && first <= 1e4;
    }
    return first >= low && first <= high && second < first && second >= 10;
  }
  const [min, max] = BY_UNIT[meaning.name]?.[unit ?? ''] ?? [low, high];
  return value >= min && value <= max;
}

/**
 * The value of an amount as one of what a name measures; nothing where the unit is one of something
 * else or the number cannot be.
 */
export function fitting(meaning: Meaning, amount: Amount): FittingValue | undefined {
  if (amount.value === undefined) return undefined;
  if (meaning.type !== 'measurement' && WITHOUT_VALUE.test(meaning.name)) {
    if (meaning.name !== 'HIV test') return undefined;
  }
  const written = amount.unit;
  if (written !== undefined && !unitFits(meaning, written)) return undefined;
  const max = MAX[meaning.name];
  const [part, whole] = typeof amount.value === 'string' ? amount.value.split('/') : [];
  const scored = max !== undefined && whole !== undefined && Number(whole) === max;
  const stated = scored ? Number(part) : amount.value;
  const below = amount.minus === true && typeof stated === 'number' && boundsOf(meaning)[0] < 0;
  const value = below ? -Number(stated) : stated;
  const unit = written ?? usualUnit(meaning, value);
  if (!isPlausible(meaning, value, unit)) return undefined;
  const { comparator } = amount;
  return {
    value,
    ...(unit !== undefined && { unit }),
    ...(comparator !== undefined && { comparator }),
  };
}
