import type { Person } from '../../patient-record/person-in-words.js';
import type { CourseLength } from '../knowledge/schema.js';
import type { Setting } from './prior.js';

/** The evidence on a patient, by numbers of findings. */
export interface Evidence {
  readonly person: Person;
  readonly setting: Setting;
  /** The specialty whose diseases are favoured; see {@link Tuning}. */
  readonly specialty?: string;
  /** With all findings that they imply. */
  readonly present: ReadonlySet<number>;
  /** Findings read from the same words: they are not independent. */
  readonly sharing?: readonly (readonly number[])[];
  /** With all findings that they exclude. */
  readonly absent: ReadonlySet<number>;
  /** The duration of the illness; several for a chronic illness that has worsened. */
  readonly courses: readonly CourseLength[];
}
