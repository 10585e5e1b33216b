import type { WhisperSettings } from './settings.js';

export interface PromptParts {
  /** Tokens of the phrases to favour; part of every prompt. */
  readonly vocabulary: readonly number[];
  /** Tokens of the previous windows, with times. */
  readonly previous: readonly number[];
}

export interface Prompt {
  readonly tokens: readonly number[];
  /** Index of the start token: the row after it shows whether there is speech at all. */
  readonly startsAt: number;
}

type Steering = Pick<
  WhisperSettings,
  'startToken' | 'previousToken' | 'transcribeToken' | 'languages' | 'textPlaces'
>;

/** Maximum number of tokens before the start token, without the one that introduces them. */
export function maxPromptTokens({ textPlaces }: Pick<WhisperSettings, 'textPlaces'>): number {
  return Math.max(0, Math.floor(textPlaces / 2) - 1);
}

/**
 * Builds the prompt of the decoder: vocabulary and the end of the previous text, as far as they
 * fit, then start, language and task. A model of English alone has no tokens for these two.
 *
 * @param language ISO 639-1 code
 * @throws RangeError when the model does not support the language
 */
export function buildPrompt(steering: Steering, language: string, parts: PromptParts): Prompt {
  const { startToken, previousToken, transcribeToken, languages } = steering;
  const speaks = languages.size === 0 ? language === 'en' : languages.has(language);
  if (!speaks) throw new RangeError(`the model does not support ${language}`);
  const room = previousToken === undefined ? 0 : maxPromptTokens(steering);
  const kept = parts.vocabulary.slice(0, room);
  const left = room - kept.length;
  const before = [...kept, ...(left === 0 ? [] : parts.previous.slice(-left))];
  const lead = previousToken === undefined || before.length === 0 ? [] : [previousToken, ...before];
  const tail = [startToken, languages.get(language), transcribeToken];
  return {
    tokens: [...lead, ...tail.filter((token) => token !== undefined)],
    startsAt: lead.length,
  };
}

/**
 * Tokens of a list of phrases, as many whole phrases as fit.
 *
 * @param encode the model's tokenizer, without special tokens
 */
export function vocabularyTokens(
  phrases: readonly string[],
  encode: (text: string) => readonly number[],
  room: number,
): number[] {
  const tokens: number[] = [];
  for (const [index, phrase] of phrases.entries()) {
    const more = encode(`${index === 0 ? '' : ','} ${phrase.trim()}`);
    if (phrase.trim() === '' || tokens.length + more.length > room) continue;
    tokens.push(...more);
  }
  return tokens;
}
