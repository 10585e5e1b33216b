import { describe, expect, it } from 'vitest';
import { actorText } from '../../../../src/audit/audit-log.js';
import {
  actorOf,
  answerSpace,
  callerName,
  type Principal,
  principalOfKey,
} from '../../../../src/http/auth/principal.js';
import { accessOf, readScopes } from '../../../../src/http/smart/scopes.js';
import { keyRecord } from '../../../support/http-app.js';

const ISSUER = 'https://login.hospital.example';
const client = (changes: Partial<Principal> = {}): Principal => ({
  type: 'client',
  id: 'app',
  name: 'app',
  mode: 'test',
  scopes: ['fhir.read'],
  access: accessOf(readScopes('patient/*.rs'), 'p1'),
  ratePerMinute: null,
  ...changes,
});

describe('a program with a token', () => {
  it('is recorded with its issuer and the person for whom it acts', () => {
    expect(actorOf(client())).toEqual({ type: 'client', id: 'app', mode: 'test' });
    const actor = actorOf(client({ issuer: ISSUER, user: 'anna' }));
    expect(actor).toEqual({
      type: 'client',
      id: 'app',
      mode: 'test',
      issuer: ISSUER,
      user: 'anna',
    });
    expect(actorText(actor)).toBe('app for anna');
    expect(actorOf(client({ id: 'key_1' })).type).toBe('client');
  });

  it('shares no name with a key, or with the program of another issuer', () => {
    const key = principalOfKey(keyRecord({ keyId: 'key_1' }));
    const programs = [client({ id: 'key_1' }), client({ id: 'key_1', issuer: ISSUER })];
    const names = [key, ...programs].map(callerName);
    expect(new Set(names).size).toBe(3);
    expect(names[0]).toBe('key_1');
  });

  it('is repeated an answer only for the same person, patient and scopes', () => {
    const others = [
      client(),
      client({ mode: 'live' }),
      client({ user: 'anna' }),
      client({ issuer: ISSUER }),
      client({ access: accessOf(readScopes('patient/*.rs'), 'p2') }),
      client({ access: accessOf(readScopes('patient/*.cruds'), 'p1') }),
      client({ access: accessOf(readScopes('patient/*.rs?_tag=a'), 'p1') }),
      principalOfKey(keyRecord({ keyId: 'app' })),
    ];
    expect(new Set(others.map(answerSpace)).size).toBe(others.length);
    expect(answerSpace(client())).toBe(answerSpace(client()));
  });
});
