import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutboundClient } from '../../../src/core/outbound-client.js';
import { HANG_MS } from '../../support/hang.js';

async function freshSecondsOf(control: string | undefined): Promise<number | undefined> {
  const server = createServer((_, response) => {
    if (control !== undefined) response.setHeader('Cache-Control', control);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { send } = createOutboundClient({ connectMs: HANG_MS, fault: (text) => new Error(text) });
  const sent = { url, headers: {}, limitBytes: 100 };
  return (await send(sent, AbortSignal.timeout(HANG_MS))).freshSeconds;
}

describe('a response of another machine', () => {
  it.each([
    ['max-age=60', 60],
    ['public, max-age=0', 0],
    ['Max-Age="30", must-revalidate', 30],
    ['no-cache', 0],
    ['max-age=60, no-store', 0],
    ['s-maxage=60', undefined],
    ['max-age=x', undefined],
    [undefined, undefined],
  ])('with %j may be kept for %s seconds', async (control, seconds) => {
    expect(await freshSecondsOf(control)).toBe(seconds);
  });
});
