import { createDiseaseKnowledge, type DiseaseKnowledge } from './analyze/knowledge/knowledge.js';
import { DISEASE_TABLES } from './analyze/knowledge/schema.js';
import type { ClinicalLanguage } from './language/create-clinical-language.js';
import { openLanguage } from './language/open.js';
import { type OpenedKnowledge, openKnowledge } from './medications/knowledge/open.js';
import {
  type KnowledgePackage,
  type KnowledgeStatus,
  listKnowledge,
} from './packages/knowledge.js';
import { type Open, type Opened, openFirst, readTables } from './packages/open-first.js';
import type { AuditLog } from './security/audit-log.js';

/** The packages that rules are read from, opened when the appliance starts. */
export interface KnowledgeShelf {
  /** Reads every package and records which of them answers from now on. */
  open(modelsDir: string, audit: AuditLog): Promise<void>;
  medications(): OpenedKnowledge | undefined;
  language(): Open<ClinicalLanguage> | undefined;
  diseases(): Open<DiseaseKnowledge> | undefined;
  statuses(): readonly KnowledgeStatus[];
}

/** Which knowledge answers from now on: an overlay changes what every later answer says. */
function record(audit: AuditLog, statuses: readonly KnowledgeStatus[]): Promise<unknown> {
  return Promise.all(
    statuses.map((status) => {
      const { id, state } = status;
      return audit.append({
        action: 'knowledge.open',
        actor: { type: 'appliance', id: 'wardbox' },
        target: id,
        outcome: state === 'ready' ? 'success' : 'failed',
        ...(status.state === 'ready' && {
          models: [{ id, version: status.manifest.version, backend: 'rules' }],
        }),
      });
    }),
  );
}

/** Findings are read from text: without a reader there is nothing to know diseases by. */
function readDiseases(
  found: KnowledgePackage,
  reader: ClinicalLanguage | undefined,
): DiseaseKnowledge {
  if (reader === undefined) throw new RangeError('It needs a package of clinical language.');
  return createDiseaseKnowledge(readTables(found, DISEASE_TABLES, true), reader);
}

export function createKnowledgeShelf(): KnowledgeShelf {
  let medications: OpenedKnowledge | undefined;
  let language: Opened<ClinicalLanguage> | undefined;
  let diseases: Opened<DiseaseKnowledge> | undefined;
  const statuses = () =>
    [medications, language, diseases].flatMap((opened) => opened?.statuses ?? []);
  return {
    async open(modelsDir, audit) {
      const found = await listKnowledge(modelsDir);
      medications = openKnowledge(found);
      language = openLanguage(found, medications.knowledge?.words.names() ?? []);
      const reader = language.open?.made;
      diseases = openFirst(found, 'disease-knowledge', (one) => readDiseases(one, reader));
      await record(audit, statuses());
    },
    medications: () => medications,
    language: () => language?.open,
    diseases: () => diseases?.open,
    statuses,
  };
}
