/** The file parts of a form. */
export interface FormFile {
  readonly filename: string;
  readonly bytes: Buffer;
}

export type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'form';
      readonly fields: readonly (readonly [name: string, value: string | FormFile])[];
    };

/** A request as separate parts, before it is encoded. */
export interface Draft {
  /** The operation that it is made for, as reports name it. */
  readonly name: string;
  readonly method: string;
  /** Below the prefix, without the query: `/fhir/Patient`. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Content;
}

/** A request as it is sent; none of it needs to be valid. */
export interface WireRequest {
  readonly name: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** To be written byte by byte, because no client library would send it. */
  readonly raw: boolean;
}

const NO_QUERY: Draft['query'] = [];

export const draft = (
  name: string,
  method: string,
  path: string,
  more: Partial<Pick<Draft, 'query' | 'headers' | 'content'>> = {},
): Draft => ({
  name,
  method,
  path,
  query: NO_QUERY,
  headers: {},
  content: { kind: 'none' },
  ...more,
});
