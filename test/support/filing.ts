import { expect } from 'vitest';
import type { TestAppliance } from './appliance.js';

// biome-ignore lint/suspicious/noExplicitAny: tests inspect answers of any shape
type Json = any;

type Headers = Record<string, string>;

export interface PatientFiles {
  /** Stores a resource and answers its id. */
  store(resource: object, headers?: Headers): Promise<string>;
  /** Reads `Type/id`, which must be there. */
  read(name: string, headers?: Headers): Promise<Json>;
  /** The resources that a search finds. */
  search(query: string, headers?: Headers): Promise<Json[]>;
  /** How many resources of these types there are, in the mode of the key. */
  count(types: readonly string[], headers?: Headers): Promise<number>;
  /** Replaces `Type/id`. */
  replace(name: string, resource: object): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The FHIR server of an appliance, as a test sets up a patient's file and looks into it. */
export function patientFiles(box: TestAppliance): PatientFiles {
  async function read(path: string, headers: Headers = {}): Promise<Json> {
    const response = await box.get(`/v1/fhir/${path}`, headers);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text);
  }
  const search: PatientFiles['search'] = async (query, headers) =>
    ((await read(query, headers)).entry ?? []).map(({ resource }: Json) => resource);
  return {
    read,
    search,
    async store(resource, headers = {}) {
      const { resourceType } = resource as { resourceType: string };
      const response = await box.post(`/v1/fhir/${resourceType}`, resource, headers);
      const text = await response.text();
      expect(response.status, text).toBe(201);
      return JSON.parse(text).id;
    },
    async count(types, headers) {
      const totals = await Promise.all(
        types.map(async (type) => (await read(`${type}?_summary=count`, headers)).total),
      );
      return totals.reduce((sum: number, one: number) => sum + one, 0);
    },
    async replace(name, resource) {
      const response = await box.appliance.app.request(`/v1/fhir/${name}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${box.key()}`, 'Content-Type': 'application/fhir+json' },
        body: JSON.stringify({ ...resource, id: name.split('/')[1] }),
      });
      expect(response.status, await response.text()).toBe(200);
    },
    async remove(name) {
      const response = await box.appliance.app.request(`/v1/fhir/${name}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${box.key()}` },
      });
      expect(response.status).toBeLessThan(300);
    },
  };
}

const LOINC = 'http://loinc.org';

/** An Observation of a value, so many hours ago. */
export function observed(
  subject: string,
  code: string,
  [value, unit]: readonly [number, string],
  hoursAgo: number | undefined,
  more: object = {},
) {
  const at = hoursAgo === undefined ? undefined : Date.now() - hoursAgo * 3_600_000;
  return {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: LOINC, code }] },
    subject: { reference: subject },
    ...(at !== undefined && { effectiveDateTime: new Date(at).toISOString() }),
    valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
    ...more,
  };
}

/** A status of a Condition or an AllergyIntolerance. */
export const status = (kind: string, code: string) => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${kind}`, code }],
});

/** Everything that an answer can be filed as. */
export const FILED_TYPES = [
  'DiagnosticReport',
  'Condition',
  'Observation',
  'RiskAssessment',
  'DetectedIssue',
  'DocumentReference',
  'Provenance',
];
