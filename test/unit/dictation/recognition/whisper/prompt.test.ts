import { describe, expect, it } from 'vitest';
import {
  buildPrompt,
  maxPromptTokens,
  vocabularyTokens,
} from '../../../../../src/dictation/recognition/whisper/prompt.js';
import { smallSettings } from './whisper-settings.js';

const settings = smallSettings();
const nothing = { vocabulary: [], previous: [] };

describe('buildPrompt', () => {
  it('is start, language and task', () => {
    expect(buildPrompt(settings, 'de', nothing)).toEqual({ tokens: [11, 13, 14], startsAt: 0 });
  });

  it('is the start alone for a model of English', () => {
    const english = { ...settings, languages: new Map(), transcribeToken: undefined };
    expect(buildPrompt(english, 'en', nothing).tokens).toEqual([11]);
    expect(() => buildPrompt(english, 'de', nothing)).toThrow(/does not support de/);
  });

  it('refuses a language that has no token', () => {
    expect(() => buildPrompt(settings, 'fr', nothing)).toThrow(/does not support fr/);
  });

  it('puts vocabulary first, then the end of the text before', () => {
    const previous = Array.from({ length: 100 }, (_, i) => i % 6);
    const { tokens, startsAt } = buildPrompt(settings, 'en', { vocabulary: [7, 8], previous });
    expect(maxPromptTokens(settings)).toBe(31);
    expect(tokens).toEqual([15, 7, 8, ...previous.slice(-29), 11, 12, 14]);
    expect(tokens[startsAt]).toBe(11);
  });

  it('never takes more than its room', () => {
    const vocabulary = Array.from({ length: 100 }, () => 7);
    const { tokens } = buildPrompt(settings, 'en', { vocabulary, previous: [1, 2] });
    expect(tokens).toHaveLength(1 + 31 + 3);
    expect(tokens).not.toContain(1);
  });
});

describe('vocabularyTokens', () => {
  const encode = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
  const spelled = (tokens: readonly number[]) => String.fromCharCode(...tokens);

  it('lists phrases with commas', () => {
    expect(spelled(vocabularyTokens(['ab', ' c '], encode, 99))).toBe(' ab, c');
  });

  it('takes whole phrases only', () => {
    expect(spelled(vocabularyTokens(['ab', 'too long', 'cd'], encode, 8))).toBe(' ab, cd');
  });

  it('leaves empty ones out', () => {
    expect(vocabularyTokens(['', '  '], encode, 8)).toEqual([]);
  });
});
