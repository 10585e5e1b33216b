import { APPLIANCE, type AuditEvent } from '../../audit/audit-log.js';
import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Random } from '../../core/random.js';
import type { ObjectToSend, SendCaller, SendOutcome, SendReason } from '../../core/sent-object.js';
import type { DicomObject } from '../../store/dicom-object.js';
import type { DueSend, SendLine, SendMove, SendRepository } from '../../store/dicom-send.js';
import type { Commit, Conclusion, Decision } from '../../store/unit-of-work.js';
import { fileOf } from './dicom-web/held-files.js';
import { DestinationPause, moveAfter } from './send-schedule.js';

/** Objects for one destination, in the order in which they are sent. */
export interface SendBatch {
  readonly line: SendLine;
  readonly objects: readonly ObjectToSend[];
}

export interface SendQueueParts {
  /** The destinations of the configuration. */
  readonly lines: readonly SendLine[];
  readonly repository: SendRepository;
  readonly commit: Commit<AuditEvent>;
  /** Sends objects until all were sent or one is not taken now. */
  readonly send: (batch: SendBatch, caller: SendCaller, signal: AbortSignal) => Promise<void>;
  /** Of the files of objects. */
  readonly folder: string;
  /** How long an object is tried. */
  readonly givenUpMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

const DAY_MS = 86_400_000;
/** The objects for one destination. */
export interface SendFigures {
  readonly waiting: number;
  /** How long the oldest of them has waited. */
  readonly oldestSeconds: number;
  readonly sent: number;
  readonly failed: number;
}

const NO_SENDS: SendFigures = { waiting: 0, oldestSeconds: 0, sent: 0, failed: 0 };

/** Destinations that are served at once. */
const MAX_PARALLEL = 4;
/** Objects in one association. */
const MAX_BATCH = 50;
/** What the command line has changed is noticed after this long. */
const POLL_MS = 5_000;
/** How long it is remembered what was sent: nothing that is remembered is sent again. */
const KEPT_MS = 400 * DAY_MS;

const OUTCOMES = { sent: 'success', refused: 'refused', 'not-now': 'failed' } as const;

/** The audit record of an attempt. */
function recordOf(
  { destination, analysisId, object }: DueSend,
  { kind, reason }: SendOutcome,
): AuditEvent {
  return {
    action: 'dicom.send',
    outcome: OUTCOMES[kind],
    actor: APPLIANCE,
    destination,
    result_id: analysisId,
    ...(object !== undefined && { target: `ImagingStudy/${object.studyUid}` }),
    ...(reason !== undefined && { error_code: reason }),
  };
}

/** Moves an object, and records that where it was still in one of the states to move from. */
function* moveSend(move: SendMove, record?: AuditEvent): Decision<Conclusion<boolean, AuditEvent>> {
  const isMoved = (yield { kind: 'dicom-send.move', move }) as boolean;
  return { value: isMoved, records: isMoved && record !== undefined ? [record] : [] };
}

const toObjectToSend = (folder: string, id: number, object: DicomObject): ObjectToSend => ({
  id,
  studyUid: object.studyUid,
  instanceUid: object.instanceUid,
  sopClassUid: object.sopClassUid,
  transferSyntaxUid: object.transferSyntaxUid,
  file: fileOf(folder, object),
});

/**
 * Sends what is queued for other nodes: the objects of a destination one after the other, destinations beside
 * each other. An attempt ends with a commit, and only then the next one begins.
 */
export class SendQueue {
  readonly #parts: SendQueueParts;
  readonly #stopping = new AbortController();
  readonly #pauses: ReadonlyMap<SendLine, DestinationPause>;
  readonly #served = new Map<SendLine, Promise<void>>();
  /** Sends in progress. */
  readonly #inHand = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #pass: Promise<void> | undefined;
  #isWoken = false;
  #forgottenAt = 0;

  constructor(parts: SendQueueParts) {
    this.#parts = parts;
    this.#pauses = new Map(parts.lines.map((line) => [line, new DestinationPause(parts.random)]));
  }

  /** What waits, and what became of the rest, by the name of the destination. */
  figures(): Readonly<Record<string, SendFigures>> {
    const { repository, clock } = this.#parts;
    const figures: Record<string, SendFigures> = {};
    for (const { destination, state, count, oldestAt } of repository.counts()) {
      const { waiting, sent, failed, oldestSeconds } = figures[destination] ?? NO_SENDS;
      const isWaiting = state === 'queued' || state === 'sending';
      const age = isWaiting ? Math.max(0, clock() - oldestAt) / 1_000 : 0;
      figures[destination] = {
        waiting: waiting + (isWaiting ? count : 0),
        sent: sent + (state === 'sent' ? count : 0),
        failed: failed + (state === 'failed' ? count : 0),
        oldestSeconds: Math.max(oldestSeconds, age),
      };
    }
    return figures;
  }

  start(): void {
    this.wake();
  }

