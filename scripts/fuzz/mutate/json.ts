import type { Random } from '../../../src/core/random.js';
import { below, chance, pick } from '../pick.js';
import { HOSTILE_KEYS, HOSTILE_NUMBERS, HOSTILE_STRINGS, nested } from './hostile-values.js';

type Json = unknown;
type Path = readonly (string | number)[];

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets an own field, even one named `__proto__`, which an assignment would lose. */
function withField(record: Record<string, Json>, key: string, value: Json): Record<string, Json> {
  return Object.fromEntries([
    ...Object.entries(record).filter(([name]) => name !== key),
    [key, value],
  ]);
}

/** The path to every value of a tree, the root first. */
function* pathsOf(value: Json, path: Path = []): Generator<Path> {
  yield path;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* pathsOf(item, [...path, index]);
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) yield* pathsOf(item, [...path, key]);
  }
}

function at(value: Json, path: Path): Json {
  let found = value;
  for (const step of path) found = (found as Record<string | number, Json>)[step];
  return found;
}

/** The same tree with another value in one place. */
function replaced(value: Json, [step, ...rest]: Path, change: (old: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? replaced(item, rest, change) : item));
  }
  const record = value as Record<string, Json>;
  const key = String(step);
  return withField(record, key, replaced(record[key], rest, change));
}

export function nastyValue(random: Random): Json {
  const kind = below(random, 12);
  if (kind < 5) return pick(random, HOSTILE_STRINGS);
  if (kind < 8) return pick(random, HOSTILE_NUMBERS);
  if (kind === 8) return pick(random, [null, true, false]);
  if (kind === 9) return pick<Json>(random, [[], {}, [[]], [null], { a: {} }]);
  if (kind === 10) return nested(pick(random, [5, 60, 400]), chance(random, 0.5));
  return Array.from({ length: pick(random, [3, 60, 600]) }, () => pick(random, HOSTILE_NUMBERS));
}

function mutateText(random: Random, text: string): string {
  const where = below(random, text.length + 1);
  const kind = below(random, 6);
  if (kind === 0) return text.slice(0, where);
  if (kind === 1) return text.slice(0, where) + pick(random, HOSTILE_STRINGS) + text.slice(where);
  if (kind === 2) return text.toUpperCase();
  if (kind === 3) return `${text} `.repeat(pick(random, [2, 20])).slice(0, 20_000);
  if (kind === 4) return text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
  return [...text].reverse().join('');
}

function mutateNumber(random: Random, value: number): Json {
  const near = [value + 1, value - 1, -value, value * 1_000, value / 1_000, value + 0.5];
  return pick<Json>(random, [...near, String(value), [value], { value }]);
}

function mutateFields(random: Random, record: Record<string, Json>): Json {
  const keys = Object.keys(record);
  const key = keys.length === 0 ? undefined : pick(random, keys);
  const kind = below(random, 4);
  if (key === undefined || kind === 0) {
    return withField(record, pick(random, HOSTILE_KEYS), nastyValue(random));
  }
  const { [key]: value, ...rest } = record;
  if (kind === 1) return rest;
  if (kind === 2)
    return withField(rest, pick(random, [key.toUpperCase(), `${key}_`, `_${key}`]), value);
  return withField(record, key, record[pick(random, keys)]);
}

function mutateItems(random: Random, items: readonly Json[]): Json {
  if (items.length === 0) return [nastyValue(random)];
  const item = pick(random, items);
  const kind = below(random, 4);
  if (kind === 0) return items.filter((other) => other !== item);
  if (kind === 1)
    return [...items, ...Array.from({ length: pick(random, [1, 30, 600]) }, () => item)];
  if (kind === 2) return [...items].reverse();
  return { ...items };
}

/** A similar value with small differences. */
function near(random: Random, value: Json): Json {
  if (typeof value === 'string') return mutateText(random, value);
  if (typeof value === 'number') return mutateNumber(random, value);
  if (typeof value === 'boolean') return pick<Json>(random, [!value, String(value), Number(value)]);
  if (Array.isArray(value)) return mutateItems(random, value);
  return isRecord(value) ? mutateFields(random, value) : nastyValue(random);
}

/**
 * Changes one place of a JSON value.
 *
 * @param other another value, of which a part may be put in
 */
export function mutateJson(random: Random, value: Json, other: Json): Json {
  const paths = [...pathsOf(value)];
  const path = pick(random, paths);
  const kind = below(random, 10);
  if (kind < 6) return replaced(value, path, (old) => near(random, old));
  if (kind < 9) return replaced(value, path, () => nastyValue(random));
  return replaced(value, path, () => at(other, pick(random, [...pathsOf(other)])));
}
