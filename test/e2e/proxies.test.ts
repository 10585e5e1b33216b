import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../support/daemon.js';

const CLIENT = '203.0.113.5';

let daemon: Daemon;
afterEach(() => daemon.stop());

const behind = async (proxies: readonly string[]) => {
  const server = { tls: { mode: 'off' }, trusted_proxies: proxies };
  daemon = await startDaemon({ config: { server } });
};

/** Where a request came from: by the line of the log, and by the record of the audit log. */
async function originOf(headers: Record<string, string>): Promise<[unknown, unknown]> {
  const key = await daemon.key();
  const asked = await daemon.request('/v1/risk/scores', { key, headers });
  const id = asked.headers['x-request-id'];
  const { remote } = await daemon.log(
    ({ msg, request_id }) => msg === 'request' && request_id === id,
  );
  const out = join(daemon.dataDir, 'audit.jsonl');
  await daemon.cli('audit', 'export', '--out', out);
  const line = readFileSync(out, 'utf8')
    .split('\n')
    .find((one) => one.includes(String(id)));
  return [remote, JSON.parse(line ?? '{}').event?.remote_address];
}

describe('behind a proxy', () => {
  it('that is trusted, log and audit records name the client and nothing that it made up', async () => {
    await behind(['127.0.0.0/8']);
    const headers = { 'x-forwarded-for': `10.9.9.9, ${CLIENT}` };
    expect(await originOf(headers)).toEqual([CLIENT, CLIENT]);
    // A stranger on the other side of a proxy on this machine is not this machine.
    expect((await daemon.request('/metrics', { headers })).status).toBe(401);
    expect((await daemon.request('/metrics')).status).toBe(200);
  });

  it('that is not, they name the proxy', async () => {
    await behind(['10.0.0.0/8']);
    const headers = { 'x-forwarded-for': CLIENT };
    expect(await originOf(headers)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect((await daemon.request('/metrics', { headers })).status).toBe(401);
  });

  it('refusals are counted by the client', async () => {
    await behind(['127.0.0.1']);
    const headers = { 'x-forwarded-for': CLIENT };
    for (let n = 0; n < 3; n += 1) {
      expect((await daemon.request('/v1/risk/scores', { headers })).status).toBe(401);
    }
    daemon.process.kill('SIGTERM');
    await daemon.exited;
    const out = join(daemon.dataDir, 'audit.jsonl');
    await daemon.cli('audit', 'export', '--out', out);
    const refused = readFileSync(out, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"authenticate"'))
      .map((line) => JSON.parse(line).event);
    expect(refused).toMatchObject([{ remote_address: CLIENT, count: 3 }]);
  });
});
