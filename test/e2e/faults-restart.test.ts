import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ENTRY, spawnDaemon } from '../support/daemon.js';
import { type FhirDaemon, startFhirDaemon } from '../support/fhir/daemon.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-restart-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const CHECKPOINTS = join('audit', 'checkpoints.jsonl');
const PATIENT = { resourceType: 'Patient', active: true };

async function write({ ask }: FhirDaemon, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    const { status, text } = await ask('POST', '/Patient', PATIENT);
    expect(status, text).toBe(201);
  }
}

const verdictOf = async ({ daemon }: FhirDaemon) =>
  JSON.parse(await daemon.cli('audit', 'verify', '--json')) as object;

const linesIn = (dataDir: string) =>
  readFileSync(join(dataDir, CHECKPOINTS), 'utf8').split('\n').length - 1;

describe('a daemon that was ended while it wrote a checkpoint', () => {
  it('goes on behind the half of a line that is left', async () => {
    const dataDir = join(FOLDER, 'half');
    const first = await startFhirDaemon(1, { dataDir });
    await write(first, 3);
    await first.daemon.cli('audit', 'checkpoint');
    const { key } = first;
    await first.stop('SIGKILL');
    const [line = ''] = readFileSync(join(dataDir, CHECKPOINTS), 'utf8').split('\n');
    appendFileSync(join(dataDir, CHECKPOINTS), line.slice(0, line.length >> 1));
    const second = await startFhirDaemon(1, { dataDir, key });
    expect(await verdictOf(second)).toMatchObject({ intact: true });
    await write(second, 3);
    await second.daemon.cli('audit', 'checkpoint');
    expect(await verdictOf(second)).toMatchObject({ intact: true });
    expect(linesIn(dataDir)).toBe(2);
    await second.stop();
  });

  it('goes on where the checkpoint is there and its record is not', async () => {
    const [dataDir, ahead] = [join(FOLDER, 'behind'), join(FOLDER, 'ahead')];
    const first = await startFhirDaemon(1, { dataDir });
    await write(first, 3);
    const { key } = first;
    await first.stop('SIGKILL');
    // The same log, a moment further on: of that moment only the folder of checkpoints is kept.
    cpSync(dataDir, ahead, { recursive: true });
    const env = { ...process.env, WARDBOX_DATA_DIR: ahead };
    await promisify(execFile)(process.execPath, [ENTRY, 'audit', 'checkpoint'], { env });
    cpSync(join(ahead, 'audit'), join(dataDir, 'audit'), { recursive: true });
    expect(linesIn(dataDir)).toBe(1);
    const second = await startFhirDaemon(1, { dataDir, key });
    await write(second, 3);
    await second.daemon.cli('audit', 'checkpoint');
    expect(await verdictOf(second)).toMatchObject({ intact: true });
    await second.stop();
  });
});

describe('a daemon at work', () => {
  it('is not disturbed by others that are started on its data folder', async () => {
    const dataDir = join(FOLDER, 'shared');
    const box = await startFhirDaemon(4, { dataDir });
    let isEnding = false;
    let written = 0;
    const clients = [0, 1, 2].map(async () => {
      while (!isEnding) {
        await write(box, 1);
        written += 1;
      }
    });
    for (let nth = 0; nth < 3; nth += 1) {
      const second = await spawnDaemon({ dataDir });
      const told = await second.log(() => false).catch((error: Error) => error.message);
      expect(await second.exited).toEqual({ code: 1, signal: null });
      expect(told).toContain(`Another daemon is running on ${dataDir}`);
      await second.stop();
    }
    isEnding = true;
    await Promise.all(clients);
    const { body } = await box.ask('GET', '/Patient?_summary=count');
    expect(body.total).toBe(written);
    expect(await verdictOf(box)).toMatchObject({ intact: true });
    await box.stop();
  });
});
