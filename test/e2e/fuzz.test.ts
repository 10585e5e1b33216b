import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGrowthDaemon } from '../../scripts/fuzz/growth/daemon.js';
import { sendLargest } from '../../scripts/fuzz/growth/largest.js';
import { canMeasure, type Meter } from '../../scripts/fuzz/growth/meter.js';
import { growTexts } from '../../scripts/fuzz/growth/run.js';
import { type FuzzReport, fuzz } from '../../scripts/fuzz/run.js';
import type { Daemon } from '../support/daemon.js';
import { rounds } from '../support/rounds.js';

// A short run of `npm run fuzz`, with the models that ship, on one daemon.

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-fuzz-'));
const CAPABILITIES = [
  ...['analyze', 'risk', 'medications', 'entities', 'imaging', 'transcribe'],
  ...['fhir read', 'fhir write'],
];
const MAX_DRAWS = 4;
const REQUESTS = rounds({ short: 160, long: 20_000 });

let daemon: Daemon;
let meter: Meter;
const reports: FuzzReport[] = [];
beforeAll(async () => {
  ({ daemon, meter } = await startGrowthDaemon(FOLDER));
  // Each change of the interface draws other requests: what one draw does not reach, the next one does.
  for (let seed = 3; seed < 3 + MAX_DRAWS && !CAPABILITIES.every(isReached); seed += 1) {
    reports.push(await fuzz(daemon, { seed, requests: REQUESTS, clients: 4 }));
  }
});
afterAll(async () => {
  await daemon.stop();
  rmSync(FOLDER, { recursive: true });
});

/** How many answers of one kind of request had a status. */
const count = (name: string, status: number) =>
  reports.reduce((sum, { statuses }) => sum + (statuses.get(name)?.get(String(status)) ?? 0), 0);
const isReached = (name: string) => count(name, 200) > 0 && count(name, 400) > 0;

describe('requests that are wrong in every way', () => {
  it('get no answer that is not described, and leave nothing in the log', () => {
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    for (const { requests } of reports) expect(requests).toBe(REQUESTS);
  });

  it('leave the audit log whole', async () => {
    const verdict = JSON.parse(await daemon.cli('audit', 'verify', '--json')) as {
      intact: boolean;
    };
    expect(verdict.intact).toBe(true);
  });

  it.each(CAPABILITIES)('reach %s, some to be answered and some to be refused', (name) => {
    expect(count(name, 200)).toBeGreaterThan(0);
    expect(count(name, 400)).toBeGreaterThan(0);
  });
});

/** Some of all pairs of a text and a way to make it long; `npm run fuzz` takes all. */
const GROWN = { seed: 3, pairs: rounds({ short: 4, long: 400 }), characters: 80_000 };

describe.runIf(canMeasure())('texts that are made long', () => {
  it('hold up nobody, cost no more than their length explains, and are all answered', async () => {
    const { findings, pairs } = await growTexts(daemon, meter, GROWN);
    expect(findings).toEqual([]);
    expect(pairs).toBe(GROWN.pairs);
  });
});

/** For which others may be held up, in computing time. */
const MAX_TURN_MS = 200;

describe.runIf(canMeasure())('bodies as large as they may be', () => {
  it('are answered, and hold up nobody where no commit is that large', async () => {
    const options = { tries: 3, enoughMs: MAX_TURN_MS, only: 'nothing known' };
    const found = await sendLargest(daemon, meter, options);
    expect(found.length).toBeGreaterThan(4);
    for (const { name, status, turnMs } of found) {
      expect([name, status]).toEqual([name, 400]);
      expect([name, Math.max(MAX_TURN_MS, turnMs)]).toEqual([name, MAX_TURN_MS]);
    }
  });
});
