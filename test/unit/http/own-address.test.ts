import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnAddress } from '../../../src/http/own-address.js';
import { prepareTls } from '../../../src/http/tls/tls.js';

const url = 'https://box.hospital.example:8443';
let cert = '';
const folder = mkdtempSync(join(tmpdir(), 'wardbox-unit-'));
beforeAll(async () => {
  const choice = { mode: 'auto', names: ['ward.hospital.example'] } as const;
  cert = (await prepareTls(choice, folder, Date.now()))?.cert ?? '';
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the address that links begin with', () => {
  it.each([
    ['box.hospital.example:8443', 'https://box.hospital.example:8443'],
    ['BOX.hospital.example', 'https://BOX.hospital.example'],
    ['localhost:9000', 'https://localhost:9000'],
    ['127.0.0.1:8443', 'https://127.0.0.1:8443'],
    ['[::1]:8443', 'https://[::1]:8443'],
    ['ward.hospital.example:8443', 'https://ward.hospital.example:8443'],
    ['proxy.example', 'https://proxy.example'],
  ])('is the one that was called: %s', (host, address) => {
    const own = createOwnAddress({ url, certificate: cert, names: ['proxy.example'] });
    expect(own(host)).toBe(address);
    expect(own(host)).toBe(address);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost:9000/evil',
    'localhost"onload=',
    'localhost@evil.example',
    '[::1]evil',
    'localhost:123456',
  ])('is its own where another name was called: %s', (host) => {
    expect(createOwnAddress({ url, certificate: cert, names: [] })(host)).toBe(url);
  });

  it('is right also when many made-up names came before', () => {
    const own = createOwnAddress({ url, names: [] });
    for (let i = 0; i < 300; i += 1) expect(own(`made-up-${i}.example`)).toBe(url);
    expect(own('localhost')).toBe('https://localhost');
  });
});
