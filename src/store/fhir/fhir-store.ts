import type { KeyMode } from '../../core/key-mode.js';
import type { ReadDecision } from '../unit-of-work.js';
import type { FhirReader } from './store.js';

/** The partitions of test and live keys, which never mix. */
export interface FhirStore {
  in(mode: KeyMode): FhirReader;
  /** Reads outside a transaction. */
  decide<T>(mode: KeyMode, decision: ReadDecision<T>): Promise<T>;
}
