import { linkHash } from '../../audit/audit-chain.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import { type AuditVerdict, placeOf } from '../../audit/audit-verdict.js';
import { subjectOf } from '../../audit/subject.js';
import { type Answer, type Call, type Operation, postOperation } from '../../calls/operation.js';
import { type Clock, isoTime } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { AuditRepository } from '../../store/audit-repository.js';
import type { AuditTimes } from '../../store/audit-times.js';
import { type AuditQuery, type AuditView, isVisibleIn } from '../../store/audit-view.js';
import {
  type ExportQuery,
  exportedLine,
  exportQuery,
  type RecordQuery,
  recordDetail,
  recordPage,
  recordQuery,
  type Verification,
  verification,
  verificationRequest,
} from './audit-schema.js';
import { BackgroundRun, type RunState } from './background-run.js';
import { SMALL_BODY_BYTES } from './common-schema.js';
import { describeRun } from './doctor.js';

/** Which records are exported. */
export interface ExportSelection {
  readonly mode: KeyMode;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly patient: string | undefined;
}

export interface AuditParts {
  readonly repository: Pick<AuditRepository, 'find' | 'segments'>;
  /** With the records that concern neither world. */
  readonly view: AuditView;
  readonly times: AuditTimes;
  /** The name of a key or a person. */
  readonly nameOf: (id: string) => string | null;
  /** Verifies the whole chain outside this process. */
  readonly verify: () => Promise<AuditVerdict>;
  /** Lines of JSON, made outside this process. */
  readonly exportRecords: (selection: ExportSelection) => ReadableStream<Uint8Array>;
  readonly clock: Clock;
}

const utc = (text: string | undefined) =>
  text === undefined ? undefined : isoTime(Date.parse(text));

/** The names of the parameters that a search used, for its own record. */
const namesIn = (query: object): string =>
  Object.entries(query)
    .flatMap(([name, value]) => (value === undefined || name === 'limit' ? [] : [name]))
    .sort()
    .join('&');

function describeVerdict(verdict: AuditVerdict): NonNullable<Verification['verdict']> {
  const { intact, records } = verdict;
  if (!intact) return { intact, records, place: placeOf(verdict), reason: verdict.reason };
  const { headHash, checkpoints, signedTo, segments, from } = verdict;
  return {
    intact,
    records,
    head_hash: headHash,
    checkpoints,
    signed_to: signedTo,
    ...(segments !== undefined && { segments }),
    ...(from !== undefined && { from }),
  };
}

const describeVerification = (run: RunState<AuditVerdict>): Verification => ({
  ...describeRun(run),
  ...(run.state === 'done' && { verdict: describeVerdict(run.result) }),
});

/** Reads of the audit log, each of which is itself recorded. */
class AuditHandlers {
  readonly #parts: AuditParts;

  constructor(parts: AuditParts) {
    this.#parts = parts;
  }

