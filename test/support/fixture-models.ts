import { join } from 'node:path';

/** Tiny packages that warm up in well under a second. */
export const FIXTURE_MODELS = join(import.meta.dirname, '..', 'fixtures', 'models');

/** Packages as somebody else would bring them, of kinds that are not among the others. */
export const OWN_MODELS = join(import.meta.dirname, '..', 'fixtures', 'own-models');
