import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../../../src/core/logger.js';
import { issueAuthority, issueServerCertificate } from '../../../../src/http/tls/certificates.js';
import type { TlsMaterial } from '../../../../src/http/tls/tls.js';
import { createTlsKeeper } from '../../../../src/http/tls/tls-keeper.js';
import { NOON } from '../../../support/stopped-clock.js';

const DAY_MS = 86_400_000;
const SERVER_DAYS = 397;

let authority: string;
let first: TlsMaterial;
let second: TlsMaterial;
beforeAll(async () => {
  authority = await issueAuthority('test', NOON);
  const issue = async (now: number) => {
    const pem = await issueServerCertificate(authority, ['localhost'], now);
    return { cert: pem, key: pem };
  };
  first = await issue(NOON);
  second = await issue(NOON + DAY_MS);
});

/** A keeper of what `files` holds at each look: a fault, or a certificate. */
function keeping() {
  const state = { now: NOON, files: first as TlsMaterial | Error | undefined };
  const taken = vi.fn<(material: TlsMaterial) => void>();
  const logger = { info: vi.fn(), warn: vi.fn() };
  const keeper = createTlsKeeper({
    async read() {
      if (state.files instanceof Error) throw state.files;
      return state.files;
    },
    taken,
    clock: () => state.now,
    logger: logger as unknown as Logger,
  });
  const warned = () => logger.warn.mock.calls.map(([{ reason }]) => reason as string);
  return { state, taken, logger, keeper, warned };
}

describe('createTlsKeeper', () => {
  it('takes a certificate over when it is another one, and only then', async () => {
    const { state, taken, keeper, logger } = keeping();
    expect(await keeper.open()).toBe(first);
    expect(keeper.expiresAt()).toBe(NOON + SERVER_DAYS * DAY_MS);
    await keeper.renew();
    state.files = { ...first };
    await keeper.renew();
    expect(taken).not.toHaveBeenCalled();
    state.files = second;
    await keeper.renew();
    expect(taken).toHaveBeenCalledExactlyOnceWith(second);
    expect(keeper.expiresAt()).toBe(NOON + (SERVER_DAYS + 1) * DAY_MS);
    expect(logger.info).toHaveBeenCalledOnce();
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it('takes other authorities of clients over too', async () => {
    const { state, taken, keeper } = keeping();
    state.files = { ...first, clientCa: 'old' };
    await keeper.open();
    state.files = { ...first, clientCa: 'new' };
    await keeper.renew();
    expect(taken).toHaveBeenCalledExactlyOnceWith(state.files);
  });

  it('keeps the one in use while the files are at fault, says so once, and again each day', async () => {
    const { state, taken, keeper, warned } = keeping();
    await keeper.open();
    state.files = new Error('half a file');
    for (let n = 0; n < 3; n += 1) await keeper.renew();
    expect(warned()).toEqual(['half a file']);
    state.now += DAY_MS;
    await keeper.renew();
    expect(warned()).toHaveLength(2);
    state.files = second;
    await keeper.renew();
    expect(taken).toHaveBeenCalledOnce();
    state.files = new Error('half a file');
    await keeper.renew();
    expect(warned()).toHaveLength(3);
  });

  it('serves one that has ended or has not begun, and warns', async () => {
    const { state, keeper, warned } = keeping();
    state.now = NOON - 10 * DAY_MS;
    expect(await keeper.open()).toBe(first);
    expect(warned()).toEqual([expect.stringMatching(/^it is not valid before/)]);
    state.now = NOON;
    await keeper.renew();
    expect(warned()).toHaveLength(1);
    state.now = NOON + (SERVER_DAYS + 1) * DAY_MS;
    await keeper.renew();
    await keeper.renew();
    expect(warned()).toEqual([expect.anything(), expect.stringMatching(/^it ended on/)]);
  });

  it('does not start with files that are at fault', async () => {
    const { state, keeper } = keeping();
    state.files = new Error('no such file');
    await expect(keeper.open()).rejects.toThrow('no such file');
  });

  it('has nothing to do where TLS is off', async () => {
    const { state, taken, keeper } = keeping();
    state.files = undefined;
    expect(await keeper.open()).toBeUndefined();
    state.files = second;
    await keeper.renew();
    expect(taken).not.toHaveBeenCalled();
    expect(keeper.expiresAt()).toBeUndefined();
  });
});
