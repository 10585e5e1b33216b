import type { AuditEvent } from '../../audit/audit-log.js';
import { isoTime } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import type { Send, SendMove, SendState } from '../../store/dicom-send.js';
import { createDicomSendRepository } from '../../store/dicom-send-repository.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  withDatabase,
} from '../context.js';
import { linesOf } from '../lines-option.js';
import { json, table } from '../output.js';

const STATES: readonly SendState[] = ['queued', 'sending', 'sent', 'failed', 'cancelled'];
/** Far more than what waits for one destination. */
const ALL = 1_000_000;

export interface QueueOptions extends CommonOptions {
  readonly lines: string;
  readonly state?: string;
  readonly destination?: string;
}

export interface ChangeOptions extends CommonOptions {
  readonly destination?: string;
}

const time = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs));

const describe = (send: Send) => ({
  id: send.id,
  mode: send.mode,
  destination: send.destination,
  state: send.state,
  urgent: send.urgent,
  sop_instance_uid: send.instanceUid,
  analysis_id: send.analysisId,
  attempts: send.attempts,
  ...(send.reason !== null && { reason: send.reason }),
  queued_at: isoTime(send.queuedAt),
  ...(send.endedAt === null
    ? { next_attempt_at: isoTime(send.nextAt) }
    : { ended_at: isoTime(send.endedAt) }),
});

const HEAD = ['ID', 'MODE', 'DESTINATION', 'STATE', 'TRIES', 'REASON', 'QUEUED', 'NEXT', 'ENDED'];

const rowOf = (send: Send) => [
  send.id,
  send.mode,
  send.destination,
  send.urgent ? `${send.state}, urgent` : send.state,
  send.attempts,
  send.reason,
  isoTime(send.queuedAt),
  send.endedAt === null ? isoTime(send.nextAt) : null,
  time(send.endedAt),
];

function statesOf(text: string | undefined): readonly SendState[] {
  if (text === undefined) return STATES;
  const wanted = text.split(',');
  const known = STATES.filter((one) => wanted.includes(one));
  if (known.length === wanted.length) return known;
  throw invalidField('state', `must be among ${STATES.join(', ')}, separated by commas`);
}

/** Lists what is to be sent to other nodes, and what became of it. */
export async function listQueue(context: CommandContext, options: QueueOptions): Promise<void> {
  const { output } = context;
  const { state, destination, lines } = options;
  const filter = {
    states: statesOf(state),
    limit: linesOf(lines),
    ...(destination !== undefined && { destination }),
  };
  await withDatabase(context, options, (database) => {
    const sends = createDicomSendRepository(database).list(filter);
    if (options.json) return output.out(json(sends.map(describe)));
    output.out(sends.length === 0 ? 'Nothing is queued.' : table(HEAD, sends.map(rowOf)));
  });
}

function idOf(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(id)) throw invalidField('id', `must be a number of the list, not ${text}`);
  return id;
}

interface Change {
  readonly ids: readonly string[];
  readonly action: 'dicom.send_cancel' | 'dicom.send_retry';
  /** Those that are changed where no ids are named. */
  readonly of: readonly SendState[];
  move(id: number, now: number): SendMove;
}

/** Changes sends, each with its audit record, in one commit; a running daemon notices within seconds. */
async function change(
  context: CommandContext,
  options: ChangeOptions,
  { ids, action, of, move }: Change,
): Promise<void> {
  const { output, clock } = context;
  const { destination } = options;
  if (ids.length > 0 === (destination !== undefined)) {
    throw invalidField('id', 'name ids or --destination');
  }
  await withDatabase(context, options, async (database) => {
    const repository = createDicomSendRepository(database);
    const actor = administrator(context);
    const work = () => {
      const named = ids.map(idOf).map((id) => {
        const send = repository.find(id);
        if (send === undefined) throw new AppError('not_found', `Nothing has the id ${id}.`);
        return send;
      });
      const chosen =
        destination === undefined
          ? named
          : repository.list({ states: of, destination, limit: ALL });
      const records = chosen.map((send): AuditEvent => {
        if (!repository.move(move(send.id, clock()))) {
          throw new AppError('conflict', `${send.id} is ${send.state}.`);
        }
        const { id, destination: name } = send;
        return { action, outcome: 'success', actor, target: String(id), destination: name };
      });
      return { value: chosen.map(({ id }) => id), records };
    };
    const changed = await commitQueue(context, database).run(work, { wait: 'synced' });
    const word = action === 'dicom.send_cancel' ? 'cancelled' : 'queued again';
    output.out(options.json ? json({ ids: changed }) : `${changed.length} ${word}.`);
  });
}

/** Cancels what waits. What is being sent at this moment is refused. */
export const cancelSends = (
  context: CommandContext,
  ids: readonly string[],
  options: ChangeOptions,
): Promise<void> =>
  change(context, options, {
    ids,
    action: 'dicom.send_cancel',
    of: ['queued'],
    move: (id, at) => ({ id, from: ['queued'], to: 'cancelled', at }),
  });

/** Queues once more what failed or was cancelled, and tries at once what waits for its next attempt. */
export const retrySends = (
  context: CommandContext,
  ids: readonly string[],
  options: ChangeOptions,
): Promise<void> =>
  change(context, options, {
    ids,
    action: 'dicom.send_retry',
    of: ['queued', 'failed'],
    move: (id, at) => ({
      id,
      from: ['queued', 'failed', 'cancelled'],
      to: 'queued',
      at,
      nextAt: at,
      queuedAt: at,
    }),
  });
