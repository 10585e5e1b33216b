import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Operation } from '../../calls/operation.js';
import { byText } from '../../core/by-text.js';
import { type Clock, isoTime } from '../../core/clock.js';
import { invalidField } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { AuditRepository } from '../../store/audit-repository.js';
import type { AuditTimes } from '../../store/audit-times.js';
import type { UsageCount, UsageInterval } from '../../store/audit-usage.js';
import { type UsageAnswer, type UsageQuery, usageAnswer, usageQuery } from './usage-schema.js';

export interface UsageParts {
  readonly times: AuditTimes;
  readonly count: (mode: KeyMode, interval: UsageInterval) => UsageCount[];
  readonly repository: Pick<AuditRepository, 'find'>;
  /** The name of a key or a person. */
  readonly nameOf: (id: string) => string | null;
  readonly clock: Clock;
}

type ActorUsage = UsageAnswer['actors'][number];
type OperationUsage = ActorUsage['operations'][number];

const DAY_MS = 86_400_000;
/** Records that are counted in one turn of the event loop: about 15 ms. */
const CHUNK = 5_000;
const MAX_COUNTED = 1_000_000;

const OUTCOMES = ['success', 'refused', 'failed'] as const;

/** Adds up counts by actor and by operation. */
class Tally {
  readonly #actors = new Map<string, Map<string, OperationUsage>>();

  add({ actorType, actorId, action, outcome, count }: UsageCount): void {
    const name = `${actorType}/${actorId}`;
    const operations = this.#actors.get(name) ?? new Map<string, OperationUsage>();
    this.#actors.set(name, operations);
    const usage = operations.get(action) ?? {
      operation: action,
      success: 0,
      refused: 0,
      failed: 0,
    };
    operations.set(action, usage);
    const known = OUTCOMES.find((one) => one === outcome);
    if (known !== undefined) usage[known] += count;
  }

  /** The busiest first. */
  actors(nameOf: UsageParts['nameOf']): ActorUsage[] {
    const actors = [...this.#actors].map(([key, byOperation]) => {
      const slash = key.indexOf('/');
      const [type, id] = [key.slice(0, slash), key.slice(slash + 1)];
      const operations = [...byOperation.values()].sort((a, b) => byText(a.operation, b.operation));
      const sum = (outcome: (typeof OUTCOMES)[number]) =>
        operations.reduce((total, one) => total + one[outcome], 0);
      const [success, refused, failed] = OUTCOMES.map(sum) as [number, number, number];
      const total = success + refused + failed;
      return { type, id, name: nameOf(id), total, refused, failed, operations };
    });
    return actors.sort((a, b) => b.total - a.total || byText(a.id, b.id));
  }
}

function intervalOf({ since, until }: UsageQuery, now: number) {
  const end = until === undefined ? now : Date.parse(until);
  const begin = since === undefined ? end - DAY_MS : Date.parse(since);
  if (begin >= end) throw invalidField('since', 'must be before `until`');
  return { begin, end };
}

/** Counts from the newest record back, a part in each turn of the event loop. */
async function countUsage(
  { times, count, repository, nameOf, clock }: UsageParts,
  mode: KeyMode,
  query: UsageQuery,
  signal: AbortSignal,
): Promise<UsageAnswer> {
  const { begin, end } = intervalOf(query, clock());
  const { from, to } = times.around(begin, end);
  const bounds = { since: isoTime(begin), until: isoTime(end) };
  const lowest = Math.max(from, to - MAX_COUNTED + 1);
  const tally = new Tally();
  for (let high = to; high >= lowest; high -= CHUNK) {
    signal.throwIfAborted();
    const chunk = { from: Math.max(lowest, high - CHUNK + 1), to: high, ...bounds };
    for (const one of count(mode, chunk)) tally.add(one);
    await nextTurn();
  }
  const complete = lowest === from;
  const oldest = complete ? undefined : repository.find(lowest);
  return { ...bounds, complete, counted_from: oldest?.at ?? null, actors: tally.actors(nameOf) };
}

export function usageOperations(parts: UsageParts): Operation[] {
  return [
    {
      method: 'GET',
      path: '/admin/usage',
      operationId: 'admin.usage',
      summary: 'Who has used the appliance',
      description:
        'Counts of requests by key and person, operation and outcome, in this world, from the ' +
        'records of the audit log that are in the database; never whose data they were about.',
      scope: 'administration',
      query: usageQuery,
      response: usageAnswer,
      handle: async ({ mode, signal }, query) => ({
        body: await countUsage(parts, mode, query as UsageQuery, signal),
      }),
    },
  ];
}
