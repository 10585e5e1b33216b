import { describe, expect, it } from 'vitest';
import { weightOf } from '../../../../src/medications/severity.js';
import { listOf, patient } from '../../../support/medication-case.js';
import { tableOf } from '../../../support/medication-tables.js';
import { EVERYDAY, SERIOUS } from './golden.js';
import { counts, interactions, pairs } from './shipped.js';

const known = new Set(tableOf('ingredients').map(({ name }) => name));

function heaviestOf(pair: string) {
  const list = pair.split('+').map((name) => name.trim());
  for (const name of list) if (!known.has(name)) throw new RangeError(`${name} is no ingredient`);
  const { findings } = interactions.check(listOf(list), patient());
  return findings[0];
}

const split = (text: string) => text.split(';').map((pair) => pair.replace(/\s+/g, ' ').trim());

describe('effects that add up', () => {
  it.each(SERIOUS)('are found: $source', ({ least, pairs: text }) => {
    const missed = split(text).filter(
      (pair) => weightOf(heaviestOf(pair)?.severity ?? 'minor') < weightOf(least),
    );
    expect(missed).toEqual([]);
  });

  it('are not found where everyday partners have none', () => {
    const loud = split(EVERYDAY).flatMap((pair) => {
      const finding = heaviestOf(pair);
      return finding && finding.severity !== 'minor' ? [`${pair}: ${finding.ruleId}`] : [];
    });
    expect(loud).toEqual([]);
  });

  it('are looked for in some hundreds of pairs', () => {
    expect(SERIOUS.flatMap((group) => split(group.pairs)).length).toBeGreaterThanOrEqual(200);
    expect(split(EVERYDAY).length).toBeGreaterThanOrEqual(200);
  });
});

describe('the tables of effects', () => {
  const ofEffects = tableOf('classes', (file) => /\/(?:effects|pharmacology)\.json$/.test(file));

  it('say what a weight stands for', () => {
    const untold = Object.entries(ofEffects).flatMap(([id, { members, weights = {} }]) => {
      const used = new Set(Object.values(members));
      if (used.size === 1 && used.has(1)) return [];
      return [...used]
        .filter((weight) => weights[String(weight)] === undefined)
        .map((weight) => `${id} ${weight}`);
    });
    expect(untold).toEqual([]);
  });

  it('are of the size that they were reviewed at', () => {
    expect(Object.keys(tableOf('classes')).length).toBeGreaterThanOrEqual(300);
    expect(pairs.length).toBeGreaterThanOrEqual(380);
    expect(counts.length).toBeGreaterThanOrEqual(8);
  });
});
