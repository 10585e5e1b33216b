import type { WritingOptions, WrittenWord } from '../spoken.js';
import { doseWarnings, nameWarnings } from './doses.js';
import { readingWarnings } from './readings.js';

/** Said to take words back; nothing is deleted on the strength of it. */
const TAKEN_BACK = /^(scratch|delete|strike|undo|disregard) that$/;

function commandWarnings(words: readonly WrittenWord[]): readonly string[] {
  const found = new Set<string>();
  for (const [i, word] of words.entries()) {
    const said = `${word.text} ${words[i + 1]?.text ?? ''}`.toLowerCase();
    if (TAKEN_BACK.test(said)) found.add(said);
  }
  return [...found].map(
    (said) => `"${said}" was said: what stands before it may have to be deleted; nothing was.`,
  );
}

/** What a reader should check before the text is signed; each sentence once, in the order of the text. */
export function findWarnings(
  words: readonly WrittenWord[],
  { doseRange, mode }: WritingOptions,
): readonly string[] {
  const plain = words.filter(({ kind }) => kind !== 'layout');
  return [
    ...new Set([
      ...(doseRange ? doseWarnings(plain, doseRange) : []),
      ...nameWarnings(plain),
      ...readingWarnings(plain),
      ...(mode === 'dictation' ? commandWarnings(plain) : []),
    ]),
  ];
}
