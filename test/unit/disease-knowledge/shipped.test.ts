import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTables } from '../../../scripts/disease-knowledge/build.js';
import { checkMeaning } from '../../../scripts/disease-knowledge/check-meaning.js';
import { createFindingTree } from '../../../src/analyze/knowledge/finding-tree.js';
import { DISEASE_TABLES, type DiseaseTables } from '../../../src/analyze/knowledge/schema.js';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'models', 'disease-knowledge');
const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
const NAMES = Object.keys(DISEASE_TABLES) as (keyof DiseaseTables)[];
const shipped = Object.fromEntries(
  NAMES.map((name) => [name, DISEASE_TABLES[name].parse(read(name))]),
) as unknown as DiseaseTables;

describe('the tables that ship', () => {
  const { tables, faults, places } = readTables();

  it('are of facts without a fault', () => {
    expect([...faults, ...checkMeaning(tables, places)]).toEqual([]);
  });

  it.each(NAMES)('have %s as the facts say', (name) => {
    const rows = Object.entries(tables[name]);
    const told = new Map(
      Object.entries(shipped[name]).map(([key, row]) => [key, JSON.stringify(row)]),
    );
    const other = rows.filter(([key, row]) => told.get(key) !== JSON.stringify(row));
    expect(other.slice(0, 3)).toEqual([]);
    expect(told.size).toBe(rows.length);
  });

  it('name every finding, rule, presentation and limit that an answer rests on', () => {
    expect(shipped.diseases.length).toBeGreaterThanOrEqual(400);
    expect(shipped.rules.length).toBeGreaterThanOrEqual(150);
    expect(shipped.presentations.length).toBeGreaterThanOrEqual(80);
    expect(shipped.ranges.length).toBeGreaterThanOrEqual(100);
    expect(() => createFindingTree(shipped.findings)).not.toThrow();
  });
});

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('every disease', () => {
  const { diseases } = shipped;

  it('has a source with a name', () => {
    expect(
      ids(diseases.filter(({ sources }) => !sources.some(({ name }) => name.length > 3))),
    ).toEqual([]);
  });

  it('has a code of ICD-10', () => {
    const strange = diseases.filter(
      ({ icd10 }) => !/^[A-Z]\d[\dA-Z](?:\.[\dA-Z]{1,4})?$/.test(icd10),
    );
    expect(strange.map(({ id, icd10 }) => `${id} ${icd10}`)).toEqual([]);
  });

  it('that is deadly is seen now or the same day', () => {
    const slow = diseases.filter(
      ({ danger, care }) => danger === 'deadly' && !['now', 'today'].includes(care),
    );
    expect(ids(slow)).toEqual([]);
  });

  it('that is serious is no matter of self-care', () => {
    const left = diseases.filter(({ danger, care }) => danger === 'serious' && care === 'self');
    expect(ids(left)).toEqual([]);
  });

  it('that is dangerous says what tests or excludes it', () => {
    const blind = diseases.filter(
      ({ danger, tests = [], excluded_by }) =>
        ['deadly', 'serious'].includes(danger) && tests.length === 0 && excluded_by === undefined,
    );
    expect(ids(blind)).toEqual([]);
  });

  it('has findings that tell it from anybody', () => {
    const leaks = new Map(shipped.findings.map(({ id, leak }) => [id, leak]));
    const dull = diseases.filter(
      ({ find }) => !Object.entries(find).some(([id, share]) => share > 2 * (leaks.get(id) ?? 1)),
    );
    expect(ids(dull)).toEqual([]);
  });

  it('is known by one name alone', () => {
    expect(new Set(diseases.map(({ name }) => name.toLowerCase())).size).toBe(diseases.length);
  });
});

describe('identifiers of papers', () => {
  it('have the form of a DOI', () => {
    const all = [
      ...shipped.diseases,
      ...shipped.rules,
      ...shipped.presentations,
      ...shipped.ranges,
    ];
    const strange = all
      .flatMap(({ sources }) => sources)
      .filter(({ doi }) => doi !== undefined && !/^10\.\d{4,9}\/[^\s;,]+$/.test(doi));
    expect(strange).toEqual([]);
  });
});
