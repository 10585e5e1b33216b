import { mkdir, rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Exchange } from '../calls/exchange.js';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { createSealedFile } from '../core/sealed-file.js';
import type { BulkExport, ExportedFile, Exports } from '../fhir/bulk/exports.js';
import {
  deletedPage,
  type SnapshotPage,
  type StoredPosition,
  snapshotPage,
} from '../fhir/bulk/snapshot.js';
import type { FhirStore } from '../store/fhir/fhir-store.js';

type Running = { -readonly [K in keyof BulkExport]: BulkExport[K] } & { cancelled: boolean };

export interface ExportsParts {
  readonly folder: string;
  readonly store: FhirStore;
  readonly clock: Clock;
  readonly newId: () => string;
}

const KEPT_MS = 6 * 3_600_000;
const MAX_RUNNING = 2;
const MAX_KEPT = 20;
const MAX_KEPT_OF_OWNER = 5;
const RETRY_SECONDS = 60;

const ownerOf = ({ actor, mode }: Pick<Exchange, 'actor' | 'mode'>): string =>
  JSON.stringify([mode, actor.type, actor.id]);

const LINE_BREAKS = /[\r\n][\t\n\r ]*/g;
const lineOf = (text: string): string => `${text.replace(LINE_BREAKS, '')}\n`;

const deletionOf = (type: string, id: string): string =>
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [{ request: { method: 'DELETE', url: `${type}/${id}` } }],
  });

class Cancelled extends Error {}

async function* resourcesOf(
  one: Running,
  type: string,
  store: FhirStore,
): AsyncGenerator<readonly string[]> {
  const { terms } = one;
  const mode = (JSON.parse(one.owner) as [Exchange['mode']])[0];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: SnapshotPage = await store.decide(mode, snapshotPage(type, terms, after));
    one.written += page.rows.length;
    yield page.rows.map(({ body }) => body);
    after = page.after;
  }
}

async function* deletionsOf(one: Running, store: FhirStore): AsyncGenerator<readonly string[]> {
  const { at, since, types } = one.terms;
  if (since === undefined) return;
  const mode = (JSON.parse(one.owner) as [Exchange['mode']])[0];
  for (const type of types) {
    let after: StoredPosition | undefined;
    do {
      const page = await store.decide(mode, deletedPage(type, { at, since }, after));
      yield page.ids.map((id) => deletionOf(type, id));
      after = page.after;
    } while (after !== undefined);
  }
}

async function* only(lines: readonly string[]): AsyncGenerator<readonly string[]> {
  yield lines;
}

/** Writes lines to a file that only this process can read; no file where there is none. */
async function writeFile(
  one: Running,
  folder: string,
  [kind, type]: readonly [ExportedFile['kind'], string],
  pages: AsyncGenerator<readonly string[]>,
): Promise<void> {
  const writer = createSealedFile(folder);
  let count = 0;
  try {
    for await (const lines of pages) {
      if (one.cancelled) throw new Cancelled();
      if (lines.length > 0) await writer.write(Buffer.from(lines.map(lineOf).join('')));
      count += lines.length;
      // Requests that came meanwhile go first.
      await setImmediate();
    }
  } catch (error) {
    await writer.discard();
    throw error;
  }
  if (count === 0) return writer.discard();
  one.files = [...one.files, { kind, type, count, file: await writer.finish() }];
}

/**
 * Creates the exports of this process. Their files are encrypted with keys that are only in memory, so after
 * the end of the process nothing of them can be read or served.
 */
export function createExports({ folder, store, clock, newId }: ExportsParts): Exports {
  const exports = new Map<string, Running>();
  let opened: Promise<unknown> | undefined;

  /** Removes what an earlier process has left. */
  async function open(): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }

  async function removeFiles(one: Running): Promise<void> {
    const { files } = one;
    one.files = [];
    for (const { file } of files) await rm(file.path, { force: true });
  }

  async function remove({ id }: BulkExport): Promise<void> {
    const one = exports.get(id);
    if (one === undefined) return;
    one.cancelled = true;
    exports.delete(id);
    // A running one removes its files when it sees that it was cancelled.
    if (one.state !== 'running') await removeFiles(one);
  }

  async function expire(): Promise<void> {
    const now = clock();
    for (const one of exports.values()) {
      if (one.state !== 'running' && one.expires <= now) await remove(one);
    }
  }

  async function carryOut(one: Running): Promise<void> {
    const { types, notes } = one.terms;
    try {
      for (const type of types) {
        await writeFile(one, folder, ['output', type], resourcesOf(one, type, store));
      }
      await writeFile(one, folder, ['deleted', 'Bundle'], deletionsOf(one, store));
      await writeFile(one, folder, ['error', 'OperationOutcome'], only(notes));
      if (one.cancelled) throw new Cancelled();
      one.state = 'complete';
    } catch {
      one.state = 'failed';
      await removeFiles(one);
    }
    one.expires = clock() + KEPT_MS;
    setTimeout(() => void expire(), KEPT_MS + 1_000).unref();
  }

  function refuseTooMany(owner: string): void {
    const all = [...exports.values()];
    const running = all.filter(({ state }) => state === 'running').length;
    const own = all.filter((one) => one.owner === owner).length;
    if (running < MAX_RUNNING && all.length < MAX_KEPT && own < MAX_KEPT_OF_OWNER) return;
    const problem =
      running < MAX_RUNNING
        ? 'Too many exports are kept; delete those that are no longer needed.'
        : 'Too many exports are running; try again later.';
    throw new AppError('rate_limited', problem, { retryAfterSeconds: RETRY_SECONDS });
  }

  return {
    async begin(who, terms) {
      opened ??= open();
      await opened;
      await expire();
      const owner = ownerOf(who);
      refuseTooMany(owner);
      const id = newId();
      const expires = clock() + KEPT_MS;
      const one: Running = {
        ...{ id, owner, terms, expires, state: 'running', written: 0, files: [] },
        cancelled: false,
      };
      exports.set(id, one);
      void carryOut(one);
      return one;
    },
    find(who, id) {
      const one = exports.get(id);
      if (one === undefined || one.owner !== ownerOf(who)) return undefined;
      if (one.state !== 'running' && one.expires <= clock()) return undefined;
      return one;
    },
    remove,
  };
}
