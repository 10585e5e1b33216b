import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Answered, BASE, openFhir } from '../../../support/fhir/ask.js';

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/fhir/synthea');

type Json = Record<string, unknown>;

interface Bundle {
  readonly entry: readonly { readonly fullUrl: string; readonly resource: Json }[];
}

/** What must be the same: all but id and what the server says of the version. */
function content({ id: _, meta, ...rest }: Json): Json {
  const { versionId: _v, lastUpdated: _l, ...own } = (meta ?? {}) as Json;
  return { ...rest, meta: own };
}

/** The same tree with every text that names an entry naming its new place. */
function renamed(value: unknown, places: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return places.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, places));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, renamed(child, places)]),
  );
}

function placesOf(bundle: Bundle, answer: Answered): Map<string, string> {
  const located = answer.entry?.map(({ response }) =>
    (response?.location ?? '').replace(`${BASE}/`, '').replace('/_history/1', ''),
  );
  return new Map(bundle.entry.map(({ fullUrl }, at) => [fullUrl, located?.[at] ?? '']));
}

describe.skipIf(!existsSync(FOLDER))('bundles of synthetic patients (skipped without them)', () => {
  it('are read back as they were sent, with references to where things now are', async () => {
    const { ask } = openFhir(undefined, 1_000);
    const files = readdirSync(FOLDER).sort();
    expect(files.length).toBeGreaterThan(0);
    let resources = 0;
    for (const file of files) {
      const text = gunzipSync(readFileSync(join(FOLDER, file))).toString('utf8');
      const bundle = JSON.parse(text) as Bundle;
      const { status, body } = await ask('POST', '', { text });
      expect([status, body.issue]).toEqual([200, undefined]);
      const places = placesOf(bundle, body);
      expect(new Set(places.values()).size).toBe(bundle.entry.length);
      for (const { fullUrl, resource } of bundle.entry) {
        const read = await ask('GET', places.get(fullUrl) ?? '');
        expect(content(read.body)).toEqual(renamed(content(resource), places));
        resources += 1;
      }
      const patient = [...places.values()].find((place) => place.startsWith('Patient/'));
      const all = await ask('GET', `${patient}/$everything`);
      // Whoever is in the bundle belongs to its patient, or is referred to by what does.
      const found = all.body.entry?.map(({ resource: one }) => `${one?.resourceType}/${one?.id}`);
      expect(new Set(found).size).toBe(found?.length);
      expect([...places.values()].filter((place) => !found?.includes(place))).toEqual([]);
    }
    expect(resources).toBeGreaterThan(files.length);
  }, 60_000);
});
