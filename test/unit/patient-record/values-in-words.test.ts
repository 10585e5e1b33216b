import { describe, expect, it } from 'vitest';
import { barePressureIn, valuesIn } from '../../../src/patient-record/values-in-words.js';
import { withValues } from '../../../src/patient-record/written-patient.js';
import { chart } from '../differential/toy-patient.js';
import { language } from './language/language.js';

const told = (text: string) =>
  valuesIn(language.read(text).entities, 'symptoms.0').map(([name, { value }]) => [name, value]);

describe('values stated in a text', () => {
  it.each([
    ['temperature of 39.1 °C', [['temperature', 39.1]]],
    [
      'BP 90/60',
      [
        ['systolic_bp', 90],
        ['diastolic_bp', 60],
      ],
    ],
    [
      'HR 120, SpO2 91%',
      [
        ['heart_rate', 120],
        ['oxygen_saturation', 91],
      ],
    ],
    ['creatinine 2.1 mg/dL', [['creatinine', 2.1]]],
  ])('%s', (text, values) => {
    expect(told(text)).toEqual(values);
  });

  it('are turned into the unit of the chart', () => {
    const [[name, value] = []] = told('temperature of 102.2 °F');
    expect(name).toBe('temperature');
    expect(value).toBeCloseTo(39, 1);
  });

  it.each([
    ['a value that nobody has', 'potassium 400 mmol/L'],
    ['a bound', 'sodium >150'],
    ['a pressure upside down', 'BP 60/90'],
    ['no value at all', 'temperature was measured'],
  ])('are none for %s', (_, text) => {
    expect(told(text)).toEqual([]);
  });

  it('are not those of a relative, nor of what may come', () => {
    const [entity] = language.read('HR 120').entities;
    for (const assertion of ['family', 'hypothetical'] as const) {
      expect(valuesIn([{ ...entity!, assertion }], 'symptoms.0')).toEqual([]);
    }
  });
});

describe('the chart with them', () => {
  const fact = { value: 120, given: { value: 120 }, from: 'symptoms.0' };

  it('prefers sent values to those of the text', () => {
    const sent = chart({ heart_rate: 80 });
    expect(withValues(sent, [['heart_rate', fact]])).toBe(sent);
  });

  it('has values that only the text states', () => {
    const both = withValues(chart({ temperature: 37 }), [['heart_rate', fact]]);
    expect(both.get('heart_rate')).toEqual([fact]);
    expect(both.has('temperature')).toBe(true);
  });
});

describe('a blood pressure without its name', () => {
  const pressure = (text: string) =>
    barePressureIn(text, 'symptoms.0').map(([, { value }]) => value);

  it.each([
    ['collapse, 78/40, HR 130', [78, 40]],
    ['248/144, headache', [248, 144]],
    ['was 180/110, now 120/80', [120, 80]],
  ])('is read in %j', (text, values) => {
    expect(pressure(text)).toEqual(values);
  });

  it.each([
    '36/40 weeks',
    'cough 3/7',
    'insulin 70/30',
    'vision 20/40',
    'co-careldopa 100/25 mg',
    'since 12/11/2025',
    'pain 9/10',
    '120/115',
  ])('is not read in %j', (text) => {
    expect(pressure(text)).toEqual([]);
  });
});

describe('a glucose without a unit', () => {
  it.each([
    ['glucose 8.4', 151],
    ['glucose 1.9', 34],
    ['glucose 180', 180],
  ])('%s', (text, value) => {
    const [[name, read] = []] = told(text);
    expect(name).toBe('glucose');
    expect(read).toBeCloseTo(value, 0);
  });

  it('is left out where it can be far too low or far too high', () => {
    expect(told('glucose 29')).toEqual([]);
  });
});
