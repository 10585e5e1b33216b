import type { Observation } from 'fhir/r4';
import { describe, expect, it } from 'vitest';
import { spansFor, tickTexts, windowOf } from '../../../src/console/pages/patients/axis-times.js';
import { plotsOf } from '../../../src/console/pages/patients/plot-data.js';
import { listQuantities, openAtFirst } from '../../../src/console/pages/patients/quantities.js';
import {
  byQuantity,
  formatNumber,
  positionOf,
  type Reading,
  readingsOf,
} from '../../../src/console/pages/patients/readings.js';
import {
  isNotable,
  remarksOf,
  valuesText,
  valueText,
} from '../../../src/console/pages/patients/words.js';

const UCUM = 'http://unitsofmeasure.org';
const quantity = (value: number, code: string, unit = code) => ({
  value,
  unit,
  code,
  system: UCUM,
});

function observation(more: Partial<Observation>, code = '2951-2'): Observation {
  return {
    resourceType: 'Observation',
    id: 'o1',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code, display: 'Sodium' }] },
    effectiveDateTime: '2026-03-01T08:00:00Z',
    ...more,
  };
}

function reading(more: Partial<Observation>): Reading {
  const [first] = readingsOf(observation(more));
  if (first === undefined) throw new Error('There is no reading.');
  return first;
}

const text = (more: Partial<Observation>) => valueText(reading(more).value);

describe('a value', () => {
  it('has its unit, its comparator, or says that it has no unit', () => {
    expect(text({ valueQuantity: quantity(128, 'mmol/L') })).toBe('128 mmol/L');
    expect(text({ valueQuantity: quantity(120, 'mm[Hg]') })).toBe('120 mmHg');
    expect(text({ valueQuantity: { ...quantity(5, 'mg/L'), comparator: '<' } })).toBe('< 5 mg/L');
    expect(text({ valueQuantity: { value: 2.6 } })).toBe('2.6 (no unit)');
    expect(text({ valueInteger: 3 })).toBe('3 (no unit)');
    expect(text({ valueQuantity: quantity(7, '1') })).toBe('7');
  });

  it('is text where it is no number', () => {
    expect(text({ valueString: 'amber' })).toBe('amber');
    expect(
      text({ valueCodeableConcept: { coding: [{ code: '10828004', display: 'Positive' }] } }),
    ).toBe('Positive');
    expect(text({ valueBoolean: false })).toBe('no');
    expect(text({ valueRange: { low: quantity(1, 'mg'), high: quantity(2, 'mg') } })).toBe(
      '1 mg – 2 mg',
    );
    expect(text({ valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } })).toBe(
      '1 : 128',
    );
  });

  it('that is missing says why', () => {
    expect(text({ dataAbsentReason: { text: 'specimen lost' } })).toBe('no value: specimen lost');
    expect(text({ valueQuantity: { unit: 'mg' } })).toBe('no value');
    expect(readingsOf(observation({}))).toEqual([]);
  });

  it('entered in error or cancelled is none', () => {
    const valueQuantity = quantity(999, 'mmol/L');
    expect(readingsOf(observation({ status: 'entered-in-error', valueQuantity }))).toEqual([]);
    expect(readingsOf(observation({ status: 'cancelled', valueQuantity }))).toEqual([]);
  });

  it('of each component is one of the quantity of the component', () => {
    const part = (code: string, value: number) => ({
      code: { coding: [{ system: 'http://loinc.org', code }] },
      valueQuantity: quantity(value, 'mm[Hg]'),
    });
    const pressures = readingsOf(
      observation({ component: [part('8480-6', 120), part('8462-4', 80)] }, '85354-9'),
    );
    expect(pressures.map((one) => one.quantity)).toEqual([
      'http://loinc.org|8480-6',
      'http://loinc.org|8462-4',
    ]);
    expect(valuesText(pressures.map(({ value }) => value))).toBe('120 / 80 mmHg');
  });

  it('is written without the dust of binary fractions', () => {
    expect([1234567, 0.1 + 0.2, 22.936584882954243, 0.00012345, -3.5].map(formatNumber)).toEqual([
      '1234567',
      '0.3',
      '22.937',
      '0.000123',
      '-3.5',
    ]);
  });
});

