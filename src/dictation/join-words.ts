import type { TranscribedSegment } from './worker/transcribe-contract.js';
import type { WrittenSegment, WrittenText, WrittenWord } from './written/spoken.js';

/** Joins the words of an engine that returns written text, with capitals and figures, unchanged. */
export function joinWords(heard: readonly TranscribedSegment[]): WrittenText {
  const words: WrittenWord[] = [];
  const segments: WrittenSegment[] = [];
  let text = '';
  for (const segment of heard) {
    const from = text === '' ? 0 : text.length + 1;
    for (const { word, start, end, confidence } of segment.words) {
      const start_offset = text === '' ? 0 : text.length + 1;
      text += text === '' ? word : ` ${word}`;
      words.push({
        text: word,
        kind: 'word',
        spoken: [word],
        start,
        end,
        confidence,
        start_offset,
        end_offset: text.length,
      });
    }
    if (segment.words.length > 0) {
      segments.push({ start: segment.start, end: segment.end, text: text.slice(from) });
    }
  }
  return { text, words, segments, warnings: [], doubts: [] };
}
