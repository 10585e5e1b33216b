import type { Models } from './models.js';

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly value: string;
  readonly target?: string;
  /** Informative: a missed target is a result, not an error. */
  readonly met?: boolean;
}

export interface FigureResult {
  readonly rows: readonly Row[];
  /** The numbers behind the rows, for `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Bench {
  /** A new empty folder on a real disk; removed when the bench ends. */
  folder(name: string): string;
  readonly models: Models;
  /** Where a figure that has curves draws them (SVG). */
  readonly plotFile: string | undefined;
}

export interface Figure {
  /** What is typed on the command line to run it alone. */
  readonly id: string;
  readonly title: string;
  /** Left out of a run of all, because it takes long. */
  readonly onlyWhenNamed?: true;
  measure(bench: Bench): Promise<FigureResult>;
}