  /** Something may have been queued. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isWoken = true;
    this.#pass ??= this.#passes().finally(() => {
      this.#pass = undefined;
      if (this.#isWoken) this.wake();
    });
  }

  /** Ends what is being sent; it is sent again after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#pass;
    await Promise.all(this.#served.values());
  }

  async #passes(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#isWoken && !this.#stopping.signal.aborted) {
      this.#isWoken = false;
      try {
        await this.#recover();
        await this.#giveUp();
        await this.#forget();
        this.#serveLines();
      } catch (error) {
        // Most likely a full or busy disk.
        this.#parts.logger.warn({ reason: messageOf(error) }, 'the queue of DICOM sends waits');
      }
    }
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => this.wake(), this.#waitMs()).unref();
  }

  #waitMs(): number {
    const { lines, repository, clock } = this.#parts;
    const now = clock();
    const times = lines
      .filter((line) => !this.#served.has(line))
      .map((line) => Math.max(repository.nextAt([line]) ?? Infinity, this.#pauseOf(line).until));
    return Math.max(0, Math.min(POLL_MS, ...times.map((at) => at - now)));
  }

  /** What was being sent when the process ended: whether it arrived is not known, so it is sent again. */
  async #recover(): Promise<void> {
    const lost = this.#parts.repository.interrupted().filter(({ id }) => !this.#inHand.has(id));
    for (const send of lost) {
      await this.#end(send, { kind: 'not-now', reason: 'sender_lost' });
    }
  }

  async #giveUp(): Promise<void> {
    const { repository, commit, clock, givenUpMs } = this.#parts;
    const now = clock();
    const outcome = { kind: 'refused', reason: 'given_up' } as const;
    for (const send of repository.waitingSince(now - givenUpMs)) {
      const { reason } = outcome;
      const move = { id: send.id, from: ['queued'], to: 'failed', at: now, reason } as const;
      const record = recordOf(send, outcome);
      await commit({ work: () => moveSend(move, record), wait: 'synced' });
    }
  }

  /** Once a day. */
  async #forget(): Promise<void> {
    const { commit, clock } = this.#parts;
    const now = clock();
    if (now - this.#forgottenAt < DAY_MS) return;
    const writes = [{ kind: 'dicom-send.forget', before: now - KEPT_MS } as const];
    await commit({ work: { value: undefined, writes, records: [] }, wait: 'synced' });
    this.#forgottenAt = now;
  }

  #serveLines(): void {
    const { lines, repository, clock } = this.#parts;
    for (const line of lines) {
      if (this.#served.size >= MAX_PARALLEL) return;
      if (this.#served.has(line) || this.#pauseOf(line).until > clock()) continue;
      const due = repository.due(line, clock(), MAX_BATCH);
      if (due.length === 0) continue;
      const served = this.#serve(line, due).finally(() => {
        this.#served.delete(line);
        this.wake();
      });
      this.#served.set(line, served);
    }
  }

  async #serve(line: SendLine, due: readonly DueSend[]): Promise<void> {
    const { send, folder, logger } = this.#parts;
    const byId = new Map(due.map((one) => [one.id, one]));
    const objects = due.flatMap(({ id, object }) => {
      return object === undefined ? [] : [toObjectToSend(folder, id, object)];
    });
    const caller: SendCaller = {
      begin: (id) => this.#begin(id),
      end: async ({ id, outcome }) => {
        const ended = byId.get(id);
        if (ended === undefined) return;
        this.#pauseOf(line).note(outcome.kind, this.#parts.clock());
        await this.#end(ended, outcome);
      },
    };
    try {
      for (const one of due.filter(({ object }) => object === undefined)) {
        await this.#drop(one, 'object_gone');
      }
      if (objects.length > 0) await send({ line, objects }, caller, this.#stopping.signal);
    } catch (error) {
      this.#pauseOf(line).note('not-now', this.#parts.clock());
      logger.warn({ destination: line.destination, reason: messageOf(error) }, 'sending has ended');
    } finally {
      for (const { id } of due) this.#inHand.delete(id);
    }
  }

  async #begin(id: number): Promise<boolean> {
    const { commit, clock } = this.#parts;
    const move = { id, from: ['queued'], to: 'sending', at: clock() } as const;
    this.#inHand.add(id);
    const isBegun = await commit({ work: () => moveSend(move), wait: 'written' });
    if (!isBegun) this.#inHand.delete(id);
    return isBegun;
  }

  async #end(send: DueSend, outcome: SendOutcome): Promise<void> {
    const { commit, clock, random } = this.#parts;
    const move = moveAfter(send, outcome, clock(), random);
    const record = recordOf(send, outcome);
    await commit({ work: () => moveSend(move, record), wait: 'synced' });
    this.#inHand.delete(send.id);
  }

  /** Ends what cannot be sent at all. */
  async #drop(send: DueSend, reason: SendReason): Promise<void> {
    if (await this.#begin(send.id)) await this.#end(send, { kind: 'refused', reason });
  }

  #pauseOf(line: SendLine): DestinationPause {
    const pause = this.#pauses.get(line);
    if (pause === undefined) throw new TypeError('none of the destinations');
    return pause;
  }
}
