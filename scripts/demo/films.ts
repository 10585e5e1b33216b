import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'samples', 'films');

/** A film that the project made itself, and what was painted into it. */
export interface SampleFilm {
  readonly file: string;
  readonly painted: string;
  readonly bytes: Buffer;
}

const PAINTED: ReadonlyArray<readonly [string, string]> = [
  ['normal', 'nothing'],
  ['pneumonia', 'consolidation, right lower lobe'],
  ['tuberculosis', 'fibrocavitary opacity, both upper zones'],
  ['covid19', 'peripheral ground-glass opacity'],
];

export function sampleFilms(): SampleFilm[] {
  return PAINTED.map(([name, painted]) => {
    const file = `${name}.png`;
    return { file, painted, bytes: readFileSync(join(FOLDER, file)) };
  });
}
