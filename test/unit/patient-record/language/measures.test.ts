import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../support/rounds.js';
import { language } from './language.js';
import { grid, scoreOf, sumOf } from './measures-grid.js';

const valuesOf = (text: string) =>
  language
    .read(text)
    .entities.flatMap(({ normalized }) =>
      normalized?.value === undefined ? [] : [[normalized.name, normalized.value] as const],
    );
const only = (text: string) => language.read(text).entities[0]?.normalized;

describe('the grid of values and doses', () => {
  it('has at least two hundred cases, a quarter of them kept by families', () => {
    expect(grid.length).toBeGreaterThanOrEqual(200);
    const families = new Set(grid.map(({ family }) => family));
    const kept = new Set(grid.filter((one) => one.kept).map(({ family }) => family));
    expect(kept.size / families.size).toBeGreaterThan(0.25);
    const open = new Set(grid.filter((one) => !one.kept).map(({ family }) => family));
    expect([...kept].filter((family) => open.has(family))).toEqual([]);
  });

  it('is read as it is marked', () => {
    const open = grid.filter((one) => !one.kept);
    const faults = open.filter((one) => !scoreOf(language, one).whole).map(({ text }) => text);
    expect(faults).toEqual([]);
  });

  it('is read in the kept families too, and what is read there is right', () => {
    const { values, doses } = sumOf(
      language,
      grid.filter((one) => one.kept),
    );
    expect(values.right / values.expected).toBeGreaterThan(0.85);
    expect(values.right / values.read).toBeGreaterThan(0.95);
    expect(doses.right / doses.expected).toBeGreaterThan(0.9);
    expect(doses.right / doses.read).toBeGreaterThan(0.95);
  });
});

describe('a value', () => {
  it('has the text from its name to its unit', () => {
    const [entity] = language.read('Her sats were found to be low at 88 % today.').entities;
    expect(entity?.text).toBe('sats were found to be low at 88 %');
    expect(entity?.normalized).toMatchObject({ value: 88, unit: '%' });
  });

  it('of a pair stands with its name alone', () => {
    const { entities } = language.read('Heart rate and SpO2 were 118 and 91 %.');
    expect(entities.map(({ text, normalized }) => [text, normalized?.value])).toEqual([
      ['Heart rate', 118],
      ['SpO2', 91],
    ]);
  });

  it('says which way it went', () => {
    expect(only('creatinine rose from 1.1 to 2.3')).toMatchObject({ value: 2.3, course: 'rising' });
    expect(only('Hb 110 -> 82')).toMatchObject({ value: 82, course: 'falling' });
    expect(only('creatinine was elevated at 2.3')).not.toHaveProperty('course');
  });

  it.each([
    'Heart rate 96 mg/dL',
    'Pap smear 2019',
    'Na 12/03/2021',
    'HR at 10:30 was fine',
    'BP 10/80',
    'temperature 12 °C',
    'Potassium 40 mEq was given',
    'SpO2 103 %',
    'weight is up about 14 pounds',
  ])('is not read from %j', (text) => {
    expect(valuesOf(text)).toEqual([]);
  });

  it('may belong to no sign that is wished for', () => {
    expect(valuesOf('Aim for a MAP of 65.')).toEqual([]);
    expect(valuesOf('If the temperature is 38.5 or more, come back.')).toEqual([]);
    expect(valuesOf('The MAP is 65.')).toEqual([['mean arterial pressure', 65]]);
  });
});

const NAMES = [
  'HR',
  'BP',
  'SpO2',
  'sodium',
  'potassium',
  'creatinine',
  'temperature',
  'weight',
  'CRP',
];
const GLUE = [
  ' ',
  ', ',
  ' and ',
  ' was ',
  ' of ',
  ' to ',
  ' from ',
  ' -> ',
  '/',
  '. ',
  '\n',
  ' (',
  ') ',
  ' rose to ',
  ' % ',
  ' kg ',
  ' °C ',
  ' mmol/L ',
  ' bpm ',
  ' on room air ',
  ' febrile at ',
  ' 2 days ago ',
  ' < ',
];
/** Names, numbers that are all different, and what may stand between them. */
const jumbled = fc
  .array(fc.oneof(fc.constantFrom(...NAMES), fc.constantFrom(...GLUE), fc.constant('#')), {
    maxLength: 40,
  })
  .map((pieces) => {
    let next = 30;
    return pieces
      .map((piece) => {
        if (piece !== '#') return piece;
        next += 1;
        return ` ${next} `;
      })
      .join('');
  });

describe('values of any text', () => {
  it('use each number at most once', () => {
    fc.assert(
      fc.property(jumbled, (text) => {
        const used = valuesOf(text).flatMap(([, value]) => String(value).split('/'));
        const ours = used.filter((number) => Number(number) > 30);
        expect(new Set(ours).size).toBe(ours.length);
      }),
      { numRuns: rounds({ short: 80, long: 2_000 }) },
    );
  });

  it.each([
    'sodium and ',
    'Na 138 K 4.1 ',
    'HR from 1 to ',
    '1 -> ',
    'creatinine 1, 2, ',
    'BP 120/80 ',
    'febrile at ',
    'two days ',
    '88 % on ',
    'E4V5M6 ',
    'weight 5 ft ',
  ])('are read from a long run of %j', (piece) => {
    const long = piece.repeat(1e5 / piece.length);
    const { entities } = language.read(long);
    expect(entities.every(({ end }) => end <= long.length)).toBe(true);
  });
});
