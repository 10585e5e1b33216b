import { describe, expect, it } from 'vitest';
import { foldDrugName } from '../../../../src/medications/ingredients/ingredients.js';
import { ingredients, resolver, tables } from './shipped.js';

const { abbreviations, directions, lookAlikes, salts } = tables;

describe('the tables of names', () => {
  it('have what they are said to have', () => {
    expect(abbreviations.abbreviations.length).toBeGreaterThan(380);
    expect(abbreviations.groups.length).toBeGreaterThan(55);
    expect(lookAlikes.length).toBeGreaterThan(440);
    expect(salts.salts.length).toBeGreaterThan(90);
    expect(salts.matters.length).toBeGreaterThan(60);
    expect(directions.frequencies.flatMap(({ words }) => words).length).toBeGreaterThan(950);
  });

  it('suggest members of a group that would be understood', () => {
    const named = abbreviations.groups.flatMap(({ suggest }) => suggest);
    const lost = named.filter((name) => !('ingredients' in resolver.resolve(name)));
    expect([...new Set(lost)]).toEqual([]);
  });

  it('have one meaning for each abbreviation', () => {
    const names = abbreviations.abbreviations.map(({ abbr }) => foldDrugName(abbr));
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  });

  it('speak of routes of known ingredients', () => {
    const named = directions.systemic.map(({ ingredient }) => ingredient);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => ingredients.get(name) === undefined)).toEqual([]);
  });

  it('speak of salts that can be taken off', () => {
    const known = new Set(salts.salts.map(({ salt }) => salt));
    expect(salts.matters.filter(({ salt }) => !known.has(salt))).toEqual([]);
  });

  it('have ranges that are ranges', () => {
    expect(salts.strengths.filter(({ mg: [least, most] }) => least > most)).toEqual([]);
  });

  it('say one thing about how often with one word', () => {
    const meanings = new Map<string, Set<string>>();
    for (const { words, sources: _, language: __, note: ___, ...rest } of directions.frequencies) {
      for (const word of words) {
        const key = word.toLowerCase();
        meanings.set(key, (meanings.get(key) ?? new Set()).add(JSON.stringify(rest)));
      }
    }
    expect([...meanings].filter(([, said]) => said.size > 1).map(([word]) => word)).toEqual([]);
  });
});
