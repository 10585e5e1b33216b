import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountPages } from '../../../src/http/console/pages.js';
import { listStaticFiles } from '../../../src/http/console/static-files.js';
import { errorOf, smallApp } from '../../support/http-app.js';

const PAGE = '<!doctype html><title>Wardbox</title>';
const SCRIPT = 'export const answer = 42;';
let folder: string;
let app: ReturnType<typeof smallApp>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardbox-pages-'));
  mkdirSync(join(folder, 'console', 'assets'), { recursive: true });
  const at = (name: string) => join(folder, 'console', name);
  writeFileSync(at('index.html'), PAGE);
  writeFileSync(at('assets/main-1a2b.js'), SCRIPT);
  writeFileSync(at('assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(at('assets/main-1a2b.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  app = smallApp();
  mountPages(app, listStaticFiles(join(folder, 'console')));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (path: string, headers: Record<string, string> = {}) =>
  Promise.resolve(app.request(path, { headers }));

describe('the pages of the console', () => {
  it('are where a browser is led', async () => {
    const response = await ask('/', { Accept: 'text/html,*/*;q=0.8' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/console/');
    expect((await ask('/', { Accept: 'application/json' })).status).toBe(404);
    expect((await ask('/console')).headers.get('location')).toBe('/console/');
  });

  it('are one page, under every path, that is asked for anew', async () => {
    for (const path of ['', 'live/risk', 'test/patients/a.b.c', 'invitation']) {
      const response = await ask(`/console/${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toBe(PAGE);
    }
  });

  it('may load and do what they need and nothing else', async () => {
    const { headers } = await ask('/console/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
    const withBlobs = policy.split('; ').filter((one) => one.includes('blob:'));
    expect(withBlobs).toEqual(["media-src 'self' blob:"]);
    expect(policy.split('; ').filter((one) => one.includes('data:'))).toEqual([
      "img-src 'self' data:",
    ]);
    expect(headers.get('permissions-policy')).toContain('microphone=(self), camera=()');
  });

  it('have assets that are kept, compressed as the browser takes them', async () => {
    const path = '/console/assets/main-1a2b.js';
    const plain = await ask(path);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await plain.text()).toBe(SCRIPT);
    const smallest = await ask(path, { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(smallest.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await smallest.arrayBuffer()).toString()).toBe(SCRIPT);
    const zipped = await ask(path, { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(SCRIPT);
    const tags = [plain, smallest, zipped].map(({ headers }) => headers.get('etag'));
    expect(new Set(tags).size).toBe(3);
    const again = await ask(path, { 'If-None-Match': `"x", ${tags[0]}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('have no other files', async () => {
    for (const path of [
      'assets/gone-9f.js',
      'assets/main-1a2b.js.br',
      'assets/../index.html.br',
      'assets/%2e%2e/%2e%2e/secret.txt',
      'api/nothing',
    ]) {
      const response = await ask(`/console/${path}`);
      expect(response.headers.get('content-type')).not.toBe('text/plain; charset=utf-8');
      if (path.startsWith('assets/') && !path.includes('..')) expect(response.status).toBe(404);
    }
    for (const path of ['..%2fsecret.txt', '%2e%2e/secret.txt', '..%5csecret.txt']) {
      expect(await (await ask(`/console/${path}`)).text()).not.toContain('secret');
    }
  });
});

it('are absent where they were not built', async () => {
  const bare = smallApp();
  mountPages(bare, listStaticFiles(join(folder, 'nowhere')));
  for (const path of ['/console/', '/console/live/risk', '/docs']) {
    const response = await bare.request(path);
    expect(response.status).toBe(404);
    expect((await errorOf(response)).message).toContain('This build of Wardbox has no pages.');
  }
  expect((await bare.request('/console/assets/x.js')).status).toBe(404);
});
