import type { Issue } from '../../../../src/core/errors.js';
import { foldDrugName } from '../../../../src/medications/ingredients/ingredients.js';
import type { PairRule } from '../../../../src/medications/interactions/schema.js';
import {
  type Classes,
  createClasses,
  membersOfAll,
  readClassSelector,
} from '../../../../src/medications/knowledge/classes.js';
import { LABEL } from '../../../../src/medications/knowledge/labels.js';
import type { Tables } from '../../../../src/medications/knowledge/tables.js';
import { weightOf } from '../../../../src/medications/severity.js';

/** Tables of which a check puts the labels of the drugs that it found in the place of `label`. */
const TO_THE_LABEL: ReadonlySet<string> = new Set([
  'age',
  'conditions',
  'pregnancy',
  'lactation',
  'preconception',
]);
/** Classes that a check asks for by name, and no rule. */
const ASKED_FOR: ReadonlySet<string> = new Set(['qt', 'not_marketed_in_us']);
/** From so many steps of severity between them on, two rules of one pair contradict each other. */
const CONTRADICTION = 2;

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

const pairKey = (x: string, y: string) => (x < y ? `${x} × ${y}` : `${y} × ${x}`);
const ofRule = ({ id }: { readonly id: string }, issue: string): Issue => ({
  field: `pairs.${id}`,
  issue,
});

const sidesOf = (classes: Classes, { a, b, not_a, not_b }: PairRule) =>
  [membersOfAll(classes, a, not_a), membersOfAll(classes, b, not_b)].map((side) =>
    [...side].sort(),
  );

/** Rules of which a side has nobody, or an exception that excepts nobody. */
function idleSides({ pairs }: Tables, classes: Classes): Issue[] {
  const isIdle = (side: readonly string[], exception: string) =>
    [...classes.membersOf(exception)].every((name) =>
      side.every((selector) => !classes.matches(selector, name)),
    );
  return pairs.flatMap((rule) => {
    const { a, b, not_a = [], not_b = [] } = rule;
    const idle = [
      ...not_a.filter((one) => isIdle(a, one)),
      ...not_b.filter((one) => isIdle(b, one)),
    ];
    const empty = sidesOf(classes, rule).some((side) => side.length === 0);
    return [
      ...idle.map((one) => ofRule(rule, `excepts ${one}, which is not in it`)),
      ...(empty ? [ofRule(rule, 'has a side without any drug')] : []),
    ];
  });
}

/** Two rules for the same two sides, in either order, in one circumstance. */
function doubledRules({ pairs }: Tables, classes: Classes): Issue[] {
  const seen = new Map<string, string>();
  return pairs.flatMap((rule) => {
    const sides = sidesOf(classes, rule)
      .map((side) => side.join())
      .sort();
    const { routes_a, routes_b, when, group, mechanism, id } = rule;
    const whole = JSON.stringify([...sides, routes_a, routes_b, when, group ?? mechanism]);
    const other = seen.get(whole);
    seen.set(whole, id);
    return other === undefined ? [] : [ofRule(rule, `is about the same drugs as ${other}`)];
  });
}

/** Pairs of drugs that rules name one by one, and the rules without a circumstance that do. */
function rulesByPair({ pairs }: Tables): ReadonlyMap<string, readonly PairRule[]> {
  const named = new Map<string, PairRule[]>();
  const drugs = (side: readonly string[]) => side.filter((one) => !one.startsWith('@'));
  for (const rule of pairs.filter(({ when }) => when === undefined)) {
    const not = new Set((rule.not ?? []).map(([x, y]) => pairKey(x, y)));
    for (const x of drugs(rule.a)) {
      for (const y of drugs(rule.b)) {
        const key = pairKey(x, y);
        if (x !== y && !not.has(key)) named.set(key, [...(named.get(key) ?? []), rule]);
      }
    }
  }
  return named;
}

