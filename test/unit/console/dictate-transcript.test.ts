import { describe, expect, it } from 'vitest';
import {
  checksOf,
  isRewritten,
  rangeOfWords,
  stateOf,
  widened,
} from '../../../src/console/pages/dictate/checks.js';
import {
  clockOf,
  confidenceClassOf,
  percentOf,
} from '../../../src/console/pages/dictate/confidence.js';
import {
  blocksOf,
  drawnMarks,
  type Entity,
  headingsOf,
  marksOf,
} from '../../../src/console/pages/dictate/layout.js';
import {
  changesOf,
  passageOf,
  plainTextOf,
  rangeAt,
  replaceRange,
  textOf,
  type Word,
  wordAtTime,
  wordsOf,
} from '../../../src/console/pages/dictate/transcript.js';

/** One second for each word; marks are left to the text. */
function heard(text: string, segments: { speaker?: string; start: number; end: number }[] = []) {
  const words = text.match(/[\p{L}\p{N}/%.-]*[\p{L}\p{N}%]/gu) ?? [];
  return wordsOf({
    text,
    words: words.map((word, index) => ({
      text: word,
      spoken: word.toLowerCase(),
      start: index,
      end: index + 1,
      confidence: 0.95,
    })),
    segments: segments.map((segment) => ({ text: '', ...segment })),
  });
}

const shown = (words: readonly Word[]) => words.map(({ text }) => text);
const times = (words: readonly Word[]) => words.map((word) => word.heard?.start);

describe('the words of an answer', () => {
  it('are the whole text, with marks at the words that they touch', () => {
    const text = 'He has (mild) pain.\n\nPlan: aspirin 2.5 mg, now.';
    const words = heard(text);
    expect(textOf(words)).toBe(text);
    expect(words[2]).toMatchObject({ before: ' (', text: 'mild', after: ')' });
    expect(words[4]).toMatchObject({ before: '\n\n', text: 'Plan', after: ':' });
    expect(words[6]).toMatchObject({ text: '2.5' });
  });

  it('keep text in front of the first word and behind the last', () => {
    const words = wordsOf({
      text: '“Pain” …',
      words: [{ text: 'Pain', spoken: 'pain', start: 0, end: 1, confidence: 1 }],
      segments: [],
    });
    expect(textOf(words)).toBe('“Pain” …');
  });

  it('belong to the speaker of their segment', () => {
    const segments = [
      { speaker: 'A', start: 0, end: 2 },
      { speaker: 'B', start: 2, end: 4 },
    ];
    const words = heard('How are you? Fine.', segments);
    expect(words.map((word) => word.heard?.speaker)).toEqual(['A', 'A', 'B', 'B']);
    expect(blocksOf(words, []).map(({ speaker, isTurn }) => [speaker, isTurn])).toEqual([
      ['A', true],
      ['B', true],
    ]);
  });
});

describe('a correction', () => {
  const draft = heard('He takes a spin 300 mg daily, and rests.');

  it('keeps the time of what it replaces, and everything of the words that stay', () => {
    const words = replaceRange(draft, { from: 2, to: 4 }, 'aspirin');
    expect(textOf(words)).toBe('He takes aspirin 300 mg daily, and rests.');
    expect(words[2]).toMatchObject({ by: 'person', heard: { start: 2, end: 4 } });
    expect(words[2]?.heard?.confidence).toBeUndefined();
    expect(words[3]).toBe(draft[4]);
  });

  it('shares a time among several words by their length', () => {
    const words = replaceRange(draft, { from: 2, to: 4 }, 'acetylsalicylic ac id');
    expect(times(words.slice(2, 5))).toEqual([2, 2 + (2 * 15) / 19, 2 + (2 * 17) / 19]);
  });

  it('finds the words that stay in a passage that was typed anew', () => {
    const words = replaceRange(
      draft,
      { from: 0, to: 9 },
      'She takes aspirin 300 mg daily and rests!',
    );
    expect(textOf(words)).toBe('She takes aspirin 300 mg daily and rests!');
    expect(words.map(({ by }) => by)).toEqual([
      ...['person', 'model', 'person', 'model', 'model', 'model', 'model', 'model'],
    ]);
    expect(times(words)).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
  });

  it('gives added words no time', () => {
    const words = replaceRange(draft, { from: 1, to: 2 }, 'always takes');
    expect(shown(words.slice(0, 4))).toEqual(['He', 'always', 'takes', 'a']);
    expect(words[1]?.heard).toBeUndefined();
    expect(words[2]).toMatchObject({ id: 1, heard: { start: 1 } });
  });

  it('removes words, and the gap at the start with them', () => {
    expect(textOf(replaceRange(draft, { from: 0, to: 2 }, ''))).toBe(
      'a spin 300 mg daily, and rests.',
    );
    expect(textOf(replaceRange(draft, { from: 2, to: 4 }, '  '))).toBe(
      'He takes 300 mg daily, and rests.',
    );
    expect(replaceRange(draft, { from: 0, to: 9 }, '')).toEqual([]);
    expect(textOf(replaceRange([], { from: 0, to: 0 }, 'new text'))).toBe('new text');
  });

  it('never gives the id of a removed word to another', () => {
    const shorter = replaceRange(draft, { from: 8, to: 9 }, '', 9);
    const longer = replaceRange(shorter, { from: 7, to: 8 }, 'and sleeps', 9);
    expect(longer.at(-1)?.id).toBe(9);
  });

  it('keeps new lines and opening marks in front of the passage', () => {
    const words = heard('One.\n\n(two three)');
    expect(
      textOf(replaceRange(words, { from: 1, to: 2 }, passageOf(words, { from: 1, to: 2 }))),
    ).toBe('One.\n\n(two three)');
    expect(textOf(replaceRange(words, { from: 1, to: 2 }, '(2'))).toBe('One.\n\n(2 three)');
  });

  it('of thousands of words is compared in a moment', () => {
    const long = heard(Array.from({ length: 4_000 }, (_, i) => `w${i % 97}x${i}`).join(' '));
    const typed = passageOf(long, { from: 0, to: 4_000 }).replace('w50x50 ', '');
    const words = replaceRange(long, { from: 0, to: 4_000 }, typed);
    expect(words).toHaveLength(3_999);
    expect(words.every(({ by }) => by === 'model')).toBe(true);
  });
});

