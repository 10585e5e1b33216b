import type { Token } from './tokens.js';

/** An index of phrases of one or more tokens with their meanings. */
export interface Phrases<T> {
  /** The longest phrase that starts at `at`. */
  match(
    tokens: readonly Token[],
    at: number,
  ): { readonly value: T; readonly length: number } | undefined;
  /** Whether a phrase begins with this word. */
  starts(word: string): boolean;
}

interface Phrase<T> {
  readonly texts: readonly string[];
  readonly value: T;
}

function fits<T>({ texts }: Phrase<T>, tokens: readonly Token[], at: number): boolean {
  return texts.every((text, n) => tokens[at + n]?.text === text);
}

/** Of two phrases with the same words the first takes precedence. */
export function createPhrases<T>(
  entries: Iterable<readonly [words: string, value: T]>,
  cut: (text: string) => readonly Token[],
): Phrases<T> {
  const byFirst = new Map<string, Phrase<T>[]>();
  for (const [words, value] of entries) {
    const texts = cut(words).map(({ text }) => text);
    const [first] = texts;
    if (first === undefined) continue;
    const phrases = byFirst.get(first) ?? [];
    phrases.push({ texts, value });
    byFirst.set(first, phrases);
  }
  for (const phrases of byFirst.values()) phrases.sort((a, b) => b.texts.length - a.texts.length);
  return {
    match(tokens, at) {
      const phrases = byFirst.get(tokens[at]?.text ?? '');
      const found = phrases?.find((phrase) => fits(phrase, tokens, at));
      return found && { value: found.value, length: found.texts.length };
    },
    starts: (word) => byFirst.has(word),
  };
}
