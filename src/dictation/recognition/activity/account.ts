import type { Accounting, ActivityInterval } from './chunk.js';

const RATE = 16_000;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The same spans without overlaps, in order. */
function united(spans: readonly Span[]): Span[] {
  const inOrder = [...spans].sort((a, b) => a.start - b.start);
  const out: Span[] = [];
  for (const { start, end } of inOrder) {
    const last = out.at(-1);
    if (last === undefined || start > last.end) out.push({ start, end });
    else out[out.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return out;
}

/** Length of the intersection; both in order and without overlaps. */
function shared(one: readonly Span[], other: readonly Span[]): number {
  let length = 0;
  let at = 0;
  for (const { start, end } of one) {
    while ((other[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    for (let i = at; ; i += 1) {
      const span = other[i];
      if (span === undefined || span.start >= end) break;
      length += Math.max(0, Math.min(end, span.end) - Math.max(start, span.start));
    }
  }
  return length;
}

const lengthOf = (spans: readonly Span[]) =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

/**
 * Classifies every second of a recording: transcribed where speech gave words, rejected where sound
 * gave none, silence otherwise.
 *
 * @param intervals in samples, without gap or overlap, from the beginning to the end
 * @param segments in seconds; those with words count
 * @returns seconds
 */
export function accountSpeech(
  intervals: readonly ActivityInterval[],
  segments: readonly (Span & { readonly words: readonly unknown[] })[],
): { duration: number; accounting: Accounting } {
  const heard = united(
    segments
      .filter(({ words }) => words.length > 0)
      .map(({ start, end }) => ({ start: start * RATE, end: end * RATE })),
  );
  const speech = intervals.filter(({ kind }) => kind === 'speech');
  const silence = lengthOf(intervals.filter(({ kind }) => kind === 'silence'));
  const transcribed = shared(speech, heard);
  const whole = lengthOf(intervals);
  return {
    duration: whole / RATE,
    accounting: {
      transcribed: transcribed / RATE,
      silence: silence / RATE,
      rejected: (whole - silence - transcribed) / RATE,
    },
  };
}
