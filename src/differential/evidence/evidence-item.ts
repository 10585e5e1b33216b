import type { Assertion } from '../../patient-record/language/entity.js';
import type { FindingFacts } from '../knowledge/schema.js';

/** One finding that was understood, with its words or value. */
export interface EvidenceItem {
  readonly finding: FindingFacts;
  readonly text: string;
  readonly assertion: Assertion;
  readonly field: string;
  /** Whether it counts as present, absent, or neither (a relative's, long past, only suspected). */
  readonly counts: 'present' | 'absent' | 'not';
}
