import { execFile } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
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
import SqliteDatabase from '../../src/store/sqlite.js';
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

/** What a daemon that will not start says, by which it ends with 1, and what commands say then. */
async function refusalOf(dataDir: string) {
  const daemon = await spawnDaemon({ dataDir });
  const told = await daemon.log(() => false).catch((error: Error) => error.message);
  expect((await daemon.exited).code).toBe(1);
  const run = (...words: string[]) =>
    command(process.execPath, [ENTRY, ...words, '-c', daemon.configFile]).catch((error) => error);
  const failure = await run('doctor', '--json');
  const verdict = await run('audit', 'verify');
  await daemon.stop();
  const { checks } = JSON.parse(failure.stdout) as { checks: { check: string }[] };
  const doctor = JSON.stringify(checks.filter(({ check }) => /^(database|audit)$/.test(check)));
  return { told: String(told), doctor, verdict };
}

describe('a damaged database', () => {
  let sound: Sound;
  beforeAll(async () => {
    sound = await makeSound();
  });

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
    });
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
  });

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
  });

  it('that is cut off: is not started', async () => {
    const dataDir = copyOf(sound);
    const path = join(dataDir, BASE);
    truncateSync(path, (statSync(path).size >> 1) & ~(PAGE_BYTES - 1));
    const { told, doctor } = await refusalOf(dataDir);
    expect(told).toMatch(/Its database is damaged: restore the last backup/);
    expect(doctor).toMatch(/"failed".*restore the last backup/);
  });

  /** New patients, of whom a checkpoint has signed the first half; then the daemon is killed. */
  async function killedAfterWrites(dataDir: string) {
    const box = await startFhirDaemon(4, { dataDir, key: sound.key });
    const made: string[] = [];
    const make = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        const id = `new${made.length}`;
        const { status } = await box.ask('PUT', `/Patient/${id}`, { ...patient(nth), id });
        expect(status).toBe(201);
        made.push(`/Patient/${id}`);
      }
    };
    const log = join(dataDir, `${BASE}-wal`);
    await make(6);
    await box.daemon.cli('audit', 'checkpoint');
    const signed = statSync(log).size;
    await make(6);
    await box.stop('SIGKILL');
    return { log, made, signed, size: statSync(log).size };
  }

  /** Whether each is there: from the damage on they are gone, and none before. */
  async function statusesIn(box: FhirDaemon, made: readonly string[]): Promise<number[]> {
    const statuses = await inTurns(made, 4, async (path) => (await box.ask('GET', path)).status);
    expect(statuses).toEqual([...statuses].sort());
    return statuses;
  }

  it('in its log, where a checkpoint has signed: is not started, until somebody decides', async () => {
    const dataDir = copyOf(sound);
    const { log, made, signed } = await killedAfterWrites(dataDir);
    overwrite(log, signed >> 1, Buffer.from([0x5a, 0xa5]));
    const kept = readFileSync(log);
    const { told, doctor, verdict } = await refusalOf(dataDir);
    expect(told).toMatch(/its write-ahead log is damaged: audit record \d+ is the newest in it/);
    expect(told).toMatch(/restore the last backup/);
    expect(doctor).toMatch(/"failed".*the newest records were removed/);
    expect(verdict).toMatchObject({ code: 3, stdout: expect.stringContaining('NOT intact') });
    expect(readFileSync(log).equals(kept)).toBe(true);
    const checkpoints = join(dataDir, 'audit', 'checkpoints.jsonl');
    renameSync(checkpoints, join(FOLDER, 'checkpoints.jsonl'));
    const box = await startFhirDaemon(4, { dataDir, key: sound.key });
    expect(new Set(await statusesIn(box, made))).toEqual(new Set([200, 404]));
    // What was decided stays visible.
    const words = ['audit', 'verify', '--checkpoints', join(FOLDER, 'checkpoints.jsonl')];
    await expect(box.daemon.cli(...words)).rejects.toMatchObject({ code: 3 });
    await expect(box.daemon.cli('audit', 'verify')).rejects.toMatchObject({ code: 3 });
    await box.stop();
  });

  it('in its log behind the last checkpoint: goes on with all that was signed', async () => {
    const dataDir = copyOf(sound);
    const { log, made, signed, size } = await killedAfterWrites(dataDir);
    overwrite(log, (signed + size) >> 1, Buffer.from([0x5a, 0xa5]));
    const box = await startFhirDaemon(4, { dataDir, key: sound.key });
    const statuses = await statusesIn(box, made);
    expect(statuses.slice(0, 6)).toEqual(Array(6).fill(200));
    expect(statuses.at(-1)).toBe(404);
    expect(await box.daemon.cli('audit', 'verify')).toContain('The audit log is intact');
    await box.stop();
  });
});
