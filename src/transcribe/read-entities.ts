import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { OpenLanguage } from '../language/open.js';
import type { EntitiesRequest, EntitiesResult } from './schema.js';

/** The package of language as answers name it. */
export const languageModel = ({ id, version }: OpenLanguage) => ({ id, version, backend: 'rules' });

/**
 * What a written text says.
 *
 * @throws AppError `model_unavailable` when no package of clinical language can be used
 */
export function readEntities(
  open: OpenLanguage | undefined,
  { text, source }: EntitiesRequest,
  clock: Clock,
): EntitiesResult {
  if (open === undefined) {
    throw new AppError('model_unavailable', 'No package of clinical language is available.', {
      retryAfterSeconds: 60,
    });
  }
  const { entities, sections } = open.made.read(text, { source });
  return {
    entities: [...entities],
    sections: [...sections],
    created_at: isoTime(clock()),
    models: [languageModel(open)],
  };
}
