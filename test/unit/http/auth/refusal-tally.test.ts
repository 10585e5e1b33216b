import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../src/audit/audit-log.js';
import { createRefusalTally } from '../../../../src/http/auth/refusal-tally.js';

function tallyWithRecords() {
  const events: AuditEvent[] = [];
  const tally = createRefusalTally({
    append: async (event) => {
      events.push(event);
    },
  });
  return { tally, events };
}

describe('the tally of refused strangers', () => {
  it('records each address once with its count, and nothing twice', async () => {
    const { tally, events } = tallyWithRecords();
    for (const address of ['10.0.0.7', '10.0.0.8', '10.0.0.7', undefined]) tally.note(address);
    await tally.record();
    await tally.record();
    expect(events.map(({ remote_address, count }) => [remote_address, count])).toEqual([
      ['10.0.0.7', 2],
      ['10.0.0.8', 1],
      ['unknown', 1],
    ]);
    expect(events[0]).toMatchObject({ action: 'authenticate', outcome: 'refused', status: 401 });
  });

  it('stays bounded however many addresses call', async () => {
    const { tally, events } = tallyWithRecords();
    for (let i = 0; i < 5_000; i += 1) tally.note(`10.0.${i >> 8}.${i & 255}`);
    await tally.record();
    expect(events).toHaveLength(501);
    expect(events.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(5_000);
    expect(events.at(-1)).toMatchObject({ remote_address: 'others', count: 4_500 });
  });

  it('passes on that a record could not be written', async () => {
    const tally = createRefusalTally({ append: () => Promise.reject(new Error('disk full')) });
    tally.note('10.0.0.7');
    await expect(tally.record()).rejects.toThrow('disk full');
  });
});
