import { describe, expect, it } from 'vitest';
import { authorizationOf, smartConfiguration } from '../../../../src/http/smart/discovery.js';
import type { SmartSettings } from '../../../../src/http/smart/settings.js';

const BASE = 'https://box.ward:8443/v1/fhir';
const NOTHING: SmartSettings = { clients: [], issuers: [] };
const CLIENT = {
  id: 'robot',
  name: 'Robot',
  mode: 'test' as const,
  scopes: ['system/*.rs'],
  jwks_file: 'keys',
};
const ISSUER = {
  issuer: 'https://login.hospital.example',
  audience: BASE,
  mode: 'test' as const,
  scopes: ['patient/*.rs'],
  jwks_url: 'https://login.hospital.example/keys',
  clock_skew_s: 30,
};
const advertise = {
  authorization_url: 'https://login.hospital.example/auth',
  token_url: 'https://login.hospital.example/token',
  capabilities: ['launch-standalone', 'permission-v2'],
};

describe('what SMART clients are told', () => {
  it('is nothing that is not configured', () => {
    for (const settings of [NOTHING, { ...NOTHING, issuers: [ISSUER] }]) {
      expect(authorizationOf(BASE, settings)).toBeUndefined();
      expect(smartConfiguration(BASE, settings)).toBeUndefined();
    }
  });

  it('is the token endpoint, as clients know it behind a proxy', () => {
    const settings = {
      ...NOTHING,
      clients: [CLIENT],
      public_url: 'https://wardbox.hospital.example',
    };
    expect(authorizationOf(BASE, { ...NOTHING, clients: [CLIENT] })?.token).toBe(`${BASE}/token`);
    expect(authorizationOf(BASE, settings)).toEqual({
      token: 'https://wardbox.hospital.example/v1/fhir/token',
    });
  });

  it('is the issuer that is advertised, with what it can do', () => {
    const settings = { ...NOTHING, clients: [CLIENT], issuers: [ISSUER, { ...ISSUER, advertise }] };
    expect(authorizationOf(BASE, settings)).toEqual({
      authorize: advertise.authorization_url,
      token: advertise.token_url,
    });
    expect(smartConfiguration(BASE, settings)).toMatchObject({
      issuer: ISSUER.issuer,
      authorization_endpoint: advertise.authorization_url,
      token_endpoint: advertise.token_url,
      scopes_supported: ['patient/*.rs'],
      capabilities: ['launch-standalone', 'permission-v2', 'permission-v1'],
    });
  });
});
