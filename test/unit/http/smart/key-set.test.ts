import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { FlattenedJWSInput, JWTHeaderParameters } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboundResponse, Send } from '../../../../src/core/outbound-client.js';
import { keysAt } from '../../../../src/http/smart/key-set.js';
import { NOON } from '../../../support/stopped-clock.js';

const ADDRESS = 'https://export.hospital.example/jwks.json';

function newKey() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  return { ...publicKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES384' };
}

/** A machine that publishes keys; `asked` is how often it was asked for them. */
function machine(response: Partial<OutboundResponse> = {}) {
  const state = { keys: [newKey()], asked: 0, response };
  const send: Send = async ({ url }) => {
    expect(url.href).toBe(ADDRESS);
    state.asked += 1;
    const text = JSON.stringify({ keys: state.keys });
    return { status: 200, contentType: 'application/json', text, ...state.response };
  };
  return { state, keys: keysAt(ADDRESS, send, Date.now) };
}

type Machine = ReturnType<typeof machine>;

const find = ({ state, keys }: Machine, kid = state.keys[0]?.kid) =>
  keys.find({ alg: 'ES384', kid } as JWTHeaderParameters, {} as FlattenedJWSInput);

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

// The library reads the time of the system by itself.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => void vi.useRealTimers());

describe('the keys at an address', () => {
  it('are fetched once, and again after ten minutes', async () => {
    const one = machine();
    for (const seconds of [0, 1, 500]) {
      later(seconds);
      await find(one);
    }
    expect(one.state.asked).toBe(1);
    later(600);
    await find(one);
    expect(one.state.asked).toBe(2);
  });

  it('are kept no longer than their machine allows', async () => {
    const one = machine({ freshSeconds: 60 });
    await find(one);
    later(59);
    await find(one);
    expect(one.state.asked).toBe(1);
    later(2);
    await find(one);
    expect(one.state.asked).toBe(2);
  });

  it('that have ended are not used when newer ones cannot be had', async () => {
    const one = machine({ freshSeconds: 60 });
    await find(one);
    one.state.response = { status: 500, freshSeconds: 86_400 };
    later(61);
    await expect(find(one)).rejects.toThrow();
    await expect(find(one)).rejects.toThrow();
  });

  it('are looked up for a new key, at intervals', async () => {
    const one = machine();
    await find(one);
    const old = one.state.keys[0]?.kid;
    one.state.keys = [newKey()];
    await expect(find(one)).rejects.toThrow();
    expect(one.state.asked).toBe(1);
    later(11);
    await find(one);
    expect(one.state.asked).toBe(2);
    await expect(find(one, old)).rejects.toThrow();
  });
});
