import type { SpokenSegment, WritingOptions } from '../../../../src/dictation/written/spoken.js';

/** Seconds that a word takes, and the silence after it, in made-up recordings. */
const WORD = 0.3;
const GAP = 0.05;

/**
 * A recording in which the words are said one after the other; `|` is a pause of a second, at
 * which the recogniser begins a new run.
 */
export function say(text: string, confidence = 0.95): SpokenSegment[] {
  let time = 0;
  return text.split('|').map((part) => {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => {
        const start = time;
        time += WORD + GAP;
        return { word, start, end: start + WORD, confidence };
      });
    const start = words[0]?.start ?? time;
    const end = words.at(-1)?.end ?? time;
    time += 1;
    return { start, end, words };
  });
}

export const AMERICAN: WritingOptions = { locale: 'en-US', mode: 'dictation' };
export const BRITISH: WritingOptions = { locale: 'en-GB', mode: 'dictation' };
export const TALK: WritingOptions = { locale: 'en-US', mode: 'conversation' };
