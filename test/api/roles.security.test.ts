import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyMode } from '../../src/core/key-mode.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { addPerson, type Browser, signIn } from '../support/people.js';

const PATIENTS = ['analyze', 'transcribe', 'imaging', 'risk', 'medications', 'cds'];
const RECORDS = ['fhir.read', 'fhir.write'];
const IMAGES = ['pacs.read', 'pacs.write'];
const COMMON = ['jobs', 'models.read'];

/** What each role may do, written down once more: a change of it has to be made here as well. */
const MAY: Readonly<Record<string, Readonly<Record<KeyMode, readonly string[]>>>> = Object.freeze({
  clinician: both(...PATIENTS, ...RECORDS, ...IMAGES, ...COMMON),
  pharmacist: both('medications', 'cds', 'risk', 'analyze', 'fhir.read', ...COMMON),
  radiologist: both('imaging', 'transcribe', 'risk', ...RECORDS, ...IMAGES, ...COMMON),
  integrator: { test: [...PATIENTS, ...RECORDS, ...IMAGES, ...COMMON], live: [] },
  administrator: both('administration', ...COMMON),
  auditor: both('audit.read'),
});

function both(...scopes: readonly string[]): Readonly<Record<KeyMode, readonly string[]>> {
  return { test: scopes, live: scopes };
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const WORLDS: readonly KeyMode[] = ['test', 'live'];

interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  /** Any one of them is enough for an operation that reads and writes. */
  readonly scopes: readonly string[];
}

interface Document {
  readonly paths: Record<string, Record<string, { readonly description?: string }>>;
}

/** All operations of the interface, from its own description. */
function operationsOf({ paths }: Document): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, { description = '' }]) => ({
        method: method.toUpperCase(),
        path: `/v1${path.replace(/\{type\}/i, 'Patient').replaceAll(/\{\w+\}/g, '1')}`,
        scopes: [...description.matchAll(/Scope: `([\w.]+)`/g)].map(([, scope]) => scope ?? ''),
      }))
      .filter(({ scopes }) => scopes.length > 0),
  );
}

let box: TestAppliance;
let operations: DescribedOperation[];
const people = new Map<string, Browser>();

beforeAll(async () => {
  box = await startTestAppliance({ rate_limits: { per_minute: 100_000 } });
  operations = operationsOf((await (await box.get('/openapi.json')).json()) as Document);
  for (const role of Object.keys(MAY)) {
    await addPerson(box.database, { userName: role, roles: [role] });
    people.set(role, await signIn(box.appliance.app, role));
  }
});
afterAll(() => box.stop());

const ask = async (role: string, world: KeyMode, { method, path }: DescribedOperation) => {
  const headers = people.get(role)?.headers(world) ?? {};
  const response = await box.appliance.app.request(path, { method, headers });
  // Streams of events have no end.
  await response.body?.cancel();
  return response.status;
};

it('knows all operations and all scopes', () => {
  const all = new Set(operations.flatMap(({ scopes }) => scopes));
  expect([...all].sort()).toEqual(
    [...PATIENTS, ...RECORDS, ...IMAGES, ...COMMON, 'administration', 'audit.read'].sort(),
  );
  expect(operations.length).toBeGreaterThan(50);
});

describe.each(Object.keys(MAY))('a person with the role of %s alone', (role) => {
  it.each(WORLDS)('is refused all else in the %s world', async (world) => {
    const may = MAY[role]?.[world] ?? [];
    const others = operations.filter(({ scopes }) => !scopes.some((one) => may.includes(one)));
    expect(others.length).toBeGreaterThan(0);
    for (const operation of others) {
      const status = await ask(role, world, operation);
      expect(status, `${operation.method} ${operation.path}`).toBe(403);
    }
  });

  it.each(WORLDS)('may read what belongs to it in the %s world', async (world) => {
    const may = MAY[role]?.[world] ?? [];
    const own = operations.filter(
      ({ method, scopes }) => method === 'GET' && scopes.some((one) => may.includes(one)),
    );
    for (const operation of own) {
      const status = await ask(role, world, operation);
      expect([401, 403], `${operation.method} ${operation.path}`).not.toContain(status);
    }
  });
});
