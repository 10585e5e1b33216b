import { ucum } from '@atomic-ehr/ucum';
import type { QuantityVariable } from './variable.js';

/** Common spellings of UCUM units. Keys are without spaces and with `u` for micro. */
const WRITINGS: Readonly<Record<string, string>> = {
  mmHg: 'mm[Hg]',
  torr: 'mm[Hg]',
  cmH2O: 'cm[H2O]',
  '°C': 'Cel',
  C: 'Cel',
  degC: 'Cel',
  celsius: 'Cel',
  '°F': '[degF]',
  F: '[degF]',
  degF: '[degF]',
  fahrenheit: '[degF]',
  bpm: '/min',
  'beats/min': '/min',
  'breaths/min': '/min',
  'K/uL': '10*3/uL',
  'k/uL': '10*3/uL',
  '10^9/L': '10*9/L',
  'G/L': '10*9/L',
  '10^3/uL': '10*3/uL',
  'cells/uL': '/uL',
  '/mm3': '/uL',
  'cells/mm3': '/uL',
  '10*3/mm3': '10*3/uL',
  lb: '[lb_av]',
  lbs: '[lb_av]',
  in: '[in_i]',
  inch: '[in_i]',
  ft: '[ft_i]',
  years: 'a',
  year: 'a',
  yr: 'a',
  y: 'a',
  months: 'mo',
  weeks: 'wk',
  days: 'd',
  hours: 'h',
  hrs: 'h',
  minutes: 'min',
  sec: 's',
  seconds: 's',
  msec: 'ms',
  IU: '[iU]',
  'IU/L': '[iU]/L',
  'mIU/L': 'm[iU]/L',
  'uIU/mL': 'u[iU]/mL',
  mcg: 'ug',
  'mcg/L': 'ug/L',
  'mcg/dL': 'ug/dL',
  'mcg/kg/min': 'ug/kg/min',
  'mcg/mL': 'ug/mL',
  'mL/min/1.73m2': 'mL/min/{1.73_m2}',
  'mL/min/1.73m^2': 'mL/min/{1.73_m2}',
  'ml/min/1.73m2': 'mL/min/{1.73_m2}',
  points: '{score}',
  pH: '[pH]',
  cc: 'mL',
  'mL/day': 'mL/d',
  'ml/day': 'mL/d',
  'mL/24h': 'mL/d',
  'ml/24h': 'mL/d',
  'L/day': 'L/d',
  'L/24h': 'L/d',
  'mg/LFEU': 'mg/L{FEU}',
  'ug/mLFEU': 'ug/mL{FEU}',
  'ng/mLFEU': 'ng/mL{FEU}',
  mOsm: 'mosm',
};

/** Units that remain unambiguous without regard to case; `mg/dl` is a common spelling. */
const CASELESS: ReadonlyMap<string, string> = new Map(
  ['mg/dL', 'g/dL', 'g/L', 'mmol/L', 'umol/L', 'nmol/L', 'pmol/L', 'ug/L', 'ng/L', 'ng/mL', 'pg/mL']
    .concat([
      'ng/dL',
      'ug/dL',
      'ug/mL',
      'mg/L',
      'meq/L',
      'U/L',
      'mL/min',
      'mL/h',
      'mL/d',
      'mL',
      'kPa',
    ])
    .concat([
      'mL/kg',
      'mL/kg/h',
      'mosm/L',
      'mosm/kg',
      'mm[Hg]',
      '10*9/L',
      '10*3/uL',
      'kg',
      'cm',
      'mm',
    ])
    .map((unit) => [unit.toLowerCase(), unit]),
);

/** Returns the UCUM code of a commonly written unit; unknown text is returned unchanged. */
export function ucumUnit(text: string): string {
  const plain = text
    .trim()
    .replace(/[µμ]/g, 'u')
    .replace(/²/g, '2')
    .replace(/³/g, '3')
    .replace(/[×x](?=10)/g, '')
    .replace(/\s+/g, '');
  const written = Object.hasOwn(WRITINGS, plain) ? WRITINGS[plain] : undefined;
  return written ?? CASELESS.get(plain.toLowerCase()) ?? plain;
}