describe('the place of a value against its range', () => {
  const range = { low: quantity(135, 'mmol/L'), high: quantity(145, 'mmol/L') };
  const place = (value: number, more: object = {}, referenceRange: object[] = [range]) =>
    positionOf(
      reading({
        valueQuantity: { ...quantity(value, 'mmol/L'), ...more },
        referenceRange: referenceRange as Observation['referenceRange'] & object,
      }),
    );

  it('is below, within or above', () => {
    expect([128, 135, 140, 145, 146].map((value) => place(value))).toEqual([
      'below',
      'within',
      'within',
      'within',
      'above',
    ]);
  });

  it('is not known for a limit that may lie on either side, in another unit, or with several ranges', () => {
    expect(place(140, { comparator: '<' })).toBe('unknown');
    expect(place(140, { comparator: '>' })).toBe('unknown');
    expect(place(150, { comparator: '>' })).toBe('above');
    expect(place(150, { comparator: '<' })).toBe('unknown');
    expect(place(100, {}, [{ low: quantity(135, 'mg/dL') }])).toBe('unknown');
    expect(place(100, {}, [range, range])).toBe('unknown');
    expect(place(100, {}, [])).toBe('unknown');
  });

  it('leaves out ranges that say what is aimed at', () => {
    const aim = { ...range, type: { coding: [{ code: 'therapeutic' }] } };
    expect(place(100, {}, [aim])).toBe('unknown');
  });

  it('is told by the interpretation where one was sent', () => {
    const valueQuantity = quantity(128, 'mmol/L');
    const critical = reading({ valueQuantity, interpretation: [{ coding: [{ code: 'LL' }] }] });
    expect(remarksOf(critical)).toEqual(['critically low']);
    expect(isNotable(critical)).toBe(true);
    const normal = reading({
      valueQuantity,
      referenceRange: [range],
      interpretation: [{ coding: [{ code: 'N' }] }],
      status: 'preliminary',
    });
    expect(remarksOf(normal)).toEqual(['normal', 'preliminary']);
    expect(isNotable(normal)).toBe(false);
    const bare = reading({ valueQuantity, referenceRange: [range] });
    expect(remarksOf(bare)).toEqual(['below range']);
    expect(isNotable(bare)).toBe(true);
  });
});

