import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../../../src/appliance/config/load.js';
import type { CheckContext } from '../../../../src/appliance/doctor/check.js';
import {
  checkDicomListener,
  type ListenerFacts,
  peerFaults,
  portFaults,
} from '../../../../src/appliance/doctor/dicom-listener.js';
import { freePort } from '../../../support/pacs/orthanc.js';
import { route } from '../../../support/pacs/routing.js';

const plain = loadConfig({ env: {} });
type Peer = LoadedConfig['pacs']['peers'][number];
const peer = (given: Partial<Peer> = {}): Peer => ({
  ...{ ae_title: 'CT1', addresses: ['10.1.0.0/16'], mode: 'live', tls: 'off' },
  ...given,
});
const faultsOf = (given: Partial<LoadedConfig['pacs']>) => peerFaults({ ...plain.pacs, ...given });

const check = (pacs: Partial<LoadedConfig['pacs']>, state = 'down') =>
  checkDicomListener({
    config: { ...plain, pacs: { ...plain.pacs, ...pacs } },
    now: Date.now(),
    daemon: { state },
  } as unknown as CheckContext);

describe('the peers of the listener', () => {
  it('are needed', () => {
    expect(faultsOf({})).toMatchObject([{ state: 'warning' }]);
    expect(faultsOf({ peers: [peer()] })).toEqual([]);
  });

  it.each([
    ['live', 'warning'],
    ['test', 'failed'],
  ] as const)('may not be one twice, once with %s data: %s', (mode, state) => {
    const peers = [peer(), peer({ addresses: ['10.1.2.3'], mode })];
    expect(faultsOf({ peers })).toMatchObject([{ state }]);
    expect(faultsOf({ peers: [...peers].reverse() })).toMatchObject([{ state }]);
  });

  it('may have one title at different addresses, or different titles at one', () => {
    const others = [peer({ addresses: ['10.2.0.0/16'] }), peer({ ae_title: 'CT2' })];
    expect(faultsOf({ peers: [peer(), ...others] })).toEqual([]);
  });

  it('are those too that earlier films are fetched from', () => {
    const common = { name: 'pacs', mode: 'live', service: 'dimse', ae_title: 'ARCHIVE' } as const;
    const destinations = [{ ...common, host: '10.1.0.9', port: 104, tls: 'off' as const }];
    const routes = [route({ prior: { from: 'pacs' } })];
    const [fault] = faultsOf({ peers: [peer()], destinations, routes });
    expect(fault).toMatchObject({ state: 'warning', remedy: 'add ARCHIVE to pacs.peers' });
    const peers = [peer({ ae_title: 'ARCHIVE' })];
    expect(faultsOf({ peers, destinations, routes })).toEqual([]);
  });
});

describe('the port of the listener', () => {
  const facts: ListenerFacts = { port: 104, daemonUp: true, listening: ['0.0.0.0'] };

  it('is fine where it answers, or nobody can be asked', () => {
    expect(portFaults({ ...facts, echo: {}, certificate: 'same' })).toEqual([]);
    expect(portFaults(facts)).toEqual([]);
    expect(portFaults({ ...facts, daemonUp: false, listening: [] })).toEqual([]);
  });

  it.each([
    ['is used by something else', { daemonUp: false }, 'another process listens'],
    ['is not open', { listening: [] }, 'does not listen'],
    ['speaks no TLS', { certificate: 'none' }, 'does not speak TLS'],
    ['has another certificate', { certificate: 'other' }, 'another certificate'],
    ['speaks no DICOM', { echo: { reason: 'timeout' } }, 'C-ECHO: timeout'],
  ] as const)('has failed where it %s', (_, given, words) => {
    const [fault] = portFaults({ ...facts, ...given });
    expect(fault).toMatchObject({ state: 'failed', message: expect.stringContaining(words) });
  });
});

describe('the check of the listener', () => {
  it('is fine where it is off', async () => {
    expect(await check({})).toMatchObject({ state: 'ok', message: 'Off: pacs.port is not set.' });
  });

  it('names the file that cannot be read', async () => {
    const found = await check({ port: 104, peers: [peer()], client_ca_file: '/none/ca.crt' });
    expect(found).toMatchObject({ state: 'failed', remedy: 'correct pacs.client_ca_file' });
  });

  it('finds a process that has the port while the daemon is down', async () => {
    const port = await freePort();
    expect(await check({ port, peers: [peer()] })).toMatchObject({ state: 'ok' });
    const server = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await check({ port, peers: [peer()] })).toMatchObject({
      state: 'failed',
      message: `The daemon does not run, but another process listens at port ${port}.`,
    });
  });
});
