import { describe, expect, it } from 'vitest';
import type { DoseRange } from '../../../../src/dictation/written/spoken.js';
import { CONFUSED_NAMES } from '../../../../src/dictation/written/warnings/confused-names.js';
import { writeUp } from '../../../../src/dictation/written/write-up.js';
import { AMERICAN, say, TALK } from './spoken-segments.js';

const DOSES: Readonly<Record<string, DoseRange>> = {
  digoxin: { unit: 'mg', usual: [0.0625, 0.25] },
  metformin: { unit: 'mg', usual: [500, 1000] },
  warfarin: { unit: 'mg', usual: [1, 10] },
  levothyroxine: { unit: 'mcg', usual: [25, 200] },
  quetiapine: { unit: 'mg', usual: [25, 400] },
  hydralazine: { unit: 'mg', usual: [10, 100] },
  celecoxib: { unit: 'mg', usual: [100, 400] },
  citalopram: { unit: 'mg', usual: [10, 40] },
  insulin: { unit: 'units', usual: [2, 80] },
  atenolol: { unit: 'mg', usual: [25, 100] },
  lisinopril: { unit: 'mg', usual: [2.5, 40] },
  mirtazapine: { unit: 'mg', usual: [15, 45] },
};

const options = { ...AMERICAN, doseRange: (drug: string) => DOSES[drug] };
const warningsOf = (said: string, confidence?: number) =>
  writeUp(say(said, confidence), options).warnings;

describe('doses', () => {
  it('that are usual raise nothing', () => {
    for (const said of [
      'digoxin zero point one two five milligrams daily',
      'digoxin two hundred fifty micrograms',
      'metformin one gram twice daily',
      'insulin ten units',
      'lisinopril ten to twenty milligrams',
      'atenolol fifty milligrams',
      'gentamicin five milligrams',
      'quetiapine six hundred milligrams',
    ]) {
      expect(warningsOf(said)).toEqual([]);
    }
  });

  it('far outside the usual ask for number and unit to be checked', () => {
    expect(warningsOf('digoxin two hundred fifty milligrams')).toEqual([
      '"digoxin 250 mg" is ten times or more above the usual dose (0.0625 to 0.25 mg): check number and unit.',
    ]);
    expect(warningsOf('levothyroxine one hundred milligrams')).toHaveLength(1);
    expect(warningsOf('fifty milligrams of warfarin')).toEqual([
      '"warfarin 50 mg" is far above the usual dose (1 to 10 mg): check number and unit.',
    ]);
    expect(warningsOf('metformin fifty milligrams')[0]).toContain('ten times or more below');
  });

  it('name the number that sounds alike, where that one is usual', () => {
    expect(warningsOf('mirtazapine fifty milligrams at night')).toEqual([]);
    expect(warningsOf('atenolol fifteen milligrams')).toEqual([
      '"atenolol 15 mg" is not a usual dose (25 to 100 mg); "50" sounds alike.',
    ]);
    expect(warningsOf('mirtazapine ninety milligrams')).toEqual([
      '"mirtazapine 90 mg" is not a usual dose (15 to 45 mg); "19" sounds alike.',
    ]);
  });

  it('name the drug that sounds alike, where the dose fits it alone', () => {
    expect(warningsOf('citalopram two hundred milligrams')[0]).toBe(
      '"citalopram 200 mg" is a usual dose of "celecoxib", which sounds alike, not of "citalopram".',
    );
    expect(warningsOf('celecoxib two hundred milligrams')).toEqual([]);
  });

  it('are taken with the drug they belong to', () => {
    expect(warningsOf('metformin one gram and digoxin zero point two five milligrams')).toEqual([]);
    expect(warningsOf('warfarin stopped period give one gram of metformin')).toEqual([]);
    expect(warningsOf('vancomycin fifteen milligrams per kilogram after warfarin')).toEqual([]);
  });
});

describe('names', () => {
  it('recognised with little confidence are shown with those that sound alike', () => {
    expect(warningsOf('start hydralazine', 0.4)).toEqual([
      '"hydralazine" was recognised with little confidence and sounds like "hydroxyzine", "hydrochlorothiazide".',
    ]);
    expect(warningsOf('start hydralazine', 0.9)).toEqual([]);
  });

  it('point at each other, and never at themselves', () => {
    expect(CONFUSED_NAMES.size).toBeGreaterThan(250);
    for (const [name, others] of CONFUSED_NAMES) {
      expect(name).toMatch(/^[a-z]+$/);
      expect(others).not.toContain(name);
      for (const other of others) expect(CONFUSED_NAMES.get(other)).toContain(name);
    }
  });
});

describe('readings', () => {
  it.each([
    ['blood pressure ninety over one forty', 'The systolic pressure of "90/140"'],
    ['temperature seventy three degrees', '"temperature 73"'],
    ['saturation one ninety six percent', '"saturation 196%"'],
    ['gcs of sixteen', '"GCS of 16"'],
    ['ph nine point three five', '"pH 9.35"'],
    ['a one hundred and sixty seven year old man', 'The age "167-year-old"'],
    ['temp three point eight degrees celsius', '"temp 3.8"'],
    ['potassium forty two', '"potassium 42"'],
    ['pulse seven hundred and twenty', '"pulse 720"'],
  ])('%s', (said, warning) => {
    const [first, ...others] = warningsOf(said);
    expect(first?.toLowerCase()).toContain(warning.toLowerCase());
    expect(others).toEqual([]);
  });

  it.each([
    'blood pressure one forty over ninety',
    'temperature thirty eight point five',
    'temperature ninety nine point one fahrenheit',
    'saturation ninety six percent on room air',
    'oxygen saturation is ninety percent',
    'gcs fifteen',
    'ph seven point one',
    'potassium chloride forty milliequivalents',
    'potassium four point two',
    'inr two point five',
    'pulse regular at seventy two',
  ])('%s raises nothing', (said) => {
    expect(warningsOf(said)).toEqual([]);
  });
});

describe('words that take back', () => {
  it('delete nothing and are pointed out', () => {
    const written = writeUp(say('pain on the right scratch that on the left'), AMERICAN);
    expect(written.text).toBe('Pain on the right scratch that on the left.');
    expect(written.warnings).toEqual([
      '"scratch that" was spoken: the words before it may have to be deleted; they were kept.',
    ]);
    expect(writeUp(say('i try not to scratch that'), TALK).warnings).toEqual([]);
  });
});
