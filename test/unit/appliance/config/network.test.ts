import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/appliance/config/load.js';
import { USUAL_LIMITS } from '../../../../src/http/server.js';
import { configFile } from '../../../support/config-file.js';
import { thrownBy } from '../../../support/refusals.js';

const load = (content: unknown) => loadConfig({ file: configFile(content).file, env: {} });
const fieldsOf = (content: unknown) =>
  thrownBy(() => load(content)).issues.map(({ field }: { field: string }) => field);

describe('the network’s part of the configuration', () => {
  it('takes addresses and networks of proxies, and nothing else', () => {
    const proxies = ['10.1.0.0/16', '192.168.4.7', 'fd00::/8'];
    expect(load({ server: { trusted_proxies: proxies } }).server.trusted_proxies).toEqual(proxies);
    for (const bad of ['proxy.ward', '10.1.0.0/40', '*', '']) {
      const server = { trusted_proxies: ['10.0.0.1', bad] };
      expect([bad, fieldsOf({ server })]).toEqual([bad, ['server.trusted_proxies.1']]);
    }
  });

  it('finds the client authorities next to the file, and refuses them without TLS', () => {
    const { file, folder } = configFile({ server: { tls: { client_ca_file: 'ca/clients.crt' } } });
    const { client_ca_file } = loadConfig({ file, env: {} }).server.tls;
    expect(client_ca_file).toBe(join(folder, 'ca/clients.crt'));
    const tls = { mode: 'off', client_ca_file: 'clients.crt' };
    expect(fieldsOf({ server: { tls } })).toEqual(['server.tls.client_ca_file']);
  });

  it('refuses less time for a request than for its headers', () => {
    const server = { headers_timeout_s: 30, request_timeout_s: 20 };
    expect(fieldsOf({ server })).toEqual(['server.request_timeout_s']);
  });

  it('has the limits that a server has of itself', () => {
    const { server, limits } = load({});
    expect({
      connections: server.max_connections,
      idleMs: server.idle_timeout_s * 1_000,
      headersMs: server.headers_timeout_s * 1_000,
      requestMs: server.request_timeout_s * 1_000,
      answerMs: server.answer_timeout_s * 1_000,
      headerBytes: limits.header_bytes,
      answersBytes: limits.answers_in_flight_bytes,
    }).toEqual(USUAL_LIMITS);
  });
});
