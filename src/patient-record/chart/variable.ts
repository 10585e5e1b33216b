/**
 * The variables of a patient: one name, one unit and one plausible range for each, so that every
 * capability means the same by `creatinine`.
 */

interface VariableFacts {
  /** snake_case; the name of the input in every request. */
  readonly name: string;
  readonly title: string;
  /** Synonyms, without regard to case; spaces, dashes and underscores are equivalent. */
  readonly synonyms?: readonly string[];
  /** LOINC codes of observations of this variable. */
  readonly loinc?: readonly string[];
  /** A lasting property of the patient, not a momentary value: age, sex, history. */
  readonly fixed?: boolean;
}

/** A number with a unit. */
export interface QuantityVariable extends VariableFacts {
  readonly kind: 'quantity';
  /** UCUM. Bare numbers are read in it and all rules calculate in it. */
  readonly unit: string;
  /** The range possible in a living patient, both limits included; a value outside it is an error. */
  readonly min: number;
  readonly max: number;
  /** The precision to which it is measured and written. */
  readonly precision: number;
  /** g/mol, if amounts of substance are also reported for it. */
  readonly molarMass?: number;
  /** A bare number up to 1 is necessarily a fraction: 0.6 for 60 %. */
  readonly asFraction?: true;
  /** Further units valid for this variable alone, with the factor to `unit`. */
  readonly units?: Readonly<
    Record<string, number | { readonly factor: number; readonly offset: number }>
  >;
}

/** A variable that is true or false. */
export interface FlagVariable extends VariableFacts {
  readonly kind: 'flag';
  /** ICD-10 code prefixes that make it true. */
  readonly icd10?: readonly string[];
  /** SNOMED CT codes that make it true. */
  readonly snomed?: readonly string[];
}

/** A variable with a fixed set of codes. */
export interface ChoiceVariable extends VariableFacts {
  readonly kind: 'choice';
  /** Code → its meaning. */
  readonly options: Readonly<Record<string, string>>;
  /** Other spellings of a code, in lower case. */
  readonly spellings?: Readonly<Record<string, string>>;
}

/** A day of the calendar. */
export interface DateVariable extends VariableFacts {
  readonly kind: 'date';
}

export type Variable = QuantityVariable | FlagVariable | ChoiceVariable | DateVariable;

/**
 * The normalised name used for comparison: `C-Reactive Protein` and `c_reactive_protein` are equal.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/**
 * Defines a quantity in one line: name, title, UCUM unit, plausible range, step, and further
 * properties.
 */
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

/** Defines a flag: a statement on the patient's history or state that is true or false. */
export function flag<const N extends string>(
  name: N,
  title: string,
  more: Partial<Pick<FlagVariable, 'synonyms' | 'loinc' | 'fixed' | 'icd10' | 'snomed'>> = {},
): FlagVariable & { readonly name: N } {
  return { kind: 'flag', name, title, ...more };
}
