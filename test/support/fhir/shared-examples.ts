import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Resource } from '../../../src/fhir/resource.js';

const SHARED_EXAMPLES = join(import.meta.dirname, '../../../../shared/data/fhir');

export const hasSharedExamples = existsSync(SHARED_EXAMPLES);
export const NO_SHARED_EXAMPLES = 'the shared FHIR examples are not here';

export interface TransactionBundle {
  readonly entry: readonly { readonly fullUrl: string; readonly resource: Resource }[];
}

/** The examples of US Core, a file a resource. */
export function usCoreExamples(): readonly Resource[] {
  const folder = join(SHARED_EXAMPLES, 'us-core-examples');
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Resource);
}

/** The text of the synthetic patients' bundles, a transaction a patient. */
export function synthesizedBundles(): readonly string[] {
  const folder = join(SHARED_EXAMPLES, 'synthea');
  return readdirSync(folder)
    .sort()
    .map((file) => gunzipSync(readFileSync(join(folder, file))).toString('utf8'));
}

/** What must be the same when it is read back: all but id and what the server says of the version. */
export function contentOf({ id: _, meta, ...rest }: Readonly<Record<string, unknown>>) {
  const { versionId: _v, lastUpdated: _l, ...own } = (meta ?? {}) as Record<string, unknown>;
  return { ...rest, meta: own };
}

/** The same tree with every text that names an entry naming its new place. */
export function renamed(value: unknown, places: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return places.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, places));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, renamed(child, places)]),
  );
}

/** Resources of the synthetic patients' bundles; what refers to `urn:uuid:…` names the type then. */
export function synthesizedResources(): readonly Resource[] {
  return synthesizedBundles().flatMap((text) => {
    const { entry } = JSON.parse(text) as TransactionBundle;
    const places = new Map(
      entry.map(({ fullUrl, resource }) => [fullUrl, `${resource.resourceType}/${resource.id}`]),
    );
    const local = text.replace(/"(urn:uuid:[0-9a-f-]+)"/g, (quoted, url: string) =>
      places.has(url) ? JSON.stringify(places.get(url)) : quoted,
    );
    return (JSON.parse(local) as TransactionBundle).entry.map(({ resource }) => resource);
  });
}
