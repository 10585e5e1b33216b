import type { Issue } from '../../core/errors.js';
import type { Fact } from '../fact.js';

/** What a reader made of one part of a patient's data. */
export interface Reading {
  readonly facts: Array<readonly [name: string, fact: Fact]>;
  /** What was sent and means nothing here, by the path of its field; never its text. */
  readonly notAssessed: Array<{ readonly what: string; readonly reason: string }>;
  readonly issues: Issue[];
}

export const emptyReading = (): Reading => ({ facts: [], notAssessed: [], issues: [] });
