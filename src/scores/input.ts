import type { QuantityVariable } from '../patient-record/chart/variable.js';
import { type NameOf, variable } from '../patient-record/chart/variables/catalogue.js';

/** Properties of every input, whatever its kind. */
interface InputFacts {
  readonly title: string;
  /** How to determine it, where the name does not explain it. */
  readonly help?: string;
  /** By its authors' definition the score can be calculated without it. */
  readonly optional?: true;
}

export interface QuantityInput extends InputFacts {
  readonly kind: 'quantity';
  /** UCUM. */
  readonly unit: string;
  /** The range in which the score is valid, both limits included. */
  readonly min: number;
  readonly max: number;
  readonly precision: number;
  /** Values at which its points change; bounds and explanations try both sides of each. */
  readonly cuts: readonly number[];
  /**
   * The corresponding variable of the patient's chart, or nothing for an input of this score alone.
   */
  readonly variable?: string;
  /** g/mol, if amounts of substance are also reported for it. */
  readonly molarMass?: number;
  /** Further units valid for this variable alone, with the factor to `unit`. */
  readonly units?: NonNullable<QuantityVariable['units']>;
  /** The score never falls (or never rises) as this input rises. */
  readonly monotone?: 'rising' | 'falling';
  /** A lasting property of the patient, not a momentary value. */
  readonly fixed?: boolean;
}

export interface FlagInput extends InputFacts {
  readonly kind: 'flag';
  readonly variable?: string;
  /** Must be given explicitly; values derived by the chart do not count. */
  readonly stated?: true;
  readonly fixed?: boolean;
}

export interface ChoiceInput<O extends string = string> extends InputFacts {
  readonly kind: 'choice';
  /** Code → its meaning. */
  readonly options: Readonly<Record<O, string>>;
  readonly variable?: string;
  readonly fixed?: boolean;
}

export interface DateInput extends InputFacts {
  readonly kind: 'date';
  readonly variable?: string;
  readonly fixed?: boolean;
}

export type Input = QuantityInput | FlagInput | ChoiceInput | DateInput;
export type InputShape = Readonly<Record<string, Input>>;

/** The value that a score's formula receives: a number in the unit, a boolean, a code, a date. */
type KnownValue<I extends Input> = I extends QuantityInput
  ? number
  : I extends FlagInput
    ? boolean
    : I extends ChoiceInput<infer O>
      ? O
      : string;

export type ValuesOf<I extends InputShape> = {
  readonly [K in keyof I]: I[K] extends { readonly optional: true }
    ? KnownValue<I[K]> | undefined
    : KnownValue<I[K]>;
};

export type Value = number | boolean | string;
export type Values = Readonly<Record<string, Value | undefined>>;

type QuantityChoices = Partial<
  Pick<QuantityInput, 'title' | 'help' | 'min' | 'max' | 'cuts' | 'monotone' | 'precision'>
>;

/**
 * Defines a quantity of the patient's chart as an input.
 *
 * @param more `min` and `max` narrow the plausible range to the one in which the score is valid;
 *   `cuts` are values at which points change
 */
export function quantity<const M extends QuantityChoices & { readonly optional?: true }>(
  name: NameOf<'quantity'>,
  more?: M,
): QuantityInput & (M extends { readonly optional: true } ? { readonly optional: true } : unknown) {
  const { kind, title, unit, min, max, precision, fixed } = variable(name);
  const facts = { kind, title, unit, min, max, precision, variable: name, cuts: [] };
  return { ...facts, ...(fixed !== undefined && { fixed }), ...more } as never;
}

type OwnChoices = QuantityChoices &
  Partial<Pick<QuantityInput, 'fixed' | 'molarMass' | 'units'>> & {
    readonly optional?: true;
    /**
     * The variable whose further units are accepted, such as creatinine for a previous creatinine.
     */
    readonly like?: NameOf<'quantity'>;
  };

/** Defines a quantity of this score alone. */
export function ownQuantity<const M extends OwnChoices>(
  title: string,
  unit: string,
  [min, max]: readonly [number, number],
  precision: number,
  more?: M,
): QuantityInput & (M extends { readonly optional: true } ? { readonly optional: true } : unknown) {
  const { like, ...own } = more ?? ({} as OwnChoices);
  const { molarMass, units } = like === undefined ? {} : (variable(like) as QuantityVariable);
  return {
    kind: 'quantity',
    title,
    unit,
    min,
    max,
    precision,
    cuts: [],
    ...(molarMass !== undefined && { molarMass }),
    ...(units !== undefined && { units }),
    ...own,
  } as never;
}

/** Defines whole points on a stated scale, such as an item of a questionnaire: 0, 1, 2, 3. */
export function grade(
  title: string,
  [min, max]: readonly [number, number],
  more: { readonly help?: string; readonly monotone?: 'rising' | 'falling' } = {},
): QuantityInput {
  const cuts = Array.from({ length: max - min }, (_, at) => min + 1 + at);
  return { kind: 'quantity', title, unit: '{score}', min, max, precision: 1, cuts, ...more };
}

/** Defines a flag of the patient's chart as an input. */
export function flag(
  name: NameOf<'flag'>,
  more: { readonly title?: string; readonly help?: string; readonly stated?: true } = {},
): FlagInput {
  const { kind, title, fixed } = variable(name) as { kind: 'flag'; title: string; fixed?: boolean };
  return { kind, title, variable: name, ...(fixed !== undefined && { fixed }), ...more };
}

/** Defines a flag of this score alone. */
export function ownFlag(
  title: string,
  more: { readonly help?: string; readonly fixed?: boolean } = {},
): FlagInput {
  return { kind: 'flag', title, ...more };
}

/** Sex at birth: `M` or `F`. */
export function sex(more: { readonly help?: string } = {}): ChoiceInput<'M' | 'F'> {
  const { kind, title, options } = variable('sex');
  return { kind, title, options, variable: 'sex', fixed: true, ...more };
}

/** Level of consciousness: `A`, `C`, `V`, `P` or `U`. */
export function consciousness(): ChoiceInput<'A' | 'C' | 'V' | 'P' | 'U'> {
  const { kind, title, options } = variable('consciousness');
  return { kind, title, options, variable: 'consciousness' };
}

/** Defines a choice of this score alone. */
export function choice<const O extends string, const M extends { readonly optional?: true }>(
  title: string,
  options: Readonly<Record<O, string>>,
  more?: M & { readonly help?: string; readonly fixed?: boolean },
): ChoiceInput<O> &
  (M extends { readonly optional: true } ? { readonly optional: true } : unknown) {
  return { kind: 'choice', title, options, ...more } as never;
}

/** Defines a calendar date, `2026-03-31`. */
export function day(title: string, more: { readonly help?: string } = {}): DateInput {
  return { kind: 'date', title, ...more };
}
