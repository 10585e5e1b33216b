import type { Seal } from '../../src/model-packages/seal.js';

/** The seal of an unsigned package. */
export const UNSIGNED: Seal = { sha256: '0'.repeat(64), origin: 'unsigned' };
