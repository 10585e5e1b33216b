/**
 * Sends the appliance requests that are wrong in every way: `npm run fuzz -- --requests 100000`.
 * They are made from the OpenAPI document and from good samples, over HTTPS, against the compiled
 * daemon with the models that ship. Every answer must conform to the document; there is no 500, no
 * crash, no growing memory, and nothing of what was sent in the log. With the same seed a request of
 * a number is always the same: `--seed S --only N` sends one again and shows it.
 *
 * Then every text of every operation is made long, in every way (`--growth N`: so many of all pairs of
 * a text and a way; 0: none), and what that costs is looked at; and every operation gets the largest
 * bodies it takes (`--largest NAME`: only those with this in their name).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../../src/cli/output.js';
import { type Daemon, startDaemon } from '../../test/support/daemon.js';
import { canMeasure } from './growth/meter.js';
import { growthRound, largestRound } from './growth/round.js';
import { makeRequest } from './make.js';
import { growthOf } from './memory.js';
import { type FuzzReport, fuzz, sourcesOf } from './run.js';
import { send } from './send.js';

const MODELS = join(import.meta.dirname, '..', '..', 'models');
const MIB = 1024 * 1024;
/** With fewer requests memory still warms up. */
const ENOUGH_FOR_MEMORY = 20_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '8' },
    only: { type: 'string' },
    growth: { type: 'string' },
    largest: { type: 'string' },
    json: { type: 'string' },
  },
});

function printStatuses({ statuses }: FuzzReport): void {
  const rows = [...statuses]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, of]) => {
      const counts = [...of].sort(([a], [b]) => a.localeCompare(b));
      const all = counts.reduce((sum, [, count]) => sum + count, 0);
      return [name, all, counts.map(([status, count]) => `${status}: ${count}`).join('  ')];
    });
  say(table(['REQUEST', 'SENT', 'ANSWERS'], rows));
}

/** Whether all was as it should be. */
async function conclude(daemon: Daemon, report: FuzzReport, seed: number): Promise<boolean> {
  printStatuses(report);
  for (const { number, name, request, why } of report.findings.slice(0, 60)) {
    say(`  --seed ${seed} --only ${number}  ${name}: ${why}\n    ${request}`);
  }
  const { beforeBytes, afterBytes, flat } = growthOf(report.memory);
  const measured = report.requests >= ENOUGH_FOR_MEMORY;
  const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
  say(`Memory of the daemon: ${mib(beforeBytes)}, at the end ${mib(afterBytes)}.`);
  if (measured && !flat) say('It has grown.');
  const audit = (await daemon.cli('audit', 'verify')).trim();
  say(audit);
  say(`${report.requests} requests, ${report.findings.length} findings.`);
  return report.findings.length === 0 && (flat || !measured);
}

/** Characters of the longest texts. */
const LONGEST_TEXT = 160_000;

/** Whether no time or memory grows faster than the text. */
async function concludeGrowth(seed: number, pairs: string | undefined): Promise<boolean> {
  if (pairs === '0') return true;
  if (!canMeasure()) {
    say('What threads compute cannot be measured on this system.');
    return true;
  }
  const report = await growthRound({
    seed,
    characters: LONGEST_TEXT,
    ...(pairs !== undefined && { pairs: Number(pairs) }),
    onProgress(done, all) {
      if (done % 100 === 0) say(`${done} of ${all} texts made long`);
    },
  });
  for (const { field, grower, why } of report.findings) say(`  ${field}, ${grower}: ${why}`);
  say(`The longest turn of the event loop: ${Math.round(report.longestTurnMs)} ms of computing.`);
  say(`${report.fields} texts, ${report.pairs} pairs, ${report.findings.length} findings.`);
  return report.findings.length === 0;
}

/** The best of this many runs of each body, as the first run costs more. */
const LARGEST_TRIES = 2;

/** Reports how long other requests wait while the largest bodies are processed. */
async function tellLargest(only: string | undefined): Promise<boolean> {
  if (!canMeasure()) return true;
  const ms = (value: number) => `${Math.round(value)} ms`;
  const found = await largestRound({
    tries: LARGEST_TRIES,
    ...(only !== undefined && { only }),
  });
  const rows = found.map(({ name, status, bytes, turnMs, healthMs }) => {
    return [name, `${(bytes / MIB).toFixed(1)} MiB`, status, ms(turnMs), ms(healthMs)];
  });
  say(table(['LARGEST BODY', 'SIZE', 'ANSWER', 'LONGEST TURN', 'LONGEST WAIT'], rows));
  return found.every(({ status }) => status > 0 && status < 500);
}

async function showOne(daemon: Daemon, seed: number, number: number): Promise<void> {
  const { url, caFile = '' } = daemon;
  const request = makeRequest(seed, number, await sourcesOf(daemon));
  say(`${request.method} ${request.target}\n${JSON.stringify(request.headers, null, 1)}`);
  say(request.body?.toString('utf8').slice(0, 4_000) ?? '');
  const target = { url: new URL(url), ca: await readFile(caFile, 'utf8'), agent: new Agent() };
  say(JSON.stringify(await send(target, request), null, 1).slice(0, 8_000));
}

const daemon = await startDaemon({
  config: {
    models_dir: MODELS,
    analyze: { workers: 'auto' },
    rate_limits: { per_minute: 1_000_000 },
  },
});
const seed = Number(values.seed);
try {
  if (values.only === undefined) {
    const startedAt = performance.now();
    const report = await fuzz(daemon, {
      seed,
      requests: Number(values.requests),
      clients: Number(values.clients),
      onProgress(done) {
        if (done % 5_000 === 0)
          say(`${done} in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
      },
    });
    if (values.json !== undefined) {
      const statuses = Object.fromEntries(
        [...report.statuses].map(([n, of]) => [n, Object.fromEntries(of)]),
      );
      await writeFile(values.json, `${JSON.stringify({ seed, ...report, statuses }, null, 1)}\n`);
    }
    if (!(await conclude(daemon, report, seed))) process.exitCode = 1;
  } else {
    await showOne(daemon, seed, Number(values.only));
  }
} finally {
  await daemon.stop();
}
if (values.only === undefined && !(await concludeGrowth(seed, values.growth))) process.exitCode = 1;
if (values.only === undefined && !(await tellLargest(values.largest))) process.exitCode = 1;