/** `mL/min/{1.73_m2}` and `ng/mL{FEU}` without their annotations. */
const bare = (unit: string) => unit.replace(/[/.]?\{[^}]*\}/g, '') || '1';

/** Binary fractions yield 98.59999999999997 °F; twelve digits exceed any measurement. */
const tidy = (value: number) => Number(value.toPrecision(12));

/** Charges and moles of the ions that are reported in milliequivalents. */
const EQUIVALENTS = /^(m|u)?eq\//;

/** Returns the value in another unit of the same kind, or undefined if UCUM defines no conversion. */
function converted(value: number, from: string, to: string): number | undefined {
  try {
    return tidy(ucum.convert(value, bare(from), bare(to)));
  } catch {
    return undefined;
  }
}

/** Amount of substance ↔ mass, by the molar mass. */
function byMolarMass(value: number, from: string, to: string, gramsPerMole: number) {
  const gramsPerLitre = converted(value, from, 'mol/L');
  if (gramsPerLitre !== undefined) return converted(gramsPerLitre * gramsPerMole, 'g/L', to);
  const grams = converted(value, from, 'g/L');
  return grams === undefined ? undefined : converted(grams / gramsPerMole, 'mol/L', to);
}

/**
 * Converts a value to the unit of its variable.
 *
 * @param unit UCUM or a common spelling (`mmHg`, `°F`, `µmol/L`)
 * @returns the value, or undefined when the unit is unknown or does not measure this variable
 */
export function inUnitOf(
  variable: Pick<QuantityVariable, 'unit' | 'molarMass' | 'units'>,
  value: number,
  unit: string,
): number | undefined {
  const from = ucumUnit(unit);
  if (from === variable.unit) return value;
  const own = variable.units;
  const rule = own !== undefined && Object.hasOwn(own, from) ? own[from] : undefined;
  if (rule !== undefined) {
    const { factor, offset } = typeof rule === 'number' ? { factor: rule, offset: 0 } : rule;
    return tidy(value * factor + offset);
  }
  // UCUM equates an equivalent with a mole, regardless of its charge; a variable states where that is
  // right.
  if (EQUIVALENTS.test(from)) return undefined;
  const plain = converted(value, from, variable.unit);
  if (plain !== undefined) return plain;
  const { molarMass } = variable;
  return molarMass === undefined ? undefined : byMolarMass(value, from, variable.unit, molarMass);
}

/** The unit probably meant for a number that is implausible in the variable's own unit. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  'mg/dL': ['umol/L', 'mmol/L', 'g/L'],
  'g/dL': ['g/L', 'mmol/L'],
  'mmol/L': ['mg/dL', 'umol/L'],
  'umol/L': ['ug/dL'],
  'mg/L': ['mg/dL'],
  'ng/L': ['ug/L'],
  'ng/mL': ['ng/L', 'mg/L'],
  'ug/L': ['ng/L'],
  'mm[Hg]': ['kPa', 'cm[H2O]'],
  Cel: ['[degF]', 'K'],
  kg: ['[lb_av]', 'g'],
  cm: ['m', '[in_i]', 'mm'],
  '10*3/uL': ['/uL'],
  '%': ['1'],
  ms: ['s'],
  a: ['mo'],
  'mL/d': ['L/d'],
};

/**
 * Returns another unit in which this number would be plausible for the variable: `umol/L` for 106.
 */
export function unitThatFits(
  variable: Pick<QuantityVariable, 'unit' | 'min' | 'max' | 'molarMass' | 'units'>,
  value: number,
): string | undefined {
  return MEANT[variable.unit]?.find((unit) => {
    const other = inUnitOf(variable, value, unit);
    return other !== undefined && other >= variable.min && other <= variable.max;
  });
}

