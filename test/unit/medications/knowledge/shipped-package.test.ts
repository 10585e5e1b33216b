import { describe, expect, it } from 'vitest';
import { foldDrugName } from '../../../../src/medications/ingredients/ingredients.js';
import type { PairRule } from '../../../../src/medications/interactions/schema.js';
import { createClasses, readClassSelector } from '../../../../src/medications/knowledge/classes.js';
import { goldenFaults } from '../../../../src/medications/knowledge/golden.js';
import { createKnowledge } from '../../../../src/medications/knowledge/knowledge.js';
import { danglingReferences } from '../../../../src/medications/knowledge/references.js';
import { createSources } from '../../../../src/medications/knowledge/sources.js';
import type { Tables } from '../../../../src/medications/knowledge/tables.js';
import { weightOf } from '../../../../src/medications/severity.js';
import { shippedTables } from '../../../support/medication-tables.js';

const tables = await shippedTables();
const classes = createClasses(tables.classes);
const knowledge = createKnowledge({ id: 'medication-knowledge', version: '0.0.0' }, tables);

/** Every string of a table, by where it stands: places in a list are left out. */
function* wordsOf(
  value: unknown,
  place: string,
): Generator<readonly [place: string, word: string]> {
  if (typeof value === 'string') yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield* wordsOf(part, Array.isArray(value) ? place : `${place}.${key}`);
  }
}
// But for those that define what is referred to.
const { sources: _, ingredients: __, products: ___, ...using } = tables;
const words = Object.entries(using).flatMap(([name, table]) => [...wordsOf(table, name)]);
const used = new Set(words.map(([, word]) => word));
const doubled = (list: readonly string[]) => list.filter((one, at) => list.indexOf(one) !== at);

/** Tables of which a check puts the labels of the drugs that it found in the place of `label`. */
const TO_THE_LABEL: readonly (keyof Tables)[] = [
  'age',
  'conditions',
  'pregnancy',
  'lactation',
  'preconception',
];

const membersOf = (selectors: readonly string[], not: readonly string[] = []) => {
  const left = new Set(not.flatMap((one) => [...classes.membersOf(one)]));
  const all = selectors.flatMap((one) => [...classes.membersOf(one)]);
  return [...new Set(all)].filter((name) => !left.has(name)).sort();
};
const sidesOf = ({ a, b, not_a, not_b }: PairRule) =>
  [membersOf(a, not_a), membersOf(b, not_b)] as const;
const key = (x: string, y: string) => (x < y ? `${x} × ${y}` : `${y} × ${x}`);

