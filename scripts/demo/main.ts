import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { table } from '../../src/cli/output.js';
import { readinessSchema } from '../../src/http/schema.js';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { type Daemon, startDaemon } from '../../test/support/daemon.js';
import { drawAnswer } from './draw.js';
import { type SampleFilm, sampleFilms } from './films.js';

// Starts the appliance as it is installed, on a data folder that goes away with it, and shows what
// it does. `--once` ends by itself; otherwise it stays up to be called by hand.

const ROOT = join(import.meta.dirname, '..', '..');
const OUTPUT = join(ROOT, 'demo-output');
const say = (text = '') => void process.stdout.write(`${text}\n`);
const heading = (text: string) => say(`\n\x1b[1m${text}\x1b[0m\n`);

interface Read {
  readonly film: SampleFilm;
  readonly result: ImagingResult;
  readonly ms: number;
  readonly drawing: string;
}

async function readFilm(daemon: Daemon, key: string, film: SampleFilm): Promise<Read> {
  const startedAt = performance.now();
  const response = await daemon.request('/v1/imaging', {
    key,
    json: {
      image_data: film.bytes.toString('base64'),
      image_type: 'chest_xray',
      modality: 'DX',
      analysis_options: { return_heatmap: true, return_probabilities: true },
    },
  });
  const ms = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`${film.file}: ${response.text}`);
  const result = imagingResult.parse(response.json());
  const drawing = join(OUTPUT, film.file.replace('.png', '.annotated.png'));
  await drawAnswer(film.bytes, result, drawing);
  return { film, result, ms, drawing };
}

const percent = (probability: number | undefined) =>
  probability === undefined ? '-' : `${Math.round(probability * 100)} %`;

function showFilms(reads: readonly Read[]): void {
  heading('Chest films (all synthetic), sent over HTTPS');
  const labels = Object.keys(reads[0]?.result.probabilities ?? {});
  say(
    table(
      ['FILM', 'PAINTED INTO IT', ...labels.map((label) => label.toUpperCase()), 'TIME'],
      reads.map(({ film, result, ms }) => [
        film.file,
        film.painted,
        ...labels.map((label) => percent(result.probabilities?.[label])),
        `${Math.round(ms)} ms`,
      ]),
    ),
  );
  for (const { film, result, drawing } of reads) {
    say(`\n${film.file} → ${relative(ROOT, drawing)}`);
    say(`  ${result.impression}`);
    for (const { finding, location } of result.findings) {
      const { x, y, width, height } = location;
      say(`  · ${finding}: box at (${x}, ${y}), ${width} × ${height} pixels`);
    }
    for (const { what, reason } of result.not_assessed) say(`  · not assessed: ${what}, ${reason}`);
    for (const warning of result.warnings) say(`  · ${warning}`);
  }
}

async function showReadiness(daemon: Daemon): Promise<void> {
  heading('The appliance');
  const { status, checks } = readinessSchema.parse((await daemon.request('/readyz')).json());
  say(`${daemon.url}  ${status}, ${checks.workers.up} workers, ${checks.disk.free_mb} MB free`);
  const rows = checks.models.map((model) => [
    `${model.id} ${model.version ?? ''}`,
    model.state,
    model.backend,
    model.parity_error?.toExponential(1),
    model.latency_ms === undefined ? '-' : `${model.latency_ms.toFixed(1)} ms`,
  ]);
  say(table(['MODEL', 'STATE', 'BACKEND', 'PARITY ERROR', 'ONE RUN'], rows));
  if (status !== 'ready') throw new Error(`the appliance is ${status}`);
}

async function showAudit(daemon: Daemon): Promise<void> {
  heading('The audit log on disk');
  say((await daemon.cli('audit', 'tail')).trimEnd());
  say((await daemon.cli('audit', 'verify')).trimEnd());
}

async function showRefusal(daemon: Daemon): Promise<void> {
  heading('A stranger without a key');
  const response = await daemon.request('/v1/imaging', { key: 'sk_test_guess', json: {} });
  say(`${response.status} ${response.text}`);
  if (response.status !== 401) throw new Error('a wrong key was not refused');
}

function showNext(daemon: Daemon, key: string): void {
  heading('Next');
  say(`curl --cacert ${daemon.caFile} ${daemon.url}/v1/models -H 'Authorization: Bearer ${key}'`);
  say(`open ${daemon.url}/openapi.json for the whole interface, or keep one for yourself:`);
  say('npx wardbox keys create --name me --mode test && npx wardbox serve');
}

async function untilInterrupted(): Promise<void> {
  say('\nStill serving; Ctrl-C ends it.');
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

async function main(once: boolean): Promise<void> {
  mkdirSync(OUTPUT, { recursive: true });
  say('Starting Wardbox on a temporary data folder …');
  const daemon = await startDaemon({
    config: { models_dir: join(ROOT, 'models'), inference: { backend: 'auto', cpu_workers: 2 } },
  });
  try {
    const key = await daemon.key();
    await showReadiness(daemon);
    const reads: Read[] = [];
    for (const film of sampleFilms()) reads.push(await readFilm(daemon, key, film));
    showFilms(reads);
    await showRefusal(daemon);
    await showAudit(daemon);
    if (!once) {
      showNext(daemon, key);
      await untilInterrupted();
    }
  } finally {
    await daemon.stop();
  }
  heading('All parts worked.');
  if (once) say('To look around by hand: npm run demo');
}

await main(process.argv.includes('--once'));
