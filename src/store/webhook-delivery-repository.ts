import type { KeyMode } from '../core/key-mode.js';
import type { Database } from './open.js';
import type { Delivery, DeliveryRepository, DeliveryState } from './webhook-delivery.js';

interface DeliveryRow {
  event_id: string;
  url: string;
  mode: KeyMode;
  body: string;
  created_at: number;
  attempts: number;
}

const toDelivery = (row: DeliveryRow): Delivery => ({
  eventId: row.event_id,
  url: row.url,
  mode: row.mode,
  body: row.body,
  createdAt: row.created_at,
  attempts: row.attempts,
});

const MAX_AT_ONCE = 50;

export function createDeliveryRepository(database: Database): DeliveryRepository {
  const insert = database.prepare(
    `INSERT INTO webhook_deliveries (event_id, url, mode, body, created_at, attempts, next_at, state)
     VALUES (@eventId, @url, @mode, @body, @createdAt, 0, @createdAt, 'waiting')
     ON CONFLICT (event_id, url) DO NOTHING`,
  );
  const move = database.prepare(
    `UPDATE webhook_deliveries SET state = @to, reason = @reason, attempts = attempts + 1,
       next_at = @nextAt, ended_at = iif(@to = 'waiting', NULL, @at)
     WHERE event_id = @eventId AND url = @url AND state = 'waiting'`,
  );
  const forget = database.prepare<[number]>('DELETE FROM webhook_deliveries WHERE ended_at < ?');
  const due = database.prepare<[string, number], DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE url = ? AND ended_at IS NULL AND next_at <= ?
     ORDER BY created_at, event_id LIMIT ${MAX_AT_ONCE}`,
  );
  const nextAt = database
    .prepare<[string], number | null>(
      'SELECT min(next_at) FROM webhook_deliveries WHERE url = ? AND ended_at IS NULL',
    )
    .pluck();
  const others = database.prepare<[string], DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE ended_at IS NULL
       AND url NOT IN (SELECT value FROM json_each(?))`,
  );
  const counts = database.prepare<[], { state: DeliveryState; count: number }>(
    'SELECT state, count(*) AS count FROM webhook_deliveries GROUP BY state',
  );
  return {
    insert(deliveries) {
      for (const delivery of deliveries) insert.run(delivery);
    },
    move: ({ delivery: { eventId, url }, to, reason, nextAt: next, at }) =>
      void move.run({ eventId, url, to, reason, nextAt: next, at }),
    forget: (before) => void forget.run(before),
    due: (url, now) => due.all(url, now).map(toDelivery),
    nextAt: (url) => nextAt.get(url) ?? undefined,
    waitingForOthers: (urls) => others.all(JSON.stringify(urls)).map(toDelivery),
    counts() {
      const found = Object.fromEntries(counts.all().map(({ state, count }) => [state, count]));
      return { waiting: 0, delivered: 0, failed: 0, ...found };
    },
  };
}
