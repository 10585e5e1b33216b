import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { EXPORTS_FOLDER } from '../../src/fhir/export/exports.js';
import { IMPORTS_FOLDER } from '../../src/fhir/import/imports.js';
import { type FhirDaemon, startFhirDaemon, type Told } from '../support/fhir/daemon.js';
import { createClient } from '../support/https-client.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-fhir-export-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const DATA = join(FOLDER, 'data');
const EXPORTS = join(DATA, EXPORTS_FOLDER);
const IMPORTS = join(DATA, IMPORTS_FOLDER);
const FAMILY = 'Inventedfamily';
const PATIENTS = 6_000;
const TOGETHER = 500;
const ASYNC = { prefer: 'respond-async' };

const patient = (at: number) => ({
  resource: {
    resourceType: 'Patient',
    id: `p${at}`,
    name: [{ family: FAMILY }],
    contact: [{ address: { text: 'Invented street 1, '.repeat(40) } }],
  },
  request: { method: 'PUT', url: `Patient/p${at}` },
});

async function fill({ ask }: FhirDaemon): Promise<void> {
  for (let at = 0; at < PATIENTS; at += TOGETHER) {
    const entry = Array.from({ length: TOGETHER }, (_, more) => patient(at + more));
    const body = { resourceType: 'Bundle', type: 'transaction', entry };
    expect((await ask('POST', '', body, { prefer: 'return=minimal' })).status).toBe(200);
  }
}

const below = (url: unknown) => String(url).replace(/^.*\/v1\/fhir/, '');

async function begin({ ask }: FhirDaemon): Promise<string> {
  const { status, headers } = await ask('GET', '/$export', undefined, ASYNC);
  expect(status).toBe(202);
  return below(headers['content-location']);
}

async function complete({ ask }: FhirDaemon, place: string): Promise<Told['body']> {
  for (;;) {
    const { status, body } = await ask('GET', place);
    if (status !== 202) {
      expect(status).toBe(200);
      return body;
    }
    await sleep(5);
  }
}

/** Begins exports until one is seen to have written something and not to be complete. */
async function beginAndCatch(box: FhirDaemon): Promise<string> {
  for (;;) {
    const place = await begin(box);
    for (;;) {
      const { status, headers } = await box.ask('GET', place);
      if (status !== 202) break;
      const hasBegun = /^[1-9]/.test(String(headers['x-progress']));
      if (hasBegun && sealed().length > 0) return place;
    }
    await box.ask('DELETE', place);
  }
}

const contents = (): Buffer[] =>
  [EXPORTS, IMPORTS]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));

const sealed = (): string[] =>
  readdirSync(EXPORTS, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.sealed'));

const LINES = Array.from({ length: 2_000 }, (_, at) =>
  JSON.stringify({ resourceType: 'Device', id: `d${at}`, note: [{ text: FAMILY }] }),
);

/** Sends lines, and returns where to ask for what became of them. */
async function beginImport({ daemon }: FhirDaemon, key: string): Promise<string> {
  const request = await createClient(daemon.url, daemon.caFile);
  const { status, headers } = await request('/v1/fhir/$import', {
    ...{ method: 'POST', key, body: `${LINES.join('\n')}\n` },
    headers: { 'content-type': 'application/fhir+ndjson', ...ASYNC },
  });
  expect(status).toBe(202);
  return below(headers['content-location']);
}

describe('a daemon that is killed in the middle of an export and an import', () => {
  it('serves nothing of them afterwards, says that they are lost, and does them whole', async () => {
    const first = await startFhirDaemon(2, { dataDir: DATA });
    const { key } = first;
    await fill(first);
    const place = await beginAndCatch(first);
    const importPlace = await beginImport(first, key);
    first.daemon.process.kill('SIGKILL');
    expect((await first.daemon.exited).signal).toBe('SIGKILL');
    await first.stop();
    expect(sealed().length).toBeGreaterThan(0);
    for (const content of contents()) expect(content.includes(FAMILY)).toBe(false);

    const box = await startFhirDaemon(2, { dataDir: DATA, key });
    const state = await box.ask('GET', place);
    expect([state.status, state.body.issue[0].code]).toEqual([500, 'incomplete']);
    const lost = await box.ask('GET', importPlace);
    expect([lost.status, lost.body.issue[0].code]).toEqual([500, 'incomplete']);
    const { imported } = await complete(box, await beginImport(box, key));
    expect(imported).toMatchObject([{ updated: 0, refused: 0 }]);
    expect(imported[0].created + imported[0].unchanged).toBe(LINES.length);
    const stranger = await box.daemon.key({ scopes: ['fhir.read'] });
    const asStranger = { authorization: `Bearer ${stranger}` };
    expect((await box.ask('GET', place, undefined, asStranger)).status).toBe(404);
    const file = `${place.replace('$export-status', '$export-file')}/Patient-1.ndjson`;
    expect((await box.ask('GET', file)).status).toBe(404);
    while (sealed().length > 0) await sleep(20);
    expect((await box.ask('DELETE', place)).status).toBe(202);
    expect((await box.ask('GET', place)).status).toBe(404);

    const { output } = await complete(box, await begin(box));
    expect(output).toMatchObject([
      { type: 'Device', count: LINES.length },
      { type: 'Patient', count: PATIENTS },
    ]);
    const request = await createClient(box.daemon.url, box.daemon.caFile);
    const { status, headers, text } = await request(new URL(output[1].url).pathname, { key });
    expect([status, headers['content-type']]).toEqual([200, 'application/fhir+ndjson']);
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(new Set(ids).size).toBe(PATIENTS);
    expect(ids.length).toBe(PATIENTS);
    await box.stop();
    expect(sealed()).toEqual([]);
  });
});
