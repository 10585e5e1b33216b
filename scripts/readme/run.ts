import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Daemon, ENTRY, startDaemon } from '../../test/support/daemon.js';
import { patientFile } from '../samples/invented-patient-file.js';
import type { Example } from './examples.js';
import { formatJson } from './format.js';
import { createPlaceholders, type Run, withPlaceholders } from './placeholders.js';
import { type Json, shorten } from './shorten.js';

const ROOT = join(import.meta.dirname, '..', '..');
const TIMEOUT_MS = 60_000;

/**
 * What makes a command of the document reach the appliance that this script has started: the
 * address that it names leads to the port that was free, `npx wardbox` is the compiled entry with
 * its configuration, and what is done already (npm, serve) is not done again. A refusal over HTTP
 * ends the command.
 */
const PRELUDE = `
set -e -o pipefail
npm() { :; }
npx() { shift; [ "$1" = serve ] || "$README_NODE" "$README_ENTRY" "$@"; }
curl() {
  command curl --silent --show-error --fail-with-body \\
    --connect-to "localhost:8443:127.0.0.1:$README_PORT" "$@"
}
`;

/** The result of an example: the text for its answer's block, or why there is none. */
export type Outcome =
  | { readonly printed: string; readonly fault?: never }
  | { readonly fault: string; readonly printed?: never };

interface Place {
  readonly daemon: Daemon;
  readonly run: Run;
}

/** The daemon's folder, laid out as the checkout in which a reader types the commands. */
async function furnish(folder: string): Promise<void> {
  await symlink(join(ROOT, 'scripts'), join(folder, 'scripts'));
  const resources = patientFile(Date.now()).entry.map(({ resource }) => resource);
  const patient = resources.find(({ resourceType }) => resourceType === 'Patient');
  await writeFile(join(folder, 'patients.ndjson'), `${JSON.stringify(patient)}\n`);
}

/** Without what would configure a Wardbox of this machine or change how a command prints. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(WARDBOX_|CURL_)/.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
    COLUMNS: '100',
  };
}

async function runCommand({ daemon, run }: Place, command: string, key: string): Promise<string> {
  const env = {
    ...environment(),
    WARDBOX_CONFIG: daemon.configFile,
    WARDBOX_KEY: key,
    README_NODE: process.execPath,
    README_ENTRY: ENTRY,
    README_PORT: new URL(daemon.url).port,
  };
  const options = { cwd: run.folder, env, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)('bash', ['-c', PRELUDE + command], options)).stdout;
}

/** What the document shows of what a command printed. */
export function answerFor({ answer, show }: Example, stdout: string, run: Run): string {
  const replace = createPlaceholders(run);
  if (answer?.language !== 'json') return `${replace(stdout).trim()}\n`;
  const shown = shorten(JSON.parse(stdout) as Json, show);
  return formatJson(withPlaceholders(shown, replace));
}

function explain(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  const message = error instanceof Error && stderr + stdout === '' ? error.message : '';
  return [message, stdout.slice(0, 2_000), stderr].filter(Boolean).join('\n').trim();
}

/**
 * Runs the examples in their order against an appliance of their own, on a data folder that goes
 * away with it, and gives what came of each by its name. A key that an example prints is the
 * `WARDBOX_KEY` of those after it.
 */
export async function runExamples(
  examples: readonly Example[],
): Promise<ReadonlyMap<string, Outcome>> {
  const since = new Date();
  const daemon = await startDaemon({ config: { models_dir: join(ROOT, 'models') } });
  try {
    const run = { folder: dirname(daemon.configFile), since };
    await furnish(run.folder);
    const outcomes = new Map<string, Outcome>();
    let key = '';
    for (const example of examples) {
      try {
        const stdout = await runCommand({ daemon, run }, example.command, key);
        key = /\bsk_(?:live|test)_\w+/.exec(stdout)?.[0] ?? key;
        outcomes.set(example.name, { printed: answerFor(example, stdout, run) });
      } catch (error) {
        outcomes.set(example.name, { fault: explain(error) });
      }
    }
    return outcomes;
  } finally {
    await daemon.stop();
  }
}
