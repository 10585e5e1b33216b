import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange } from '../../calls/exchange.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { Fault } from '../interactions/fault.js';
import { faultRecordOf, recordOf } from '../interactions/record.js';
import { BulkFiles } from './bulk-files.js';

/** Where runs are kept, and what ends them. */
export interface BulkSettings {
  readonly folder: string;
  /** @throws AppError when the appliance has no room for more or is stopping */
  mayGoOn(): void;
  /** Called for what ended a run and is not to be expected, for the log. */
  noteFailure?(failure: unknown): void;
}

export interface BulkParts extends BulkSettings {
  readonly commit: Commit<AuditEvent>;
  readonly clock: Clock;
  readonly faultOf: (thrown: unknown) => Fault;
}

export interface RunTerms {
  readonly files: BulkFiles;
  /** @throws when the run has to end */
  mayGoOn(): void;
  /** Resources that were done, and where it is now. */
  onProgress(resources: number, at: string): void;
}

/** What runs of a kind do. */
export interface BulkKind<A extends NewRun, R> {
  readonly name: 'export' | 'import';
  /** Takes over what came with the request, into a folder that is deleted with the run. */
  takeOver?(asked: A, folder: string): Promise<A>;
  carryOut(asked: A, terms: RunTerms): Promise<R>;
}

export type RunState<R> =
  | { readonly kind: 'running'; readonly progress: string }
  | { readonly kind: 'complete'; readonly endedAt: number; readonly result: R }
  | { readonly kind: 'failed'; readonly endedAt: number; readonly fault: Fault };

/** An export or an import of this time that the appliance is running. */
export interface BulkRun<R> {
  readonly id: string;
  /** Who may see it: a digest. */
  readonly owner: string;
  /** The kick-off request, with its parameters. */
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly transactionTime: number;
  /** What the token of the kick-off allowed. */
  readonly access: string | undefined;
  readonly files: BulkFiles;
  state: RunState<R>;
}

export interface NewRun {
  readonly id: string;
  readonly owner: string;
  readonly request: string;
  readonly access: string | undefined;
  /** Of the parameters, for the audit records. */
  readonly names: string;
  readonly transactionTime: number;
  readonly who: Exchange;
}

interface Run<R> {
  readonly one: BulkRun<R>;
  readonly ending: AbortController;
  done: Promise<void>;
}

const PARALLEL = 2;
/** Runs of one client that are kept. */
const MAX_KEPT = 10;
const RETRY_SECONDS = 60;
/** How long the files of a complete run can be fetched. */
export const KEPT_MS = 3_600_000;
/** How long it is known that a run was lost. */
const MARK_KEPT_MS = 86_400_000;

const tooMany = (message: string): AppError =>
  new AppError('rate_limited', message, { retryAfterSeconds: RETRY_SECONDS });

const cancelled = (): AppError => new AppError('conflict', 'It was cancelled.');

/** What the disk says of a run, for the time after a restart. */
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
 * The exports, or the imports, since the appliance was started. Their files are encrypted with keys that
 * only this process has: after a restart nothing of them can be read, and those that were there are
 * known to be lost.
 */
export class BulkRuns<A extends NewRun, R> {
  readonly #parts: BulkParts;
  readonly #kind: BulkKind<A, R>;
  readonly #runs = new Map<string, Run<R>>();

  constructor(kind: BulkKind<A, R>, parts: BulkParts) {
    this.#kind = kind;
    this.#parts = parts;
  }

