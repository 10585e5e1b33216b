import type { ClassifiedFrame } from './frame-classifier.js';

/** Frames that exceed the steady sound, without a longer pause between them. */
export interface SoundBurst {
  /** First frame, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Whether it holds a voice, as far as can be determined without recognising words. */
  readonly voiced: boolean;
}

/** A pause of so many frames ends a burst. */
export const PAUSE = 15;
/** A burst that continues is classified every two seconds. */
const LONGEST = 200;
/** Minimum periodicity of a voiced frame. */
const VOICED = 0.44;
/** Purity of a tone above which a frame is not voiced. */
const PURE = 0.93;
/** Minimum voiced frames of a burst with a voice: 60 ms. */
const ENOUGH = 6;
/** Minimum consecutive voiced frames, and the maximum change of pitch between two of them. */
const RUN = 4;
const GLIDE = 0.12;
/** Smaller changes of pitch are those of an instrument or a machine. */
const STEADY_STEP = 0.0025;
/** Frames over which a step is measured. */
const STEP = 3;
/** More than this share of steady frames among the voiced: no voice. */
const MAX_STEADY = 0.85;

const isVoiced = ({ periodicity }: ClassifiedFrame): boolean =>
  periodicity !== null && periodicity.strength > VOICED && periodicity.purity < PURE;

/** Changes of pitch in the voiced frames of a burst. */
export interface BurstFacts {
  /** Frames in runs whose pitch glides as a voice's does. */
  readonly voiced: number;
  /** Of these, the frames compared with an earlier one, and those of unchanged pitch. */
  readonly compared: number;
  readonly steady: number;
}

const pitchOf = (frame: ClassifiedFrame | undefined): number | null =>
  frame !== undefined && isVoiced(frame) ? (frame.periodicity?.pitch ?? null) : null;

/** Distance of two pitches, in natural logarithms; a large number where one has none. */
function moved(a: ClassifiedFrame | undefined, b: ClassifiedFrame | undefined): number {
  const [from, to] = [pitchOf(a), pitchOf(b)];
  return from === null || to === null ? Number.POSITIVE_INFINITY : Math.abs(Math.log(to / from));
}

/** Returns the counts that distinguish voices from machines and music. */
export function burstFacts(frames: readonly ClassifiedFrame[]): BurstFacts {
  let voiced = 0;
  let compared = 0;
  let steady = 0;
  let run = 0;
  frames.forEach((frame, index) => {
    if (pitchOf(frame) === null) run = 0;
    else run = moved(frames[index - 1], frame) < GLIDE ? run + 1 : 1;
    if (run < RUN) return;
    voiced += run === RUN ? RUN : 1;
    compared += 1;
    if (moved(frames[index - STEP], frame) < STEADY_STEP) steady += 1;
  });
  return { voiced, compared, steady };
}

function holdsVoice(frames: readonly ClassifiedFrame[]): boolean {
  const { voiced, steady, compared } = burstFacts(frames);
  return voiced >= ENOUGH && steady <= MAX_STEADY * compared;
}

export interface BurstDetector {
  /** Takes the next frame; returns the burst that it ends, if any. */
  push(frame: ClassifiedFrame): SoundBurst | null;
  finish(): SoundBurst | null;
  /** All bursts up to this frame are known. */
  readonly settled: number;
}

export function createBurstDetector(): BurstDetector {
  let frames: ClassifiedFrame[] = [];
  let start = 0;
  let next = 0;
  let pause = 0;
  function close(): SoundBurst | null {
    const end = next - pause;
    const held = frames.slice(0, end - start);
    frames = [];
    pause = 0;
    return held.length === 0 ? null : { start, end, voiced: holdsVoice(held) };
  }
  return {
    push(frame) {
      if (frames.length === 0 && !frame.active) {
        next += 1;
        return null;
      }
      if (frames.length === 0) start = next;
      frames.push(frame);
      next += 1;
      pause = frame.active ? 0 : pause + 1;
      return pause >= PAUSE || next - start >= LONGEST ? close() : null;
    },
    finish: close,
    get settled() {
      return frames.length === 0 ? next : start;
    },
  };
}