function contradictions(tables: Tables): Issue[] {
  return [...rulesByPair(tables)].flatMap(([pair, rules]) => {
    const weights = rules.map(({ severity }) => weightOf(severity));
    const ofOneThing = new Set(rules.map(({ group, id }) => group ?? id)).size < rules.length;
    const [first] = rules;
    if (first === undefined || !ofOneThing) return [];
    return Math.max(...weights) - Math.min(...weights) < CONTRADICTION
      ? []
      : [ofRule(first, `contradicts ${rules.slice(1).map(({ id }) => id)} on ${pair}`)];
  });
}

/** What is forbidden by one rule and called compatible by another. */
function forbiddenCompatible({ pairs, compatible }: Tables): Issue[] {
  const forbidden = pairs.filter(({ severity }) => severity === 'contraindicated');
  return compatible.flatMap(({ id, a, b }) =>
    forbidden.flatMap((rule) => {
      const meets = a.some((x) =>
        b.some(
          (y) =>
            (rule.a.includes(x) && rule.b.includes(y)) ||
            (rule.a.includes(y) && rule.b.includes(x)),
        ),
      );
      return meets ? [ofRule(rule, `forbids what ${id} calls compatible`)] : [];
    }),
  );
}

/** Ids that stand twice in a table, however deep; classes and sources that nothing uses. */
function strayIds(tables: Tables, classes: Classes): Issue[] {
  const { sources, ingredients, products, ...using } = tables;
  const words = Object.entries(using).flatMap(([name, table]) => [...wordsOf(table, name)]);
  const used = new Set(words.map(([, word]) => word));
  const selectors = [...used].flatMap((word) => readClassSelector(word)?.id ?? []);
  const named = new Set([...selectors, ...ASKED_FOR]);
  const seen = new Set<string>();
  const doubled = words.flatMap(([place, id]) => {
    if (!place.endsWith('.id')) return [];
    const key = `${place} ${id}`;
    const twice = seen.has(key);
    seen.add(key);
    return twice ? [{ field: `${place.split('.')[0]}.${id}`, issue: 'is doubled' }] : [];
  });
  const labels = words.filter(
    ([place, word]) =>
      word === LABEL && /\.sources?$/.test(place) && !TO_THE_LABEL.has(place.split('.')[0] ?? ''),
  );
  return [
    ...doubled,
    ...[...used]
      .filter((one) => readClassSelector(one) !== undefined && classes.membersOf(one).size === 0)
      .map((one) => ({ field: `classes.${one}`, issue: 'has no member' })),
    ...Object.keys(tables.classes)
      .filter((id) => !named.has(id))
      .map((id) => ({ field: `classes.${id}`, issue: 'is used by nothing' })),
    ...Object.keys(sources)
      .filter((id) => !id.endsWith(':*') && !used.has(id))
      .map((id) => ({ field: `sources.${id}`, issue: 'is the source of nothing' })),
    ...labels.map(([place]) => ({ field: place, issue: `${LABEL} is no source of this table` })),
  ];
}

/** Products with the name of another ingredient. */
function misnamedProducts({ ingredients, products }: Tables): Issue[] {
  const known = new Set(ingredients.map(({ name }) => foldDrugName(name)));
  return products
    .filter(
      ({ name, ingredients: parts }) =>
        known.has(foldDrugName(name)) &&
        !parts.some((part) => foldDrugName(part) === foldDrugName(name)),
    )
    .map(({ name }) => ({ field: `products.${name}`, issue: 'is the name of another ingredient' }));
}

/**
 * What no schema sees of drug knowledge whose references all lead somewhere: rules that can never hold, that
 * say a thing twice or contradict each other, and what nothing uses.
 */
export function checkMeaning(tables: Tables): Issue[] {
  const classes = createClasses(tables.classes);
  return [
    ...idleSides(tables, classes),
    ...doubledRules(tables, classes),
    ...contradictions(tables),
    ...forbiddenCompatible(tables),
    ...strayIds(tables, classes),
    ...misnamedProducts(tables),
  ];
}
