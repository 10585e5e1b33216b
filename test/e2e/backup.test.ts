import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../src/audit/audit-verdict.js';
import { CheckpointFile } from '../../src/audit/checkpoint-file.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { openDatabase } from '../../src/store/open.js';
import { type Daemon, ENTRY } from '../support/daemon.js';
import { type FhirDaemon, inTurns, startFhirDaemon } from '../support/fhir/daemon.js';
import { rounds } from '../support/rounds.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-backup-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const WRITERS = 4;

const folder = (name: string): string => {
  const path = join(FOLDER, name);
  mkdirSync(path);
  return path;
};

/** A command that needs no configuration. */
const wardbox = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, [ENTRY, ...words])).stdout;

const patient = (value: string) => ({
  resourceType: 'Patient',
  identifier: [{ system: 'https://hospital.test/mrn', value }],
  text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${value}</div>` },
});

/** Clients that write without a pause until they are told to end; what they were promised. */
function keepWriting({ ask }: FhirDaemon) {
  const promised = new Map<string, string>();
  let isEnding = false;
  const write = async (writer: number) => {
    for (let round = 0; !isEnding; round += 1) {
      const { status, text, body } = await ask('POST', '/Patient', patient(`${writer}-${round}`));
      expect(status).toBe(201);
      promised.set(`/Patient/${body.id}`, text);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, at) => write(at)));
  return {
    promised,
    async end() {
      isEnding = true;
      await writers;
    },
  };
}

function expectIntact(dataDir: string): void {
  const database = openDatabase(dataDir);
  const crossCheck = new CheckpointFile(dataDir).crossCheck();
  const verdict = verifyAudit(createAuditRepository(database), crossCheck);
  database.close();
  expect(verdict).toMatchObject({ intact: true });
}

async function expectSame({ ask }: FhirDaemon, promised: Iterable<readonly [string, string]>) {
  const lost = await inTurns([...promised], WRITERS, async ([place, text]) => {
    const told = await ask('GET', place);
    return told.status === 200 && told.text === text ? [] : [place];
  });
  expect(lost.flat()).toEqual([]);
}

describe('a backup of a daemon that is being written to', () => {
  it('brings back, on another box, all that was answered before it began', async () => {
    const box = await startFhirDaemon(WRITERS, { dataDir: folder('data') });
    const clients = keepWriting(box);
    while (clients.promised.size < 100) await sleep(1);
    const before = new Map(clients.promised);
    const file = join(folder('backups'), 'one.wbk');
    let isMade = false;
    const checkpoints = (async () => {
      while (!isMade) await box.daemon.cli('audit', 'checkpoint');
    })();
    const made = JSON.parse(await box.daemon.cli('backup', '--out', file, '--json'));
    isMade = true;
    await checkpoints;
    expect(made.audit.broken).toBeUndefined();
    const during = clients.promised.size - before.size;
    await clients.end();
    const authority = readFileSync(join(box.daemon.dataDir, 'tls', 'ca.crt'), 'utf8');
    await box.stop('SIGKILL');
    expectIntact(box.daemon.dataDir);
    expect(during).toBeGreaterThan(0);
    expect(made.counts.fhir_resource).toBeGreaterThanOrEqual(before.size);
    expect(made.counts.fhir_resource).toBeLessThanOrEqual(clients.promised.size);

    expect(await wardbox('backup', 'verify', file)).toContain('can be restored');
    const dataDir = join(FOLDER, 'restored');
    await wardbox('restore', file, '--data-dir', dataDir);
    const other = await startFhirDaemon(WRITERS, { dataDir, key: box.key });
    expect(readFileSync(join(dataDir, 'tls', 'ca.crt'), 'utf8')).toBe(authority);
    await expectSame(other, before);
    const { status } = await other.ask('POST', '/Patient', patient('afterwards'));
    expect(status).toBe(201);
    await other.stop();
    expectIntact(dataDir);
  });
});

/** Starts a backup and kills it as soon as it has come so far. */
async function killAt(daemon: Daemon, file: string, stage: string): Promise<ChildProcess> {
  const words = ['backup', '--out', file, '-c', daemon.configFile];
  const child = spawn(process.execPath, [ENTRY, ...words], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const path = join(file, '..', '.wardbox-backup', stage);
  while (!existsSync(path) && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await exited;
  return child;
}

describe('a backup that is killed', () => {
  it('leaves a whole file or none, and nothing that hinders the next one', async () => {
    const box = await startFhirDaemon(WRITERS, { dataDir: folder('killed') });
    const clients = keepWriting(box);
    while (clients.promised.size < 200) await sleep(1);
    const backups = folder('killed-backups');
    const stages = ['trial', 'parts/wardbox.sqlite', 'daemon.lock', 'parts', 'backup'];
    const signals: (string | null)[] = [];
    const kills = rounds({ short: 2, long: 50 });
    for (let at = 0; at < kills; at += 1) {
      const stage = stages[at % stages.length] ?? '';
      const file = join(backups, `${at}.wbk`);
      const { signalCode } = await killAt(box.daemon, file, stage);
      signals.push(signalCode);
      if (existsSync(file)) await wardbox('backup', 'verify', file);
    }
    expect(signals).toContain('SIGKILL');
    const whole = readdirSync(backups).filter((name) => name.endsWith('.wbk'));
    const last = join(backups, 'last.wbk');
    await box.daemon.cli('backup', '--out', last);
    expect(await wardbox('backup', 'verify', last)).toContain('can be restored');
    expect(readdirSync(backups).sort()).toEqual([...whole, 'last.wbk'].sort());
    await clients.end();
    await expectSame(box, clients.promised);
    await box.stop();
    expectIntact(box.daemon.dataDir);
  });
});

/** Starts a restore and kills it as soon as it has come so far. */
async function killRestore(file: string, dataDir: string, stage: string): Promise<void> {
  const words = ['restore', file, '--data-dir', dataDir];
  const child = spawn(process.execPath, [ENTRY, ...words], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const path = join(dataDir, stage);
  while (!existsSync(path) && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await exited;
}

describe('a restore that is killed', () => {
  it('is done again by the same command, or is done', async () => {
    const box = await startFhirDaemon(WRITERS, { dataDir: folder('source') });
    const made = await inTurns([...Array(50).keys()], WRITERS, async (at) => {
      const { text, body } = await box.ask('POST', '/Patient', patient(String(at)));
      return [`/Patient/${body.id}`, text] as const;
    });
    const file = join(folder('source-backups'), 'one.wbk');
    await box.daemon.cli('backup', '--out', file);
    await box.stop();
    const dataDir = join(FOLDER, 'again');
    for (const stage of ['.restoring', '.restoring/wardbox.sqlite', 'restored.config.json']) {
      await killRestore(file, dataDir, stage);
      if (existsSync(join(dataDir, 'wardbox.sqlite'))) break;
    }
    if (!existsSync(join(dataDir, 'wardbox.sqlite'))) {
      await wardbox('restore', file, '--data-dir', dataDir);
    }
    const other = await startFhirDaemon(WRITERS, { dataDir, key: box.key });
    await expectSame(other, made);
    await other.stop();
    expectIntact(dataDir);
  });
});
