import { groupBy } from '../core/group.js';
import type { CardRepository, RuleFeedback } from './cds-card.js';
import type { Database } from './open.js';

interface CountRow {
  readonly service: string;
  readonly rule_id: string;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly count: number;
}

const sum = (rows: readonly CountRow[]) => rows.reduce((total, { count }) => total + count, 0);

function feedbackOf(rows: readonly [CountRow, ...CountRow[]]): RuleFeedback {
  const [{ service, rule_id: ruleId }] = rows;
  const ending = (outcome: string) => rows.filter((row) => row.outcome === outcome);
  const overridden = ending('overridden');
  return {
    service,
    ruleId,
    shown: sum(rows),
    accepted: sum(ending('accepted')),
    overridden: sum(overridden),
    reasons: Object.fromEntries(overridden.map(({ reason, count }) => [reason ?? '', count])),
  };
}

export function createCardRepository(database: Database): CardRepository {
  const insert = database.prepare(
    `INSERT INTO cds_cards (card_id, mode, service, rule_id, indicator, shown_at)
     VALUES (@cardId, @mode, @service, @ruleId, @indicator, @shownAt)`,
  );
  const conclude = database.prepare(
    `UPDATE cds_cards SET outcome = @outcome, reason = @reason, ended_at = @at
     WHERE card_id = @cardId AND mode = @mode AND service = @service`,
  );
  const forget = database.prepare<[number]>('DELETE FROM cds_cards WHERE shown_at < ?');
  const counts = database.prepare<[string, number], CountRow>(
    `SELECT service, rule_id, outcome, reason, count(*) AS count FROM cds_cards
     WHERE mode = ? AND shown_at >= ?
     GROUP BY service, rule_id, outcome, reason ORDER BY service, rule_id, outcome, reason`,
  );
  return {
    insert(cards) {
      for (const card of cards) insert.run(card);
    },
    conclude: ({ cardId, mode, service, outcome, reason, at }) =>
      conclude.run({ cardId, mode, service, outcome, reason, at }).changes > 0,
    forget: (before) => void forget.run(before),
    feedback(mode, since) {
      const rules = groupBy(
        counts.all(mode, since),
        ({ service, rule_id }) => `${service} ${rule_id}`,
      );
      return [...rules.values()]
        .map(feedbackOf)
        .sort((a, b) => b.overridden - a.overridden || b.shown - a.shown);
    },
  };
}
