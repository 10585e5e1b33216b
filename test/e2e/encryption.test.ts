import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../src/audit/audit-verdict.js';
import { CheckpointFile } from '../../src/audit/checkpoint-file.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { type EncryptionKey, makeEncryptionKey } from '../../src/store/encryption/key.js';
import { openDatabase } from '../../src/store/open.js';
import { createReadingRepository } from '../../src/store/reading-repository.js';
import { ENTRY, spawnDaemon } from '../support/daemon.js';
import { filesBelow, filesWith } from '../support/encryption.js';
import { startFhirDaemon } from '../support/fhir/daemon.js';
import { rounds } from '../support/rounds.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-encryption-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const MARKER = 'Unmistakable';
/** What an unencrypted data folder is full of. */
const LEGIBLE = [MARKER, 'resourceType', 'CREATE TABLE', 'SQLite format 3', 'fhir.create'];
const DATABASE = 'wardbox.sqlite';

const patient = (number: number) => ({
  resourceType: 'Patient',
  name: [{ family: `${MARKER}-${number}` }],
  identifier: [{ system: 'https://hospital.test/mrn', value: `${MARKER}-mrn-${number}` }],
});

describe('the data folder of a daemon with a key', () => {
  it('is legible at no time, kill -9 included, and loses nothing', async () => {
    const dataDir = join(FOLDER, 'data');
    const { file } = makeEncryptionKey(join(FOLDER, 'one.key'));
    const config = { storage: { encryption_key_file: file } };
    const box = await startFhirDaemon(4, { dataDir, config });
    const promised = new Map<string, string>();
    for (let number = 0; number < 40; number += 1) {
      const { status, text, body } = await box.ask('POST', '/Patient', patient(number), {
        'idempotency-key': `key-${number}`,
      });
      expect(status).toBe(201);
      promised.set(`/Patient/${body.id}`, text);
      if (number % 10 === 0) expect(filesWith(dataDir, ...LEGIBLE)).toEqual([]);
    }
    const found = await box.ask('GET', `/Patient?family=${MARKER}-7`);
    expect(found.body.total).toBe(1);
    const backup = join(FOLDER, 'one.wbk');
    await box.daemon.cli('backup', '--out', backup);
    expect(filesWith(dataDir, ...LEGIBLE)).toEqual([]);
    await box.stop('SIGKILL');

    const left = filesBelow(dataDir).map((path) => path.slice(dataDir.length + 1));
    expect(left).toContain(`${DATABASE}-wal`);
    expect(filesWith(dataDir, ...LEGIBLE)).toEqual([]);
    expect(readFileSync(backup).includes(MARKER)).toBe(false);
    expect(readFileSync(backup).includes('PRIVATE KEY')).toBe(false);

    const again = await startFhirDaemon(4, { dataDir, config, key: box.key });
    for (const [place, text] of promised) expect((await again.ask('GET', place)).text).toBe(text);
    expect(await again.daemon.cli('audit', 'verify')).toContain('ntact');
    await again.stop();
    expect(filesWith(dataDir, ...LEGIBLE)).toEqual([]);

    const restored = join(FOLDER, 'restored');
    const words = ['restore', backup, '--data-dir', restored, '--key-file', file];
    await promisify(execFile)(process.execPath, [ENTRY, ...words]);
    const other = await startFhirDaemon(4, { dataDir: restored, config, key: box.key });
    for (const [place, text] of promised) expect((await other.ask('GET', place)).text).toBe(text);
    await other.stop();
  });

  it('is legible without one: what is looked for stands there then', async () => {
    const dataDir = join(FOLDER, 'plain');
    const box = await startFhirDaemon(1, { dataDir });
    await box.ask('POST', '/Patient', patient(1));
    const found = filesWith(dataDir, MARKER);
    await box.stop();
    expect(found.length).toBeGreaterThan(0);
  });

  it.each([
    ['another key', 'other.key', 'does not open its database'],
    ['no key', undefined, 'names no key'],
    ['a key that is missing', 'away.key', 'does not exist'],
  ])('is not served with %s, and stays as it is', async (_, name, why) => {
    const dataDir = join(FOLDER, `refused-${name}`);
    openDatabase(dataDir, makeEncryptionKey(join(FOLDER, `right-for-${name}`))).close();
    const before = readFileSync(join(dataDir, DATABASE));
    const file = join(FOLDER, name ?? 'none');
    if (name === 'other.key') makeEncryptionKey(file);
    const storage = name === undefined ? {} : { encryption_key_file: file };
    const daemon = await spawnDaemon({ dataDir, config: { storage } });
    const told: string[] = [];
    daemon.process.stderr?.on('data', (chunk) => told.push(String(chunk)));
    expect(await daemon.exited).toEqual({ code: 1, signal: null });
    expect(told.join('')).toContain(why);
    await daemon.stop();
    expect(readFileSync(join(dataDir, DATABASE)).equals(before)).toBe(true);
  });
});

