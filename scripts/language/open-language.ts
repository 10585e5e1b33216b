import { openKnowledge } from '../../src/medications/knowledge/open.js';
import { listKnowledge } from '../../src/model-packages/knowledge.js';
import type { ClinicalLanguage } from '../../src/patient-record/language/create-clinical-language.js';
import { openLanguage as openPackages } from '../../src/patient-record/language/open.js';

/** The reader as the appliance builds it, from a folder of complete packages. */
export async function openLanguage(models: string): Promise<ClinicalLanguage> {
  const found = await listKnowledge(models);
  const names = openKnowledge(found).knowledge?.words.names() ?? [];
  const { open, statuses } = openPackages(found, names);
  if (open === undefined) throw new Error(JSON.stringify(statuses));
  return open.made;
}
