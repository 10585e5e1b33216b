import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange } from '../../calls/exchange.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { FhirStore } from '../../store/fhir/fhir-store.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { Definitions } from '../definitions/definition.js';
import type { Fault } from '../interactions/fault.js';
import { faultRecordOf, recordOf } from '../interactions/record.js';
import { ExportFiles } from './export-files.js';
import { type ExportPlan, writeExport } from './write-export.js';

/** Below the data folder. */
export const EXPORTS_FOLDER = 'fhir-exports';

/** Where exports are kept, and what ends them. */
export interface ExportSettings {
  readonly folder: string;
  /** @throws AppError when the appliance has no room for more or is stopping */
  mayGoOn(): void;
  /** Called for what ended an export and is not to be expected, for the log. */
  noteFailure?(failure: unknown): void;
}

export interface ExportsParts extends ExportSettings {
  readonly store: FhirStore;
  readonly commit: Commit<AuditEvent>;
  readonly definitions: Definitions;
  readonly clock: Clock;
  readonly faultOf: (thrown: unknown) => Fault;
}

export type ExportState =
  | { readonly kind: 'running'; readonly progress: string }
  | { readonly kind: 'complete'; readonly endedAt: number }
  | { readonly kind: 'failed'; readonly endedAt: number; readonly fault: Fault };

/** An export of this run of the appliance. */
export interface Export {
  readonly id: string;
  /** Who may see it: a digest. */
  readonly owner: string;
  readonly mode: KeyMode;
  /** The kick-off request, with its parameters. */
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly transactionTime: number;
  /** What the token of the kick-off allowed. */
  readonly access: string | undefined;
  readonly files: ExportFiles;
  state: ExportState;
}

export interface NewExport {
  readonly id: string;
  readonly owner: string;
  readonly request: string;
  readonly access: string | undefined;
  readonly names: string;
  readonly plan: ExportPlan;
  readonly transactionTime: number;
  readonly who: Exchange;
}

interface Run {
  readonly one: Export;
  readonly ending: AbortController;
  done: Promise<void>;
}

const PARALLEL = 2;
/** Exports of one client that are kept. */
const MAX_KEPT = 10;
const RETRY_SECONDS = 60;
/** How long the files of a complete export can be fetched. */
export const KEPT_MS = 3_600_000;
/** How long it is known that an export was lost. */
const MARK_KEPT_MS = 86_400_000;
const MARK = '.export';

const tooMany = (message: string): AppError =>
  new AppError('rate_limited', message, { retryAfterSeconds: RETRY_SECONDS });

const cancelled = (): AppError => new AppError('conflict', 'The export was cancelled.');

/** What the disk says of an export, for the time after a restart. */
interface Mark {
  readonly owner: string;
  readonly startedAt: number;
}

