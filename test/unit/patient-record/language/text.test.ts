import { describe, expect, it } from 'vitest';
import { createPhraseTree } from '../../../../src/patient-record/language/dictionary/phrase-tree.js';
import { resolveOverlaps, type Span } from '../../../../src/patient-record/language/span.js';
import { foldWord } from '../../../../src/patient-record/language/text/fold.js';
import {
  GAP,
  goesOn,
  SENTENCE_END,
  wordsOf,
} from '../../../../src/patient-record/language/text/words.js';

describe('foldWord', () => {
  it.each([
    ['Oedema', 'edema'],
    ['haemorrhages', 'hemorrhage'],
    ['diarrhoea', 'diarrhea'],
    ['tumours', 'tumor'],
    ['Crohn’s', 'crohn'],
    ["Parkinson's", 'parkinson'],
    ['biopsies', 'biopsy'],
    ['diagnoses', 'diagnosis'],
    ['metastases', 'metastasis'],
    ['rashes', 'rash'],
    ['anaesthetised', 'anesthetized'],
    ['feet', 'foot'],
    ['toes', 'toe'],
    ['shoes', 'shoe'],
    ['Sjögren', 'sjogren'],
    ['leukaemia', 'leukemia'],
  ])('reads %s and %s as one word', (a, b) => {
    expect(foldWord(a)).toBe(foldWord(b));
  });

  it.each(['pancreas', 'pus', 'arthritis', 'abscess', 'virus', 'sepsis'])(
    'takes %s for no plural',
    (word) => {
      expect(foldWord(word)).toBe(word);
    },
  );

  it.each(['constructor', 'hasOwnProperty', '__proto__'])('reads %s as any other word', (word) => {
    expect(wordsOf(`no ${word} seen`).length).toBeGreaterThan(2);
    expect(foldWord(word)).toBe(foldWord(word.toUpperCase()));
  });

  it('keeps apart what is not the same', () => {
    expect(foldWord('hypertension')).not.toBe(foldWord('hypotension'));
    expect(foldWord('does')).not.toBe(foldWord('dose'));
    expect(foldWord('does')).not.toBe(foldWord('DOE'));
  });
});

describe('wordsOf', () => {
  const gaps = (text: string) => wordsOf(text).map(({ gap }) => gap);

  it('gives offsets into the text, numbers apart from their units', () => {
    const words = wordsOf('BP 140/90, 5mg');
    expect(words.map(({ written }) => written)).toEqual(['BP', '140', '90', '5', 'mg']);
    expect(words.map(({ number }) => number)).toEqual([false, true, true, true, false]);
    expect((words[2]?.gap ?? 0) & GAP.slash).toBe(GAP.slash);
    expect(words[4]).toMatchObject({ start: 12, end: 14, gap: 0 });
  });

  it('ends a sentence at a full stop, not at that of an abbreviation or a decimal', () => {
    const [, , third] = gaps('No fever. Cough');
    expect((third ?? 0) & SENTENCE_END).not.toBe(0);
    expect((gaps('Seen by Dr. Who')[3] ?? 0) & SENTENCE_END).toBe(0);
    expect(wordsOf('Temp 38.2').map(({ written }) => written)).toEqual(['Temp', '38.2']);
    expect((gaps('H. pylori')[1] ?? 0) & SENTENCE_END).toBe(0);
  });

  it('treats a line break as a wrap where lower case follows', () => {
    const wrapped = wordsOf('shortness\nof breath');
    expect(goesOn(wrapped[1])).toBe(true);
    const list = wordsOf('- cough\n- fever');
    expect(goesOn(list[1])).toBe(false);
    const lines = wordsOf('cough\nFever');
    expect(goesOn(lines[1])).toBe(false);
  });

  it('finds nothing in a text without words', () => {
    expect(wordsOf('… — ()')).toEqual([]);
    expect(wordsOf('')).toEqual([]);
  });
});

describe('createPhraseTree', () => {
  const tree = createPhraseTree<string>();
  tree.add('chest pain', 'pain');
  tree.add('chest', 'part');
  tree.add('shortness of breath', 'dyspnoea');

  it('gives every phrase that begins at a word and the longest', () => {
    const words = wordsOf('Chest pains');
    expect(tree.at(words, 0).map(({ to }) => to)).toEqual([1, 2]);
    expect(tree.longestAt(words, 0)?.values).toEqual(['pain']);
    expect(tree.longestAt(words, 0, (value) => value === 'part')?.to).toBe(1);
    expect(tree.longestAt(words, 1)).toBeUndefined();
  });

  it('stops at a comma, but not in the middle of a phrase that a list cut', () => {
    expect(tree.longestAt(wordsOf('chest, pain'), 0)?.values).toEqual(['part']);
    expect(tree.longestAt(wordsOf('Shortness of, breath'), 0)?.values).toEqual(['dyspnoea']);
  });

  it('knows no empty phrase', () => {
    const empty = createPhraseTree<string>();
    empty.add('—', 'nothing');
    expect(empty.at(wordsOf('a'), 0)).toEqual([]);
  });
});

describe('resolveOverlaps', () => {
  const span = (from: number, to: number, more: Partial<Span> = {}): Span => ({
    from,
    to,
    type: 'symptom',
    confidence: 0.9,
    ...more,
  });

  it('keeps the span of more words, in the order of the text', () => {
    const kept = resolveOverlaps([span(4, 5), span(0, 2), span(1, 4)], 6);
    expect(kept.map(({ from, to }) => [from, to])).toEqual([
      [1, 4],
      [4, 5],
    ]);
  });

  it('keeps the surer of equals, then the one that says more', () => {
    const sure = span(0, 1, { confidence: 0.95, type: 'anatomy' });
    expect(resolveOverlaps([span(0, 1), sure], 1)).toEqual([sure]);
    const test = span(0, 1, { type: 'lab_test' });
    const measure = span(0, 1, { type: 'measurement' });
    expect(resolveOverlaps([test, measure], 1)).toEqual([measure]);
  });
});
