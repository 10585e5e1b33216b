import { describe, expect, it } from 'vitest';
import { type AddressFacts, judgeAddress } from '../../../../src/appliance/doctor/address.js';
import { type BackendFacts, judgeBackend } from '../../../../src/appliance/doctor/backend.js';
import { failed, length, ok, warning, worstOf } from '../../../../src/appliance/doctor/check.js';
import { checkDaemon } from '../../../../src/appliance/doctor/daemon.js';
import { listeningAt } from '../../../../src/appliance/doctor/listeners.js';
import { judgeMemory } from '../../../../src/appliance/doctor/memory.js';
import { VERSION } from '../../../../src/core/version.js';
import type { Readiness } from '../../../../src/http/schema.js';

describe('worstOf', () => {
  it('returns the worst, counts the others, and is ok without any', () => {
    expect(worstOf([], 'fine')).toEqual(ok('fine'));
    expect(worstOf([warning('a', 'x')], 'fine')).toEqual(warning('a', 'x'));
    expect(worstOf([warning('a', 'x'), failed('b', 'y'), failed('c', 'z')], 'fine')).toEqual(
      failed('b (and 2 more)', 'y'),
    );
  });
});

describe('checkDaemon', () => {
  const ready = {
    id: 'chest',
    state: 'ready',
    version: '1',
    backend: 'cpu',
  } as const;
  const health: Readiness['checks'] = {
    stopping: false,
    database: 'ok',
    search_index: 'ok',
    disk: { status: 'ok', free_mb: 9_000 },
    workers: { up: 0, busy: 0, queued: 0 },
    models: [],
  };
  const judge = (
    status: Readiness['status'],
    checks: Partial<Readiness['checks']>,
    uptimeMs?: number,
  ) => {
    const readiness = { status, checks: { ...health, ...checks } };
    const daemon = { state: 'up', version: VERSION, readiness } as const;
    const situation = { daemon: uptimeMs === undefined ? daemon : { ...daemon, uptimeMs } };
    return checkDaemon(situation as Parameters<typeof checkDaemon>[0]);
  };

  it('says of one that opens its models that it starts, for a while', () => {
    expect(judge('not_ready', {}, 5_000)).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('Starting'),
    });
    const some = { workers: { up: 1, busy: 0, queued: 0 }, models: [ready] };
    expect(judge('degraded', some, 5_000).message).toContain('Starting');
    expect(judge('not_ready', {}, 300_000)).toMatchObject({ state: 'failed' });
    expect(judge('not_ready', {})).toMatchObject({ state: 'failed' });
  });

  it.each<[string, Partial<Readiness['checks']>]>([
    ['database fails', { database: 'failed' }],
    ['disk is nearly full', { disk: { status: 'low', free_mb: 1 } }],
    ['it is stopping', { stopping: true }],
    ['search index is being rebuilt', { search_index: 'rebuilding' }],
  ])('says at once that the %s', (what, checks) => {
    expect(judge('not_ready', checks, 5_000)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining(what),
    });
  });

  it('says at once that a package is quarantined', () => {
    const models = [{ id: 'chest', state: 'quarantined' as const, reason: 'changed' }];
    const found = judge('degraded', { workers: { up: 1, busy: 0, queued: 0 }, models }, 9);
    expect(found.message).toContain('chest is quarantined');
  });
});

describe('length', () => {
  it.each([
    [0, '0 seconds'],
    [1_000, '1 second'],
    [90_000, '90 seconds'],
    [150_000, '3 minutes'],
    [47 * 3_600_000, '47 hours'],
    [48 * 3_600_000, '2 days'],
  ])('says %d ms as %s', (ms, said) => expect(length(ms)).toBe(said));
});

