import { describe, expect, it } from 'vitest';
import { expandShorthand } from '../../../../src/patient-record/language/text/shorthand.js';
import { wordsOf } from '../../../../src/patient-record/language/text/words.js';
import { language } from './language.js';

const words = (text: string) => expandShorthand(text, wordsOf(text));
const read = (text: string) =>
  words(text)
    .map(({ folded }) => folded)
    .join(' ');
const named = (text: string) =>
  language.read(text).entities.map(({ text: said, normalized }) => [said, normalized?.name]);

describe('shorthand that means one thing', () => {
  it.each([
    ['abd pain', 'abdominal pain'],
    ['abd soft', 'abdomen soft'],
    ['Rt. leg', 'right leg'],
    ['L arm', 'left arm'],
    ['knee (R)', 'knee right'],
    ['c/o rash', 'complain of rash'],
    ['s/p fall', 'status post fall'],
    ['h/o asthma', 'history of asthma'],
    ['w/ fever', 'with fever'],
    ['w/o fever', 'without fever'],
    ['b/l edema', 'bilateral edema'],
    ['30 y.o. male', '30 year old male'],
    ['N/V', 'nausea vomiting'],
    ['n+v+d', 'nausea vomiting diarrhea'],
    ['#NOF', 'femoral neck fracture'],
    ['# wrist', 'wrist fracture'],
    ['wrist # ?scaphoid', 'wrist fracture scaphoid'],
    ['knee pn', 'knee pain'],
    ['ear d/c', 'ear discharge'],
    ['pain abdomen RLQ', 'abdominal rlq pain'],
    ['cut L thumb w/ knife', 'left thumb laceration with knife'],
    ['he hit his head', 'he head injury'],
    ['stab wound abdomen', 'stab wound abdomen'],
    ['one hundred and forty over eighty five', '140 over 85'],
    ['sodium one thirty one', 'sodium 131'],
    ['potassium four point two', 'potassium 4.2'],
    ['five milligrams', '5 milligram'],
    ['two weeks, one of them', 'two week one of them'],
    ['a TENS unit', 'a ten unit'],
    ['scalp lac.', 'scalp laceration'],
    ['x3/7', 'for 3 day'],
    ['for 2/52', 'for 2 week'],
    ['11/40', '11 week pregnant'],
    ['born at 38/40', 'born at 38 week gestation'],
    ['G2P1', 'gravida 2 para 1'],
    ['↑ temp', 'high temp'],
    ['↓ urine output', 'reduced urine output'],
    ['BP ↓, HR ↑', 'bp low hr high'],
    ['chestpain', 'chest pain'],
    ['sorethroat', 'sore throat'],
    ['PV bleeding', 'vaginal bleeding'],
    ['wt loss', 'weight loss'],
  ])('reads %j as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['12/3/2020', '12 3 2020'],
    ['GCS 15/15', 'gcs 15 15'],
    ['BP 120/80', 'bp 120 80'],
    ['2 L of water', '2 l of water'],
    ['WT mice', 'wt mice'],
    ['pain is 3/7', 'pain is 3 7'],
    ['PR interval', 'pr interval'],
    ['vitamin D and V', 'vitamin d and v'],
  ])('leaves %j as it is written', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('index order', () => {
  it.each([
    ['pain, chest', 'chest pain'],
    ['pain, abdomen', 'abdominal pain'],
    ['fracture, left hip', 'left hip fracture'],
    ['weakness, left arm since noon', 'left arm weakness since noon'],
    ['pain, eye, left', 'left eye pain'],
    ['bleeding, vaginal', 'vaginal bleeding'],
    ['pain, chest tightness and cough', 'pain chest tightness and cough'],
    ['chest pain, back', 'chest pain back'],
    ['no pain, nausea', 'no pain nausea'],
  ])('reads %j as %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('keeps the offsets of the text', () => {
    const text = 'Since noon pain, chest';
    expect(language.read(text).entities[0]).toMatchObject({
      text: 'pain, chest',
      start: 11,
      end: 22,
      normalized: { name: 'chest pain' },
    });
  });
});

describe('shorthand with several meanings', () => {
  it.each([
    ['HA with photophobia', [['HA', 'headache']]],
    ['FB in the ear', [['FB in the ear', 'foreign body']]],
    ['took OD of pills', [['OD', 'overdose']]],
    ['fall with brief LOC', [['LOC', 'loss of consciousness']]],
    ['child in a wheelchair, CP', [['CP', 'cerebral palsy']]],
    ['CP radiating, troponin normal', [['CP', 'chest pain']]],
  ])('reads %j by its context', (text, expected) => {
    expect(named(text)).toEqual(expect.arrayContaining(expected));
  });

  it('takes what the text itself says they mean', () => {
    const last = named('Cerebral palsy (CP). No chest clinic for CP.').at(-1);
    expect(last).toEqual(['CP', 'cerebral palsy']);
  });

  it('is no surer of a name than of its reading', () => {
    const [alone] = language.read('CP').entities;
    const [supported] = language.read('CP, troponin').entities;
    expect(alone?.confidence).toBeLessThan(supported?.confidence ?? 0);
  });
});

it('never gives two entities the same words, whatever shorthand is put together', () => {
  const parts = [
    'abd',
    'pain,',
    'chest',
    'N/V',
    '#NOF',
    'HA',
    'G2P1',
    'x3/7',
    'w/',
    'L',
    '↑BP',
    ',',
  ];
  for (let n = 0; n < 400; n += 1) {
    const text = Array.from(
      { length: 6 },
      (_, i) => parts[(n * (i + 3) + i * i) % parts.length],
    ).join(' ');
    let end = 0;
    for (const one of language.read(text).entities) {
      expect(one.start, text).toBeGreaterThanOrEqual(end);
      expect(text.slice(one.start, one.end)).toBe(one.text);
      end = one.end;
    }
  }
});
