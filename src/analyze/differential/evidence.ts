import type { Person } from '../../patient-record/person-in-words.js';
import type { CourseLength } from '../knowledge/schema.js';
import type { Setting } from './prior.js';

/** What is known of a patient, by numbers of findings. */
export interface Evidence {
  readonly person: Person;
  readonly setting: Setting;
  /** Whose diseases are looked for first; see {@link Tuning}. */
  readonly specialty?: string;
  /** With all that they imply. */
  readonly present: ReadonlySet<number>;
  /** Findings that were read from the same words: they are not independent. */
  readonly sharing?: readonly (readonly number[])[];
  /** With all that they exclude. */
  readonly absent: ReadonlySet<number>;
  /** How long it has lasted; several for an old illness that has got worse. */
  readonly courses: readonly CourseLength[];
}
