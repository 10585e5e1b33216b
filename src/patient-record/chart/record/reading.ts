import type { Issue } from '../../../core/errors.js';
import type { Fact } from '../fact.js';

/** The result of reading one part of a patient's data. */
export interface Reading {
  readonly facts: Array<readonly [name: string, fact: Fact]>;
  /** Content that could not be interpreted, by the path of its field; never its text. */
  readonly notAssessed: Array<{ readonly what: string; readonly reason: string }>;
  readonly issues: Issue[];
}

export const emptyReading = (): Reading => ({ facts: [], notAssessed: [], issues: [] });
