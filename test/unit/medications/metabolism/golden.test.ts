import { describe, expect, it } from 'vitest';
import { SEVERITIES, type Severity, weightOf } from '../../../../src/medications/severity.js';
import { LOUD, QUIET } from './golden.js';
import { asker, otherPairs, ownPairs } from './shipped.js';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()));

const names = (list = '') => list.split(',').map((name) => name.trim());

const loud = linesOf(LOUD).flatMap(([least, drug = '', partners]) =>
  names(partners).map((partner) => ({ least: least as Severity, drug, partner })),
);
const quiet = linesOf(QUIET).flatMap(([drug = '', partners]) =>
  names(partners).map((partner) => ({ drug, partner })),
);

describe('pairs of labels and guidelines', () => {
  it('are at least 250 loud and 250 quiet ones', () => {
    expect(loud.every(({ least }) => SEVERITIES.includes(least))).toBe(true);
    expect(loud.length).toBeGreaterThanOrEqual(250);
    expect(quiet.length).toBeGreaterThanOrEqual(250);
  });

  it('weigh as much as their source says', () => {
    const weight = asker([...ownPairs, ...otherPairs]);
    const missed = loud.flatMap(({ least, drug, partner }) => {
      const found = weight(drug, partner);
      return found < weightOf(least) ? [`${drug} + ${partner}: ${found} < ${least}`] : [];
    });
    expect(missed).toEqual([]);
  });

  it('stay below moderate where their source sees no matter', () => {
    const weight = asker(ownPairs);
    const raised = quiet.filter(({ drug, partner }) => weight(drug, partner) >= 2);
    expect(raised.map(({ drug, partner }) => `${drug} + ${partner}`)).toEqual([]);
  });
});
