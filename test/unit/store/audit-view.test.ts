import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEvent } from '../../../src/audit/audit-log.js';
import { createAuditView } from '../../../src/store/audit-view.js';
import { openDatabase } from '../../../src/store/open.js';
import { auditQueue } from '../../support/audit-queue.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { stoppedClock } from '../../support/stopped-clock.js';

const record = (target: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  action: 'fhir.read',
  outcome: 'success',
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
  target,
  ...more,
});

async function viewOf(records: readonly AuditEvent[]) {
  const database = openDatabase(scratchFolder());
  onTestFinished(() => void database.close());
  await auditQueue(database, stoppedClock()).record(records, 'synced');
  return { database, view: createAuditView(database) };
}

const seqs = (page: { records: readonly { seq: number }[] }) => page.records.map(({ seq }) => seq);

describe('the view on the audit records', () => {
  it('finds the records of a resource and its versions, and of no other', async () => {
    const targets = ['Patient/1', 'Patient/1/_history/2', 'Patient/10', 'Patient/1.0', 'Patient'];
    const { view } = await viewOf(targets.map((target) => record(target)));
    const found = view.search('test', { targets: ['Patient/1'], limit: 9 });
    expect(seqs(found)).toEqual([2, 1]);
    const others = { targets: ['Patient/10', 'Patient/1.0'], limit: 9 };
    expect(seqs(view.search('test', others))).toEqual([4, 3]);
  });

  it('looks for them in the index over the targets', async () => {
    const { database } = await viewOf([]);
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT seq FROM audit WHERE +seq < ? AND
           (target = ? OR (target >= ? AND target < ?)) ORDER BY seq DESC`,
      )
      .all(9, 'a', 'b', 'c') as { detail: string }[];
    expect(plan.some(({ detail }) => detail.includes('audit_by_target'))).toBe(true);
  });

  it('continues where a page ended, to the end', async () => {
    const { view } = await viewOf(Array.from({ length: 7 }, (_, at) => record(`Patient/${at}`)));
    const found: number[] = [];
    let before: number | undefined;
    for (let page = 0; page < 9; page += 1) {
      const { records, next } = view.search('test', {
        limit: 3,
        ...(before !== undefined && { before }),
      });
      found.push(...records.map(({ seq }) => seq));
      before = next;
      if (next === undefined) break;
    }
    expect(found).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(view.search('test', { limit: 0 })).toEqual({ records: [] });
  });

  it('does not look at more than a part of a long log at once, but at all of it in the end', async () => {
    const rare = { outcome: 'failed' } as const;
    const many = Array.from({ length: 50_500 }, (_, at) => record('x', at === 3 ? rare : {}));
    const { view } = await viewOf(many);
    const first = view.search('test', { outcomes: ['failed'], limit: 5 });
    expect(first).toEqual({ records: [], next: 501 });
    const rest = view.search('test', { outcomes: ['failed'], limit: 5, before: 501 });
    expect([seqs(rest), rest.next]).toEqual([[4], undefined]);
  });

  it('shows a mode the records of its own keys', async () => {
    const live = { actor: { type: 'api_key', id: 'key_2', mode: 'live' } } as const;
    const appliance = { actor: { type: 'appliance', id: 'wardbox' } } as const;
    const { view } = await viewOf([record('a'), record('a', live), record('a', appliance)]);
    expect(seqs(view.search('test', { limit: 9 }))).toEqual([1]);
    expect(seqs(view.search('live', { targets: ['a'], limit: 9 }))).toEqual([2]);
    expect(view.read('live', 1)).toBeUndefined();
    expect(view.read('live', 3)).toBeUndefined();
    expect(view.read('test', 1)?.seq).toBe(1);
  });
});
