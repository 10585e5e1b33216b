import { describe, expect, it } from 'vitest';
import {
  formatNumber,
  formatProbability,
  formatQuantity,
  formatUnit,
} from '../../../src/console/components/answers/figures.js';
import { positionOn, scaleOf } from '../../../src/console/components/answers/scale.js';

describe('figures of answers', () => {
  it.each([
    ['mm[Hg]', 'mmHg'],
    ['cm[H2O]', 'cmH₂O'],
    ['Cel', '°C'],
    ['{score}', ''],
    ['1', ''],
    ['mL/min/{1.73_m2}', 'mL/min/1.73 m²'],
    ['umol/L', 'µmol/L'],
    ['ug/kg/min', 'µg/kg/min'],
    ['10*3/uL', '×10³/µL'],
    ['/uL', '/µL'],
    ['u[iU]/mL', 'µIU/mL'],
    ['kg/m2', 'kg/m²'],
    ['mg/dL', 'mg/dL'],
    ['U/L', 'U/L'],
    ['constructor', 'constructor'],
  ])('writes the unit %s as %s', (ucum, written) => {
    expect(formatUnit(ucum)).toBe(written);
  });

  it('writes numbers with their unit and without binary dust', () => {
    expect(formatNumber(0.1 + 0.2)).toBe('0.3');
    expect(formatQuantity(38.3333, 'Cel')).toBe('38.3333 °C');
    expect(formatQuantity(7, '{score}')).toBe('7');
    expect(formatQuantity('2026-03-31', '{date}')).toBe('2026-03-31');
  });

  it.each([
    [0, '< 0.1 %'],
    [0.0004, '< 0.1 %'],
    [0.004, '0.4 %'],
    [0.0994, '9.9 %'],
    [0.0996, '10 %'],
    [0.2245, '22 %'],
    [0.9945, '99 %'],
    [1, '> 99 %'],
  ])('never shows %f as certain or impossible: %s', (probability, shown) => {
    expect(formatProbability(probability)).toBe(shown);
  });
});

describe('the scale of a score', () => {
  const category = (id: string, from?: number) => ({
    id,
    interpretation: '',
    ...(from !== undefined && { from }),
  });

  it('places categories along the range and names those that do not follow from the value', () => {
    const scale = scaleOf(
      [category('low', 0), category('low-medium'), category('medium', 5), category('high', 7)],
      { min: 0, max: 20 },
      [7],
    );
    expect(scale).toMatchObject({ min: 0, max: 20, apart: ['low-medium'] });
    expect(scale?.segments.map(({ id, start, end }) => [id, start, end])).toEqual([
      ['low', 0, 0.25],
      ['medium', 0.25, 0.35],
      ['high', 0.35, 1],
    ]);
  });

  it('has no scale without limits', () => {
    expect(scaleOf([category('a'), category('b')], undefined, [1])).toBeUndefined();
  });

  it('shows every limit and value where the plausible range is far wider than both', () => {
    const scale = scaleOf(
      [category('low', -200), category('normal', 3), category('high', 12)],
      { min: -150, max: 1_500 },
      [20],
    );
    expect(scale?.min).toBeLessThan(3);
    expect(scale?.max).toBeGreaterThan(20);
    expect(scale?.max).toBeLessThan(100);
    for (const { start, end } of scale?.segments ?? []) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(1);
      expect(end).toBeGreaterThan(start);
    }
  });

  it('keeps positions on the line', () => {
    expect(positionOn({ min: 0, max: 10 }, -5)).toBe(0);
    expect(positionOn({ min: 0, max: 10 }, 50)).toBe(1);
    expect(positionOn({ min: 3, max: 3 }, 3)).toBe(0);
  });
});
