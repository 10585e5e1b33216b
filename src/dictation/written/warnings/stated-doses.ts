import type { DoseRange, WrittenWord } from '../spoken.js';

/** A dose in the text and its drug. */
export interface StatedDose {
  readonly drug: string;
  readonly name: WrittenWord;
  readonly amount: WrittenWord;
  /** Ends of the range, or twice the one number; in the spoken unit. */
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  readonly range: DoseRange;
}

const MASS: Readonly<Record<string, number>> = { g: 1e6, mg: 1e3, mcg: 1, ng: 1e-3 };
const OTHERS: ReadonlySet<string> = new Set(['units', 'mL', 'mEq', 'mmol']);
const AMOUNT = /^(\d[\d,]*(?:\.\d+)?)(?:-(\d[\d,]*(?:\.\d+)?))?$/;

/** Maximum distance of a drug from its dose, in written words. */
const BEFORE = 6;
const AFTER = 3;

const baseUnit = (unit: string): string => (unit === 'unit' ? 'units' : unit);

/** A dose in another unit of the same kind; undefined where they cannot be compared. */
export function inUnit(value: number, from: string, to: string): number | undefined {
  const [a, b] = [baseUnit(from), baseUnit(to)];
  if (a === b) return value;
  const [x, y] = [MASS[a], MASS[b]];
  return x === undefined || y === undefined ? undefined : (value * x) / y;
}

type Lookup = (drug: string) => DoseRange | undefined;

interface NamedDrug {
  readonly drug: string;
  readonly word: WrittenWord;
  readonly range: DoseRange;
}

function named(words: readonly WrittenWord[], at: number, lookup: Lookup): NamedDrug | undefined {
  const word = words[at];
  if (word?.kind !== 'word' || !/^[A-Za-z][a-z-]{3,}$/.test(word.text)) return undefined;
  const drug = word.text.toLowerCase();
  const range = lookup(drug);
  return range && { drug, word, range };
}

const endsSentence = (word: WrittenWord | undefined): boolean =>
  word === undefined || /^[.?!;\n]/.test(word.text);

function drugBefore(
  words: readonly WrittenWord[],
  at: number,
  lookup: Lookup,
): NamedDrug | undefined {
  for (let n = 1; n <= BEFORE; n += 1) {
    if (endsSentence(words[at - n])) return undefined;
    const found = named(words, at - n, lookup);
    if (found) return found;
  }
  return undefined;
}

function drugAfter(
  words: readonly WrittenWord[],
  at: number,
  lookup: Lookup,
): NamedDrug | undefined {
  for (let n = 0; n < AFTER; n += 1) {
    if (endsSentence(words[at + n])) return undefined;
    const found = named(words, at + n, lookup);
    if (found) return found;
  }
  return undefined;
}

/** Doses of single drugs: "digoxin 250 mg", "250 mg of digoxin"; not those per kg or per hour. */
export function findDoses(words: readonly WrittenWord[], lookup: Lookup): readonly StatedDose[] {
  return words.flatMap((amount, i) => {
    const ends = amount.kind === 'number' ? AMOUNT.exec(amount.text) : null;
    const unit = baseUnit(words[i + 1]?.text ?? '');
    if (!ends?.[1] || !(MASS[unit] !== undefined || OTHERS.has(unit))) return [];
    const of = words[i + 2]?.text === 'of';
    const drug = of
      ? (drugAfter(words, i + 3, lookup) ?? drugBefore(words, i, lookup))
      : (drugBefore(words, i, lookup) ?? drugAfter(words, i + 2, lookup));
    if (!drug) return [];
    const low = Number(ends[1].replaceAll(',', ''));
    const high = ends[2] === undefined ? low : Number(ends[2].replaceAll(',', ''));
    return [{ drug: drug.drug, name: drug.word, amount, low, high, unit, range: drug.range }];
  });
}
