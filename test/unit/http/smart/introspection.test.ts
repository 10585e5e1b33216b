import { describe, expect, it } from 'vitest';
import type { OutboundRequest } from '../../../../src/core/outbound-client.js';
import { createIntrospection } from '../../../../src/http/smart/introspection.js';
import { NOON } from '../../../support/stopped-clock.js';

const AUDIENCE = 'https://wardbox.hospital.example/v1/fhir';
const introspection = {
  url: 'https://login.hospital.example/introspect',
  client_id: 'ward:box',
  client_secret_file: 'unused',
};
const settings = {
  issuer: 'https://login.hospital.example',
  audience: AUDIENCE,
  mode: 'test' as const,
  scopes: ['user/*.rs'],
  clock_skew_s: 30,
  introspection,
};

function open(answer: object | string = {}, status = 200) {
  const time = { now: NOON };
  const sent: OutboundRequest[] = [];
  const given = { answer };
  const introspect = createIntrospection({
    settings,
    secret: 'a:b',
    clock: () => time.now,
    send: async (request) => {
      sent.push(request);
      const { answer: value } = given;
      const text =
        typeof value === 'string'
          ? value
          : JSON.stringify({ active: true, aud: AUDIENCE, ...value });
      return { status, contentType: 'application/json', text };
    },
  });
  return { introspect, time, sent, given };
}

describe('a token that only its issuer can read', () => {
  it('is sent to it with the name and secret of this client', async () => {
    const { introspect, sent } = open({ client_id: 'app' });
    expect(await introspect('t&1')).toMatchObject({ client_id: 'app' });
    const [request] = sent;
    const name = Buffer.from('ward%3Abox:a%3Ab').toString('base64');
    expect(request?.headers.authorization).toBe(`Basic ${name}`);
    expect(request?.body).toBe('token=t%261&token_type_hint=access_token');
  });

  it('is sent once in half a minute, also by several requests at the same time', async () => {
    const { introspect, time, sent, given } = open();
    await Promise.all([introspect('one'), introspect('one')]);
    time.now += 29_999;
    await introspect('one');
    expect(sent).toHaveLength(1);
    time.now += 1;
    given.answer = { active: false };
    await expect(introspect('one')).rejects.toThrow('it is not active');
    expect(sent).toHaveLength(2);
    await expect(introspect('one')).rejects.toThrow('it is not active');
    expect([sent.length, introspect.knows('one'), introspect.knows('two')]).toEqual([
      2,
      true,
      false,
    ]);
  });

  it('ends at its end, not with what is remembered of it', async () => {
    const { introspect, time } = open({ exp: NOON / 1_000 - 20 });
    await introspect('one');
    time.now += 10_000;
    await expect(introspect('one')).rejects.toThrow('it has expired');
  });

  it.each([
    ['a refusal of this client', '{}', 401, 'provider_unusable'],
    ['a fault', '{}', 500, 'provider_unavailable'],
    ['a page', '<html>', 200, 'provider_unusable'],
    ['a list', '[]', 200, 'provider_unusable'],
  ])('is not judged by %s', async (_, text, status, reason) => {
    await expect(open(text, status).introspect('one')).rejects.toMatchObject({ reason });
  });
});
