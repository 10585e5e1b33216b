import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { ClinicalLanguage } from '../patient-record/language/create-clinical-language.js';
import type { TextSource } from '../patient-record/language/entity.js';
import type { OpenLanguage } from '../patient-record/language/open.js';
import type { EntitiesRequest, EntitiesResult, TranscribeResult } from './schema.js';
import { verifyEntities } from './verify.js';
import type { WrittenText } from './written/spoken.js';

export type SpokenEntities = Pick<TranscribeResult, 'medical_entities' | 'unverified' | 'sections'>;

/** The language package as answers name it. */
export const languageModel = ({ id, version }: OpenLanguage) => ({ id, version, backend: 'rules' });

/** The entities of a transcript: the certain ones, and those that a person has to verify. */
export function readSpokenEntities(
  written: WrittenText,
  language: Pick<ClinicalLanguage, 'read'>,
  source: TextSource,
): SpokenEntities {
  const { entities, sections } = language.read(written.text, { source });
  const verified = verifyEntities(entities, written);
  return {
    medical_entities: [...verified.entities],
    unverified: [...verified.unverified],
    sections: [...sections],
  };
}

/**
 * Reads the entities of a written text.
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
