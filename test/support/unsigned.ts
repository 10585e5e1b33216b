import type { Seal } from '../../src/model-packages/seal.js';

/** The seal of a package that nobody vouches for. */
export const UNSIGNED: Seal = { sha256: '0'.repeat(64), vouched: 'nobody' };
