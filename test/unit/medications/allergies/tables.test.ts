import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { duplicatesTable } from '../../../../src/medications/duplicates/schema.js';
import { foldDrugName } from '../../../../src/medications/ingredients/ingredients.js';
import { readClassSelector } from '../../../../src/medications/knowledge/classes.js';
import { sourcesTable } from '../../../../src/medications/knowledge/schema.js';
import { qtTable } from '../../../../src/medications/qt/schema.js';
import { allergyTable, classTable, ingredientRows, ROOT, readJson } from './knowledge.js';

const duplicates = duplicatesTable.parse(readJson('duplicates.json'));
const qt = qtTable.parse(readJson('qt.json'));
const names = new Set(ingredientRows.map(({ name }) => name));
const substances = new Set(allergyTable.substances.map(({ id }) => id));

function isKnown(selector: string): boolean {
  if (selector === '*') return true;
  if (selector.startsWith('#')) return substances.has(selector.slice(1));
  if (!selector.startsWith('@')) return names.has(selector);
  const id = readClassSelector(selector)?.id;
  return id !== undefined && Object.hasOwn(classTable, id);
}

const unknown = (selectors: readonly string[]) => selectors.filter((one) => !isKnown(one));

describe('the tables', () => {
  it('select what there is', () => {
    const ofRules = allergyTable.rules.flatMap(({ from, to, not_to = [] }) => [
      ...from,
      ...(to === 'same' ? [] : to),
      ...not_to,
    ]);
    expect(unknown(ofRules)).toEqual([]);
    expect(unknown(allergyTable.substances.flatMap(({ drugs = [] }) => drugs))).toEqual([]);
    const ofPairs = duplicates.flatMap(({ of, exceptions = [] }) => [
      ...of,
      ...exceptions.flatMap(({ between = [] }) => between.flat()),
    ]);
    expect(unknown(ofPairs)).toEqual([]);
    expect(unknown([...qt.drugs, ...qt.score.of, ...qt.rules.flatMap(({ of }) => of)])).toEqual([]);
  });

  it('have each id once', () => {
    for (const ids of [
      allergyTable.rules.map(({ id }) => id),
      allergyTable.substances.map(({ id }) => id),
      duplicates.map(({ id }) => id),
      qt.rules.map(({ id }) => id),
    ]) {
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('name a substance and a reaction in one way each', () => {
    const said = allergyTable.substances.flatMap((one) => [
      ...new Set(one.names.map(foldDrugName)),
    ]);
    expect(said.filter((name, at) => said.indexOf(name) !== at)).toEqual([]);
    const words = allergyTable.reactions.flatMap((one) => [
      ...new Set(one.words.filter((word) => !/[A-Z]/.test(word)).map(foldDrugName)),
    ]);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  it('rest on sources that are defined', () => {
    const files = readdirSync(join(ROOT, 'sources')).filter((name) => name.endsWith('.json'));
    const known = new Set(
      files.flatMap((name) => Object.keys(sourcesTable.parse(readJson(`sources/${name}`)))),
    );
    const used = [...allergyTable.rules, ...duplicates, ...qt.rules].flatMap((one) => one.sources);
    const missing = used.filter((id) => !known.has(id) && !known.has(`${id.split(':')[0]}:*`));
    expect([...new Set(missing)]).toEqual([]);
  });
});
