import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../support/command-line.js';

const DAY_MS = 86_400_000;
const SEGMENTS = join('audit', 'segments');

/** A box whose log has two sealed segments, the first one removed, and some records in the base. */
async function box() {
  const line = commandLine();
  const key = async (name: string) => line.run('keys', 'create', '--name', name, '--mode', 'test');
  const times: string[] = [];
  await line.run('init');
  for (const name of ['A', 'B']) {
    for (let count = 0; count < 3; count += 1) await key(name);
    line.clock.pass(40 * DAY_MS);
    times.push(new Date(line.clock() - DAY_MS).toISOString());
    await key('C');
    await line.run('audit', 'seal', '--older-than', '30');
  }
  await line.run('audit', 'prune', '--before', times[0]!);
  const dataDir = join(line.folder, 'data');
  const file = join(line.folder, 'one.wbk');
  const restored = join(line.folder, 'restored');
  return { ...line, dataDir, file, restored };
}

describe('a backup of a log with sealed segments', () => {
  it('has them, removed ones by their headers alone, and brings them back', async () => {
    const { run, file, dataDir, restored } = await box();
    const verdict = JSON.parse((await run('audit', 'verify', '--json')).text);
    expect(verdict).toMatchObject({ intact: true, segments: 2, from: expect.any(Number) });
    const made = JSON.parse((await run('backup', '--out', file, '--json')).text);
    expect(made.parts).toEqual(
      expect.arrayContaining([
        'audit/segments/000001.json',
        'audit/segments/000002.json',
        'audit/segments/000002.jsonl.gz',
      ]),
    );
    expect(made.audit.records).toBe(verdict.records);
    expect(made.audit.broken).toBeUndefined();
    expect((await run('backup', 'verify', file)).exitCode).toBe(0);
    await run('restore', file, '--data-dir', restored);
    expect(readdirSync(join(restored, SEGMENTS)).sort()).toEqual(
      readdirSync(join(dataDir, SEGMENTS)).sort(),
    );
    rmSync(dataDir, { recursive: true });
    await run('restore', file, '--data-dir', dataDir);
    expect(existsSync(join(dataDir, SEGMENTS, '000001.jsonl.gz'))).toBe(false);
    expect(JSON.parse((await run('audit', 'verify', '--json')).text)).toMatchObject({
      intact: true,
      segments: 2,
      from: verdict.from,
    });
  });

  it('says so when one is missing', async () => {
    const { run, file, dataDir } = await box();
    rmSync(join(dataDir, SEGMENTS, '000002.jsonl.gz'));
    const { text, exitCode } = await run('backup', '--out', file, '--json');
    expect(exitCode).toBe(3);
    expect(JSON.parse(text).audit.broken).toContain('segment 2: its records are missing');
  });
});
