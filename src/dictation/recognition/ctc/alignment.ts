import type { Frames } from './frames.js';

/** The frames of a token: frames from `first` to before `last`. */
export interface TokenSpan {
  readonly first: number;
  readonly last: number;
}

const STAY = 0;
const STEP = 1;
const LEAP = 2;

interface Lattice {
  /** The transition to each state (column) at each frame (row). */
  readonly ways: Uint8Array;
  readonly last: Float64Array;
}

/** States are blank, first token, blank, second token, … blank. */
function pass({ logProbs, frames, tokens, blank }: Frames, sequence: readonly number[]): Lattice {
  const states = 2 * sequence.length + 1;
  const ways = new Uint8Array(frames * states);
  let now = new Float64Array(states).fill(-Infinity);
  let next = new Float64Array(states);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let state = 0; state < states; state += 1) {
      const token = state % 2 === 0 ? blank : (sequence[state >> 1] ?? blank);
      let best = frame === 0 ? -Infinity : (now[state] ?? -Infinity);
      let way = STAY;
      const before = now[state - 1] ?? -Infinity;
      if (before > best) [best, way] = [before, STEP];
      // a blank may be left out between tokens, but not between equal ones
      const further = now[state - 2] ?? -Infinity;
      const leaps = state % 2 === 1 && state > 1 && sequence[(state >> 1) - 1] !== token;
      if (leaps && further > best) [best, way] = [further, LEAP];
      if (frame === 0 && state < 2) best = 0;
      next[state] = best + (logProbs[frame * tokens + token] ?? -Infinity);
      ways[frame * states + state] = way;
    }
    [now, next] = [next, now];
  }
  return { ways, last: now };
}

/**
 * Aligns a sequence of tokens with the frames (Viterbi).
 *
 * @returns spans that rise and do not overlap; nothing when the sequence does not fit
 */
export function align(input: Frames, sequence: readonly number[]): TokenSpan[] | undefined {
  const states = 2 * sequence.length + 1;
  if (sequence.length === 0 || input.frames === 0) return sequence.length === 0 ? [] : undefined;
  const { ways, last } = pass(input, sequence);
  let state = states - 1;
  if ((last[states - 2] ?? -Infinity) > (last[state] ?? -Infinity)) state -= 1;
  if (!((last[state] ?? -Infinity) > -Infinity)) return undefined;
  const firsts = new Int32Array(sequence.length).fill(-1);
  const lasts = new Int32Array(sequence.length).fill(-1);
  for (let frame = input.frames - 1; frame >= 0; frame -= 1) {
    if (state % 2 === 1) {
      const token = state >> 1;
      firsts[token] = frame;
      if (lasts[token] === -1) lasts[token] = frame + 1;
    }
    state -= ways[frame * states + state] ?? 0;
  }
  return Array.from(firsts, (first, token) => ({ first, last: lasts[token] ?? first }));
}