/** Units in which hospitals report what is kept in another. */
const ALSO_USUAL: Readonly<Record<string, readonly string[]>> = {
  'mg/dL': ['umol/L', 'mmol/L', 'g/L'],
  'g/dL': ['g/L', 'mmol/L'],
  'mmol/L': ['mg/dL', 'umol/L'],
  'umol/L': ['mg/dL', 'ug/dL'],
  'mg/L': ['mg/dL', 'g/L'],
  'ng/mL': ['ug/L', 'nmol/L'],
  'pg/mL': ['ng/L', 'pmol/L'],
  'ng/L': ['pg/mL', 'ng/mL'],
  'ug/L': ['ng/mL', 'ug/dL'],
  'ug/mL': ['mg/L'],
  'mm[Hg]': ['kPa', 'cm[H2O]'],
  'cm[H2O]': ['mm[Hg]'],
  Cel: ['[degF]'],
  kg: ['[lb_av]', 'g'],
  cm: ['m', '[in_i]'],
  m: ['cm'],
  mm: ['cm'],
  '10*3/uL': ['10*9/L', '/uL'],
  '/uL': ['10*9/L', '10*3/uL'],
  a: ['mo'],
  ms: ['s'],
  mL: ['L'],
  'mL/d': ['L/d'],
  'mg/d': ['g/d'],
};
/** The largest plausible value in a unit that anybody would choose. */
const READABLE = { min: 1, max: 100_000 };

/**
 * Returns the other units in which a value of the variable can be sent and is usually reported.
 */
export function otherUnits(
  variable: Pick<QuantityVariable, 'unit' | 'max' | 'molarMass' | 'units'>,
): readonly string[] {
  const usual = ALSO_USUAL[variable.unit] ?? [];
  const readable = usual.filter((unit) => {
    const one = inUnitOf(variable, 1, unit);
    if (one === undefined) return false;
    // Scales of temperature have different zeros: their step counts.
    const zero = variable.unit === 'Cel' ? (inUnitOf(variable, 0, unit) ?? 0) : 0;
    const largest = variable.max / (one - zero);
    return largest >= READABLE.min && largest <= READABLE.max;
  });
  return [...new Set([...readable, ...Object.keys(variable.units ?? {})])];
}

/** Amounts that UCUM treats as plain numbers: 5 mmol/L must not be compared with a cell count. */
const AMOUNT = /(?:^|[./(\d])(?:[afpnumcdhkMGTPE]|da)?(mol|eq|osm)(?![a-z])/;

/** Units with a different zero that are still compared with each other. */
const TEMPERATURES: ReadonlySet<string> = new Set(['Cel', '[degF]', '[degRe]']);

export interface CanonicalUnit {
  /** `g.m-3`, `m-3#mol`, `m-3#[iU]`; `=[pH]` for a unit that compares with itself alone. */
  readonly unit: string;
  readonly of: (value: number) => number;
}

/** The marks that separate amounts and arbitrary units from others of the same dimension. */
function kindOf(code: string): string {
  const amount = AMOUNT.exec(code)?.[1];
  if (amount !== undefined) return `#${amount}`;
  const atoms = code.replaceAll('[IU]', '[iU]').match(/\[[^\]]+\]/g) ?? [];
  return atoms.flatMap((atom) => (ucum.isArbitraryUnit(atom) ? [`#${atom}`] : [])).join('');
}

function canonicalOf(code: string): CanonicalUnit {
  const { canonical, isSpecial } = ucum.info(code);
  const parts = canonical.units.map(
    (one: { unit: string; exponent: number }) =>
      one.unit + (one.exponent === 1 ? '' : one.exponent),
  );
  const unit = parts.sort().join('.') || '1';
  if (TEMPERATURES.has(code)) return { unit, of: (value) => tidy(ucum.convert(value, code, unit)) };
  const odd = isSpecial || canonical.specialFunction !== undefined;
  if (odd) return { unit: `=${code}`, of: (value) => value };
  return { unit: unit + kindOf(code), of: (value) => tidy(value * canonical.magnitude) };
}

/**
 * Returns the unit in which values are compared: 90 mg/dL and 0.9 g/L give the same number and
 * unit, rounded to twelve digits because the factors of UCUM are inexact in binary.
 *
 * @param code UCUM, case-sensitive (https://ucum.org/ucum); annotations make no difference
 * @returns undefined for text that is not UCUM
 */
export function canonicalUnit(code: string): CanonicalUnit | undefined {
  try {
    return code.length > 100 ? undefined : canonicalOf(bare(code));
  } catch {
    return undefined;
  }
}
