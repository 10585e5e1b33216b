/**
 * What can be known of a patient: one name, one unit and one plausible range for each thing, so that
 * every capability means the same by `creatinine`.
 */

interface VariableFacts {
  /** snake_case; the name of the input in every request. */
  readonly name: string;
  readonly title: string;
  /** Other names that are understood, without case; spaces, dashes and underscores are one. */
  readonly synonyms?: readonly string[];
  /** LOINC codes whose observations carry it. */
  readonly loinc?: readonly string[];
  /** True of the patient, not of the hour: age, sex, history. */
  readonly fixed?: boolean;
}

/** A number with a unit. */
export interface QuantityVariable extends VariableFacts {
  readonly kind: 'quantity';
  /** UCUM. Bare numbers are read in it and all rules reckon in it. */
  readonly unit: string;
  /** What a living patient can have, both ends included; beyond it the value is a mistake. */
  readonly min: number;
  readonly max: number;
  /** The step in which it is measured and written. */
  readonly precision: number;
  /** g/mol, where amounts of substance are reported for it too. */
  readonly molarMass?: number;
  /** A bare number up to 1 can only be a fraction of a whole: 0.6 for 60 %. */
  readonly asFraction?: true;
  /** Further units that mean something for it alone: how many of `unit` one of them is. */
  readonly units?: Readonly<
    Record<string, number | { readonly factor: number; readonly offset: number }>
  >;
}

/** Something that is so or is not. */
export interface FlagVariable extends VariableFacts {
  readonly kind: 'flag';
  /** ICD-10 codes, by prefix, that say that it is so. */
  readonly icd10?: readonly string[];
  /** SNOMED CT codes, likewise. */
  readonly snomed?: readonly string[];
}

/** One of a few words. */
export interface ChoiceVariable extends VariableFacts {
  readonly kind: 'choice';
  /** Code → what it stands for. */
  readonly options: Readonly<Record<string, string>>;
  /** Other writings of a code, in lower case. */
  readonly spellings?: Readonly<Record<string, string>>;
}

/** A day of the calendar. */
export interface DateVariable extends VariableFacts {
  readonly kind: 'date';
}

export type Variable = QuantityVariable | FlagVariable | ChoiceVariable | DateVariable;

/** The name as it is compared: `C-Reactive Protein` and `c_reactive_protein` are one. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** A quantity in one line: name, title, UCUM unit, plausible range, step, and what else is known. */
export function quantity<const N extends string>(
  name: N,
  title: string,
  unit: string,
  [min, max]: readonly [number, number],
  precision: number,
  more: Partial<
    Pick<QuantityVariable, 'synonyms' | 'loinc' | 'fixed' | 'molarMass' | 'units' | 'asFraction'>
  > = {},
): QuantityVariable & { readonly name: N } {
  return { kind: 'quantity', name, title, unit, min, max, precision, ...more };
}

/** Something of the patient's history or state that is so or is not. */
export function flag<const N extends string>(
  name: N,
  title: string,
  more: Partial<Pick<FlagVariable, 'synonyms' | 'loinc' | 'fixed' | 'icd10' | 'snomed'>> = {},
): FlagVariable & { readonly name: N } {
  return { kind: 'flag', name, title, ...more };
}
