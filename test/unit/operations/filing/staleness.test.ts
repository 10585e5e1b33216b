import { describe, expect, it } from 'vitest';
import { ageInWords, freshnessOf } from '../../../../src/operations/filing/staleness.js';

const HOUR = 3_600_000;
const of = (...codes: string[]) => ({
  resourceType: 'Observation',
  code: { coding: [{ system: 'http://loinc.org', code: codes[0] }] },
  component: codes.slice(1).map((code) => ({
    code: { coding: [{ system: 'http://loinc.org', code }] },
  })),
});

describe('how old an Observation may be', () => {
  it.each([
    ['heart rate', of('8867-4'), 24],
    ['a blood pressure panel, by its parts', of('85354-9', '8480-6', '8462-4'), 24],
    ['oxygen saturation', of('59408-5'), 24],
    ['creatinine', of('2160-0'), 7 * 24],
    ['haemoglobin', of('718-7'), 7 * 24],
    ['weight', of('29463-7'), 30 * 24],
    ['ejection fraction', of('10230-1'), 30 * 24],
    ['pregnancy', of('82810-3'), 30 * 24],
    ['what no rule knows', of('99999-9'), 30 * 24],
    ['a panel of a sign of the hour and of one of the week', of('1-1', '2160-0', '8867-4'), 24],
  ])('%s', (_, observation, hours) => {
    expect(freshnessOf(observation).maxAgeMs).toBe(hours * HOUR);
  });

  it.each([
    ['height', of('8302-2')],
    ['smoking', of('72166-2')],
  ])('of %s does not matter', (_, observation) => {
    expect(freshnessOf(observation).maxAgeMs).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('an age in words', () => {
  it.each([
    [0, '0 hours'],
    [HOUR, '1 hour'],
    [47.9 * HOUR, '47 hours'],
    [48 * HOUR, '2 days'],
    [24 * 400 * HOUR, '400 days'],
  ])('%d ms is %s', (ms, words) => {
    expect(ageInWords(ms)).toBe(words);
  });
});
