import type { KeyMode } from '../../core/key-mode.js';
import type { ReadDecision } from '../unit-of-work.js';

/** The partitions of test and live keys, which never mix. */
export interface FhirStore {
  /**
   * Carries out a decision that only reads, outside all units of work. All its steps see one state of
   * what is stored, whatever is committed meanwhile.
   */
  decide<T>(mode: KeyMode, decision: ReadDecision<T>): Promise<T>;
}
