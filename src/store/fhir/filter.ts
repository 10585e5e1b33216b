import type { RowKind } from './rows.js';

export interface Bound {
  readonly at: number;
  /** The bound itself is outside. */
  readonly open?: true;
}

export interface Span {
  readonly min?: Bound;
  readonly max?: Bound;
}

/** Limits on both ends of a row's range; all given limits must hold. */
export interface RangeLimits {
  readonly low?: Span;
  readonly high?: Span;
}

/** The condition of a search, independent of SQL. `parameter` as in the index rows. */
export type Filter =
  | { readonly kind: 'id'; readonly any: readonly string[] }
  | { readonly kind: 'updated'; readonly any: readonly RangeLimits[] }
  | { readonly kind: 'token'; readonly parameter: string; readonly any: readonly TokenMatch[] }
  | {
      readonly kind: 'string';
      readonly parameter: string;
      readonly match: 'starts' | 'contains' | 'exact';
      /** Folded, but for `exact`. */
      readonly any: readonly string[];
    }
  | {
      readonly kind: 'reference';
      readonly parameter: string;
      /** Without a type: any type, of a local resource. */
      readonly any: readonly { readonly type?: string; readonly target: string }[];
    }
  | { readonly kind: 'date'; readonly parameter: string; readonly any: readonly RangeLimits[] }
  | {
      readonly kind: 'number';
      readonly parameter: string;
      readonly any: readonly { readonly unit: string; readonly box: RangeLimits }[];
    }
  /** A parameter has a value at all; `:missing=true` is `not` of it. */
  | { readonly kind: 'present'; readonly parameter: string; readonly in: readonly RowKind[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Filter[] }
  /** Refers by `parameter` to a resource of `type` that meets `of`. */
  | {
      readonly kind: 'chain';
      readonly parameter: string;
      readonly type: string;
      readonly of: Filter;
    }
  /** A resource of `type` that meets `of` refers to it by `parameter`. */
  | { readonly kind: 'has'; readonly type: string; readonly parameter: string; readonly of: Filter }
  /** Composite values: narrowed by `of`, then tested on the text of the resource. */
  | { readonly kind: 'same-element'; readonly test: (body: string) => boolean; readonly of: Filter }
  | { readonly kind: 'nothing' };

export interface TokenMatch {
  /** Absent: any system; '': none. */
  readonly system?: string;
  /** Absent: any code. */
  readonly code?: string;
  /** `code` is the beginning of a URI. */
  readonly below?: true;
}

export interface Order {
  readonly by: 'id' | 'updated' | { readonly parameter: string; readonly in: RowKind };
  readonly descending: boolean;
}

/** The end of a page: a value for each order, then the row itself. */
export type PageKey = readonly (string | number | null)[];

export interface StoreQuery {
  readonly type: string;
  readonly where: Filter;
  /** At most three; ties are ordered by row. Without any, ascending by row. */
  readonly order: readonly Order[];
  readonly after?: PageKey;
  readonly limit: number;
  readonly total: 'none' | 'accurate';
}
