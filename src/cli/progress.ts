/** A progress line that overwrites itself on a terminal; without a terminal nothing is shown. */
export interface Progress {
  /** `done` from 0 to 1; if absent, no bar is shown. */
  show(text: string, done?: number): void;
  clear(): void;
}

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const WIDTH = 24;
const EVERY_MS = 200;

function bar(done: number): string {
  const full = Math.round(Math.min(Math.max(done, 0), 1) * WIDTH);
  const percent = `${Math.floor(done * 100)} %`.padStart(5);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${percent}  `;
}

/** @param now a monotonic time in milliseconds */
export function createProgress(
  stream: ProgressStream = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  if (stream.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text, done) {
      if (now() - shownAt < EVERY_MS) return;
      shownAt = now();
      const line = `${done === undefined ? '' : bar(done)}${text}`;
      stream.write(`\r\x1b[K${line.slice(0, (stream.columns || 80) - 1)}`);
    },
    clear() {
      stream.write('\r\x1b[K');
    },
  };
}