describe('what was changed', () => {
  const draft = heard('He takes a spin 300 mg daily.');

  it('is told from the draft, whatever the way to it', () => {
    const words = replaceRange(draft, { from: 2, to: 4 }, 'aspirin');
    expect(changesOf(draft, draft)).toEqual([]);
    expect(changesOf(draft, words)).toEqual([{ from: 'a spin', to: 'aspirin', at: 2 }]);
    const shorter = replaceRange(words, { from: 5, to: 6 }, '');
    expect(changesOf(draft, shorter).at(-1)).toEqual({ from: 'daily.', to: '', at: 6 });
    const marked = replaceRange(draft, { from: 6, to: 7 }, 'daily!');
    expect(changesOf(draft, marked)).toEqual([{ from: 'daily.', to: 'daily!', at: 6 }]);
  });

  it('has no time where words were added', () => {
    const words = replaceRange(draft, { from: 0, to: 1 }, 'Now he');
    expect(changesOf(draft, words)).toEqual([{ from: 'He', to: 'Now he', at: 0 }]);
    const longer = replaceRange(draft, { from: 1, to: 2 }, 'never takes');
    expect(changesOf(draft, longer)).toEqual([{ from: '', to: 'never', at: undefined }]);
  });
});

describe('where words are', () => {
  const words = heard('Denies chest pain. Takes aspirin.');

  it('is found by offsets of the text', () => {
    expect(rangeAt(words, 7, 17)).toEqual({ from: 1, to: 3 });
    expect(rangeAt(words, 6, 7)).toBeUndefined();
    expect(rangeAt(words, 25, 32)).toEqual({ from: 4, to: 5 });
  });

  it('is found by the time that is heard', () => {
    expect([-1, 0, 0.9, 1, 99].map((time) => wordAtTime(words, time))).toEqual([-1, 0, 0, 1, 4]);
    const edited = replaceRange(words, { from: 0, to: 1 }, 'He denies');
    expect(wordAtTime(edited, 2.5)).toBe(3);
  });
});

describe('confidence', () => {
  it.each([
    [0.69, 'low'],
    [0.7, 'medium'],
    [0.899, 'medium'],
    [0.9, 'high'],
    [1, 'high'],
  ] as const)('of %d is %s', (confidence, expected) => {
    const heard = { start: 0, end: 1, confidence };
    expect(confidenceClassOf({ by: 'model', heard })).toBe(expected);
    expect(confidenceClassOf({ by: 'person', heard })).toBe('person');
  });

  it('is never shown as certainty', () => {
    expect([0.999, 0.87, 0.004].map(percentOf)).toEqual(['over 99 %', '87 %', 'below 1 %']);
  });

  it('stands beside times as they are read', () => {
    expect([0, 75.9, 3725].map(clockOf)).toEqual(['0:00', '1:15', '1:02:05']);
  });
});

