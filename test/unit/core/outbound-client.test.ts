import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNetworks } from '../../../src/core/networks.js';
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

describe('a client that may connect to some networks alone', () => {
  async function reached(host: string, networks: readonly string[]) {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { send } = createOutboundClient({
      connectMs: HANG_MS,
      mayConnect: createNetworks(networks),
      fault: (text) => new Error(text),
    });
    const url = new URL(`http://${host}:${port}/`);
    const sending = send({ url, headers: {}, limitBytes: 100 }, AbortSignal.timeout(HANG_MS));
    const outcome = await sending.then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    return { outcome, asked };
  }
  const REFUSED = 'The address is in none of the networks that are allowed.';

  it.each([
    ['127.0.0.1', ['127.0.0.0/8'], 200],
    ['localhost', ['127.0.0.0/8'], 200],
    ['127.0.0.1', ['10.0.0.0/8'], REFUSED],
    // The URL parser knows these as the same address.
    ['2130706433', ['10.0.0.0/8'], REFUSED],
    ['0x7f.1', ['10.0.0.0/8'], REFUSED],
    ['[::ffff:127.0.0.1]', ['10.0.0.0/8'], REFUSED],
    ['localhost', ['10.0.0.0/8'], REFUSED],
  ])('asks %s within %j: %s', async (host, networks, expected) => {
    const { outcome, asked } = await reached(host, networks);
    expect([outcome, asked]).toEqual([expected, expected === 200 ? 1 : 0]);
  });
});
