export type Prefix = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le' | 'sa' | 'eb' | 'ap';

const PREFIXES: ReadonlySet<string> = new Set<Prefix>([
  ...(['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb', 'ap'] as const),
]);

const isPrefix = (text: string): text is Prefix => PREFIXES.has(text);

export interface PrefixedValue {
  readonly prefix: Prefix;
  readonly rest: string;
}

/** Splits `ge2024-01-01` into its prefix and the rest; `eq` where there is no prefix. */
export function splitPrefix(text: string): PrefixedValue {
  const start = text.slice(0, 2);
  return isPrefix(start) ? { prefix: start, rest: text.slice(2) } : { prefix: 'eq', rest: text };
}
