import { describe, expect, it } from 'vitest';
import { foldDrugName } from '../../../../src/medications/ingredients/ingredients.js';
import { sourcesTable } from '../../../../src/medications/knowledge/schema.js';
import { ingredients, readJson, resolver, tables } from './knowledge.js';

const { abbreviations, directions, lookAlikes, salts } = tables;
const sources = sourcesTable.parse(readJson('sources/names.json'));
const families = Object.keys(sourcesTable.parse(readJson('sources/labels.json')));

function sourcesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sourcesOf);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'sources' ? (inner as string[]) : sourcesOf(inner),
  );
}

const isKnown = (name: string) =>
  ingredients.get(name) !== undefined || ingredients.byName(name).length > 0;

describe('the tables of names', () => {
  it('have what they are said to have', () => {
    expect(abbreviations.abbreviations.length).toBeGreaterThan(380);
    expect(abbreviations.groups.length).toBeGreaterThan(55);
    expect(lookAlikes.length).toBeGreaterThan(440);
    expect(salts.salts.length).toBeGreaterThan(90);
    expect(salts.matters.length).toBeGreaterThan(60);
    expect(directions.frequencies.flatMap(({ words }) => words).length).toBeGreaterThan(950);
  });

  it('name sources that are there, and no source is idle', () => {
    const used = new Set(sourcesOf(tables));
    const missing = [...used].filter(
      (id) => !(id in sources) && !families.includes(`${id.split(':')[0]}:*`),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(sources).filter((id) => !used.has(id))).toEqual([]);
  });

  it('abbreviate drugs that are known', () => {
    const named = abbreviations.abbreviations.flatMap(
      ({ ingredients: one = [], meanings = [] }) => [...one, ...meanings.flat()],
    );
    expect([...new Set(named)].filter((name) => !isKnown(name))).toEqual([]);
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

  it('speak of salts, strengths and routes of known ingredients', () => {
    const named = [
      ...salts.matters.map(({ ingredient }) => ingredient),
      ...salts.strengths.map(({ ingredient }) => ingredient),
      ...directions.systemic.map(({ ingredient }) => ingredient),
    ];
    expect([...new Set(named)].filter((name) => ingredients.get(name) === undefined)).toEqual([]);
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
