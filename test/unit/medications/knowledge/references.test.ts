import { describe, expect, it } from 'vitest';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { coveredIngredients } from '../../../../src/medications/knowledge/coverage.js';
import { danglingReferences } from '../../../../src/medications/knowledge/references.js';
import type { Tables } from '../../../../src/medications/knowledge/tables.js';
import { shippedTables } from '../../../support/medication-tables.js';

const tables = await shippedTables();
const [pair] = tables.pairs;

/** The shipped tables with one more rule. */
const withRule = (changes: Partial<Tables['pairs'][number]>): Tables => ({
  ...tables,
  pairs: [...tables.pairs, { ...pair!, id: 'test.rule', ...changes }],
});
const faultsOf = (changes: Partial<Tables['pairs'][number]>) =>
  danglingReferences(withRule(changes));

describe('what a table refers to', () => {
  it('is there in the shipped package', () => {
    expect(danglingReferences(withRule({}))).toEqual([]);
  });

  it.each<[string, Partial<Tables['pairs'][number]>, string]>([
    ['an ingredient', { a: ['warfarine'] }, 'ingredient warfarine is not known'],
    ['a class', { b: ['@no_such_class>=2'] }, 'class @no_such_class>=2 is not known'],
    ['what it does not mean', { not_b: ['aspirine'] }, 'ingredient aspirine is not known'],
    ['a source', { sources: ['nobody-2020'] }, 'source nobody-2020 is not defined'],
    ['a condition', { when: { condition: ['no-such'] } }, 'condition no-such is not known'],
    [
      'a number',
      { when: { fact: 'kidneys', unit: '1', below: 2 } },
      'the number kidneys is not known',
    ],
    [
      'a number in another unit',
      { raise: [{ when: { fact: 'potassium', unit: 'mg/dL', from: 5 }, severity: 'major' }] },
      'potassium is in mmol/L and not in mg/dL',
    ],
    [
      'a drug in a circumstance in a circumstance',
      { when: { all: [{ not: { also: ['furosemidee'] } }] } },
      'ingredient furosemidee is not known',
    ],
  ])('is missed where %s is not there', (_what, changes, issue) => {
    expect(faultsOf(changes)).toEqual([{ field: 'pairs.test.rule', issue }]);
  });

  it('is looked for among the members of classes and the keys of roles too', () => {
    const classes = {
      ...tables.classes,
      made_up: { title: 'Made up', members: { nonesuch: 1 }, sources: ['fda:x'] },
    };
    const metabolism = { ...tables.metabolism, nonesuch: { sources: ['fda:x'] } };
    expect(
      danglingReferences({ ...tables, classes, metabolism }).map(({ field }) => field),
    ).toEqual(['metabolism.nonesuch', 'classes.made_up']);
  });
});

describe('drugs of which something is known beside others', () => {
  const covered = coveredIngredients(tables, createClasses(tables.classes));

  it.each(['warfarin', 'acetaminophen', 'mesna', 'dalbavancin', 'tazobactam', 'insulin glargine'])(
    'are such as %s',
    (name) => expect(covered.has(name)).toBe(true),
  );

  it('are not all', () => {
    expect(covered.has('zeranol')).toBe(false);
    expect(covered.size).toBeLessThan(tables.ingredients.length);
  });
});
