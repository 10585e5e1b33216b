import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Logger } from '../../src/core/logger.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';

const lines: string[] = [];
const note = (...told: unknown[]) => void lines.push(JSON.stringify(told));
const logger = {
  info: note,
  warn: note,
  error: note,
  debug: note,
  fatal: note,
} as unknown as Logger;

let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance({}, logger);
});
afterAll(() => box.stop());

const send = (method: string, path: string, body?: unknown) =>
  box.appliance.app.request(path, {
    method,
    headers: {
      Authorization: `Bearer ${box.key()}`,
      ...(body !== undefined && { 'Content-Type': 'application/fhir+json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

it('serves FHIR next to all other operations, and logs nothing of its content', async () => {
  const patient = {
    resourceType: 'Patient',
    id: 'record-4711',
    name: [{ family: 'Unmistakable' }],
  };
  expect((await send('PUT', '/v1/fhir/Patient/record-4711', patient)).status).toBe(201);
  expect((await send('GET', '/api/v1/fhir/Patient/record-4711')).status).toBe(200);
  expect((await send('GET', '/v1/fhir/Patient?name=Unmistakable')).status).toBe(200);
  expect((await send('GET', '/v1/fhir/Patient/Unmistakable%20Name')).status).toBe(404);
  expect(
    (await send('POST', '/v1/fhir/Patient', { ...patient, gender: 'Unmistakable' })).status,
  ).toBe(422);
  expect((await send('GET', '/v1/risk/scores')).status).toBe(200);
  const requests = lines.filter((line) => line.includes('/fhir'));
  expect(requests.length).toBeGreaterThanOrEqual(5);
  expect(lines.join('\n')).not.toMatch(/Unmistakable|4711/);
  expect(JSON.stringify(box.auditEvents())).not.toContain('Unmistakable');
});

it('says that the search index is whole', async () => {
  const response = await box.get('/readyz');
  const { checks } = (await response.json()) as { checks: { search_index: string } };
  expect(checks.search_index).toBe('ok');
});

it('leaves errors outside FHIR as they are', async () => {
  const response = await box.get('/v1/fhirx');
  expect(response.status).toBe(404);
  expect(await response.json()).toHaveProperty('error.code', 'not_found');
});
