import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Resource } from '../../../src/fhir/resource.js';

export const SHARED_EXAMPLES = join(import.meta.dirname, '../../../../shared/data/fhir');

export const hasSharedExamples = existsSync(SHARED_EXAMPLES);
export const NO_SHARED_EXAMPLES = 'the shared FHIR examples are not here';

interface TransactionBundle {
  readonly entry: readonly { readonly fullUrl: string; readonly resource: Resource }[];
}

/** The examples of US Core, a file a resource. */
export function usCoreExamples(): readonly Resource[] {
  const folder = join(SHARED_EXAMPLES, 'us-core-examples');
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Resource);
}

/** Resources of the synthetic patients' bundles; what refers to `urn:uuid:…` names the type then. */
export function synthesizedResources(): readonly Resource[] {
  const folder = join(SHARED_EXAMPLES, 'synthea');
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const text = gunzipSync(readFileSync(join(folder, file))).toString('utf8');
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
