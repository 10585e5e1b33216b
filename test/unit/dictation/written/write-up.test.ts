import { describe, expect, it } from 'vitest';
import { writeUp } from '../../../../src/dictation/written/write-up.js';
import { AMERICAN, say, TALK } from './spoken-segments.js';

const textOf = (said: string, options = AMERICAN) => writeUp(say(said), options).text;

describe('a written word', () => {
  it('joins the spoken words of a number, from the first start to the last end', () => {
    const { words } = writeUp(say('twenty five milligrams'), AMERICAN);
    expect(words[0]).toEqual({
      text: '25',
      kind: 'number',
      spoken: ['twenty', 'five'],
      start: 0,
      end: expect.closeTo(0.65),
      confidence: 0.95,
      start_offset: 0,
      end_offset: 2,
    });
    expect(words[1]).toMatchObject({ text: 'mg', spoken: ['milligrams'], start_offset: 3 });
  });

  it('is as sure as the least sure of its spoken words', () => {
    const [segment] = say('one forty over ninety');
    const words = segment!.words.map((word, n) => ({ ...word, confidence: 0.9 - n / 10 }));
    const written = writeUp([{ ...segment!, words }], AMERICAN);
    expect(written.words[0]).toMatchObject({ text: '140/90', confidence: 0.9 - 3 / 10 });
  });

  it('is punctuation with its spoken word, or with none where a pause made it', () => {
    const said = writeUp(say('stable comma no fever period'), AMERICAN).words;
    expect(said.filter(({ kind }) => kind === 'punctuation')).toMatchObject([
      { text: ',', spoken: ['comma'] },
      { text: '.', spoken: ['period'] },
    ]);
    const paused = writeUp(say('stable | no fever'), AMERICAN).words;
    expect(paused.filter(({ kind }) => kind === 'punctuation')).toMatchObject([
      { text: '.', spoken: [] },
      { text: '.', spoken: [] },
    ]);
  });
});

describe('pauses', () => {
  it('end sentences only where the clinician says no punctuation', () => {
    expect(textOf('no fever | no cough')).toBe('No fever. No cough.');
    expect(textOf('no fever comma | no cough period')).toBe('No fever, no cough.');
  });

  it('do not end a sentence after a word that must be continued', () => {
    expect(textOf('there is a history of | asthma')).toBe('There is a history of asthma.');
    expect(textOf('he has fever | and chills')).toBe('He has fever and chills.');
  });

  it('do not part a number from its unit, but part two numbers', () => {
    expect(textOf('give twenty | milligrams')).toBe('Give 20 mg.');
    expect(textOf('one hundred twenty over eighty | five days ago period')).toBe(
      '120/80 5 days ago.',
    );
  });

  it('leave commands alone in a conversation', () => {
    expect(textOf('my period was late | the colon is fine', TALK)).toBe(
      'My period was late. The colon is fine.',
    );
  });
});

describe('segments', () => {
  it('have the text of their own words; a number belongs to where it began', () => {
    const { segments } = writeUp(say('give twenty | five milligrams now | thank you'), AMERICAN);
    expect(segments.map(({ text }) => text)).toEqual(['Give 20.', '5 mg now.', 'Thank you.']);
    const joined = writeUp(say('dose is twenty | milligrams daily'), AMERICAN).segments;
    expect(joined.map(({ text }) => text)).toEqual(['Dose is 20', 'mg daily.']);
  });

  it('keep their times, and an empty text where nothing was said', () => {
    const written = writeUp([{ start: 1, end: 2, words: [] }], AMERICAN);
    expect(written).toEqual({
      text: '',
      words: [],
      segments: [{ start: 1, end: 2, text: '' }],
      warnings: [],
      doubts: [],
    });
  });
});

describe('lists', () => {
  it('begin only where a second number follows', () => {
    expect(textOf('plan colon number one rest number two fluids')).toBe(
      'Plan:\n1. Rest\n2. Fluids',
    );
    expect(textOf('plan colon number one rest period')).toBe('Plan: Number 1 rest.');
  });

  it('count on when the clinician only says the next number', () => {
    expect(textOf('number one rest next number fluids number next home')).toBe(
      '1. Rest\n2. Fluids\n3. Home',
    );
    expect(textOf('number one rest number two fluids next number home')).toBe(
      '1. Rest\n2. Fluids\n3. Home',
    );
  });
});