describe('the shipped medication knowledge', () => {
  it('refers to nothing that is not there', () => {
    expect(danglingReferences(tables)).toEqual([]);
  });

  it('says what its golden cases tell', () => {
    expect(tables.golden.length).toBeGreaterThan(600);
    expect(goldenFaults(tables.golden, knowledge.interactions)).toEqual([]);
  });

  it('selects classes and weights that have members', () => {
    const selectors = [...used].filter((word) => readClassSelector(word) !== undefined);
    expect(selectors.length).toBeGreaterThan(200);
    expect(selectors.filter((one) => classes.membersOf(one).size === 0)).toEqual([]);
  });

  it('rests on sources that are defined, and asks for a label only where one is put in', () => {
    const sources = createSources(tables.sources);
    const cited = words.filter(([place]) => /\.sources?$/.test(place));
    expect(new Set(cited.map(([place]) => place.split('.')[0])).size).toBeGreaterThan(15);
    const isSource = (place: string, id: string) =>
      id === 'label'
        ? TO_THE_LABEL.some((name) => place.startsWith(`${name}.`))
        : sources.get(id) !== undefined;
    expect(cited.filter(([place, id]) => !isSource(place, id))).toEqual([]);
  });

  it('has every id once among those of its kind', () => {
    const ids = words.flatMap(([place, id]) => (place.endsWith('.id') ? [`${place} ${id}`] : []));
    expect(ids.length).toBeGreaterThan(3_000);
    expect(doubled(ids)).toEqual([]);
  });

  it('excepts only members that would be there without it', () => {
    const idle = (side: readonly string[], not: readonly string[] = []) =>
      not.filter((one) =>
        [...classes.membersOf(one)].every((name) =>
          side.every((selector) => !classes.matches(selector, name)),
        ),
      );
    const found = tables.pairs.flatMap(({ id, a, b, not_a, not_b }) =>
      [...idle(a, not_a), ...idle(b, not_b)].map((one) => `${id}: ${one}`),
    );
    expect(found).toEqual([]);
  });

  it('has no class that nothing uses', () => {
    const named = new Set([...used].flatMap((word) => readClassSelector(word)?.id ?? []));
    // Weighed by the check of the QT interval itself, or asked for by the sources `label`.
    const orphans = Object.keys(tables.classes).filter(
      (id) => !named.has(id) && !['qt', 'not_marketed_in_us'].includes(id),
    );
    expect(orphans).toEqual([]);
  });

  it('has no source that nothing rests on', () => {
    const orphans = Object.keys(tables.sources).filter((id) => !id.endsWith(':*') && !used.has(id));
    expect(orphans).toEqual([]);
  });

  it('has no rule whose sides are empty once its exceptions are taken off', () => {
    const empty = tables.pairs.filter((rule) => sidesOf(rule).some((side) => side.length === 0));
    expect(empty.map(({ id }) => id)).toEqual([]);
  });

  it('has no two rules for the same two sides, in either order, in one circumstance', () => {
    const seen = new Map<string, string>();
    const doubles: string[] = [];
    for (const rule of tables.pairs) {
      const [a, b] = sidesOf(rule)
        .map((side) => side.join())
        .sort();
      const { routes_a, routes_b, when, group } = rule;
      const whole = JSON.stringify([a, b, routes_a, routes_b, when, group ?? rule.mechanism]);
      const other = seen.get(whole);
      if (other !== undefined) doubles.push(`${other} and ${rule.id}`);
      seen.set(whole, rule.id);
    }
    expect(doubles).toEqual([]);
  });

  it('does not contradict itself where two rules name the same two drugs', () => {
    const named = new Map<string, PairRule[]>();
    for (const rule of tables.pairs) {
      const { a, b, not = [], when } = rule;
      if (when !== undefined) continue;
      const isNot = (x: string, y: string) =>
        not.some(([p, q]) => (p === x && q === y) || (p === y && q === x));
      for (const x of a.filter((one) => !one.startsWith('@'))) {
        for (const y of b.filter((one) => !one.startsWith('@') && one !== x && !isNot(x, one))) {
          named.set(key(x, y), [...(named.get(key(x, y)) ?? []), rule]);
        }
      }
    }
    const contradictions = [...named].filter(([, rules]) => {
      const weights = rules.map(({ severity }) => weightOf(severity));
      const sameThing = new Set(rules.map(({ group, id }) => group ?? id)).size < rules.length;
      return sameThing && Math.max(...weights) - Math.min(...weights) >= 2;
    });
    expect(contradictions.map(([pair, rules]) => `${pair}: ${rules.map(({ id }) => id)}`)).toEqual(
      [],
    );
  });

  it('forbids nothing that it calls compatible', () => {
    const forbidden = tables.pairs.filter(({ severity }) => severity === 'contraindicated');
    const clashes = tables.compatible.flatMap((one) =>
      forbidden.flatMap((rule) => {
        const meets = (x: string, y: string) => rule.a.includes(x) && rule.b.includes(y);
        const pair = one.a.flatMap((x) => one.b.map((y) => [x, y] as const));
        return pair.some(([x, y]) => meets(x, y) || meets(y, x)) ? [`${one.id}: ${rule.id}`] : [];
      }),
    );
    expect(clashes).toEqual([]);
  });

  it('never lets one folded name of a product mean another ingredient', () => {
    const ingredients = new Set(tables.ingredients.map(({ name }) => foldDrugName(name)));
    const clashes = tables.products.filter(
      ({ name, ingredients: parts }) =>
        ingredients.has(foldDrugName(name)) &&
        !parts.some((part) => foldDrugName(part) === foldDrugName(name)),
    );
    expect(clashes.map(({ name }) => name)).toEqual([]);
  });

  it('explains at least 25,000 pairs', () => {
    const names = tables.ingredients.map(({ name }) => name);
    const covered = new Set<string>();
    for (const rule of tables.pairs) {
      const [a, b] = sidesOf(rule);
      for (const x of a) for (const y of b) if (x !== y) covered.add(key(x, y));
    }
    expect(names.length).toBeGreaterThan(0);
    expect(covered.size).toBeGreaterThanOrEqual(25_000);
  });
});
