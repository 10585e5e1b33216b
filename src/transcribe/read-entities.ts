import type { ClinicalLanguage } from '../language/create-clinical-language.js';
import type { TextSource } from '../language/entity.js';
import type { TranscribeResult } from './schema.js';
import { verifyEntities } from './verify.js';
import type { Written } from './written/spoken.js';

export type SpokenEntities = Pick<TranscribeResult, 'medical_entities' | 'unverified' | 'sections'>;

/** What a transcript names: what was surely said, and what a person has to verify. */
export function readSpokenEntities(
  written: Written,
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
