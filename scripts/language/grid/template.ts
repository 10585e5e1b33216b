import type { Assertion } from '../../../src/patient-record/language/entity.js';

export type Family =
  | 'negated'
  | 'affirmed'
  | 'possible'
  | 'historical'
  | 'family'
  | 'hypothetical'
  | 'mixed'
  | 'speech';

export const SLOTS = ['a', 'b', 'c', 'd', 'e'] as const;
export type Slot = (typeof SLOTS)[number];

/** What {a}, {b} and {c} are filled with. */
export type Kind = 'symptom' | 'condition';

/** One assertion, or all that careful annotators could defend. */
export type Truth = Assertion | readonly Assertion[];

/** A sentence with gaps, and the assertion of each. */
export interface Template {
  /** `He denies {a} and {b}.` — {a}, {b}, {c} are symptoms or conditions; {d} a medicine, {e} a procedure or test. */
  readonly text: string;
  readonly truth: Readonly<Partial<Record<Slot, Truth>>>;
  readonly family: Family;
  /** What {a}, {b} and {c} are filled with; both in turn when absent. */
  readonly kind?: Kind;
  /** Exceptions to `kind`, slot by slot. */
  readonly kinds?: Readonly<Partial<Record<'a' | 'b' | 'c', Kind>>>;
}

/** Shortens a list of templates of one family: each is a text and its truth. */
export const templates = (
  family: Family,
  rows: ReadonlyArray<
    readonly [text: string, truth: Template['truth'], more?: Pick<Template, 'kind' | 'kinds'>]
  >,
): readonly Template[] => rows.map(([text, truth, more]) => ({ text, truth, family, ...more }));

/** Whether the truth allows the assertion that was read. */
export const allows = (truth: Truth, assertion: Assertion): boolean =>
  typeof truth === 'string' ? truth === assertion : truth.includes(assertion);
