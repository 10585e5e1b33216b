import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../src/audit/audit-log.js';
import { AppError } from '../../../../src/core/errors.js';
import { createRefusalTally, refusedBy } from '../../../../src/http/auth/refusal-tally.js';

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

  it('counts reasons and people apart', async () => {
    const { tally, events } = tallyWithRecords();
    const crossSite = refusedBy(new AppError('cross_site_request', 'x'), 'user_1');
    const ended = refusedBy(new AppError('no_session', 'x'));
    for (const refused of [crossSite, ended, crossSite, undefined]) tally.note('10.0.0.7', refused);
    await tally.record();
    expect(
      events.map(({ actor, error_code, status, count }) => [actor, error_code, status, count]),
    ).toEqual([
      [{ type: 'user', id: 'user_1' }, 'cross_site_request', 403, 2],
      [{ type: 'unknown', id: 'not signed in' }, 'no_session', 401, 1],
      [{ type: 'unknown', id: 'no valid key' }, 'invalid_api_key', 401, 1],
    ]);
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
