import { execFile, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keepTrackOf } from './processes.js';

/** Another decoder; a run that it cannot do is rejected with the reason. */
export interface OtherDecoder {
  /** Milliseconds to decode a film at full size through its window. */
  decode(path: string): Promise<number>;
  end(): void;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SCRIPT = here('./children/decode.py');
/** The Python on the path, or that of the virtual environment of the training code. */
const PYTHONS = ['python3', here('../../.cache/venv/bin/python')];

const run = promisify(execFile);

/** One process a film, as a script would call it: its start is part of the time. */
export function openDcmtk(): OtherDecoder | undefined {
  if (spawnSync('dcmj2pnm', ['--version']).status !== 0) return undefined;
  return {
    async decode(path) {
      const startedAt = performance.now();
      await run('dcmj2pnm', ['--write-raw-pnm', '--use-window', '1', path, '/dev/null']);
      return performance.now() - startedAt;
    },
    end: () => undefined,
  };
}

/** One Python that stays: only reading is timed. */
export function openPydicom(): OtherDecoder | undefined {
  const has = (python: string) => spawnSync(python, ['-c', 'import numpy, pydicom']).status === 0;
  const python = PYTHONS.find(has);
  if (python === undefined) return undefined;
  const child = spawn(python, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  keepTrackOf(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async decode(path) {
      child.stdin.write(`${path}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('it has ended');
      const answer = JSON.parse(value) as number | { error: string };
      if (typeof answer !== 'number') throw new Error(answer.error);
      return answer;
    },
    end: () => void child.kill('SIGKILL'),
  };
}
