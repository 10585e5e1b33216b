import { type OpenedLanguage, openLanguage } from './language/open.js';
import { type OpenedKnowledge, openKnowledge } from './medications/knowledge/open.js';
import { type KnowledgeStatus, listKnowledge } from './packages/knowledge.js';
import type { AuditLog } from './security/audit-log.js';

/** The packages that rules are read from, opened when the appliance starts. */
export interface KnowledgeShelf {
  /** Reads every package and records which of them answers from now on. */
  open(modelsDir: string, audit: AuditLog): Promise<void>;
  medications(): OpenedKnowledge | undefined;
  language(): OpenedLanguage['open'];
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

export function createKnowledgeShelf(): KnowledgeShelf {
  let medications: OpenedKnowledge | undefined;
  let language: OpenedLanguage | undefined;
  const statuses = () => [...(medications?.statuses ?? []), ...(language?.statuses ?? [])];
  return {
    async open(modelsDir, audit) {
      const found = await listKnowledge(modelsDir);
      medications = openKnowledge(found);
      language = openLanguage(found, medications.knowledge?.words.names() ?? []);
      await record(audit, statuses());
    },
    medications: () => medications,
    language: () => language?.open,
    statuses,
  };
}
