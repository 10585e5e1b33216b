import { describe, expect, it } from 'vitest';
import { type Answered, BASE, openFhir } from '../../../support/fhir/ask.js';
import {
  contentOf,
  hasSharedExamples,
  NO_SHARED_EXAMPLES,
  renamed,
  synthesizedBundles,
  type TransactionBundle,
} from '../../../support/fhir/shared-examples.js';

function placesOf(bundle: TransactionBundle, answer: Answered): Map<string, string> {
  const located = answer.entry?.map(({ response }) =>
    (response?.location ?? '').replace(`${BASE}/`, '').replace('/_history/1', ''),
  );
  return new Map(bundle.entry.map(({ fullUrl }, at) => [fullUrl, located?.[at] ?? '']));
}

const why = hasSharedExamples ? '' : ` (skipped: ${NO_SHARED_EXAMPLES})`;

describe.skipIf(!hasSharedExamples)(`bundles of synthetic patients${why}`, () => {
  it('are read back as they were sent, with references to where things now are', async () => {
    const { ask } = openFhir(undefined, 1_000);
    const bundles = synthesizedBundles();
    expect(bundles.length).toBeGreaterThan(0);
    let resources = 0;
    for (const text of bundles) {
      const bundle = JSON.parse(text) as TransactionBundle;
      const { status, body } = await ask('POST', '', { text });
      expect([status, body.issue]).toEqual([200, undefined]);
      const places = placesOf(bundle, body);
      expect(new Set(places.values()).size).toBe(bundle.entry.length);
      for (const { fullUrl, resource } of bundle.entry) {
        const read = await ask('GET', places.get(fullUrl) ?? '');
        expect(contentOf(read.body)).toEqual(renamed(contentOf(resource), places));
        resources += 1;
      }
      const patient = [...places.values()].find((place) => place.startsWith('Patient/'));
      const all = await ask('GET', `${patient}/$everything`);
      // Whoever is in the bundle belongs to its patient, or is referred to by what does.
      const found = all.body.entry?.map(({ resource: one }) => `${one?.resourceType}/${one?.id}`);
      expect(new Set(found).size).toBe(found?.length);
      expect([...places.values()].filter((place) => !found?.includes(place))).toEqual([]);
    }
    expect(resources).toBeGreaterThan(bundles.length);
  });
});
