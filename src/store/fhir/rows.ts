/**
 * The index rows of one version of a resource. Parameters are written `Observation?code`, and their
 * side rows `Observation?code:text`, `Observation?subject:identifier`,
 * `Patient?identifier:of-type`; `Observation?code:present` (tokens) marks a value that has no row.
 * The store interns these texts.
 */
export interface IndexRows {
  readonly tokens: readonly TokenRow[];
  readonly strings: readonly StringRow[];
  readonly references: readonly ReferenceRow[];
  readonly dates: readonly DateRow[];
  readonly numbers: readonly NumberRow[];
}

export type RowKind = keyof IndexRows;

export interface TokenRow {
  readonly parameter: string;
  /** '' where the value names none; always '' for a uri. */
  readonly system: string;
  readonly code: string;
}

export interface StringRow {
  readonly parameter: string;
  /** Without marks, in lower case. */
  readonly folded: string;
  /** '' for a later word or a phonetic code of a name: a search finds it, but `:exact` and sorting do not. */
  readonly value: string;
}

export interface ReferenceRow {
  readonly parameter: string;
  /** Type of a local target; '' where `target` is an external absolute URL. */
  readonly type: string;
  readonly target: string;
}

/** Milliseconds since 1970, both ends inclusive; an open end is ∓8e15. */
export interface DateRow {
  readonly parameter: string;
  readonly low: number;
  readonly high: number;
}

export interface NumberRow {
  readonly parameter: string;
  /** '' as written, `g.m-3` canonical UCUM, `system|code` any other code, `|mg` the unit as displayed. */
  readonly unit: string;
  /** An open end is ∓Number.MAX_VALUE. */
  readonly low: number;
  readonly high: number;
}
