import type { Assertion } from './language/entity.js';

interface FactBase {
  readonly assertion: Assertion;
  /** Path of the field of the request, or of the resource. */
  readonly field: string;
}

/** A medicine of the patient. */
export interface MedicineFact extends FactBase {
  readonly kind: 'medicine';
  /** As it was sent: a name, or a whole line. */
  readonly name: string;
  readonly rxcui?: string;
  /** Amount of one dose: a number in `unit`, or text. */
  readonly dose?: number | string;
  readonly unit?: string;
  readonly route?: string;
  readonly frequency?: string;
  readonly timing?: string;
  /** Of a resource: how it is taken, in words. */
  readonly dosage?: string;
}

/** A substance that the patient does not tolerate. */
export interface AllergyFact extends FactBase {
  readonly kind: 'allergy';
  /** As it was sent. */
  readonly substance: string;
  readonly reaction?: string;
  readonly severity?: string;
}
