import type { Random } from '../../src/core/random.js';
import { nastyValue } from './mutate/json.js';
import { below, chance, pick } from './pick.js';

/** As much of JSON Schema as the product's own document uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

const DEEPEST = 6;
const WORDS = [
  'chest pain',
  'no fever',
  'M',
  'F',
  'warfarin',
  'penicillin',
  '120/80',
  'en-US',
  'CR',
  'mg',
  'chest_xray',
  'news2',
  'general',
  'comprehensive',
  '2026-01-31',
  'Patient/1',
  'mmol/L',
  'a',
];

function numberOf(random: Random, { type, minimum = 0, maximum = 200 }: Schema): number {
  const [low, high] = [Math.max(minimum, -1e6), Math.min(maximum, 1e6)];
  const edge = below(random, 8);
  if (edge === 0) return low;
  if (edge === 1) return high;
  const value = low + random() * (high - low);
  return type === 'integer' ? Math.round(value) : Math.round(value * 10) / 10;
}

function objectOf(random: Random, schema: Schema, depth: number): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const given = Object.entries(properties).filter(
    ([name]) => required.includes(name) || chance(random, 0.5),
  );
  const made = given.map(([name, of]) => [name, valueFor(random, of, depth + 1)] as const);
  const more =
    typeof additionalProperties === 'object'
      ? Array.from({ length: below(random, 4) }, () => {
          return [pick(random, WORDS), valueFor(random, additionalProperties, depth + 1)] as const;
        })
      : [];
  return Object.fromEntries([...made, ...more]);
}

/** A value that the schema takes, or nearly: patterns and lengths are not looked at. */
export function valueFor(random: Random, schema: Schema, depth = 0): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return pick(random, schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return valueFor(random, pick(random, options), depth);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => valueFor(random, part, depth)));
  }
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type;
  if (depth > DEEPEST) return null;
  if (type === 'object') return objectOf(random, schema, depth);
  if (type === 'array') {
    const { items = {} } = schema;
    return Array.from({ length: below(random, 4) }, () => valueFor(random, items, depth + 1));
  }
  if (type === 'number' || type === 'integer') return numberOf(random, { ...schema, type });
  if (type === 'boolean') return chance(random, 0.5);
  if (type === 'null') return null;
  if (type === 'string') return pick(random, WORDS);
  return nastyValue(random);
}
