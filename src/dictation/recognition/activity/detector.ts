import { createAnalysis, type Frame, HOP } from './analysis.js';
import { createBurstDetector } from './burst-detector.js';
import type { ActivityInterval, SpeechChunk } from './chunk.js';
import { type ClassifiedFrame, createFrameClassifier } from './frame-classifier.js';
import { AT_THE_END, createActivityLabeller } from './labeller.js';
import { createActivitySegmenter, type FrameInterval } from './segmenter.js';

const RATE = 16_000;

export interface ActivityDetector {
  /** Takes the next samples, mono, 16 kHz; returns the chunks that they complete. */
  push(piece: Float32Array): SpeechChunk[];
  /** Returns the last chunks; nothing may be pushed afterwards. */
  finish(): SpeechChunk[];
  /** The intervals so far, without gap or overlap; in the end the whole recording. */
  intervals(): readonly ActivityInterval[];
}

/** The samples that may still be needed, in a growing buffer. */
function createTape() {
  let buffer = new Float32Array(4 * RATE);
  let first = 0;
  let total = 0;
  return {
    add(piece: Float32Array): void {
      const held = total - first;
      if (held + piece.length > buffer.length) {
        const larger = new Float32Array(2 * (held + piece.length));
        larger.set(buffer.subarray(0, held));
        buffer = larger;
      }
      buffer.set(piece, held);
      total += piece.length;
    },
    get total() {
      return total;
    },
    cut: (from: number, to: number): Float32Array => buffer.slice(from - first, to - first),
    forget(before: number): void {
      buffer.copyWithin(0, before - first, total - first);
      first = before;
    },
  };
}

/**
 *  Finds stretches that may hold speech, in chunks of 1 to 20 s cut at pauses (a recording shorter
 *  than a second can give a shorter one). Sound above the steady sound with the periodicity of a
 *  voice is kept, even when faint (down to about -75 dBFS), with its neighbourhood; the recogniser
 *  decides. Everything else is silence or noise, depending on its loudness.
 *
 * Its output is about five seconds behind its input, and it holds at most half a minute of sound.
 * The sizes of the pieces pushed make no difference.
 */
export function createActivityDetector(): ActivityDetector {
  const analysis = createAnalysis();
  const judging = createFrameClassifier();
  const bursting = createBurstDetector();
  const labelling = createActivityLabeller();
  const cutting = createActivitySegmenter();
  const tape = createTape();
  const intervals: ActivityInterval[] = [];
  let powers: number[] = [];
  function note({ kind, start, end }: FrameInterval): SpeechChunk[] {
    const from = start * HOP;
    const to = Math.min(end * HOP, tape.total);
    if (to <= from) return [];
    const last = intervals.at(-1);
    if (last?.kind === kind && kind !== 'speech') {
      intervals[intervals.length - 1] = { kind, start: last.start, end: to };
    } else intervals.push({ kind, start: from, end: to });
    const samples = kind === 'speech' ? tape.cut(from, to) : null;
    tape.forget(to);
    return samples === null ? [] : [{ start: from / RATE, end: to / RATE, samples }];
  }
  function label(settled: number): SpeechChunk[] {
    const labels = labelling.take(settled);
    const stretches = labels.flatMap((kind, i) => cutting.push(kind, powers[i] ?? 0));
    powers = powers.slice(labels.length);
    return stretches.flatMap(note);
  }
  function take(judged: readonly ClassifiedFrame[]): void {
    for (const frame of judged) {
      labelling.frame(frame.power);
      powers.push(frame.power);
      const burst = bursting.push(frame);
      if (burst !== null) labelling.burst(burst);
    }
  }
  const hear = (frames: readonly Frame[]) => take(frames.flatMap(judging.push));
  return {
    push(piece) {
      tape.add(piece);
      hear(analysis.push(piece));
      return label(bursting.settled);
    },
    finish() {
      hear(analysis.finish());
      take(judging.finish());
      const burst = bursting.finish();
      if (burst !== null) labelling.burst(burst);
      return [...label(AT_THE_END), ...cutting.finish().flatMap(note)];
    },
    intervals: () => intervals,
  };
}