describe('judgeAddress', () => {
  const facts: AddressFacts = {
    host: '127.0.0.1',
    port: 8443,
    own: ['127.0.0.1', '10.1.2.3', '::1'],
    listening: [],
    daemonUp: false,
  };
  it.each([
    ['loopback', {}, 'ok', 'this machine only'],
    ['localhost', { host: 'localhost' }, 'ok', 'this machine only'],
    ['a private address', { host: '10.1.2.3' }, 'ok', 'private addresses only'],
    ['all private addresses', { host: '0.0.0.0' }, 'ok', 'private addresses only'],
    ['an address of nobody', { host: '10.9.9.9' }, 'failed', 'No interface'],
    ['an outer one', { host: '8.8.8.8', own: ['8.8.8.8'] }, 'warning', '8.8.8.8'],
    ['all, one outer', { host: '::', own: ['::1', '2001:4860::1'] }, 'warning', '2001:4860::1'],
    ['a daemon as meant', { daemonUp: true, listening: ['127.0.0.1'] }, 'ok', 'this machine'],
    ['a socket beyond', { daemonUp: true, listening: ['::'] }, 'warning', 'listens at ::'],
    [
      'a socket on another interface',
      { host: '10.1.2.3', daemonUp: true, listening: ['10.1.2.3', '127.0.0.1'] },
      'warning',
      'listens at 127.0.0.1',
    ],
    ['a port that is in use', { listening: ['127.0.0.1'] }, 'warning', 'port 8443 is in use'],
  ])('judges %s', (_, changes, state, said) => {
    const found = judgeAddress({ ...facts, ...changes });
    expect(found).toMatchObject({ state, message: expect.stringContaining(said) });
    expect(found.remedy === undefined).toBe(state === 'ok');
  });
});

describe('listeningAt', () => {
  const tcp = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid',
    '   0: 0100007F:20FB 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000',
    '   1: 0302010A:20FB 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000',
    '   2: 0100007F:20FB 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000',
    '   3: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0',
    '',
  ].join('\n');
  const tcp6 = [
    '  sl  local_address                         remote_address                        st',
    `   0: ${'0'.repeat(32)}:20FB ${'0'.repeat(32)}:0000 0A 00000000:00000000`,
    `   1: 00000000000000000000000001000000:20FB ${'0'.repeat(32)}:0000 0A 00000000:00000000`,
    `   2: 0000000000000000FFFF00000100007F:1F90 ${'0'.repeat(32)}:0000 0A 00000000:00000000`,
    `   3: B80D0120000000000000000005000000:1F90 ${'0'.repeat(32)}:0000 0A 00000000:00000000`,
  ].join('\n');

  it('reads who listens at a port, and passes over connections and other ports', () => {
    expect(listeningAt(8443, [tcp, tcp6])).toEqual(['10.1.2.3', '127.0.0.1', '::', '::1']);
    expect(listeningAt(22, [tcp, tcp6])).toEqual(['0.0.0.0']);
    expect(listeningAt(8080, [tcp, tcp6])).toEqual(['127.0.0.1', '2001:db8::5']);
    expect(listeningAt(9, [tcp, tcp6])).toEqual([]);
  });
});

describe('judgeMemory', () => {
  it.each([
    [8_192, 4_000, 2, 'ok'],
    [4_095, 4_000, 2, 'warning'],
    [4_096, 4_000, 2, 'ok'],
    [8_192, 300, 2, 'warning'],
    [8_192, 4_000, 8, 'warning'],
  ])('of %d MiB with %d free and %d workers', (totalMb, freeMb, workers, state) => {
    expect(judgeMemory({ totalMb, freeMb, workers, workerMb: 1_536 }).state).toBe(state);
  });
});

describe('judgeBackend', () => {
  const card = '/dev/dri/renderD128';
  const none: BackendFacts = {
    configured: 'auto',
    softwareAllowed: false,
    cards: [],
    locked: [],
    running: undefined,
  };
  const withCard = { cards: [card] };
  it.each([
    ['no card, none wanted', {}, 'ok', 'no graphics card'],
    ['a card wanted that is not there', { configured: 'webgpu' }, 'failed', 'no graphics card'],
    ['a software one', { configured: 'webgpu', softwareAllowed: true }, 'ok', 'webgpu'],
    ['a card', withCard, 'ok', card],
    ['a locked card', { ...withCard, locked: [card] }, 'warning', 'may not open'],
    ['a locked card nobody wants', { configured: 'cpu', ...withCard, locked: [card] }, 'ok', 'cpu'],
    ['models on the card', { ...withCard, running: ['webgpu', 'cpu'] }, 'ok', '1 on cpu, 1 on web'],
    ['an idle card', { ...withCard, running: ['cpu', 'cpu'] }, 'warning', '2 on cpu'],
    ['models on WASM', { running: ['wasm'] }, 'warning', 'WASM'],
    ['WASM as wanted', { configured: 'wasm', running: ['wasm'] }, 'ok', '1 on wasm'],
  ] as const)('judges %s', (_, changes, state, said) => {
    const found = judgeBackend({ ...none, ...changes });
    expect(found).toMatchObject({ state, message: expect.stringContaining(said) });
  });
});
