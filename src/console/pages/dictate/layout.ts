import type { TranscribeCreateAnswer } from '../../api/types.js';
import { rangeAt, type Word } from './transcript.js';

/** Paragraphs, headings and marks: how the words of a transcript are shown. */

export type Entity = TranscribeCreateAnswer['medical_entities'][number];
export type Section = NonNullable<TranscribeCreateAnswer['sections']>[number];

/** An entity, tied to its words. */
export interface Mark {
  readonly entity: Entity;
  readonly wordIds: readonly number[];
}

/** A heading that was spoken, tied to its words. */
export interface Heading {
  readonly title: string;
  readonly wordIds: readonly number[];
}

export interface Block {
  readonly kind: 'heading' | 'paragraph';
  /** Position of the first word in the whole. */
  readonly from: number;
  readonly words: readonly Word[];
  readonly speaker: string | undefined;
  /** The speaker is another one than before, and is named. */
  readonly isTurn: boolean;
}

const idsAt = (words: readonly Word[], start: number, end: number): readonly number[] => {
  const range = rangeAt(words, start, end);
  return range === undefined ? [] : words.slice(range.from, range.to).map(({ id }) => id);
};

/** @param words those of the text that the offsets belong to */
export function marksOf(entities: readonly Entity[], words: readonly Word[]): Mark[] {
  return entities.map((entity) => ({ entity, wordIds: idsAt(words, entity.start, entity.end) }));
}

export function headingsOf(sections: readonly Section[], words: readonly Word[]): Heading[] {
  return sections.flatMap(({ title, start }) => {
    const wordIds = idsAt(words, start, start + title.length);
    const first = words.findIndex(({ id }) => id === wordIds[0]);
    const spoken = words
      .slice(first, first + wordIds.length)
      .map(({ text }) => text)
      .join(' ');
    // A heading that is not in the text word for word is not taken for one.
    return spoken.toLowerCase() === title.toLowerCase() ? [{ title, wordIds }] : [];
  });
}

/** A paragraph goes on to the end of its sentence, but not beyond the second. */
const LONG_PARAGRAPH = 60;
const MAX_PARAGRAPH = 120;

const endsSentence = ({ after }: Word): boolean => /[.!?]/.test(after);

/**
 * Paragraphs end at new lines, headings and other speakers, and where they get long: each is drawn
 * on its own.
 */
export function blocksOf(words: readonly Word[], headings: readonly Heading[]): Block[] {
  const headingOf = new Map<number, Heading>();
  for (const heading of headings) {
    for (const id of heading.wordIds) headingOf.set(id, heading);
  }
  const blocks: Block[] = [];
  let from = 0;
  let lastSpeaker: string | undefined;
  const closeAt = (to: number) => {
    const [first] = words.slice(from, to);
    if (first === undefined) return;
    const speaker = first.heard?.speaker ?? lastSpeaker;
    const kind = headingOf.has(first.id) ? 'heading' : 'paragraph';
    const isTurn = speaker !== undefined && speaker !== lastSpeaker;
    blocks.push({ kind, from, words: words.slice(from, to), speaker, isTurn });
    lastSpeaker = speaker;
    from = to;
  };
  for (const [index, word] of words.entries()) {
    const previous = words[index - 1];
    if (previous === undefined) continue;
    const length = index - from;
    const speaker = word.heard?.speaker;
    const begins =
      word.before.includes('\n') ||
      headingOf.get(word.id) !== headingOf.get(previous.id) ||
      (speaker !== undefined && speaker !== (previous.heard?.speaker ?? speaker)) ||
      (length >= LONG_PARAGRAPH && endsSentence(previous)) ||
      length >= MAX_PARAGRAPH;
    if (begins) closeAt(index);
  }
  closeAt(words.length);
  return blocks;
}

/** Marks that can be drawn side by side: of two that share a word, the longer one. */
export function drawnMarks(marks: readonly Mark[]): Map<number, Mark> {
  const drawn = new Map<number, Mark>();
  const longest = [...marks].sort((a, b) => b.wordIds.length - a.wordIds.length);
  for (const mark of longest) {
    if (mark.wordIds.some((id) => drawn.has(id))) continue;
    for (const id of mark.wordIds) drawn.set(id, mark);
  }
  return drawn;
}
