import type { KeyMode } from '../core/key-mode.js';
import type { Database } from './open.js';
import type {
  Delivery,
  DeliveryRepository,
  DeliveryState,
  ListedDelivery,
} from './webhook-delivery.js';

interface DeliveryRow {
  event_id: string;
  url: string;
  mode: KeyMode;
  type: string;
  subject: string | null;
  body: string;
  created_at: number;
  attempts: number;
  state: DeliveryState;
  reason: string | null;
  next_at: number;
  ended_at: number | null;
}

const toDelivery = (row: DeliveryRow): Delivery => ({
  eventId: row.event_id,
  url: row.url,
  mode: row.mode,
  type: row.type,
  subject: row.subject,
  body: row.body,
  createdAt: row.created_at,
  attempts: row.attempts,
});

const toListed = (row: DeliveryRow): ListedDelivery => ({
  ...toDelivery(row),
  state: row.state,
  reason: row.reason,
  nextAt: row.next_at,
  endedAt: row.ended_at,
});

const MAX_AT_ONCE = 50;

/** One waits for those before it that are about the same subject. */
const IS_FIRST = `(subject IS NULL OR NOT EXISTS (
  SELECT 1 FROM webhook_deliveries AS earlier
  WHERE earlier.url = one.url AND earlier.subject = one.subject AND earlier.ended_at IS NULL
    AND earlier.delivery_id < one.delivery_id))`;

function prepareWrites(database: Database) {
  return {
    insert: database.prepare(
      `INSERT INTO webhook_deliveries
         (event_id, url, mode, type, subject, body, created_at, attempts, next_at, state)
       VALUES
         (@eventId, @url, @mode, @type, @subject, @body, @createdAt, 0, @createdAt, 'waiting')
       ON CONFLICT (event_id, url) DO NOTHING`,
    ),
    move: database.prepare(
      `UPDATE webhook_deliveries SET state = @to, reason = @reason, attempts = attempts + 1,
         next_at = @nextAt, ended_at = iif(@to = 'waiting', NULL, @at)
       WHERE event_id = @eventId AND url = @url AND state = 'waiting'`,
    ),
    replay: database.prepare(
      `UPDATE webhook_deliveries SET state = 'waiting', reason = NULL, attempts = 0,
         created_at = @at, next_at = @at, ended_at = NULL
       WHERE event_id = @eventId AND url = @url AND state <> 'waiting'`,
    ),
    forget: database.prepare<[number]>('DELETE FROM webhook_deliveries WHERE ended_at < ?'),
  };
}

function prepareReads(database: Database) {
  return {
    due: database.prepare<[string, number], DeliveryRow>(
      `SELECT * FROM webhook_deliveries AS one
       WHERE url = ? AND ended_at IS NULL AND next_at <= ? AND ${IS_FIRST}
       ORDER BY delivery_id LIMIT ${MAX_AT_ONCE}`,
    ),
    nextAt: database
      .prepare<[string], number | null>(
        `SELECT min(next_at) FROM webhook_deliveries AS one
         WHERE url = ? AND ended_at IS NULL AND ${IS_FIRST}`,
      )
      .pluck(),
    others: database.prepare<[string], DeliveryRow>(
      `SELECT * FROM webhook_deliveries WHERE ended_at IS NULL
         AND url NOT IN (SELECT value FROM json_each(?))`,
    ),
    list: database.prepare<[string, number], DeliveryRow>(
      `SELECT * FROM webhook_deliveries WHERE state IN (SELECT value FROM json_each(?))
       ORDER BY delivery_id DESC LIMIT ?`,
    ),
    find: database.prepare<[string], DeliveryRow>(
      'SELECT * FROM webhook_deliveries WHERE event_id = ? ORDER BY delivery_id',
    ),
    counts: database.prepare<[], { state: DeliveryState; count: number }>(
      'SELECT state, count(*) AS count FROM webhook_deliveries GROUP BY state',
    ),
  };
}

export function createDeliveryRepository(database: Database): DeliveryRepository {
  const writes = prepareWrites(database);
  const reads = prepareReads(database);
  return {
    insert(deliveries) {
      for (const delivery of deliveries) writes.insert.run(delivery);
    },
    move: ({ delivery: { eventId, url }, to, reason, nextAt, at }) =>
      void writes.move.run({ eventId, url, to, reason, nextAt, at }),
    replay: ({ delivery: { eventId, url }, at }) => void writes.replay.run({ eventId, url, at }),
    forget: (before) => void writes.forget.run(before),
    due: (url, now) => reads.due.all(url, now).map(toDelivery),
    nextAt: (url) => reads.nextAt.get(url) ?? undefined,
    waitingForOthers: (urls) => reads.others.all(JSON.stringify(urls)).map(toDelivery),
    list: ({ states, limit }) => reads.list.all(JSON.stringify(states), limit).map(toListed),
    find: (eventId) => reads.find.all(eventId).map(toListed),
    counts() {
      const found = reads.counts.all().map(({ state, count }) => [state, count]);
      return { waiting: 0, delivered: 0, failed: 0, ...Object.fromEntries(found) };
    },
  };
}
