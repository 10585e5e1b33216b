import { inUnit } from '../gate.js';
import type { Amount } from '../taken-ingredient.js';

/** Body size for doses per kg or m²; missing where it is not known. */
export interface Body {
  readonly weightKg?: number;
  readonly surfaceM2?: number;
}

const SAME: Readonly<Record<string, string>> = {
  mcg: 'ug',
  µg: 'ug',
  μg: 'ug',
  microgram: 'ug',
  micrograms: 'ug',
  nanogram: 'ng',
  gram: 'g',
  unit: '[iU]',
  units: '[iU]',
  iu: '[iU]',
  u: '[iU]',
  '[iu]': '[iU]',
  "[arb'u]": '[iU]',
  meq: 'mmol',
  drop: '{drop}',
  patch: '{patch}',
};

const PER: Readonly<Record<string, string>> = {
  h: 'h',
  hr: 'h',
  hour: 'h',
  d: 'd',
  day: 'd',
  '24.h': 'd',
  '(24.h)': 'd',
  '24h': 'd',
  min: 'min',
  minute: 'min',
  kg: 'kg',
  m2: 'm2',
  'm²': 'm2',
};

/** Normalises a unit to the spelling of the tables: `mcg/hr` is `ug/h`. */
export function unitOf(text: string): string {
  const [top = '', ...below] = text.trim().split('/');
  const head = SAME[top.trim().toLowerCase()] ?? top.trim();
  return [head, ...below.map((one) => PER[one.trim().toLowerCase()] ?? one.trim())].join('/');
}

/** Splits `mg/kg` into `mg` and `kg`; other denominators stay with the first part. */
function perBody(unit: string): { readonly head: string; readonly per?: 'kg' | 'm2' } {
  const parts = unit.split('/');
  const at = parts.findIndex((part, i) => i > 0 && (part === 'kg' || part === 'm2'));
  if (at < 0) return { head: unit };
  const per = parts[at] as 'kg' | 'm2';
  return { head: parts.filter((_, i) => i !== at).join('/'), per };
}

/** Whether a unit is per kg or m² of the body. */
export const isPerBody = (unit: string): boolean => perBody(unitOf(unit)).per !== undefined;

const MINUTES_PER: Readonly<Record<string, number>> = { min: 1, h: 60, d: 1_440 };

/** The conversion factor between two units without a part per kg or m². */
function factor(from: string, to: string): number | undefined {
  if (from === to) return 1;
  const [fromTop = '', ...fromBelow] = from.split('/');
  const [toTop = '', ...toBelow] = to.split('/');
  const [fromTime, toTime] = [fromBelow.join('/'), toBelow.join('/')];
  if (fromTime === toTime) return inUnit(1, fromTop, toTop);
  const [minutes, others] = [MINUTES_PER[fromTime], MINUTES_PER[toTime]];
  const amount = inUnit(1, fromTop, toTop);
  if (minutes === undefined || others === undefined || amount === undefined) return undefined;
  return (amount * others) / minutes;
}

/** Whether a unit is an amount per minute or hour. */
export const isRate = (unit: string): boolean => /\/(?:min|h)(?:\/|$)/.test(unitOf(unit));

export type AmountConversion =
  | { readonly ok: true; readonly value: number }
  /** `unit`: not comparable; otherwise the missing body measure. */
  | { readonly ok: false; readonly lacks: 'unit' | 'weight' | 'height' };

const sizeOf = (per: 'kg' | 'm2' | undefined, body: Body): number | undefined => {
  if (per === undefined) return 1;
  return per === 'kg' ? body.weightKg : body.surfaceM2;
};

/**
 * Converts an amount to `unit`; both may be per kg or m² of the body.
 *
 * @param units further units of the entry, with the factor to `unit`
 */
export function amountIn(
  amount: Amount,
  unit: string,
  body: Body,
  units: Readonly<Record<string, number>> = {},
): AmountConversion {
  const plain = inUnit(1, amount.unit, unit);
  // The usual cases: the same unit, or two mass units without a denominator.
  if (plain !== undefined) return { ok: true, value: amount.value * plain };
  const from = perBody(unitOf(amount.unit));
  const to = perBody(unitOf(unit));
  const own = Object.entries(units).find(([name]) => factor(from.head, name) !== undefined);
  const times =
    factor(from.head, to.head) ?? (own && own[1] * (factor(from.head, own[0]) ?? Number.NaN));
  if (times === undefined) return { ok: false, lacks: 'unit' };
  if (from.per === to.per) return { ok: true, value: amount.value * times };
  const [multiply, divide] = [sizeOf(from.per, body), sizeOf(to.per, body)];
  if (multiply === undefined || divide === undefined) {
    return { ok: false, lacks: from.per === 'm2' || to.per === 'm2' ? 'height' : 'weight' };
  }
  return { ok: true, value: (amount.value * times * multiply) / divide };
}

const WORDS: Readonly<Record<string, string>> = {
  ug: 'micrograms',
  '[iU]': 'units',
  '{drop}': 'drops',
  '{patch}': 'patches',
  'ug/h': 'micrograms/h',
  'mg/d': 'mg/24 h',
  'ug/d': 'micrograms/24 h',
};

const NUMBER = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 });

/** `1,000 mg`, `62.5 micrograms`. */
export const written = (value: number, unit: string): string =>
  `${NUMBER.format(value)} ${WORDS[unit] ?? unit}`;

/** A number formatted for a sentence. */
export const numeral = (value: number): string => NUMBER.format(value);
