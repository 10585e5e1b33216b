import type { Word } from '../text/words.js';
import type { Units } from './units.js';

/** A text with all that its values are read by. */
export interface MeasuredText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly units: Units;
  /** Words at which the name of a test or sign begins: a search for a value ends there. */
  readonly nameStarts: ReadonlySet<number>;
}
