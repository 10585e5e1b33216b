import { setImmediate as turn } from 'node:timers/promises';
import { APPLIANCE, type AuditLog } from '../audit/audit-log.js';
import {
  createDiseaseKnowledge,
  type DiseaseKnowledge,
} from '../differential/knowledge/knowledge.js';
import { DISEASE_TABLES } from '../differential/knowledge/schema.js';
import { type OpenedKnowledge, openKnowledge } from '../medications/knowledge/open.js';
import {
  type KnowledgePackage,
  type KnowledgeStatus,
  listKnowledge,
} from '../model-packages/knowledge.js';
import type { PackageLocation } from '../model-packages/listing.js';
import {
  type Open,
  type OpenedPackages,
  openFirstPackage,
  readTables,
} from '../model-packages/open-packages.js';
import type { ClinicalLanguage } from '../patient-record/language/create-clinical-language.js';
import { openLanguage } from '../patient-record/language/open.js';

/** What was built from all knowledge packages. */
export interface OpenKnowledgePackages {
  readonly medications: OpenedKnowledge;
  readonly language: OpenedPackages<ClinicalLanguage>;
  readonly diseases: OpenedPackages<DiseaseKnowledge>;
  readonly statuses: readonly KnowledgeStatus[];
}

/** The packages that rules are read from, opened when the appliance starts and when they change. */
export interface KnowledgeRegistry {
  /**
   * Reads every package, uses these for all later requests, and records which they are. Requests
   * in progress are answered from the previous packages.
   */
  open(where: PackageLocation, audit: AuditLog): Promise<void>;
  medications(): OpenedKnowledge | undefined;
  language(): Open<ClinicalLanguage> | undefined;
  diseases(): Open<DiseaseKnowledge> | undefined;
  statuses(): readonly KnowledgeStatus[];
}

/** Records which knowledge is used from now on: an overlay changes every later answer. */
function record(audit: AuditLog, statuses: readonly KnowledgeStatus[]): Promise<unknown> {
  return Promise.all(
    statuses.map((status) => {
      const { id, state } = status;
      return audit.append({
        action: 'knowledge.open',
        actor: APPLIANCE,
        target: id,
        outcome: state === 'ready' ? 'success' : 'failed',
        ...(status.state === 'ready' && {
          models: [
            { id, version: status.manifest.version, backend: 'rules', sha256: status.seal.sha256 },
          ],
        }),
      });
    }),
  );
}

/** Identifies the open knowledge to the byte: equal texts mean equal answers. */
export const knowledgeWords = (statuses: readonly KnowledgeStatus[]): string[] =>
  statuses.map((status) =>
    status.state === 'ready'
      ? `${status.id} ${status.manifest.version} ${status.seal.sha256}`
      : `${status.id} ${status.state}`,
  );

/** Findings are read from text: without a reader no disease can be assessed. */
function readDiseases(
  found: KnowledgePackage,
  reader: ClinicalLanguage | undefined,
): DiseaseKnowledge {
  if (reader === undefined) throw new RangeError('It needs a package of clinical language.');
  return createDiseaseKnowledge(readTables(found, DISEASE_TABLES, true), reader);
}

/** Opens every knowledge package, and yields the thread between them. */
export async function openKnowledgePackages(
  where: PackageLocation,
): Promise<OpenKnowledgePackages> {
  const found = await listKnowledge(where);
  const medications = openKnowledge(found);
  await turn();
  const language = openLanguage(found, medications.knowledge?.words.names() ?? []);
  await turn();
  const reader = language.open?.made;
  const diseases = openFirstPackage(found, 'disease-knowledge', (one) => readDiseases(one, reader));
  const statuses = [medications, language, diseases].flatMap((opened) => opened.statuses);
  return { medications, language, diseases, statuses };
}

export function createKnowledgeRegistry(): KnowledgeRegistry {
  let shelf: OpenKnowledgePackages | undefined;
  return {
    async open(where, audit) {
      const opened = await openKnowledgePackages(where);
      shelf = opened;
      await record(audit, opened.statuses);
    },
    medications: () => shelf?.medications,
    language: () => shelf?.language.open,
    diseases: () => shelf?.diseases.open,
    statuses: () => shelf?.statuses ?? [],
  };
}
