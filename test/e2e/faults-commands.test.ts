import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { ENTRY } from '../support/daemon.js';
import { type FhirDaemon, startFhirDaemon } from '../support/fhir/daemon.js';
import { rounds } from '../support/rounds.js';

/** Every command is killed so many times. */
const ROUNDS = rounds({ short: 1, long: 50 });
const CLIENTS = 3;
/** Loading takes the first of it; what writes is over soon after. */
const EARLIEST_MS = 200;
const LATEST_MS = 900;

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-commands-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const PATIENT = { resourceType: 'Patient', active: true };

const MANY = join(FOLDER, 'many.ndjson');

/** Enough that an import takes longer than anybody waits. */
function writeMany(): void {
  const line = (n: number) => `${JSON.stringify({ ...PATIENT, id: `imported-${n}` })}\n`;
  writeFileSync(MANY, Array.from({ length: 20_000 }, (_, n) => line(n)).join(''));
}

/** Commands that write to the data folder of a running daemon. */
function commandsFor(round: number): readonly (readonly string[])[] {
  const out = (name: string) => join(FOLDER, `${name}-${round}`);
  mkdirSync(out('copies'), { recursive: true });
  return [
    ['keys', 'create', '--name', `round ${round}`],
    ['audit', 'checkpoint'],
    ['audit', 'rotate-key'],
    ['audit', 'seal', '--older-than', '0'],
    ['backup', 'make', '--out', out('copies')],
    ['fhir', 'import', MANY, '--mode', 'test'],
    ['fhir', 'reindex'],
    ['fhir', 'export', '--mode', 'test', '--out', out('exported')],
  ];
}

/** Runs a command and kills it after a while; whether that came before its end. */
async function killed(command: readonly string[], configFile: string): Promise<boolean> {
  const words = [ENTRY, ...command, '-c', configFile];
  const child = spawn(process.execPath, words, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  await setTimeout(EARLIEST_MS + Math.random() * (LATEST_MS - EARLIEST_MS));
  child.kill('SIGKILL');
  await exited;
  return child.signalCode === 'SIGKILL';
}

/** Creates patients until it is told to end; what was answered is kept. */
function writing({ ask }: FhirDaemon, promised: Map<string, string>) {
  let isEnding = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isEnding) {
      const { status, text, body } = await ask('POST', '/Patient', PATIENT);
      expect(status, text).toBe(201);
      promised.set(`/Patient/${body.id}`, text);
      await setTimeout(20);
    }
  });
  return async () => {
    isEnding = true;
    await Promise.all(clients);
  };
}

/** Other commands can be used, and what stands in the data folder is whole. */
async function expectWhole({ daemon }: FhirDaemon, after: string): Promise<void> {
  const chain = JSON.parse(await daemon.cli('audit', 'verify', '--json'));
  expect(chain, after).toMatchObject({ intact: true });
  await daemon.cli('keys', 'list');
}

describe('commands that are killed at any moment while the daemon serves', () => {
  it(`leave a folder that all others, and the next daemon, can use (${ROUNDS} times each)`, async () => {
    writeMany();
    const dataDir = join(FOLDER, 'data');
    let box = await startFhirDaemon(CLIENTS, { dataDir });
    const promised = new Map<string, string>();
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const stopWriting = writing(box, promised);
      for (const command of commandsFor(round)) {
        if (await killed(command, box.daemon.configFile)) kills += 1;
        await expectWhole(box, command.join(' '));
      }
      await stopWriting();
      const { key } = box;
      await box.stop('SIGKILL');
      box = await startFhirDaemon(CLIENTS, { dataDir, key });
      expect((await box.daemon.request('/readyz')).status).toBe(200);
    }
    for (const [place, text] of promised) expect((await box.ask('GET', place)).text).toBe(text);
    const { checks } = JSON.parse(await box.daemon.cli('doctor', '--json').catch(told));
    const database = checks.find(({ check }: { check: string }) => check === 'database');
    expect(database).toMatchObject({ state: 'ok' });
    await box.stop();
    console.log(JSON.stringify({ kills, promised: promised.size }));
    expect(kills).toBeGreaterThan(0);
  });
});

/** What a command said that ended with another status than 0. */
function told(error: { readonly stdout?: string }): string {
  return error.stdout ?? '';
}
