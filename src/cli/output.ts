import Table from 'cli-table3';

/** Where a command writes; injected, so that tests can read it. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export const terminal: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};

/**
 * Lets a reader such as `head` end before everything is written: the command completes, and the
 * rest of its output is dropped. Any other error of a stream still ends the process.
 */
export function allowClosedPipe(
  streams: readonly NodeJS.WritableStream[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

const NO_BORDER = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((name) => [name, '']),
);

/** Columns without borders, as administrators know them from `systemctl`; empty cells show `-`. */
export function table(
  head: readonly string[],
  rows: ReadonlyArray<readonly (string | number | null | undefined)[]>,
): string {
  const made = new Table({
    head: [...head],
    chars: NO_BORDER,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  made.push(...rows.map((row) => row.map((cell) => String(cell ?? '-'))));
  return made.toString().replace(/ +$/gm, '');
}

/** One JSON document for machines. */
export const json = (value: unknown): string => JSON.stringify(value, null, 2);
