import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefinitions } from '../../src/fhir/definitions/open.js';
import type { Resource } from '../../src/fhir/resource.js';
import {
  type Answered,
  type FhirDaemon,
  inTurns,
  startFhirDaemon,
  type Told,
} from '../support/fhir/daemon.js';
import { createSearchedValues } from '../support/fhir/searched-values.js';
import {
  contentOf,
  hasSharedExamples,
  NO_SHARED_EXAMPLES,
  renamed,
  synthesizedBundles,
  type TransactionBundle,
  usCoreExamples,
} from '../support/fhir/shared-examples.js';

const CLIENTS = 8;
/** Of the synthetic patients' resources one of so many in a bundle is searched for. */
const EACH = 10;

/** What is searched for, by its place, `Patient/1`, as it was read back. */
const sample = new Map<string, Resource>();

const definitions = openDefinitions();
let box: FhirDaemon;
beforeAll(async () => {
  if (hasSharedExamples) box = await startFhirDaemon(CLIENTS);
});
afterAll(() => box?.stop());

async function readBack(place: string): Promise<Resource> {
  const { status, body } = await box.ask('GET', `/${place}`);
  expect([place, status]).toEqual([place, 200]);
  return body;
}

const placeOf = (location: string) =>
  location.replace(`${box.base}/`, '').replace(/\/_history\/1$/, '');

/** Pages and all: what a search gives, as `Patient/1`. */
async function found(search: string): Promise<Set<string>> {
  const places = new Set<string>();
  const most = `${search.includes('?') ? '&' : '?'}_elements=id&_count=1000`;
  for (let path: string | undefined = `/${search}${most}`; path !== undefined; ) {
    const { status, body, text }: Told = await box.ask('GET', path, undefined, {
      prefer: 'handling=strict',
    });
    expect(`${search} ${status} ${status === 200 ? '' : text}`).toBe(`${search} 200 `);
    for (const { resource } of body.entry ?? []) {
      places.add(`${resource.resourceType}/${resource.id}`);
    }
    const next = body.link.find(({ relation }: Answered) => relation === 'next');
    path = next?.url.slice(box.base.length);
  }
  return places;
}

/** `Patient?gender=female` → all in the sample that must be found by it, by an oracle. */
function searchesFor(resources: ReadonlyMap<string, Resource>): Map<string, Set<string>> {
  const valuesOf = createSearchedValues(definitions);
  const searches = new Map<string, Set<string>>();
  for (const [place, resource] of resources) {
    for (const { parameter, value } of valuesOf(resource)) {
      const search = `${parameter.base}?${parameter.code}=${encodeURIComponent(value)}`;
      searches.set(search, (searches.get(search) ?? new Set()).add(place));
    }
  }
  return searches;
}

/** Whether a search must find nothing but what carries the very value: no range, no beginning. */
function isExact(search: string): boolean {
  const [type = '', code = ''] = search.split(/[?=]/);
  const parameter = definitions.parameter(type, code);
  const isWhole = ['token', 'reference', 'uri'].includes(parameter?.type ?? '');
  return isWhole && !search.endsWith('%7C');
}

describe.skipIf(!hasSharedExamples)(
  `published examples over HTTPS${hasSharedExamples ? '' : ` (skipped: ${NO_SHARED_EXAMPLES})`}`,
  () => {
    const examples = hasSharedExamples ? usCoreExamples() : [];
    const places = examples.map(({ resourceType, id }) => `${resourceType}/${id}`);

    it('of US Core are taken under their ids and read back equal', async () => {
      expect(examples).toHaveLength(230);
      const made = await inTurns(examples, CLIENTS, (one, at) =>
        box.ask('PUT', `/${places[at]}`, one),
      );
      expect(made.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([]);
      const read = await inTurns(places, CLIENTS, readBack);
      expect(read.map(contentOf)).toEqual(examples.map(contentOf));
      for (const [at, resource] of read.entries()) sample.set(places[at]!, resource);
    });

    it('of synthetic patients are taken as transactions and read back equal', async () => {
      const bundles = synthesizedBundles();
      expect(bundles).toHaveLength(24);
      let resources = 0;
      const changed = await inTurns(bundles, 4, async (text) => {
        const { entry } = JSON.parse(text) as TransactionBundle;
        const { status, body } = await box.ask('POST', '', text);
        expect([status, body.issue]).toEqual([200, undefined]);
        const located: string[] = body.entry.map(({ response }: Answered) =>
          placeOf(response.location),
        );
        const news = new Map(entry.map(({ fullUrl }, at) => [fullUrl, located[at] ?? '']));
        expect(new Set(news.values()).size).toBe(entry.length);
        const read = await inTurns(located, 2, readBack);
        resources += read.length;
        for (let at = 0; at < read.length; at += EACH) sample.set(located[at]!, read[at]!);
        return entry.filter(({ resource }, at) => {
          const want = JSON.stringify(renamed(contentOf(resource), news));
          return JSON.stringify(contentOf(read[at]!)) !== want;
        });
      });
      expect(changed.flat()).toEqual([]);
      expect(resources).toBe(4_965);
    });

    it('are found by every search parameter that they carry (synthetic: every tenth one)', async () => {
      const searches = searchesFor(sample);
      let exact = 0;
      const faults = await inTurns([...searches], CLIENTS, async ([search, expected]) => {
        const all = await found(search);
        const missing = [...expected].filter((place) => !all.has(place));
        const surplus = [...all].filter((place) => sample.has(place) && !expected.has(place));
        if (!isExact(search)) return missing.map((place) => `${search} misses ${place}`);
        exact += 1;
        return [...missing, ...surplus].map((place) => `${search} differs by ${place}`);
      });
      expect(faults.flat()).toEqual([]);
      expect(exact).toBeGreaterThan(2_000);
      const pairs = new Set([...searches.keys()].map((search) => search.split('=')[0]));
      expect(pairs.size).toBeGreaterThan(350);
    });
  },
);