function markIn(text: string): Mark | undefined {
  try {
    const { owner, startedAt } = JSON.parse(text) as Partial<Mark>;
    return typeof owner === 'string' && typeof startedAt === 'number'
      ? { owner, startedAt }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Waits until what is written gets a later time. */
async function pass(time: number, clock: Clock): Promise<void> {
  for (let tries = 0; clock() <= time && tries < 10; tries += 1) await sleep(1);
}

/**
 * The exports of this run of the appliance. Their files are encrypted with keys that only this process
 * has: after a restart nothing of them can be read, and those that were there are known to be lost.
 */
export class Exports {
  readonly #parts: ExportsParts;
  readonly #runs = new Map<string, Run>();

  constructor(parts: ExportsParts) {
    this.#parts = parts;
  }

  #path(id: string): string {
    return join(this.#parts.folder, `${id}${MARK}`);
  }

  #running(): number {
    return [...this.#runs.values()].filter(({ one }) => one.state.kind === 'running').length;
  }

  /**
   * Takes a place for an export, which is then begun or abandoned.
   *
   * @throws AppError `rate_limited`
   */
  reserve(asked: NewExport): void {
    // The transaction that decides about it may be repeated.
    this.#runs.delete(asked.id);
    if (this.#running() >= PARALLEL) {
      throw tooMany(`${PARALLEL} exports are running; try again when one is complete.`);
    }
    const kept = [...this.#runs.values()].filter(({ one }) => one.owner === asked.owner);
    if (kept.length >= MAX_KEPT) {
      throw tooMany(`${MAX_KEPT} exports of this client are kept; delete one that was fetched.`);
    }
    const { id, owner, request, access, transactionTime, plan } = asked;
    const one: Export = {
      id,
      owner,
      request,
      access,
      transactionTime,
      mode: plan.mode,
      files: new ExportFiles(join(this.#parts.folder, id)),
      state: { kind: 'running', progress: 'waiting' },
    };
    this.#runs.set(id, { one, ending: new AbortController(), done: Promise.resolve() });
  }

  abandon(id: string): void {
    this.#runs.delete(id);
  }

  /**
   * Begins what was reserved, once its record is committed.
   *
   * @throws AppError `overloaded` when nothing can be written
   */
  async begin(asked: NewExport): Promise<void> {
    const run = this.#runs.get(asked.id);
    if (run === undefined) return;
    const { folder, clock } = this.#parts;
    const mark: Mark = { owner: asked.owner, startedAt: clock() };
    try {
      await mkdir(join(folder, asked.id), { recursive: true, mode: 0o700 });
      await writeFile(this.#path(asked.id), JSON.stringify(mark), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      this.abandon(asked.id);
      const message = 'The export could not be begun; try again later.';
      const options = { retryAfterSeconds: RETRY_SECONDS, cause: error };
      throw new AppError('overloaded', message, options);
    }
    run.done = this.#run(run, asked);
  }

  async #run(run: Run, asked: NewExport): Promise<void> {
    const { store, definitions, clock, faultOf } = this.#parts;
    const { one, ending } = run;
    const { plan, transactionTime } = asked;
    let resources = 0;
    try {
      await pass(transactionTime, clock);
      await writeExport(plan, {
        store,
        definitions,
        files: one.files,
        mayGoOn: () => {
          ending.signal.throwIfAborted();
          this.#parts.mayGoOn();
        },
        onProgress(type, more) {
          resources += more;
          one.state = { kind: 'running', progress: `${resources} resources, at ${type}` };
        },
      });
      ending.signal.throwIfAborted();
      await this.#record(asked, resources);
      one.state = { kind: 'complete', endedAt: clock() };
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code === 'internal_error') this.#parts.noteFailure?.(error);
      await one.files.discard().catch(() => undefined);
      await this.#record(asked, resources, fault).catch(() => undefined);
      one.state = { kind: 'failed', endedAt: clock(), fault };
    }
  }

  /** An export is complete only if that is recorded. */
  async #record({ id, who, names }: NewExport, count: number, fault?: Fault): Promise<void> {
    const facts = { action: 'fhir.export_end', query: names, result_id: id, count };
    const record = fault === undefined ? recordOf(who, facts) : faultRecordOf(who, facts, fault);
    await this.#parts.commit({
      mode: who.mode,
      wait: 'written',
      work: { value: undefined, records: [record] },
    });
  }

  /** An export of this client; its files are served until it expires. */
  find(id: string, owner: string): Export | undefined {
    const one = this.#runs.get(id)?.one;
    return one === undefined || one.owner !== owner || this.#isOld(one) ? undefined : one;
  }

  #isOld({ state }: Export): boolean {
    return state.kind !== 'running' && this.#parts.clock() >= state.endedAt + KEPT_MS;
  }

  /** Whether an export of this client was lost in a restart. */
  async wasLost(id: string, owner: string): Promise<boolean> {
    if (this.#runs.has(id)) return false;
    const text = await readFile(this.#path(id), 'utf8').catch(() => '');
    return markIn(text)?.owner === owner;
  }

  /** Ends an export, and deletes all of it. */
  async remove(id: string): Promise<void> {
    const run = this.#runs.get(id);
    run?.ending.abort(cancelled());
    await run?.done;
    await run?.one.files.discard();
    await rm(this.#path(id), { force: true });
    this.#runs.delete(id);
  }

  /** Deletes expired exports, and what a former run has left. */
  async forgetOld(): Promise<void> {
    for (const { one } of [...this.#runs.values()]) if (this.#isOld(one)) await this.remove(one.id);
    const { folder, clock } = this.#parts;
    const names = await readdir(folder).catch(() => []);
    // What came into being meanwhile is not among the names.
    const own = new Set([...this.#runs.keys()].flatMap((id) => [id, `${id}${MARK}`]));
    for (const name of names.filter((found) => !own.has(found))) {
      const path = join(folder, name);
      const text = name.endsWith(MARK) ? await readFile(path, 'utf8').catch(() => '') : '';
      const mark = markIn(text);
      if (mark !== undefined && clock() < mark.startedAt + MARK_KEPT_MS) continue;
      await rm(path, { recursive: true, force: true });
    }
  }

  /** Ends all that are running; they are lost like those of a kill. */
  async stop(): Promise<void> {
    for (const { ending } of this.#runs.values()) ending.abort(cancelled());
    await Promise.all([...this.#runs.values()].map(({ done }) => done));
    for (const { one } of this.#runs.values()) await one.files.discard();
  }
}
