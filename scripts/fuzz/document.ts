import type { Schema } from './from-schema.js';

interface Media {
  readonly schema?: Schema;
}

export interface DescribedOperation {
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >;
}

type PathItem = Readonly<Record<string, DescribedOperation>>;

/** What the daemon says of itself at `/openapi.json`. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, PathItem>>;
}

export interface Place {
  readonly template: string;
  readonly method: string;
  readonly operation: DescribedOperation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function placesOf({ paths }: OpenApi): Place[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ template, method, operation }];
    }),
  );
}

/** Paths without prefix answer at the top; all others below it. */
export const isTopPath = (path: string): boolean =>
  isOpenPath(path) || path.startsWith('/console/api/');

/** What everybody may ask, and what never says anything of what was sent. */
export const isOpenPath = (path: string): boolean => /^\/(healthz|readyz|metrics)$/.test(path);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Finds the path template of a request, the most exact first. */
export function createFinder(places: readonly Place[]) {
  const templates = [...new Set(places.map(({ template }) => template))]
    .map((template) => {
      const parts = template.split(/\{\w+\}/).map(escaped);
      const prefix = isTopPath(template) ? '' : '(?:/api)?/v1';
      const slash = template.startsWith('/fhir') ? '/?' : '';
      return {
        template,
        test: new RegExp(`^${prefix}${parts.join('[^/]+')}${slash}$`),
        open: parts.length,
      };
    })
    .sort((a, b) => a.open - b.open);
  return (path: string): { template?: string; at(method: string): Place | undefined } => {
    const template = templates.find(({ test }) => test.test(path))?.template;
    return {
      ...(template !== undefined && { template }),
      at: (method) =>
        places.find((place) => place.template === template && place.method === method),
    };
  };
}
