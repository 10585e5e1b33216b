import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNpy } from './npy.js';

/** A clip that the model of sound was not trained on, as its output. */
export interface HeldOutClip {
  /** Its source; `noise` contains no speech. */
  readonly set: string;
  readonly speaker: string;
  readonly seconds: number;
  readonly words: readonly string[];
  readonly frames: number;
  readonly logProbs: Float32Array;
}

/**
 * The clips listed in `heldout.tsv` (columns set, clip, speaker, seconds, words) of a folder, their
 * output in `<set>/<clip>.npy`; every `stride`-th of each set, from the `offset`-th on.
 */
export function readHeldOut(folder: string, stride = 1, offset = 0): HeldOutClip[] {
  const [head = '', ...lines] = readFileSync(join(folder, 'heldout.tsv'), 'utf8').split('\n');
  const columns = head.split('\t');
  const seen = new Map<string, number>();
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      return (name: string) => cells[columns.indexOf(name)] ?? '';
    })
    .filter((cell) => {
      const count = seen.get(cell('set')) ?? 0;
      seen.set(cell('set'), count + 1);
      return count % stride === offset;
    })
    .map((cell) => {
      const { shape, values } = readNpy(join(folder, cell('set'), `${cell('clip')}.npy`));
      return {
        set: cell('set'),
        speaker: cell('speaker'),
        seconds: Number(cell('seconds')),
        words: cell('words')
          .split(' ')
          .filter((word) => word !== ''),
        frames: shape.at(-2) ?? 0,
        logProbs: values,
      };
    });
}
