import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A worked example of a score: what goes in, what comes out, and who says so. */
export interface ScoreVector {
  /** Numbers in the unit that the score states, codes, booleans, days; all that it needs. */
  readonly inputs: Readonly<Record<string, number | string | boolean>>;
  readonly value: number | string;
  /** Largest difference of the value that passes; none where it is not said. */
  readonly tolerance?: number;
  readonly category?: string;
  /** Probability 0..1 of the stated risk. */
  readonly probability?: number;
  readonly probabilityTolerance?: number;
  readonly points?: Readonly<Record<string, number>>;
  readonly derived?: Readonly<Record<string, number | string>>;
  readonly source: string;
}

export interface ScoreVectors {
  readonly file: string;
  readonly score: string;
  readonly vectors: readonly ScoreVector[];
}

const FOLDER = join(import.meta.dirname, '../golden/scores');

/** Every file of worked examples below `test/golden/scores`. */
export function readScoreVectors(): ScoreVectors[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, ...JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) }));
}
