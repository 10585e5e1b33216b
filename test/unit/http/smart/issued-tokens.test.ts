import { describe, expect, it } from 'vitest';
import type { Principal } from '../../../../src/http/auth/principal.js';
import { createIssuedTokens } from '../../../../src/http/smart/issued-tokens.js';
import { NOON } from '../../../support/stopped-clock.js';

const client = (id: string): Principal => ({
  type: 'client',
  id,
  name: id,
  mode: 'test',
  scopes: ['fhir.read'],
  access: [],
  ratePerMinute: null,
});

function open() {
  const time = { now: NOON };
  return { time, tokens: createIssuedTokens(() => time.now) };
}

describe('a token that was issued here', () => {
  it('is valid for five minutes', () => {
    const { time, tokens } = open();
    const token = tokens.issue(client('robot'));
    time.now += 299_999;
    expect(tokens.find(token)?.id).toBe('robot');
    time.now += 1;
    expect(tokens.find(token)).toBeUndefined();
    expect(tokens.find(`${token}A`)).toBeUndefined();
  });

  it('lasts no longer when the clock is set back', () => {
    const { time, tokens } = open();
    const token = tokens.issue(client('robot'));
    time.now -= 3_600_000;
    expect(tokens.find(token)).toBeUndefined();
  });

  it('gives way to newer ones of its client alone', () => {
    const { tokens } = open();
    const [first, other] = [tokens.issue(client('robot')), tokens.issue(client('lab'))];
    const rest = Array.from({ length: 1_000 }, () => tokens.issue(client('robot')));
    expect(tokens.find(first)).toBeUndefined();
    expect([tokens.find(other)?.id, tokens.find(rest[0] ?? '')?.id]).toEqual(['lab', 'robot']);
  });
});
