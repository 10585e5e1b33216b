import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditLog } from '../audit/audit-log.js';
import { messageOf } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { ModelStatus } from '../inference/engine.js';
import type { ModelPool } from '../inference/model-pool.js';
import { isKnowledgeKind } from '../model-packages/schema.js';
import type { InstalledPackage, PackageSources } from '../model-packages/sources.js';
import { STATE_FILE } from '../model-packages/store/state.js';
import type { KnowledgeRegistry } from '../operations/knowledge-packages.js';

/** Has the appliance answer with other packages while it serves. */
export interface PackageWatch {
  /** Begins to look whether the administrator has installed something. */
  start(): void;
  stop(): void;
  /** Opens all packages anew, whether or not something was installed; nothing while it is stopped. */
  reload(): Promise<void>;
}

export interface PackageWatchParts {
  /** Where the store is. */
  readonly store: string;
  /** What there is now; throws when that cannot be read. */
  readonly sources: () => PackageSources;
  /** What was opened at the start. */
  readonly opened: PackageSources;
  readonly pool: Pick<ModelPool, 'renew' | 'models'>;
  readonly knowledge: Pick<KnowledgeRegistry, 'open'>;
  /** Others who hold knowledge open. */
  readonly alsoReopen?: ReadonlyArray<(sources: PackageSources) => Promise<void>>;
  readonly audit: AuditLog;
  readonly logger: Logger;
}

const LOOK_EVERY_MS = 2_000;

/** Changes with every change of the store, and is cheap to look at. */
function stampOf(store: string): string {
  const stat = statSync(join(store, STATE_FILE), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
}

const wordsOf = (installed: readonly InstalledPackage[], knowledge: boolean): string =>
  installed
    .filter(({ kind }) => isKnowledgeKind(kind) === knowledge)
    .map(({ id, sha256 }) => `${id} ${sha256}`)
    .sort()
    .join('\n');

const sealOf = (status: ModelStatus) => (status.state === 'ready' ? status.seal.sha256 : '');

/** Which models answer from now on, where those of before were others. */
async function recordModels(
  audit: AuditLog,
  before: readonly ModelStatus[],
  now: readonly ModelStatus[],
): Promise<void> {
  const known = new Map(before.map((status) => [status.id, sealOf(status)]));
  const changed = now.filter((status) => known.get(status.id) !== sealOf(status));
  await Promise.all(
    changed.map((status) =>
      audit.append({
        action: 'model.open',
        actor: { type: 'appliance', id: 'wardbox' },
        target: status.id,
        outcome: status.state === 'ready' ? 'success' : 'failed',
        ...(status.state === 'ready' && {
          models: [
            {
              id: status.id,
              version: status.manifest.version,
              backend: status.backend,
              sha256: status.seal.sha256,
            },
          ],
        }),
      }),
    ),
  );
}

/** Looks from time to time rather than being told by the file system, which network disks cannot. */
export function createPackageWatch(parts: PackageWatchParts): PackageWatch {
  const { store, pool, knowledge, audit, logger } = parts;
  let opened = parts.opened;
  // Not what it is now: something may have been installed since the start looked.
  let stamp = 'not looked at yet';
  let work: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function reopenKnowledge(sources: PackageSources): Promise<void> {
    await knowledge.open(sources, audit);
    for (const reopen of parts.alsoReopen ?? []) await reopen(sources);
  }

  async function renewModels(sources: PackageSources): Promise<void> {
    const before = pool.models();
    if (!(await pool.renew(sources))) throw new Error('no worker could be started');
    await recordModels(audit, before, pool.models());
  }

  /** Opens what has changed, or everything. */
  async function takeOver(everything: boolean): Promise<void> {
    const sources = parts.sources();
    const differs = (kind: boolean) =>
      everything || wordsOf(sources.installed, kind) !== wordsOf(opened.installed, kind);
    const [models, rules] = [differs(false), differs(true)];
    if (models) await renewModels(sources);
    if (rules) await reopenKnowledge(sources);
    // Only now: what failed is tried again with the next change.
    opened = sources;
    if (models || rules) logger.info({ models, rules }, 'packages taken over');
  }

  function attempt(everything: boolean): Promise<void> {
    work = work.then(async () => {
      try {
        await takeOver(everything);
      } catch (error) {
        logger.error(
          { reason: messageOf(error) },
          'packages not taken over: those of before go on',
        );
      }
    });
    return work;
  }

  return {
    start() {
      timer = setInterval(() => {
        const now = stampOf(store);
        if (now === stamp) return;
        stamp = now;
        void attempt(false);
      }, LOOK_EVERY_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
    reload: () => (timer === undefined ? Promise.resolve() : attempt(true)),
  };
}
