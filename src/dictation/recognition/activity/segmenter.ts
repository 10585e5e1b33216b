import type { ActivityKind } from './chunk.js';

/** Minimum and maximum frames of a chunk: 1 s and 20 s. */
const SHORTEST = 100;
const LONGEST = 2000;
/** After so many frames any pause ends a chunk; before, only a longer one. */
const LONG_ENOUGH = 500;
/** Frames without a voice that end a short chunk, besides those kept around a voice. */
const LONG_PAUSE = 60;
/** A chunk without a pause is cut at the quietest place between here and its maximum length. */
const CUT_FROM = 1000;
/** Frames over which the quietest place is averaged: 90 ms. */
const QUIET = 4;
/** Penalty per frame of an earlier cut, as a part of its loudness. */
const EARLY = 0.0005;

/** Frames of one kind, speech cut into chunks. */
export interface FrameInterval {
  readonly kind: ActivityKind;
  readonly start: number;
  readonly end: number;
}

export interface ActivitySegmenter {
  push(label: ActivityKind, power: number): FrameInterval[];
  finish(): FrameInterval[];
}

/** Returns the best frame for a cut in the second half of a long stretch. */
function quietest(powers: readonly number[]): number {
  let best = powers.length;
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = CUT_FROM; at < powers.length - QUIET; at += 1) {
    let sum = 0;
    for (let i = at - QUIET; i <= at + QUIET; i += 1) sum += powers[i] as number;
    const cost = Math.log(sum + 1e-12) + EARLY * (powers.length - at);
    if (cost < lowest) {
      lowest = cost;
      best = at;
    }
  }
  return best;
}

/** Runs of equal labels as stretches. */
function runs(labels: readonly ActivityKind[], first: number): FrameInterval[] {
  const intervals: FrameInterval[] = [];
  labels.forEach((kind, index) => {
    const last = intervals.at(-1);
    const start = last?.kind === kind ? last.start : first + index;
    if (last?.kind === kind) intervals.pop();
    intervals.push({ kind, start, end: first + index + 1 });
  });
  return intervals;
}

/**
 * Forms chunks of 1 to 20 seconds from labelled frames: short pauses stay within a chunk, a shorter
 * chunk is extended, and a longer one is cut.
 */
export function createActivitySegmenter(): ActivitySegmenter {
  /** First frame that is not in a chunk yet, and the labels from it on. */
  let first = 0;
  let labels: ActivityKind[] = [];
  let powers: number[] = [];
  /** Frame at which the open chunk begins, -1 for none; and the frames without a voice since. */
  let open = -1;
  let pause = 0;
  function give(count: number, kind?: 'speech'): FrameInterval[] {
    const taken = labels.slice(0, count);
    labels = labels.slice(count);
    powers = powers.slice(count);
    const start = first;
    first += taken.length;
    if (taken.length === 0) return [];
    return kind === undefined ? runs(taken, start) : [{ kind, start, end: first }];
  }
  function close(): FrameInterval[] {
    const end = first + labels.length;
    let from = open;
    let to = end - pause;
    // A single word: it is extended by half before it and half after it.
    const missing = SHORTEST - (to - from);
    if (missing > 0) {
      from = Math.max(first, from - Math.ceil(missing / 2));
      to = Math.min(end, Math.max(to, from + SHORTEST));
      from = Math.max(first, Math.min(from, to - SHORTEST));
    }
    open = -1;
    pause = 0;
    const before = give(from - first);
    return [...before, ...give(to - from, 'speech')];
  }
  function cut(): FrameInterval[] {
    const before = give(open - first);
    const chunk = give(quietest(powers), 'speech');
    open = first;
    return [...before, ...chunk];
  }
  return {
    push(label, power) {
      labels.push(label);
      powers.push(power);
      const now = first + labels.length;
      if (label === 'speech') {
        if (open < 0) open = now - 1;
        pause = 0;
        return now - open >= LONGEST ? cut() : [];
      }
      if (open < 0) return labels.length > 2 * SHORTEST ? give(labels.length - SHORTEST) : [];
      pause += 1;
      const long = now - pause - open >= LONG_ENOUGH;
      return pause >= (long ? 1 : LONG_PAUSE) || now - open >= LONGEST ? close() : [];
    },
    finish() {
      const closed = open < 0 ? [] : close();
      return [...closed, ...give(labels.length)];
    },
  };
}