const ROWS = 4_000;
const READING = JSON.stringify({ scores: MARKER.repeat(300) });

/** A data folder of some 16 MiB that nobody serves. */
function fill(dataDir: string, key: EncryptionKey | undefined): void {
  const database = openDatabase(dataDir, key);
  const readings = createReadingRepository(database);
  database.transaction(() => {
    for (let row = 0; row < ROWS; row += 1) {
      readings.save({ analysisId: `im_${row}`, mode: 'live', createdAt: 1, reading: READING });
    }
  })();
  database.close();
}

/** What makes each of them whole: all rows, and a chain of records that holds together. */
function recordsIn(dataDir: string, key: EncryptionKey | undefined): number {
  const database = openDatabase(dataDir, key);
  expect(database.prepare('SELECT count(*) FROM imaging_readings').pluck().get()).toBe(ROWS);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  const crossCheck = new CheckpointFile(dataDir).crossCheck();
  const verdict = verifyAudit(createAuditRepository(database), crossCheck);
  expect(verdict).toMatchObject({ intact: true });
  database.close();
  return verdict.records;
}

const opens = (dataDir: string, key: EncryptionKey | undefined): boolean => {
  try {
    openDatabase(dataDir, key).close();
    return true;
  } catch {
    return false;
  }
};

/** Moments of a conversion, by what can be seen in the folder. */
const MOMENTS: ReadonlyArray<readonly [string, (dataDir: string, inode: number) => boolean]> = [
  ['its lock', (dataDir) => existsSync(join(dataDir, 'daemon.lock'))],
  ['its folder', (dataDir) => existsSync(join(dataDir, '.encrypting'))],
  ['a new database', (dataDir) => existsSync(join(dataDir, '.encrypting', DATABASE))],
  ['its record', (dataDir) => existsSync(join(dataDir, '.encrypting', `${DATABASE}-wal`))],
  ['the new one in its place', (dataDir, inode) => statSync(join(dataDir, DATABASE)).ino !== inode],
];

/** Each round at the next of them. */
const ROUNDS = rounds({ short: 1, long: 50 });

async function killAt(words: readonly string[], isThere: () => boolean): Promise<ChildProcess> {
  const child = spawn(process.execPath, [ENTRY, ...words], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!isThere() && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await exited;
  return child;
}

describe('a change of encryption that is killed', () => {
  let killed = 0;
  const one = makeEncryptionKey(join(FOLDER, 'first.key'));
  const two = makeEncryptionKey(join(FOLDER, 'second.key'));

  it.each([
    ['enable', 0, undefined, one],
    ['rotate', 1, one, two],
    ['disable', 2, one, undefined],
  ] as const)(
    'leaves the old or the new database, whole, and is done again: %s',
    async (name, first, key, nextKey) => {
      const template = join(FOLDER, `${name}-template`);
      fill(template, key);
      for (let round = 0; round < ROUNDS; round += 1) {
        const [moment, isThere] = MOMENTS[(first + round) % MOMENTS.length]!;
        const folder = join(FOLDER, `${name}-${round}`);
        const dataDir = join(folder, 'data');
        mkdirSync(folder);
        cpSync(template, dataDir, { recursive: true });
        const config = join(folder, 'box.json');
        writeFileSync(
          config,
          JSON.stringify({ data_dir: dataDir, storage: { encryption_key_file: one.file } }),
        );
        const rotated = name === 'rotate' ? ['--new-key-file', two.file] : [];
        const words = ['encryption', name, ...rotated, '-c', config];
        const { ino } = statSync(join(dataDir, DATABASE));
        const { signalCode } = await killAt(words, () => isThere(dataDir, ino));
        if (signalCode === 'SIGKILL') killed += 1;
        const isNew = opens(dataDir, nextKey);
        expect([moment, isNew !== opens(dataDir, key)]).toEqual([moment, true]);
        expect(recordsIn(dataDir, isNew ? nextKey : key)).toBe(isNew ? 1 : 0);
        await promisify(execFile)(process.execPath, [ENTRY, ...words]);
        expect(recordsIn(dataDir, nextKey)).toBe(1);
        expect(existsSync(join(dataDir, '.encrypting'))).toBe(false);
        if (nextKey !== undefined) expect(filesWith(dataDir, MARKER)).toEqual([]);
        rmSync(folder, { recursive: true });
      }
    },
  );

  it('was killed before its end, at least once', () => {
    expect(killed).toBeGreaterThan(0);
  });
});
