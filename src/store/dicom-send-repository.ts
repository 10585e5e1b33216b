import type { KeyMode } from '../core/key-mode.js';
import { createDicomObjectRepository } from './dicom-object-repository.js';
import type {
  DueSend,
  Send,
  SendCounts,
  SendLine,
  SendRepository,
  SendState,
} from './dicom-send.js';
import type { Database } from './open.js';

interface SendRow {
  id: number;
  mode: KeyMode;
  destination: string;
  instance_uid: string;
  analysis_id: string;
  urgent: number;
  state: SendState;
  attempts: number;
  next_at: number;
  reason: string | null;
  created_at: number;
  queued_at: number;
  ended_at: number | null;
}

const toSend = (row: SendRow): Send => ({
  id: row.id,
  mode: row.mode,
  destination: row.destination,
  instanceUid: row.instance_uid,
  analysisId: row.analysis_id,
  urgent: row.urgent === 1,
  state: row.state,
  attempts: row.attempts,
  nextAt: row.next_at,
  reason: row.reason,
  createdAt: row.created_at,
  queuedAt: row.queued_at,
  endedAt: row.ended_at,
});

const WAITING = 'ended_at IS NULL';

/** Of a reading nothing is sent before what was queued ahead of it. */
const IS_FIRST_OF_READING = `NOT EXISTS (
  SELECT 1 FROM dicom_sends AS ahead
  WHERE ahead.mode = one.mode AND ahead.destination = one.destination
    AND ahead.analysis_id = one.analysis_id AND ahead.id < one.id
    AND ahead.${WAITING} AND (ahead.next_at > @now OR ahead.state = 'sending'))`;

export function createDicomSendRepository(database: Database): SendRepository {
  const objects = createDicomObjectRepository(database);
  const insert = database.prepare(
    `INSERT INTO dicom_sends (mode, destination, instance_uid, analysis_id, urgent, state, attempts,
       next_at, created_at, queued_at)
     VALUES (@mode, @destination, @instanceUid, @analysisId, @urgent, 'queued', 0, @createdAt, @createdAt,
       @createdAt)
     ON CONFLICT (mode, destination, instance_uid) DO NOTHING`,
  );
  const move = database.prepare(
    `UPDATE dicom_sends SET state = @to, attempts = attempts + @attempts,
       next_at = coalesce(@nextAt, next_at), reason = iif(@attempts = 1, @reason, coalesce(@reason, reason)),
       queued_at = coalesce(@queuedAt, queued_at),
       ended_at = iif(@to IN ('queued', 'sending'), NULL, @at)
     WHERE id = @id AND state IN (SELECT value FROM json_each(@from))`,
  );
  const forget = database.prepare<[number]>('DELETE FROM dicom_sends WHERE ended_at < ?');
  const find = database.prepare<[number], SendRow>('SELECT * FROM dicom_sends WHERE id = ?');
  const due = database.prepare<[SendLine & { now: number; limit: number }], SendRow>(
    `SELECT * FROM dicom_sends AS one
     WHERE mode = @mode AND destination = @destination AND state = 'queued' AND ${WAITING}
       AND next_at <= @now
       AND ${IS_FIRST_OF_READING}
     ORDER BY urgent DESC, id LIMIT @limit`,
  );
  const nextAt = database
    .prepare<[SendLine], number | null>(
      `SELECT min(next_at) FROM dicom_sends
       WHERE mode = @mode AND destination = @destination AND state = 'queued' AND ${WAITING}`,
    )
    .pluck();
  const interrupted = database.prepare<[], SendRow>(
    `SELECT * FROM dicom_sends WHERE state = 'sending' AND ${WAITING}`,
  );
  const waitingSince = database.prepare<[number], SendRow>(
    `SELECT * FROM dicom_sends WHERE state = 'queued' AND ${WAITING} AND queued_at < ?`,
  );
  const counts = database.prepare<[], SendCounts>(
    `SELECT mode, destination, state, count(*) AS count,
       count(*) FILTER (WHERE attempts > 0) AS tried, min(queued_at) AS oldestAt
     FROM dicom_sends GROUP BY mode, destination, state`,
  );
  const list = database.prepare<
    [{ states: string; destination: string | null; limit: number }],
    SendRow
  >(
    `SELECT * FROM dicom_sends
     WHERE state IN (SELECT value FROM json_each(@states))
       AND (@destination IS NULL OR destination = @destination)
     ORDER BY ${WAITING} DESC, iif(${WAITING}, -urgent, -ended_at), iif(${WAITING}, id, -id) LIMIT @limit`,
  );

  const withObject = (row: SendRow): DueSend => ({
    ...toSend(row),
    object: objects.find(row.mode, row.instance_uid),
  });

  return {
    insert(sends) {
      for (const send of sends) insert.run({ ...send, urgent: send.urgent ? 1 : 0 });
    },
    move({ from, attempts = 0, nextAt: at = null, reason = null, queuedAt = null, ...rest }) {
      const row = { ...rest, from: JSON.stringify(from), attempts, nextAt: at, reason, queuedAt };
      return move.run(row).changes === 1;
    },
    forget: (before) => void forget.run(before),
    find(id) {
      const row = find.get(id);
      return row && toSend(row);
    },
    due: ({ mode, destination }, now, limit) =>
      due.all({ mode, destination, now, limit }).map(withObject),
    nextAt(lines) {
      const times = lines.flatMap(({ mode, destination }) => {
        return nextAt.get({ mode, destination }) ?? [];
      });
      return times.length === 0 ? undefined : Math.min(...times);
    },
    interrupted: () => interrupted.all().map(withObject),
    waitingSince: (before) => waitingSince.all(before).map(withObject),
    counts: () => counts.all(),
    list: ({ states, destination = null, limit }) =>
      list.all({ states: JSON.stringify(states), destination, limit }).map(toSend),
  };
}
