import { statSync } from 'node:fs';
import { join } from 'node:path';
import { APPLIANCE, type AuditEvent, type AuditLog } from '../audit/audit-log.js';
import { messageOf } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { ModelStatus } from '../inference/engine.js';
import type { ModelPool } from '../inference/model-pool.js';
import { isKnowledgeKind } from '../model-packages/schema.js';
import type { InstalledPackage, PackageSources } from '../model-packages/sources.js';
import { STATE_FILE } from '../model-packages/store/state.js';
import type { KnowledgeRegistry } from '../operations/knowledge-packages.js';
import type { Tell } from '../operations/webhooks/events.js';
import type { Commit } from '../store/unit-of-work.js';

export interface PackageWatchParts {
  /** The folder of the store. */
  readonly store: string;
  /** Returns the current sources; throws when they cannot be read. */
  readonly sources: () => PackageSources;
  /** The packages opened at the start. */
  readonly opened: PackageSources;
  readonly pool: Pick<ModelPool, 'renew' | 'models'>;
  readonly knowledge: Pick<KnowledgeRegistry, 'open'>;
  /** Other services that have knowledge open. */
  readonly alsoReopen?: ReadonlyArray<(sources: PackageSources) => Promise<void>>;
  readonly audit: AuditLog;
  readonly commit: Commit<AuditEvent>;
  /** Tells webhooks of models that are in use now. */
  readonly tell: Tell;
  readonly logger: Logger;
}

const LOOK_EVERY_MS = 2_000;
const ALL: PackageChanges = { models: true, knowledge: true };

/** Changes with every change of the store, and is cheap to compute. */
function stampOf(store: string): string {
  const stat = statSync(join(store, STATE_FILE), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
}

/** Which kinds of packages must be reopened. */
export interface PackageChanges {
  readonly models: boolean;
  readonly knowledge: boolean;
}

const contentsOf = (installed: readonly InstalledPackage[], knowledge: boolean): string =>
  installed
    .filter(({ kind }) => isKnowledgeKind(kind) === knowledge)
    .map(({ id, sha256 }) => `${id} ${sha256}`)
    .sort()
    .join('\n');

/** Compares the open packages with those now installed, in any order. */
export function changesBetween(
  opened: readonly InstalledPackage[],
  installed: readonly InstalledPackage[],
): PackageChanges {
  const differ = (knowledge: boolean) =>
    contentsOf(installed, knowledge) !== contentsOf(opened, knowledge);
  return { models: differ(false), knowledge: differ(true) };
}

const sealOf = (status: ModelStatus) => (status.state === 'ready' ? status.seal.sha256 : '');

const recordOf = (status: ModelStatus): AuditEvent => ({
  action: 'model.open',
  actor: APPLIANCE,
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
});

/** Returns the models in use from now on that were not in use before. */
async function recordModels(
  { commit, tell }: Pick<PackageWatchParts, 'commit' | 'tell'>,
  before: readonly ModelStatus[],
  now: readonly ModelStatus[],
): Promise<void> {
  const seals = new Map(before.map((status) => [status.id, sealOf(status)]));
  const changed = now.filter((status) => seals.get(status.id) !== sealOf(status));
  await Promise.all(
    changed.map((status) => {
      const record = recordOf(status);
      const { target: id, models: [model] = [] } = record;
      const version = model && { version: model.version };
      const event = {
        type: 'model.changed',
        data: { id, state: status.state, ...version },
      } as const;
      const work = { value: undefined, writes: tell([event]), records: [record] };
      return commit({ wait: 'synced', work });
    }),
  );
}

/**
 * Replaces packages in a running appliance. Polls, because network disks do not report changes of
 * files.
 */
export class PackageWatch {
  readonly #parts: PackageWatchParts;
  #opened: PackageSources;
  // Not the current state: something may have been installed since the start read it.
  #stamp = 'not looked at yet';
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PackageWatchParts) {
    this.#parts = parts;
    this.#opened = parts.opened;
  }

  /** Begins to poll for installed packages. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Reopens all packages, whether or not something was installed; does nothing while stopped. */
  reload(): Promise<void> {
    return this.#timer === undefined ? Promise.resolve() : this.#attempt('all');
  }

  #look(): void {
    const stamp = stampOf(this.#parts.store);
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    void this.#attempt('changes');
  }

  /** Reloads run one after another. */
  #attempt(what: 'all' | 'changes'): Promise<void> {
    this.#work = this.#work.then(async () => {
      try {
        await this.#takeOver(what);
      } catch (error) {
        this.#parts.logger.error(
          { reason: messageOf(error) },
          'packages not taken over: those of before go on',
        );
      }
    });
    return this.#work;
  }

  async #takeOver(what: 'all' | 'changes'): Promise<void> {
    const sources = this.#parts.sources();
    const { models, knowledge } =
      what === 'all' ? ALL : changesBetween(this.#opened.installed, sources.installed);
    if (models) await this.#renewModels(sources);
    if (knowledge) await this.#reopenKnowledge(sources);
    // Set only after success: a failure is retried with the next change.
    this.#opened = sources;
    if (models || knowledge) {
      this.#parts.logger.info({ models, rules: knowledge }, 'packages taken over');
    }
  }

  async #renewModels(sources: PackageSources): Promise<void> {
    const { pool } = this.#parts;
    const before = pool.models();
    if (!(await pool.renew(sources))) throw new Error('no worker could be started');
    await recordModels(this.#parts, before, pool.models());
  }

  async #reopenKnowledge(sources: PackageSources): Promise<void> {
    const { knowledge, audit, alsoReopen = [] } = this.#parts;
    await knowledge.open(sources, audit);
    for (const reopen of alsoReopen) await reopen(sources);
  }
}