  async search(call: Call, query: RecordQuery): Promise<Answer> {
    const { view, repository } = this.#parts;
    const subject = query.patient === undefined ? undefined : subjectOf(query.patient);
    if (subject !== undefined) call.concerns(subject);
    const page = view.search(call.mode, this.#queryOf(query, subject));
    const records = page.records.flatMap(({ seq }) => this.#described(seq) ?? []);
    const body = {
      records,
      ...(page.next !== undefined && { next: String(page.next) }),
      sealed_to: repository.segments().at(-1)?.last ?? 0,
    };
    return { body, audit: { query: namesIn(query), count: records.length } };
  }

  async read(call: Call): Promise<Answer> {
    const seq = Number(call.params.seq);
    const row = Number.isSafeInteger(seq) ? this.#parts.repository.find(seq) : undefined;
    const event = row && (JSON.parse(row.event) as AuditEvent);
    const mode = event && 'mode' in event.actor ? event.actor.mode : undefined;
    const described = this.#described(seq);
    if (row === undefined || described === undefined || !isVisibleIn(call.mode, mode)) {
      throw new AppError('not_found', 'There is no such record.');
    }
    call.concerns(`AuditEvent/audit-${seq}`);
    return {
      body: {
        ...described,
        prev_hash: row.prevHash.toString('hex'),
        hash_is_right: linkHash(row).equals(row.hash),
      },
    };
  }

  async export(call: Call, query: ExportQuery): Promise<Answer> {
    const { patient } = query;
    if (patient !== undefined) call.concerns(subjectOf(patient));
    const { mode } = call;
    const selection = { mode, since: utc(query.since), until: utc(query.until), patient };
    const day = isoTime(this.#parts.clock()).slice(0, 10);
    return {
      audit: { query: namesIn(query) },
      download: {
        mediaType: 'application/x-ndjson; charset=utf-8',
        fileName: `wardbox-audit-${mode}-${day}.jsonl`,
        open: () => this.#parts.exportRecords(selection),
      },
    };
  }

  #queryOf(query: RecordQuery, subject: string | undefined): AuditQuery {
    const { since, until, actor, action, outcome, limit, after } = query;
    const [begin, end] = [since, until].map((text) => (text ? Date.parse(text) : undefined));
    const isBounded = begin !== undefined || end !== undefined;
    const range = isBounded ? this.#parts.times.around(begin, end) : undefined;
    const before = [
      ...(range === undefined ? [] : [range.to + 1]),
      ...(after === undefined ? [] : [Number(after)]),
    ];
    return {
      limit,
      ...(range !== undefined && {
        from: range.from,
        during: (at: number) =>
          (begin === undefined || at >= begin) && (end === undefined || at < end),
      }),
      ...(before.length > 0 && { before: Math.min(...before) }),
      ...(subject !== undefined && { targets: [subject] }),
      ...(actor !== undefined && { actors: [actor] }),
      ...(action !== undefined && { actions: action.split(',') }),
      ...(outcome !== undefined && { outcomes: [outcome] }),
    };
  }

  #described(seq: number) {
    const row = this.#parts.repository.find(seq);
    if (row === undefined) return undefined;
    const event = JSON.parse(row.event) as AuditEvent;
    return {
      seq,
      at: row.at,
      hash: row.hash.toString('hex'),
      event,
      actor_name: this.#parts.nameOf(event.actor.id),
    };
  }
}

function readOperations(handlers: AuditHandlers): Operation[] {
  const shared = { scope: 'audit.read', method: 'GET', duringFaults: true } as const;
  return [
    {
      ...shared,
      path: '/audit/records',
      operationId: 'audit.search',
      summary: 'Search the audit log',
      description:
        'Newest first: what keys and people of this world have done, and what concerns neither ' +
        'world. With `patient`: who has seen this patient. Each search examines a limited number ' +
        'of records, so follow `next` until there is none. The search is recorded itself.',
      query: recordQuery,
      response: recordPage,
      handle: (call: Call, query?: unknown) => handlers.search(call, query as RecordQuery),
    },
    {
      ...shared,
      path: '/audit/records/{seq}',
      operationId: 'audit.read',
      summary: 'One record of the audit log',
      description: 'With its place in the hash chain.',
      response: recordDetail,
      handle: (call: Call) => handlers.read(call),
    },
    {
      ...shared,
      path: '/audit/export',
      operationId: 'audit.export',
      summary: 'Export records of the audit log',
      description:
        'One record per line, oldest first, each with the fields of the hash chain and the exact ' +
        'text that was hashed, as `wardbox audit export` writes them; sealed files included. The ' +
        'export is recorded itself.',
      query: exportQuery,
      response: exportedLine,
      downloads: 'application/x-ndjson',
      problems: { '409': '`conflict`: the log is incomplete; verify it' },
      handle: (call: Call, query?: unknown) => handlers.export(call, query as ExportQuery),
    },
  ];
}

function verificationOperations({ verify, clock }: AuditParts): Operation[] {
  const background = new BackgroundRun(verify, clock);
  const body = () => describeVerification(background.state);
  const shared = { scope: 'audit.read', path: '/audit/verification' } as const;
  return [
    postOperation({
      ...shared,
      operationId: 'audit.verification.start',
      summary: 'Verify the audit log',
      description:
        'Verifies the whole chain, its checkpoints and sealed files, in a process of its own: on ' +
        'a large log it takes minutes. Read the verdict when it is done; one run at a time.',
      request: verificationRequest,
      bodyLimitBytes: SMALL_BODY_BYTES,
      response: verification,
      duringFaults: true,
      async handle() {
        background.start();
        return { body: body() };
      },
    }),
    {
      ...shared,
      method: 'GET',
      operationId: 'audit.verification.read',
      summary: 'The verdict of the last verification',
      description: 'Of the whole appliance, whatever the world.',
      response: verification,
      duringFaults: true,
      handle: async () => ({ body: body() }),
    },
  ];
}

/** The operations of an auditor. */
export function auditOperations(parts: AuditParts): Operation[] {
  return [...readOperations(new AuditHandlers(parts)), ...verificationOperations(parts)];
}
