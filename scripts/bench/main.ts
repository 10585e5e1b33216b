/**
 * Measures the appliance on this machine: `npm run bench`, `npm run bench -- guarding` for one
 * figure, `--json FILE` for the numbers, `--plot FILE` for the curves of `soak`. What is compared is measured alternately within one run
 * (A B A B), so that a busy machine slows both sides; ratios mean more than absolute figures. All
 * is compiled code, on loopback, in a temporary folder on a real disk, in about six minutes.
 * A missed target is a result and not an error: the exit status shows only whether everything ran.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { table } from '../../src/cli/output.js';
import type { Figure, FigureResult, Row } from './figure.js';
import { analyze } from './figures/analyze.js';
import { audit } from './figures/audit.js';
import { backends } from './figures/backends.js';
import { backup } from './figures/backup.js';
import { consoleImage } from './figures/console-image.js';
import { consolePage } from './figures/console-page.js';
import { dicom } from './figures/dicom.js';
import { dicomDecode } from './figures/dicom-decode.js';
import { dicomStore } from './figures/dicom-store.js';
import { entities } from './figures/entities.js';
import { fhir } from './figures/fhir.js';
import { fhirBulk } from './figures/fhir-bulk.js';
import { guarding } from './figures/guarding.js';
import { largeImage } from './figures/large-image.js';
import { loopDelay } from './figures/loop-delay.js';
import { medications } from './figures/medications.js';
import { memory } from './figures/memory.js';
import { pacsTurnaround } from './figures/pacs-turnaround.js';
import { risk } from './figures/risk.js';
import { series } from './figures/series.js';
import { soak } from './figures/soak.js';
import { start } from './figures/start.js';
import { throughput } from './figures/throughput.js';
import { transcription } from './figures/transcription.js';
import { wholeRequest } from './figures/whole-request.js';
import { findModels, type Models } from './models.js';
import { killAll } from './processes.js';
import { openWorkplace } from './workplace.js';

const FIGURES: readonly Figure[] = [
  wholeRequest,
  dicom,
  dicomDecode,
  dicomStore,
  series,
  pacsTurnaround,
  guarding,
  memory,
  start,
  loopDelay,
  throughput,
  largeImage,
  consoleImage,
  consolePage,
  backends,
  risk,
  medications,
  analyze,
  fhir,
  fhirBulk,
  transcription,
  entities,
  audit,
  backup,
  soak,
];

interface Measured extends FigureResult {
  readonly figure: Figure;
}

const say = (text: string) => void process.stderr.write(`${text}\n`);
const print = (text: string) => void process.stdout.write(`${text}\n`);

function chosenFigures(names: readonly string[]): readonly Figure[] {
  const unknown = names.find((name) => !FIGURES.some(({ id }) => id === name));
  if (unknown !== undefined) {
    const known = FIGURES.map(({ id }) => id).join(', ');
    throw new Error(`there is no figure ${unknown}; there are ${known}`);
  }
  if (names.length === 0) return FIGURES.filter(({ onlyWhenNamed }) => !onlyWhenNamed);
  return FIGURES.filter(({ id }) => names.includes(id));
}

function verdict({ met }: Row): string {
  if (met === undefined) return '';
  return met ? 'met' : 'MISSED';
}

function printTable(results: readonly Measured[]): void {
  for (const { figure, rows } of results) {
    print(`\n${figure.title}  [${figure.id}]`);
    const cells = rows.map((row) => [row.what, row.value, row.target ?? '', verdict(row)]);
    print(table(['', 'MEASURED', 'TARGET', ''], cells));
  }
}

function machine(models: Models) {
  const [cpu] = cpus();
  return {
    processor: cpu?.model ?? 'unknown',
    cores: availableParallelism(),
    load: loadavg()[0],
    node: process.version,
    models: models.label,
    at: new Date().toISOString(),
  };
}

function writeJson(file: string, about: object, results: readonly Measured[]): void {
  const figures = Object.fromEntries(
    results.map(({ figure, rows, data }) => [figure.id, { title: figure.title, rows, data }]),
  );
  writeFileSync(file, `${JSON.stringify({ machine: about, figures }, null, 2)}\n`);
}

interface Files {
  readonly json?: string | undefined;
  readonly plot?: string | undefined;
}

async function run(names: readonly string[], files: Files): Promise<void> {
  const figures = chosenFigures(names);
  const workplace = openWorkplace();
  const models = await findModels();
  const about = machine(models);
  const results: Measured[] = [];
  process.once('exit', () => {
    killAll();
    workplace.remove();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const bench = { folder: workplace.folder, models, plotFile: files.plot };
  for (const figure of figures) {
    const startedAt = performance.now();
    results.push({ figure, ...(await figure.measure(bench)) });
    say(`${figure.id}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  }
  print(
    `\n${about.processor}, ${about.cores} cores, load ${about.load?.toFixed(1)} before; ` +
      `Node ${about.node}; ${about.models}`,
  );
  printTable(results);
  if (files.json !== undefined) writeJson(files.json, about, results);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, plot: { type: 'string' } },
});

try {
  await run(positionals, values);
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  // A figure that failed may have left a process behind, which would keep this one alive.
  killAll();
}
