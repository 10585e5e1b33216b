import { BANDS, type Frame } from './analysis.js';
import { BLOCK, createMinimumTracker, type Floor, floorOf, REACH } from './noise-floor.js';
import { type Periodicity, periodicityOf } from './periodicity.js';

/** Class of a frame of 10 ms, relative to the steady sound. */
export interface ClassifiedFrame {
  /** The frame exceeds the steady sound. */
  readonly active: boolean;
  /** Decibels above the floor, mean of the bands. */
  readonly rise: number;
  readonly power: number;
  /** Only of active frames. */
  readonly periodicity: Periodicity | null;
}

/** Mean rise in dB of an active frame; steady noise stays below 2. */
const RISE = 2.2;
/** Maximum contribution of a band, dB: a tone is not a voice. */
const MAX_RISE = 20;
/** -80 dBFS: fainter sound is noise of the recorder. */
const FAINTEST = 1e-8;

function riseOf(frames: readonly (Frame | undefined)[], floor: Floor): number {
  let rise = 0;
  for (let band = 0; band < BANDS; band += 1) {
    let power = 0;
    let count = 0;
    for (const frame of frames) {
      if (frame === undefined) continue;
      power += frame.bands[band] as number;
      count += 1;
    }
    const ratio = power / count / (floor.bands[band] as number);
    if (ratio > 1) rise += Math.min(MAX_RISE, 10 * Math.log10(ratio));
  }
  return rise / BANDS;
}

export interface FrameClassifier {
  push(frame: Frame): ClassifiedFrame[];
  finish(): ClassifiedFrame[];
}

type Least = NonNullable<ReturnType<ReturnType<typeof createMinimumTracker>>>;

/** Classifies frames with a delay of two seconds, when the sound after them is known as well. */
export function createFrameClassifier(): FrameClassifier {
  const minimum = createMinimumTracker();
  let waiting: Frame[] = [];
  let blocks: Least[] = [];
  /** Number of the first held block, and of the block that is classified next. */
  let firstBlock = 0;
  let nextBlock = 0;
  let before: Frame | undefined;
  function judge(count: number): ClassifiedFrame[] {
    const from = Math.max(0, nextBlock - REACH - firstBlock);
    const floor = floorOf(blocks.slice(from, nextBlock - firstBlock + REACH + 1));
    const judged = waiting.slice(0, count).map((frame, index) => {
      const around = [index === 0 ? before : waiting[index - 1], frame, waiting[index + 1]];
      const rise = riseOf(around, floor);
      const active = rise > RISE && frame.power > FAINTEST;
      const periodicity = active ? periodicityOf(frame.bins, floor.bins) : null;
      return { active, rise, power: frame.power, periodicity };
    });
    before = waiting[count - 1];
    waiting = waiting.slice(count);
    nextBlock += 1;
    const drop = nextBlock - REACH - firstBlock;
    if (drop > 0) {
      blocks = blocks.slice(drop);
      firstBlock += drop;
    }
    return judged;
  }
  return {
    push(frame) {
      waiting.push(frame);
      const done = minimum(frame);
      if (done !== null) blocks.push(done);
      if (done === null || firstBlock + blocks.length <= nextBlock + REACH) return [];
      return judge(BLOCK);
    },
    finish() {
      const rest: ClassifiedFrame[] = [];
      while (waiting.length > 0) rest.push(...judge(Math.min(BLOCK, waiting.length)));
      return rest;
    },
  };
}
