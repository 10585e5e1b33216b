/** The placeholder of omitted fields and list entries. */
export const LEFT_OUT = '…';

/** Entries that are kept of a list for which no number is given. */
const PLAIN_ENTRIES = 5;
const NESTED_ENTRIES = 1;

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [field: string]: Json;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Which part of a list is kept: its first entries, or those of which a field has one of some values. */
type Part = number | { readonly field: string; readonly values: readonly string[] };

interface Selection {
  part?: Part;
  /** No field named below it: all are kept. */
  readonly fields: Map<string, Selection>;
}

const STEP = /^([\w-]+)(?:\[(?:(\d+)|(\w+)=([^\]]+))\])?$/;

function readPart(count: string | undefined, field: string, value: string): Part | undefined {
  if (count !== undefined) return Number(count);
  return field === '' ? undefined : { field, values: value.split('|') };
}

/**
 * Paths as a tree: `a.b` is the field `b` of `a`, or of each entry that is kept of the list `a`;
 * `a[2]` the first two entries of `a`; `a[name=x|y]` those of which the field `name` is `x` or `y`.
 */
function readPaths(paths: readonly string[]): Selection {
  const root: Selection = { fields: new Map() };
  for (const path of paths) {
    let below = root;
    // Dots in brackets belong to a value.
    for (const step of path.split(/\.(?![^[]*\])/)) {
      const [, name, count, field = '', value = ''] = STEP.exec(step) ?? [];
      if (name === undefined) throw new Error(`show: ${path} is not a path`);
      const next: Selection = below.fields.get(name) ?? { fields: new Map() };
      const part = readPart(count, field, value);
      if (part !== undefined) next.part = part;
      below.fields.set(name, next);
      below = next;
    }
  }
  return root;
}

function entriesOf(list: readonly Json[], part: Part | undefined, path: string): readonly Json[] {
  if (typeof part === 'object') {
    return part.values.flatMap((value) => {
      const fitting = list.filter((entry) => isObject(entry) && entry[part.field] === value);
      if (fitting.length > 0) return fitting;
      throw new Error(`show: no entry of ${path} has "${part.field}": "${value}"`);
    });
  }
  const isNested = list.some((entry) => typeof entry === 'object' && entry !== null);
  return list.slice(0, part ?? (isNested ? NESTED_ENTRIES : PLAIN_ENTRIES));
}

function cut(value: Json, { part, fields }: Selection, path: string): Json {
  if (isList(value)) {
    const kept = entriesOf(value, part, path).map((entry) => cut(entry, { fields }, path));
    return kept.length < value.length ? [...kept, LEFT_OUT] : kept;
  }
  if (part !== undefined) throw new Error(`show: ${path} is not a list`);
  if (!isObject(value)) {
    if (fields.size > 0) throw new Error(`show: ${path} has no fields`);
    return value;
  }
  for (const name of fields.keys()) {
    if (!(name in value)) throw new Error(`show: the answer has no ${path}${path && '.'}${name}`);
  }
  const all = Object.entries(value);
  const kept = all.filter(([name]) => fields.size === 0 || fields.has(name));
  const shown = kept.map(([name, below]) => {
    const selection = fields.get(name) ?? { fields: new Map() };
    return [name, cut(below, selection, path === '' ? name : `${path}.${name}`)] as const;
  });
  const rest = kept.length < all.length ? [[LEFT_OUT, LEFT_OUT] as const] : [];
  return Object.fromEntries([...shown, ...rest]);
}

/**
 * An answer as short as a document shows it: the fields that `paths` name (all where it names none),
 * in the answer's order, and of each list its first five plain values or its first object. `…`
 * replaces what is left out. A path that does not exist is an error.
 */
export function shorten(answer: Json, paths: readonly string[]): Json {
  return cut(answer, readPaths(paths), '');
}
