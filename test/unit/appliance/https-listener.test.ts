import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../../src/appliance/config/load.js';
import { HttpsListener } from '../../../src/appliance/https-listener.js';
import { createSilentLogger } from '../../../src/core/logger.js';
import { configFile } from '../../support/config-file.js';
import { HANG_MS } from '../../support/hang.js';
import { smallApp } from '../../support/http-app.js';
import { connectPlain } from '../../support/raw-client.js';
import { thrownBy } from '../../support/refusals.js';
import { NOON } from '../../support/stopped-clock.js';

async function open(content: Record<string, unknown>) {
  const app = smallApp();
  app.get('/large', (c) => c.text('x'.repeat(20_000_000)));
  const { file } = configFile({ server: { port: 0, tls: { mode: 'off' } }, ...content });
  const noteMalformed = vi.fn();
  const listener = new HttpsListener({
    config: loadConfig({ file, env: {} }),
    clock: () => NOON,
    logger: createSilentLogger(),
    noteRefusal: vi.fn(),
    noteMalformed,
  });
  const before = { load: listener.load(), address: listener.address('box.ward') };
  const { url } = await listener.listen(app);
  onTestFinished(() => listener.drain());
  return { listener, url, noteMalformed, before };
}

describe('HttpsListener', () => {
  it('takes no new work while too much of what was answered is not fetched', async () => {
    const { listener, url } = await open({ limits: { answers_in_flight_bytes: 1_048_576 } });
    expect(() => listener.admit()).not.toThrow();
    const client = await connectPlain({ url });
    client.socket.pause();
    client.socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await vi.waitFor(
      () => expect(listener.load().waitingBytes).toBeGreaterThan(1_048_576),
      HANG_MS,
    );
    expect(thrownBy(() => listener.admit())).toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: 5,
    });
    client.socket.destroy();
    await vi.waitFor(() => expect(() => listener.admit()).not.toThrow(), HANG_MS);
  });

  it('is closed before it listens, and names the port it got after', async () => {
    const { listener, url, before } = await open({});
    expect(before.load.open).toBe(0);
    expect(before.address).toBe('http://localhost:0');
    expect(listener.address('box.ward')).toBe(url);
    expect(listener.certificateEnds()).toBeUndefined();
  });

  it('reports what is not a request', async () => {
    const { url, noteMalformed } = await open({});
    const client = await connectPlain({ url });
    client.socket.write('nonsense\r\n\r\n');
    await client.closed;
    expect(noteMalformed).toHaveBeenCalledExactlyOnceWith(400);
  });
});
