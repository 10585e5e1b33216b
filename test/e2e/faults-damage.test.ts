import { execFile } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readinessSchema } from '../../src/http/schema.js';
import SqliteDatabase from '../../src/storage/sqlite.js';
import { ENTRY, spawnDaemon } from '../support/daemon.js';
import { type FhirDaemon, inTurns, startFhirDaemon } from '../support/fhir/daemon.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-damage-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const SYSTEM = 'https://hospital.test/mrn';
const PATIENTS = 80;
const PAGE_BYTES = 4_096;
const BASE = 'wardbox.sqlite';

const patient = (nth: number) => ({
  resourceType: 'Patient',
  id: `p${nth}`,
  identifier: [{ system: SYSTEM, value: `mrn-${nth}` }],
  name: [{ family: `Invented${nth}`, given: ['Name'.repeat(150)] }],
});

interface Sound {
  readonly dataDir: string;
  readonly key: string;
  readonly backup: string;
  /** By the path at which it is read. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A data folder as a daemon has left it, a backup of it, and all that it answered. */
async function makeSound(): Promise<Sound> {
  const dataDir = join(FOLDER, 'sound');
  const box = await startFhirDaemon(4, { dataDir });
  const texts = new Map<string, string>();
  const all = Array.from({ length: PATIENTS }, (_, nth) => nth);
  await inTurns(all, 4, async (nth) => {
    const { text, status } = await box.ask('PUT', `/Patient/p${nth}`, patient(nth));
    expect(status, text).toBe(201);
    texts.set(`/Patient/p${nth}`, text);
  });
  const backup = join(FOLDER, 'one.wbk');
  await box.daemon.cli('backup', '--out', backup);
  await box.stop();
  return { dataDir, key: box.key, backup, texts };
}

let copies = 0;
/** A copy of the sound folder. */
function copyOf({ dataDir }: Sound): string {
  copies += 1;
  const copy = join(FOLDER, `copy-${copies}`);
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

/** The leaves of a table or an index. */
function leavesOf(dataDir: string, name: string): number[] {
  const database = new SqliteDatabase(join(dataDir, BASE), { readonly: true });
  const leaves = database
    .prepare<[string], number>(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno",
    )
    .pluck()
    .all(name);
  database.close();
  return leaves;
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

const command = promisify(execFile);

/** What a daemon that will not start says, by which it ends with 1, and what the doctor says then. */
async function refusalOf(dataDir: string): Promise<{ told: string; doctor: string }> {
  const daemon = await spawnDaemon({ dataDir });
  const told = await daemon.log(() => false).catch((error: Error) => error.message);
  expect((await daemon.exited).code).toBe(1);
  const words = [ENTRY, 'doctor', '--json', '-c', daemon.configFile];
  const failure = await command(process.execPath, words).catch((error) => error);
  await daemon.stop();
  const { checks } = JSON.parse(failure.stdout) as { checks: { check: string }[] };
  const doctor = JSON.stringify(checks.find(({ check }) => check === 'database'));
  return { told: String(told), doctor };
}

describe('a damaged database', () => {
  let sound: Sound;
  beforeAll(async () => {
    sound = await makeSound();
  }, 120_000);

  /** Asks for all there is; every answer is the right one or a refusal. Gives the refusals. */
  async function askForAll({ ask }: FhirDaemon): Promise<number> {
    const answers = await inTurns([...sound.texts], 4, async ([path, text]) => {
      const nth = path.slice('/Patient/p'.length);
      const read = await ask('GET', path);
      const found = await ask('GET', `/Patient?identifier=${SYSTEM}|mrn-${nth}`);
      if (read.status === 200) expect(read.text).toBe(text);
      else expect(read.status).toBeGreaterThanOrEqual(500);
      if (found.status === 200) expect(found.body.entry).toHaveLength(1);
      else expect(found.status).toBeGreaterThanOrEqual(500);
      return [read.status, found.status];
    });
    return answers.flat().filter((status) => status !== 200).length;
  }

  for (const [what, name] of [
    ['resources', 'fhir_resource'],
    ['the search index', 'fhir_token'],
  ] as const) {
    it(`in the middle, in a page of ${what}: found by use, then nothing is answered`, async () => {
      const dataDir = copyOf(sound);
      const leaves = leavesOf(dataDir, name);
      const page = leaves[leaves.length >> 1] ?? 0;
      expect(page).toBeGreaterThan(1);
      overwrite(join(dataDir, BASE), (page - 1) * PAGE_BYTES, Buffer.alloc(PAGE_BYTES, 0xa5));
      const box = await startFhirDaemon(4, { dataDir, key: sound.key });
      expect(await askForAll(box)).toBeGreaterThan(0);
      const refused = await box.ask('GET', '/Patient/p1');
      expect(refused.status).toBe(503);
      expect(refused.text).toContain('damaged');
      const ready = await box.daemon.request('/readyz');
      expect(ready.status).toBe(503);
      expect(readinessSchema.parse(ready.json()).checks.database).toBe('failed');
      expect((await box.daemon.request('/healthz')).status).toBe(200);
      await box.daemon.log(({ msg }) => msg === 'the database is damaged');
      const { stdout } = await box.daemon.cli('doctor', '--json').catch((error) => error);
      expect(stdout).toMatch(/Damaged: /);
      expect(stdout).toMatch(/restore the last backup/);
      await box.stop('SIGKILL');
    }, 120_000);
  }

  it('in which one letter of a name is another one: gives no altered answer', async () => {
    const dataDir = copyOf(sound);
    const at = readFileSync(join(dataDir, BASE)).indexOf('"Invented41"');
    expect(at).toBeGreaterThan(0);
    overwrite(join(dataDir, BASE), at + '"Invented'.length, Buffer.from('9'));
    const box = await startFhirDaemon(4, { dataDir, key: sound.key });
    expect(await askForAll(box)).toBeGreaterThan(0);
    expect((await box.ask('GET', '/Patient/p1')).text).toContain('damaged');
    const { stdout } = await box.daemon.cli('doctor', '--json').catch((error) => error);
    expect(stdout).toContain('1 versions of resources are not what was written');
    const backup = box.daemon.cli('backup', '--out', join(FOLDER, 'altered.wbk'));
    await expect(backup).rejects.toMatchObject({
      stderr: expect.stringContaining('resources in the database are not what was written'),
    });
    await box.stop('SIGKILL');
  }, 120_000);

  it('in its header: is not started, and the backup brings all back', async () => {
    const dataDir = copyOf(sound);
    overwrite(join(dataDir, BASE), 0, Buffer.alloc(100, 0xa5));
    const before = readFileSync(join(dataDir, BASE));
    const { told, doctor } = await refusalOf(dataDir);
    expect(told).toMatch(/damaged/);
    expect(doctor).toMatch(/"failed".*restore the last backup/);
    expect(readFileSync(join(dataDir, BASE)).equals(before)).toBe(true);
    const restored = join(FOLDER, 'restored');
    await command(process.execPath, [ENTRY, 'restore', sound.backup, '--data-dir', restored]);
    const box = await startFhirDaemon(4, { dataDir: restored, key: sound.key });
    expect(await askForAll(box)).toBe(0);
    await box.stop();
  }, 120_000);

  it('that is cut off: is not started', async () => {
    const dataDir = copyOf(sound);
    const path = join(dataDir, BASE);
    truncateSync(path, (statSync(path).size >> 1) & ~(PAGE_BYTES - 1));
    const { told, doctor } = await refusalOf(dataDir);
    expect(told).toMatch(/Its database is damaged: restore the last backup/);
    expect(doctor).toMatch(/"failed".*restore the last backup/);
  }, 120_000);

  it('in its log: is not started, until somebody decides what is lost', async () => {
    const dataDir = copyOf(sound);
    const first = await startFhirDaemon(4, { dataDir, key: sound.key });
    const made: string[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      const { status } = await first.ask('PUT', `/Patient/new${nth}`, {
        ...patient(nth),
        id: `new${nth}`,
      });
      expect(status).toBe(201);
      made.push(`/Patient/new${nth}`);
    }
    await first.stop('SIGKILL');
    const log = join(dataDir, `${BASE}-wal`);
    const { size } = statSync(log);
    overwrite(log, size >> 1, Buffer.from([0x5a, 0xa5]));
    copyFileSync(log, join(FOLDER, 'kept.wal'));
    const { told, doctor } = await refusalOf(dataDir);
    expect(told).toMatch(/its log is damaged, and \d+ commits behind the damage would be lost/);
    expect(told).toMatch(/restore the last backup/);
    expect(doctor).toMatch(/"failed".*commits in its log behind a damage/);
    expect(readFileSync(log).equals(readFileSync(join(FOLDER, 'kept.wal')))).toBe(true);
    const [, bytes] = /truncate -s (\d+) /.exec(told) ?? [];
    truncateSync(log, Number(bytes));
    const second = await startFhirDaemon(4, { dataDir, key: sound.key });
    const statuses = await inTurns(made, 4, async (path) => (await second.ask('GET', path)).status);
    // From the damage on they are gone, and none before.
    expect(statuses).toEqual([...statuses].sort());
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
    await second.stop();
  }, 120_000);
});
