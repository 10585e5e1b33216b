import type { FactValue } from '../chart/fact.js';
import type { Assertion, Coding, Normalized } from '../language/entity.js';

/** Of whom a fact is said. */
export type Experiencer =
  | { readonly is: 'patient' }
  | { readonly is: 'relative'; readonly kinship?: string };

/** Where in the request a fact stands, and by what it was read. */
export interface Origin {
  /** Path of the field. */
  readonly field: string;
  /** UTF-16 code units of the text of the field; none where the whole field says it. */
  readonly start?: number;
  readonly end?: number;
  /** The reader, or the words that the assertion was read from. */
  readonly rule: string;
}

/** When it was, began, or for how long, as far as it is said. */
export interface FactTime {
  /** ms since 1970. */
  readonly at?: number;
  readonly onset?: string;
  readonly duration?: string;
}

interface FactBase {
  readonly assertion: Assertion;
  readonly experiencer: Experiencer;
  readonly origin: Origin;
  /** 0..1: how sure it is that this is what was said. */
  readonly confidence: number;
  readonly time?: FactTime;
  readonly laterality?: NonNullable<Normalized['laterality']>;
}

/** What ails the patient, what was seen of it, or what was done. */
export interface ClinicalFact extends FactBase {
  readonly kind: 'symptom' | 'finding' | 'condition' | 'procedure';
  readonly name: string;
  /** The flag of the chart that it is. */
  readonly variable?: string;
  readonly coding?: readonly Coding[];
}

/** A medicine of the patient. */
export interface MedicineFact extends FactBase {
  readonly kind: 'medicine';
  /** As it was sent: a name, or a whole line. */
  readonly name: string;
  readonly rxcui?: string;
  /** At one time: a number in `unit`, or text. */
  readonly dose?: number | string;
  readonly unit?: string;
  readonly route?: string;
  readonly frequency?: string;
  readonly timing?: string;
}

/** What the patient does not tolerate. */
export interface AllergyFact extends FactBase {
  readonly kind: 'allergy';
  /** As it was sent. */
  readonly substance: string;
  readonly reaction?: string;
  readonly severity?: string;
}

/** A value of a variable of the chart. */
export interface MeasurementFact extends FactBase {
  readonly kind: 'measurement';
  /** Name of the variable. */
  readonly variable: string;
  /** In the unit of the variable. */
  readonly value: FactValue;
  readonly given: { readonly value: FactValue; readonly unit?: string };
}

/** Who the patient is. */
export interface PersonFact extends FactBase {
  readonly kind: 'person';
  /** Years; of small children with a fraction. */
  readonly age?: number;
  readonly sex?: 'F' | 'M';
}

/** Whether the patient is pregnant. */
export interface PregnancyFact extends FactBase {
  readonly kind: 'pregnancy';
}

/** One thing that a request says of a patient, and how it says it. */
export type PatientFact =
  | ClinicalFact
  | MedicineFact
  | AllergyFact
  | MeasurementFact
  | PersonFact
  | PregnancyFact;

export const PATIENT: Experiencer = { is: 'patient' };

const KINSHIP =
  /\b(?:grand(?:mother|father|parents?|m(?:a|um|om)|pa|dad)|mother|father|brother|sister|parents?|siblings?|aunt|uncle|cousin|son|daughter|mum|mom|dad|wife|husband|twin|niece|nephew)\b/i;

/** Of whom an assertion speaks, by the words that it was read from. */
export function experiencerOf(assertion: Assertion, cue = ''): Experiencer {
  if (assertion !== 'family') return PATIENT;
  const kinship = KINSHIP.exec(cue)?.[0].toLowerCase();
  return { is: 'relative', ...(kinship !== undefined && { kinship }) };
}
