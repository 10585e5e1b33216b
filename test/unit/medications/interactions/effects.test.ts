import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../../../src/chart/variables/catalogue.js';
import type { Gate } from '../../../../src/medications/gate.js';
import { createSources } from '../../../../src/medications/knowledge/sources.js';
import { weightOf } from '../../../../src/medications/severity.js';
import { EVERYDAY, SERIOUS } from './golden.js';
import { patient, taken } from './made.js';
import {
  classes,
  classesRead,
  conditions,
  counts,
  ingredients,
  interactions,
  ownClasses,
  pairs,
  sourcesRead,
} from './tables.js';

const known = new Set(ingredients.map(({ name }) => name));

function heaviestOf(pair: string) {
  const list = pair.split('+').map((name) => name.trim());
  for (const name of list) if (!known.has(name)) throw new RangeError(`${name} is no ingredient`);
  const { findings } = interactions.check(
    list.map((name) => taken(name)),
    patient(),
  );
  return findings[0];
}

const split = (text: string) => text.split(';').map((pair) => pair.replace(/\s+/g, ' ').trim());

/** Conditions, variables and medicines of a circumstance that nothing else knows. */
function unknownIn(gate: Gate, variables: ReadonlySet<string>): string[] {
  if ('all' in gate) return gate.all.flatMap((one) => unknownIn(one, variables));
  if ('any' in gate) return gate.any.flatMap((one) => unknownIn(one, variables));
  if ('not' in gate) return unknownIn(gate.not, variables);
  if ('condition' in gate) return gate.condition.filter((id) => !conditions.has(id));
  if ('fact' in gate) return variables.has(gate.fact) ? [] : [gate.fact];
  if ('also' in gate) return gate.also.filter((one) => classes.membersOf(one).size === 0);
  return [];
}

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
  it('name ingredients that there are', () => {
    const strange = Object.entries(ownClasses).flatMap(([id, { members }]) =>
      Object.keys(members).flatMap((name) => (known.has(name) ? [] : [`${id}: ${name}`])),
    );
    expect(strange).toEqual([]);
  });

  it('mean something on both sides of every rule', () => {
    const empty = [
      ...pairs.flatMap(({ id, a, b, not_a = [], not_b = [] }) =>
        [...a, ...b, ...not_a, ...not_b].map((selector) => ({ id, selector })),
      ),
      ...counts.flatMap(({ id, count }) =>
        count.flatMap(({ of }) => of.map((selector) => ({ id, selector }))),
      ),
    ].filter(({ selector }) =>
      selector.startsWith('@') ? classes.membersOf(selector).size === 0 : !known.has(selector),
    );
    expect(empty).toEqual([]);
  });

  it('except members that would be there without it', () => {
    const idle = (side: readonly string[], not: readonly string[] = []) =>
      not.filter((one) =>
        [...classes.membersOf(one)].every((name) =>
          side.every((selector) => !classes.matches(selector, name)),
        ),
      );
    const found = pairs.flatMap(({ id, a, b, not_a, not_b }) =>
      [...idle(a, not_a), ...idle(b, not_b)].map((one) => `${id}: ${one}`),
    );
    expect(found).toEqual([]);
  });

  it('name circumstances that can be known', () => {
    const variables = new Set([...VARIABLES.map(({ name }) => name), 'crcl', 'hepatic_class']);
    const strange = [...pairs, ...counts].flatMap(({ id, when, raise = [] }) =>
      [when, ...raise.map((one) => one.when)].flatMap((gate) =>
        gate === undefined ? [] : unknownIn(gate, variables).map((name) => `${id}: ${name}`),
      ),
    );
    expect(strange).toEqual([]);
  });

  it('rest on sources that are defined', () => {
    const sources = createSources(sourcesRead);
    const cited = [...pairs, ...counts, ...Object.values(ownClasses)].flatMap((one) => one.sources);
    expect(cited.filter((id) => sources.get(id) === undefined)).toEqual([]);
  });

  it('say what a weight stands for', () => {
    const untold = Object.entries(ownClasses).flatMap(([id, { members, weights = {} }]) => {
      const used = new Set(Object.values(members));
      if (used.size === 1 && used.has(1)) return [];
      return [...used]
        .filter((weight) => weights[String(weight)] === undefined)
        .map((weight) => `${id} ${weight}`);
    });
    expect(untold).toEqual([]);
  });

  it('are of the size that they were reviewed at', () => {
    expect(Object.keys(classesRead).length).toBeGreaterThanOrEqual(300);
    expect(pairs.length).toBeGreaterThanOrEqual(380);
    expect(counts.length).toBeGreaterThanOrEqual(8);
  });
});
