import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../support/rounds.js';
import { language } from './language.js';

const medicines = (text: string) =>
  language
    .read(text)
    .entities.filter(({ type }) => type === 'medication')
    .map(({ text: name, normalized }) => [
      name,
      [normalized?.dose, normalized?.route, normalized?.frequency].filter(Boolean).join(' '),
    ]);

describe('the directions of a medicine', () => {
  it('stand before its name or after it', () => {
    expect(medicines('1 g ceftriaxone and 500 mg azithromycin')).toEqual([
      ['ceftriaxone', '1 g'],
      ['azithromycin', '500 mg'],
    ]);
    expect(medicines('aspirin 75 mg od and 40 mg of furosemide IV twice daily')).toEqual([
      ['aspirin', '75 mg 1/d'],
      ['furosemide', '40 mg intravenous 2/d'],
    ]);
    expect(medicines('75 mg aspirin 20 mg atorvastatin')).toEqual([
      ['aspirin', '75 mg'],
      ['atorvastatin', '20 mg'],
    ]);
  });

  it('are those that it was changed to', () => {
    expect(medicines('Lisinopril 10 mg was increased to 20 mg daily.')).toEqual([
      ['Lisinopril', '20 mg 1/d'],
    ]);
    expect(medicines('bisoprolol increased from 5 to 10 mg')).toEqual([['bisoprolol', '10 mg']]);
  });

  it('are of the name before a bracket, and need no unit in a list', () => {
    expect(medicines('amiodarone (200 mg), digoxin (62.5 micrograms) and warfarin')).toEqual([
      ['amiodarone', '200 mg'],
      ['digoxin', '62.5 micrograms'],
      ['warfarin', ''],
    ]);
    expect(medicines('aspirin 81, Plavix 75, Lipitor 80')).toEqual([
      ['aspirin', '81'],
      ['Plavix', '75'],
      ['Lipitor', '80'],
    ]);
    expect(medicines('Stopped digoxin; 50 mg atenolol once daily')).toEqual([
      ['digoxin', ''],
      ['atenolol', '50 mg 1/d'],
    ]);
  });

  it.each([
    ['amoxicillin 500 mg 3 times a day', '500 mg 3/d'],
    ['morphine 10 mg q4h', '10 mg 6/d'],
    ['morphine 10 mg 6 hourly', '10 mg 4/d'],
    ['alendronate 70 mg once a week', '70 mg 1/wk'],
    ['adalimumab 40 mg every 2 weeks', '40 mg 0.5/wk'],
    ['paracetamol 1 g every 4 to 6 hours', '1 g 6/d'],
    ['gentamicin 80 mg every 36 hours', '80 mg 0.667/d'],
    ['vancomycin 1 g every 72 hrs', '1 g 0.333/d'],
    ['paracetamol 1 g every 5 hours', '1 g 4.8/d'],
    ['aciclovir 800 mg five times a day', '800 mg 5/d'],
  ])('say how often: %s', (text, said) => {
    expect(medicines(text)[0]?.[1]).toBe(said);
  });

  it.each([
    ['warfarin ½ tablet', '½ tablet'],
    ['noradrenaline 0.1 mcg/kg/min', '0.1 mcg/kg/min'],
    ['penicillin 1.2 million units', '1.2 million units'],
    ['co-codamol 30/500 mg', '30/500 mg'],
    ['co-codamol 30/500 two tablets qds', '30/500 4/d'],
    ['fentanyl patch 25 mcg/hour', '25 mcg/hour transdermal'],
    ['two tablets of codeine 30 mg', '30 mg'],
    ['took thirty 10 mg amitriptyline tablets', '10 mg'],
    ['calcium gluconate 10 ml of 10%', '10 ml'],
    ['ramipril five milligrams', '5 milligrams'],
    ['fluids 1 L, levetiracetam', ''],
    ['lithium and digoxin 1.2', ''],
    ['amoxicillin 250 mg/5 mL', '250 mg/5 mL'],
    ['digoxin level 1.2 ng/mL', ''],
    ['amoxicillin 3/7 od', '1/d'],
    ['aspirin and two units of blood', ''],
    ['prednisone; glucose 250 mg/dL', ''],
  ])('have the dose as it is written: %s', (text, dose) => {
    const found = medicines(text)[0];
    expect(found?.[1] ?? '').toBe(dose);
  });

  it('of two names of one medicine are returned once', () => {
    expect(medicines('Tylenol (acetaminophen) 500 mg')).toEqual([
      ['Tylenol', '500 mg'],
      ['acetaminophen', ''],
    ]);
  });
});

const PIECES = [
  'aspirin',
  'metformin',
  'furosemide',
  'ramipril',
  'warfarin',
  'statin',
  'chest pain',
  'BP 120/80',
  ' ',
  ', ',
  ' and ',
  ' of ',
  '. ',
  '\n',
  '; ',
  ' (',
  ') ',
  ' daily ',
  ' IV ',
  ' po ',
  ' to ',
  ' from ',
  ' increased ',
  ' tablets ',
  ' given ',
  ' bd ',
  ' loading dose of ',
  '/',
  '-',
  ' respectively ',
];
/** Doses that are all different, between names and other words. */
const jumbled = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.constant('#'), fc.constant('aspirin')), {
    maxLength: 40,
  })
  .map((pieces) => {
    let next = 200;
    return pieces
      .map((piece) => {
        if (piece !== '#') return piece;
        next += 1;
        return ` ${next} mg `;
      })
      .join('');
  });

describe('doses of any text', () => {
  it('belong to one medicine each, and are in the text', () => {
    fc.assert(
      fc.property(jumbled, (text) => {
        const doses = language
          .read(text)
          .entities.flatMap(({ normalized }) => normalized?.dose ?? []);
        for (const dose of doses) expect(text).toContain(dose);
        const numbers = doses.flatMap((dose) => dose.match(/\d{3,}/g) ?? []);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
      { numRuns: rounds({ short: 80, long: 2_000 }) },
    );
  });

  it.each([
    '5 mg ',
    'aspirin ',
    'aspirin and ',
    'aspirin 5 mg ',
    '5 mg of ',
    'from 5 to ',
    'every 6 ',
    'half a ',
    'aspirin (statin) ',
    '5/',
  ])('are read from a long run of %j', (piece) => {
    const long = piece.repeat(1e5 / piece.length);
    const { entities } = language.read(long);
    expect(entities.every(({ end }) => end <= long.length)).toBe(true);
  });
});
