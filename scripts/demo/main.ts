import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { table } from '../../src/cli/output.js';
import { readinessSchema } from '../../src/http/schema.js';
import { type Daemon, startDaemon } from '../../test/support/daemon.js';
import { showAnalysis } from './analyze.js';
import { newLink, offerConsole, showConsole } from './console.js';
import { showDictation } from './dictation.js';
import { showFhir } from './fhir.js';
import { showImaging } from './imaging.js';
import { showMedications } from './medications.js';
import { heading, print, printText } from './print.js';
import { showRisk } from './risk.js';

// Starts the installed appliance on a temporary data folder, and shows what
// it does. `--once` ends by itself; otherwise it stays up to be called by hand.

const ROOT = join(import.meta.dirname, '..', '..');

/** What is shown of the audit records. */
const auditRecords = z.array(
  z.object({
    seq: z.int(),
    at: z.string(),
    actor: z.object({ id: z.string() }),
    action: z.string(),
    outcome: z.string(),
    status: z.int().optional(),
    hash: z.string(),
  }),
);

async function showReadiness(daemon: Daemon): Promise<void> {
  heading('The appliance');
  const { status, checks } = readinessSchema.parse((await daemon.request('/readyz')).json());
  print(`${daemon.url}  ${status}, ${checks.workers.up} workers, ${checks.disk.free_mb} MB free`);
  const rows = checks.models.map((model) => [
    `${model.id} ${model.version ?? ''}`,
    model.state,
    model.backend,
    model.parity_error?.toExponential(1),
    model.latency_ms === undefined ? '-' : `${model.latency_ms.toFixed(1)} ms`,
  ]);
  print(table(['MODEL', 'STATE', 'BACKEND', 'PARITY ERROR', 'ONE RUN'], rows));
  if (status !== 'ready') throw new Error(`the appliance is ${status}`);
}

async function showAudit(daemon: Daemon): Promise<void> {
  heading('The audit log on disk');
  const records = auditRecords.parse(JSON.parse(await daemon.cli('audit', 'tail', '--json')));
  print(
    table(
      ['SEQ', 'TIME', 'ACTOR', 'ACTION', 'OUTCOME', 'STATUS', 'HASH'],
      records.map(({ seq, at, actor, action, outcome, status, hash }) => [
        seq,
        at,
        actor.id.slice(0, 12),
        action,
        outcome,
        status,
        `${hash.slice(0, 12)}…`,
      ]),
    ),
  );
  print();
  for (const line of (await daemon.cli('audit', 'verify')).trim().split('\n')) printText(line);
}

async function showRefusal(daemon: Daemon): Promise<void> {
  heading('A stranger with a key that nobody has made');
  const response = await daemon.request('/v1/imaging', { key: 'sk_test_guess', json: {} });
  print(JSON.stringify(response.json(), null, 2));
  if (response.status !== 401) throw new Error('a wrong key was not refused');
}

function showNext(daemon: Daemon, key: string): void {
  heading('For programs');
  const trust = daemon.caFile === undefined ? '' : `--cacert ${daemon.caFile} `;
  print(`curl ${trust}${daemon.url}/v1/models -H 'Authorization: Bearer ${key}'`);
  print('\nAll of this goes away with the demo. To keep an appliance: README.md, "Run it".');
}

/** Serves on; in a terminal, the return key makes another link. */
async function untilInterrupted(daemon: Daemon): Promise<void> {
  const asks = process.stdin.isTTY;
  print(`\nStill serving; ${asks ? 'Return prints a new link, ' : ''}Ctrl-C ends it.`);
  const lines = asks ? createInterface({ input: process.stdin }) : undefined;
  lines?.on('line', () => {
    newLink(daemon).then(print, (error: unknown) => print(`No new link: ${String(error)}`));
  });
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  lines?.close();
}

async function main(once: boolean): Promise<void> {
  print('Starting Wardbox on a temporary data folder …');
  const daemon = await startDaemon({
    config: { models_dir: join(ROOT, 'models'), inference: { backend: 'auto', cpu_workers: 2 } },
  });
  try {
    const key = await daemon.key({ name: 'demo' });
    await showReadiness(daemon);
    await showImaging(daemon, key);
    await showDictation(daemon, key);
    await showRisk(daemon, key);
    await showMedications(daemon, key);
    await showAnalysis(daemon, key);
    await showFhir(daemon, key);
    await showRefusal(daemon);
    const keeper = await showConsole(daemon);
    await showAudit(daemon);
    if (!once) {
      showNext(daemon, key);
      await offerConsole(daemon, keeper);
      await untilInterrupted(daemon);
    }
  } finally {
    await daemon.stop();
  }
  heading(once ? 'All parts worked.' : 'The demo has ended; its data folder is deleted.');
  if (once) print('To look around in the console, signed in: npm run demo');
}

await main(process.argv.includes('--once'));
