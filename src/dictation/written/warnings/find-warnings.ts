import type { Doubt, WritingOptions, WrittenWord } from '../spoken.js';
import { doseDoubts, nameDoubts } from './doses.js';
import { readingDoubts } from './readings.js';

/** Commands to delete words; nothing is deleted. */
const TAKEN_BACK = /^(scratch|delete|strike|undo|disregard) that$/;

function commandWarnings(words: readonly WrittenWord[]): readonly string[] {
  const deletions = new Set<string>();
  for (const [i, word] of words.entries()) {
    const phrase = `${word.text} ${words[i + 1]?.text ?? ''}`.toLowerCase();
    if (TAKEN_BACK.test(phrase)) deletions.add(phrase);
  }
  return [...deletions].map(
    (said) => `"${said}" was spoken: the words before it may have to be deleted; they were kept.`,
  );
}

/** Warnings to check before the text is signed. */
export interface Warnings {
  /** Sentences, each once, in the order of the text. */
  readonly warnings: readonly string[];
  /** Those about a name or a number, with their positions. */
  readonly doubts: readonly Doubt[];
}

export function findWarnings(
  words: readonly WrittenWord[],
  { doseRange, mode }: WritingOptions,
): Warnings {
  const plain = words.filter(({ kind }) => kind !== 'layout');
  const doubts = [
    ...(doseRange ? doseDoubts(plain, doseRange) : []),
    ...nameDoubts(plain),
    ...readingDoubts(plain),
  ];
  const reasons = doubts.map(({ reason }) => reason);
  const commands = mode === 'dictation' ? commandWarnings(plain) : [];
  return { doubts, warnings: [...new Set([...reasons, ...commands])] };
}