describe('uncertain medicines and numbers', () => {
  const text = 'Takes digoxin 125 mcg daily.';
  const draft = heard(text);
  const entry = (what: string, type: 'medication' | 'dose') => ({
    ...{ text: what, type, confidence: 0.5, reason: 'uncertain' },
    start: text.indexOf(what),
    end: text.indexOf(what) + what.length,
  });
  const [drug, dose] = checksOf([entry('digoxin', 'medication'), entry('125 mcg', 'dose')], draft);
  const present = (words: readonly Word[]) => new Set(words.map(({ id }) => id));

  it('wait until a person has decided', () => {
    expect(drug).toMatchObject({ wordIds: [1], at: 1 });
    expect(stateOf(drug!, present(draft), undefined)).toBe('pending');
    expect(stateOf(drug!, present(draft), 'confirmed')).toBe('confirmed');
  });

  it('wait on while any of their words is left', () => {
    const words = replaceRange(draft, { from: 2, to: 3 }, '250');
    expect(stateOf(dose!, present(words), undefined)).toBe('pending');
    expect(rangeOfWords(words, dose!.wordIds)).toEqual({ from: 3, to: 4 });
    const all = replaceRange(draft, { from: 2, to: 4 }, '0.25 mg');
    expect(stateOf(dose!, present(all), undefined)).toBe('corrected');
    expect(rangeOfWords(all, dose!.wordIds)).toBeUndefined();
  });

  it('are corrected as a whole, also where some of their words stay', () => {
    expect(widened({ from: 3, to: 4 }, [drug!, dose!], draft)).toEqual({ from: 2, to: 4 });
    expect(widened({ from: 0, to: 1 }, [drug!, dose!], draft)).toEqual({ from: 0, to: 1 });
    const range = { from: 2, to: 4 };
    const words = replaceRange(draft, range, '250 mcg');
    expect(isRewritten(dose!, range, draft, words)).toBe(true);
    expect(isRewritten(drug!, range, draft, words)).toBe(false);
    expect(isRewritten(dose!, range, draft, replaceRange(draft, range, '125 mcg'))).toBe(false);
    expect(stateOf(dose!, present(words), 'corrected')).toBe('corrected');
    const part = { from: 3, to: 4 };
    expect(isRewritten(dose!, part, draft, replaceRange(draft, part, 'mg'))).toBe(false);
  });

  it('wait again when what was struck out is brought back', () => {
    const words = replaceRange(draft, { from: 1, to: 2 }, '');
    expect(stateOf(drug!, present(words), 'struck_out')).toBe('struck_out');
    expect(stateOf(drug!, present(draft), 'struck_out')).toBe('pending');
  });

  it('say in copied text that nobody has checked them', () => {
    const ids = new Set(dose!.wordIds);
    expect(plainTextOf(draft, ids, 'not verified')).toBe(
      'Takes digoxin 125 mcg [not verified] daily.',
    );
    expect(plainTextOf(draft, new Set(), 'not verified')).toBe(text);
  });
});

describe('the layout', () => {
  const text = 'Seen today. Past medical history: asthma. Plan: rest.';
  const words = heard(text);
  const section = (title: string) => ({ title, kind: 'x', start: text.indexOf(title), end: 0 });

  it('makes headings of sections that stand in the text', () => {
    const headings = headingsOf([section('Past medical history'), section('Plan')], words);
    expect(blocksOf(words, headings).map(({ kind, words: own }) => [kind, textOf(own)])).toEqual([
      ['paragraph', 'Seen today.'],
      ['heading', ' Past medical history:'],
      ['paragraph', ' asthma.'],
      ['heading', ' Plan:'],
      ['paragraph', ' rest.'],
    ]);
    expect(headingsOf([{ title: 'History', kind: 'x', start: 0, end: 9 }], words)).toEqual([]);
  });

  it('ends paragraphs at new lines, and long ones at a sentence or at last anywhere', () => {
    expect(blocksOf(heard('One.\nTwo.'), [])).toHaveLength(2);
    const sentence = `${Array.from({ length: 10 }, () => 'word').join(' ')}. `;
    expect(blocksOf(heard(sentence.repeat(12)), []).map((block) => block.words.length)).toEqual([
      60, 60,
    ]);
    const endless = Array.from({ length: 250 }, () => 'word').join(' ');
    expect(blocksOf(heard(endless), []).map((block) => block.words.length)).toEqual([120, 120, 10]);
    expect(blocksOf([], [])).toEqual([]);
  });

  it('draws the longer of two marks that share a word', () => {
    const entity = (what: string): Entity => ({
      ...{ text: what, type: 'condition', confidence: 1, assertion: 'present' },
      start: text.indexOf(what),
      end: text.indexOf(what) + what.length,
    });
    const marks = marksOf([entity('history'), entity('medical history'), entity('rest')], words);
    const drawn = drawnMarks(marks);
    expect([...drawn.values()].map((mark) => mark.entity.text)).toEqual([
      ...['medical history', 'medical history', 'rest'],
    ]);
  });
});
