import { join } from 'node:path';

/** Tiny packages that warm up in well under a second. */
export const FIXTURE_MODELS = join(import.meta.dirname, '..', 'fixtures', 'models');
