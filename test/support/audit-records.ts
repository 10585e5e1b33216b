import { type ChainLink, nextLink } from '../../src/audit/audit-chain.js';
import type { AuditEvent } from '../../src/audit/audit-log.js';
import { type AuditRow, createAuditRepository } from '../../src/store/audit-repository.js';
import type { Database } from '../../src/store/open.js';

export const EVENT: AuditEvent = {
  action: 'imaging.create',
  outcome: 'success',
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
};

/** A sound chain; each record has an event of its own. */
export function chainOf(count: number): ChainLink[] {
  const links: ChainLink[] = [];
  for (let number = 1; number <= count; number += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
    links.push(nextLink(links.at(-1), at, JSON.stringify({ ...EVENT, target: `t${number}` })));
  }
  return links;
}

/** Writes a sound chain through the repository. */
export function fillAudit(database: Database, count: number): AuditRow[] {
  const links = chainOf(count);
  createAuditRepository(database).appendAll(() => links);
  return links;
}