  get #mark(): string {
    return `.${this.#kind.name}`;
  }

  #path(id: string): string {
    return join(this.#parts.folder, `${id}${this.#mark}`);
  }

  #running(): number {
    return [...this.#runs.values()].filter(({ one }) => one.state.kind === 'running').length;
  }

  /**
   * Takes a place for a run, which is then begun or abandoned.
   *
   * @throws AppError `rate_limited`
   */
  reserve({ id, owner, request, access, transactionTime }: A): void {
    // The transaction that decides about it may be repeated.
    this.#runs.delete(id);
    const { name } = this.#kind;
    if (this.#running() >= PARALLEL) {
      throw tooMany(`${PARALLEL} ${name}s are running; try again when one is complete.`);
    }
    const kept = [...this.#runs.values()].filter(({ one }) => one.owner === owner);
    if (kept.length >= MAX_KEPT) {
      throw tooMany(`${MAX_KEPT} ${name}s of this client are kept; delete one that is over.`);
    }
    const one: BulkRun<R> = {
      id,
      owner,
      request,
      access,
      transactionTime,
      files: new BulkFiles(join(this.#parts.folder, id)),
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
  async begin(asked: A): Promise<void> {
    const run = this.#runs.get(asked.id);
    if (run === undefined) return;
    const { folder, clock } = this.#parts;
    const mark: Mark = { owner: asked.owner, startedAt: clock() };
    const own = join(folder, asked.id);
    try {
      await mkdir(own, { recursive: true, mode: 0o700 });
      const taken = (await this.#kind.takeOver?.(asked, own)) ?? asked;
      await writeFile(this.#path(asked.id), JSON.stringify(mark), { flag: 'wx', mode: 0o600 });
      run.done = this.#run(run, taken);
    } catch (error) {
      this.abandon(asked.id);
      await rm(own, { recursive: true, force: true }).catch(() => undefined);
      const message = `The ${this.#kind.name} could not be begun; try again later.`;
      const options = { retryAfterSeconds: RETRY_SECONDS, cause: error };
      throw new AppError('overloaded', message, options);
    }
  }

  async #run({ one, ending }: Run<R>, asked: A): Promise<void> {
    const { clock, faultOf } = this.#parts;
    let done = 0;
    try {
      await pass(asked.transactionTime, clock);
      const result = await this.#kind.carryOut(asked, {
        files: one.files,
        mayGoOn: () => {
          ending.signal.throwIfAborted();
          this.#parts.mayGoOn();
        },
        onProgress(more, at) {
          done += more;
          one.state = { kind: 'running', progress: `${done} resources, at ${at}` };
        },
      });
      ending.signal.throwIfAborted();
      await this.#record(asked, done);
      one.state = { kind: 'complete', endedAt: clock(), result };
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code === 'internal_error') this.#parts.noteFailure?.(error);
      await one.files.discard().catch(() => undefined);
      await this.#record(asked, done, fault).catch(() => undefined);
      one.state = { kind: 'failed', endedAt: clock(), fault };
    }
  }

  /** A run is complete only if that is recorded. */
  async #record({ id, who, names }: A, count: number, fault?: Fault): Promise<void> {
    const action = `fhir.${this.#kind.name}_end`;
    const facts = { action, query: names, result_id: id, count };
    const record = fault === undefined ? recordOf(who, facts) : faultRecordOf(who, facts, fault);
    await this.#parts.commit({
      mode: who.mode,
      wait: 'written',
      work: { value: undefined, records: [record] },
    });
  }

  /** A run of this client; its files are served until it expires. */
  find(id: string, owner: string): BulkRun<R> | undefined {
    const one = this.#runs.get(id)?.one;
    return one === undefined || one.owner !== owner || this.#isOld(one) ? undefined : one;
  }

  #isOld({ state }: BulkRun<R>): boolean {
    return state.kind !== 'running' && this.#parts.clock() >= state.endedAt + KEPT_MS;
  }

  /** Whether a run of this client was lost in a restart. */
  async wasLost(id: string, owner: string): Promise<boolean> {
    if (this.#runs.has(id)) return false;
    const text = await readFile(this.#path(id), 'utf8').catch(() => '');
    return markIn(text)?.owner === owner;
  }

  /** Ends a run, and deletes all of it. */
  async remove(id: string): Promise<void> {
    const run = this.#runs.get(id);
    run?.ending.abort(cancelled());
    await run?.done;
    await run?.one.files.discard();
    await rm(this.#path(id), { force: true });
    this.#runs.delete(id);
  }

  /** Deletes expired ones, and what a former run has left. */
  async forgetOld(): Promise<void> {
    for (const { one } of [...this.#runs.values()]) if (this.#isOld(one)) await this.remove(one.id);
    const { folder, clock } = this.#parts;
    const names = await readdir(folder).catch(() => []);
    // What came into being meanwhile is not among the names.
    const own = new Set([...this.#runs.keys()].flatMap((id) => [id, `${id}${this.#mark}`]));
    for (const name of names.filter((found) => !own.has(found))) {
      const path = join(folder, name);
      const text = name.endsWith(this.#mark) ? await readFile(path, 'utf8').catch(() => '') : '';
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