describe('a plot', () => {
  const value = (day: number, more: Partial<Observation>) =>
    reading({ effectiveDateTime: `2026-03-0${day}T08:00:00Z`, ...more });
  const seconds = (day: number) => Date.UTC(2026, 2, day, 8) / 1_000;

  it('never has two units on one axis', () => {
    const plots = plotsOf([
      {
        title: 'Sodium',
        readings: [
          value(3, { valueQuantity: quantity(140, 'mmol/L') }),
          value(2, { valueQuantity: quantity(320, 'mg/dL') }),
          value(1, { valueQuantity: quantity(139, 'mmol/L', 'mmol/l') }),
        ],
      },
    ]);
    expect(plots.map(({ unitCode, times, lines }) => [unitCode, times, lines[0]?.values])).toEqual([
      ['mmol/L', [seconds(1), seconds(3)], [139, 140]],
      ['mg/dL', [seconds(2)], [320]],
    ]);
  });

  it('draws limits apart and leaves out what has no number or no time', () => {
    const [plot] = plotsOf([
      {
        title: 'CRP',
        readings: [
          value(1, { valueQuantity: quantity(7, 'mg/L') }),
          value(2, { valueQuantity: { ...quantity(5, 'mg/L'), comparator: '<' } }),
          value(3, { valueString: 'not done' }),
          { ...value(4, { valueQuantity: quantity(9, 'mg/L') }), at: undefined },
        ],
      },
    ]);
    expect(plot?.times).toHaveLength(2);
    expect(plot?.lines[0]?.values).toEqual([7, null]);
    expect(plot?.lines[0]?.limits).toEqual([null, 5]);
  });

  it('has the range of each value, and none where two lines share it', () => {
    const referenceRange = [{ low: quantity(135, 'mmol/L'), high: quantity(145, 'mmol/L') }];
    const readings = [
      value(1, { valueQuantity: quantity(140, 'mmol/L'), referenceRange }),
      value(2, { valueQuantity: quantity(141, 'mmol/L') }),
    ];
    const [alone] = plotsOf([{ title: 'a', readings }]);
    expect([alone?.low, alone?.high, alone?.hasRange]).toEqual([[135, null], [145, null], true]);
    const [together] = plotsOf([
      { title: 'a', readings },
      { title: 'b', readings },
    ]);
    expect(together?.hasRange).toBe(false);
    expect(together?.times).toEqual([seconds(1), seconds(2)]);
  });

  it('keeps two values of one time', () => {
    const readings = [139, 141].map((one) => value(1, { valueQuantity: quantity(one, 'mmol/L') }));
    const [plot] = plotsOf([{ title: 'a', readings }]);
    expect(plot?.lines[0]?.values).toEqual([139, 141]);
  });

  it('shows the last part of its times', () => {
    const times = [0, 10 * 86_400, 40 * 86_400];
    expect(spansFor(times)).toEqual(['all', 'month', 'week', 'day']);
    expect(spansFor([5])).toEqual([]);
    const [from, to] = windowOf(times, 'week');
    expect(from).toBeLessThan(33 * 86_400);
    expect(from).toBeGreaterThan(32 * 86_400);
    expect(to).toBeGreaterThan(40 * 86_400);
    expect(windowOf([100], 'all')).toEqual([100 - 1_800, 100 + 1_800]);
    expect(tickTexts([seconds(1)], 400 * 86_400, 'en-GB')).toEqual(['2026']);
    expect(tickTexts([seconds(1)], 30 * 86_400, 'en-GB')).toEqual(['Mar 2026']);
    expect(tickTexts([seconds(1)], 86_400, 'en-GB')).toEqual(['1 Mar']);
  });
});

describe('the list of quantities', () => {
  const of = (code: string, display: string, category: string, more: Partial<Observation> = {}) =>
    readingsOf({
      ...observation({ valueQuantity: quantity(1, '/min'), ...more }, code),
      code: { coding: [{ system: 'http://loinc.org', code, display }] },
      category: [{ coding: [{ code: category }] }],
    });

  it('has vital signs in the order of the bedside, and both pressures as one', () => {
    const readings = [
      ...of('2951-2', 'Sodium', 'laboratory'),
      ...of('8310-5', 'Temperature', 'vital-signs'),
      ...of('8462-4', 'Diastolic', 'vital-signs'),
      ...of('8480-6', 'Systolic', 'vital-signs'),
      ...of('8867-4', 'Heart rate', 'vital-signs'),
      ...of('8867-4', 'Heart rate', 'vital-signs', { effectiveDateTime: '2026-03-02T08:00:00Z' }),
    ];
    const listed = listQuantities(byQuantity(readings), 'Blood pressure');
    expect(listed.map(({ title }) => title)).toEqual([
      'Heart rate',
      'Blood pressure',
      'Temperature',
      'Sodium',
    ]);
    expect(listed[1]?.sources.map(({ title }) => title)).toEqual(['Systolic', 'Diastolic']);
    expect(listed[1]?.codes).toEqual(['http://loinc.org|8480-6', 'http://loinc.org|8462-4']);
    expect(listed[0]?.newest[0]?.time).toBe('2026-03-02T08:00:00Z');
    expect(openAtFirst(listed)).toEqual(['http://loinc.org|8867-4']);
  });

  it('has what has no code by its words, without a search', () => {
    const readings = readingsOf({
      ...observation({ valueString: 'x' }),
      code: { text: 'Local test' },
    });
    const [listed] = listQuantities(byQuantity(readings), '');
    expect(listed).toMatchObject({ title: 'Local test', codes: [] });
  });
});
