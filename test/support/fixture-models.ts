import { join } from 'node:path';

/** Tiny packages that warm up in well under a second. */
export const FIXTURE_MODELS = join(import.meta.dirname, '..', 'fixtures', 'models');

/** Packages as a third party would build them, of kinds that are not among the others. */
export const OWN_MODELS = join(import.meta.dirname, '..', 'fixtures', 'own-models');
