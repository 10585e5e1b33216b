import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import type { Logger } from '../../../src/core/logger.js';
import { accessLog } from '../../../src/http/access-log.js';
import { authenticate } from '../../../src/http/authenticate.js';
import { reply } from '../../../src/http/reply.js';
import { keyRecord, smallApp } from '../../support/http-app.js';

/** An app whose log lines are kept in a list. */
function loggedApp() {
  const lines: { level: string; facts: Record<string, unknown>; message: string }[] = [];
  const write = (level: string) => (facts: Record<string, unknown>, message: string) =>
    void lines.push({ level, facts, message });
  const logger = { info: write('info'), error: write('error') } as unknown as Logger;
  const app = smallApp();
  app.use(accessLog(logger));
  app.use(
    authenticate({
      lookUp: (authorization) => {
        if (authorization === 'Bearer good') return keyRecord({ keyId: 'key_7' });
        throw new AppError('invalid_api_key', 'No.');
      },
      noteRefusal: () => undefined,
    }),
  );
  app.get('/patients/:id', (c) => reply(c, 200, 'Jane Roe'));
  app.get('/fail', () => {
    throw new Error('the disk');
  });
  return { app, lines };
}
const headers = { Authorization: 'Bearer good', 'X-Request-Id': 'r9', Cookie: 'crumb' };

describe('accessLog', () => {
  it('writes one line with the pattern of the path and nothing of the patient', async () => {
    const { app, lines } = loggedApp();
    await app.request('/patients/jane-roe?name=jane', { headers });
    expect(lines).toHaveLength(1);
    expect(lines[0]!.level).toBe('info');
    expect(lines[0]!.facts).toMatchObject({
      request_id: 'r9',
      method: 'GET',
      route: '/patients/:id',
      status: 200,
      key_id: 'key_7',
    });
    expect(lines[0]!.facts.ms).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(lines)).not.toMatch(/jane|crumb|good/i);
  });

  it('logs the cause of a failure under the same request id', async () => {
    const { app, lines } = loggedApp();
    await app.request('/fail', { headers });
    expect(lines).toMatchObject([{ level: 'error', facts: { request_id: 'r9', status: 500 } }]);
    expect((lines[0]!.facts.err as Error).message).toBe('the disk');
  });

  it('writes refusals as plain lines, without a path that is none of ours', async () => {
    const { app, lines } = loggedApp();
    expect((await app.request('/patients/jane-roe')).status).toBe(401);
    expect((await app.request('/jane-roe', { headers })).status).toBe(404);
    expect(lines.map(({ level, facts }) => [level, facts.status])).toEqual([
      ['info', 401],
      ['info', 404],
    ]);
    expect(lines[0]!.facts.key_id).toBeUndefined();
    expect(JSON.stringify(lines)).not.toContain('jane');
  });
});
