import { execFile, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Example } from '../../../src/console/docs/examples.js';

/** What an example was answered, whether it went on to print it or not. */
export interface Answered {
  readonly status: number;
  readonly cookie: string | null;
  readonly body: string;
  /** Of the example itself; the refusal of a request is none. */
  readonly error: string | null;
}

export interface ExampleToRun {
  readonly code: string;
  readonly env: Readonly<Record<string, string>>;
  /** Events that never end: the first is enough. */
  readonly endless: boolean;
}

/** Runs examples of one language, one after the other, in one process where that saves time. */
export interface Language {
  run(example: ExampleToRun): Promise<Answered>;
  stop(): void;
}

const isThere = (command: string) => spawnSync('which', [command]).status === 0;

/** The reason why examples of a language cannot be run here; empty where they can. */
export function whyNot(language: Example['language']): string {
  const needed = { curl: ['bash', 'curl', 'openssl'], Python: ['python3'], TypeScript: [] };
  const [missing] = needed[language].filter((command) => !isThere(command));
  return missing === undefined ? '' : ` (skipped: there is no ${missing})`;
}

/** Longer than the first event takes. */
const EVENTS_S = 2;

/** @param folder has `ca.crt` and the files that examples send */
function startCurl(folder: string): Language {
  const body = join(folder, 'body');
  return {
    async run({ code, env, endless }) {
      const ends = endless ? `--max-time ${EVENTS_S}` : '';
      const watched = `curl() { command curl -sS ${ends} -w '%{http_code}' "$@" -D head -o body; }`;
      await Promise.all(['head', 'body'].map((name) => writeFile(join(folder, name), '')));
      const options = { cwd: folder, env: { ...process.env, ...env } };
      const script = `set -u; ${watched}\n${code}`;
      const ran = await promisify(execFile)('bash', ['-c', script], options).catch(
        (error: { stdout?: string; stderr?: string; code?: number }) => error,
      );
      const isLate = endless && 'code' in ran && ran.code === 28;
      const head = await readFile(join(folder, 'head'), 'utf8');
      const content = await readFile(body, 'utf8');
      return {
        status: Number(ran.stdout ?? 0),
        cookie: /^set-cookie: (.*)\r$/im.exec(head)?.[1] ?? null,
        // With -i the head comes first.
        body: content.startsWith(head) ? content.slice(head.length) : content,
        error: 'code' in ran && !isLate ? String(ran.stderr) : null,
      };
    },
    stop: () => undefined,
  };
}

function startPython(folder: string): Language {
  const program = join(import.meta.dirname, 'run-python.py');
  const child = spawn('python3', [program], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  return {
    async run(example) {
      child.stdin.write(`${JSON.stringify(example)}\n`);
      const [line] = (await once(lines, 'line')) as [string];
      return JSON.parse(line) as Answered;
    },
    stop: () => void child.kill(),
  };
}

function startTypeScript(folder: string): Language {
  const child = fork(join(import.meta.dirname, 'run-typescript.mjs'), {
    cwd: folder,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt') },
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  let count = 0;
  return {
    async run({ code, ...rest }) {
      count += 1;
      const path = join(folder, `example-${count}.mts`);
      await writeFile(path, code);
      const answered = once(child, 'message') as Promise<[Answered]>;
      child.send({ ...rest, file: pathToFileURL(path).href });
      return (await answered)[0];
    },
    stop: () => void child.kill(),
  };
}

const STARTS = { curl: startCurl, Python: startPython, TypeScript: startTypeScript };

/** @param folder in which the examples run */
export const startLanguage = (language: Example['language'], folder: string): Language =>
  STARTS[language](folder);
