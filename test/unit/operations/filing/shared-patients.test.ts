import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';
import type { Engine } from '../../../../src/inference/engine.js';
import { fromRisk } from '../../../../src/operations/filing/from-risk.js';
import { type PatientFile, patientDataOf } from '../../../../src/operations/filing/patient-data.js';
import { renameIn } from '../../../../src/operations/filing/rename.js';
import type { FhirResource } from '../../../../src/patient-record/chart/schema.js';
import { createRiskService } from '../../../../src/scores/service.js';
import {
  hasSharedExamples,
  NO_SHARED_EXAMPLES,
  synthesizedResources,
} from '../../../support/fhir/shared-examples.js';

const HOUR = 3_600_000;

function filesOf(resources: readonly FhirResource[]): PatientFile[] {
  const patients = resources.filter(({ resourceType }) => resourceType === 'Patient');
  return patients.map((patient) => {
    const name = `Patient/${patient.id}`;
    const of = (...types: string[]) =>
      resources.filter(({ resourceType, subject, patient: whose }) => {
        const { reference } = (subject ?? whose ?? {}) as FhirResource;
        return types.includes(String(resourceType)) && reference === name;
      });
    return {
      patient,
      observations: of('Observation'),
      conditions: of('Condition'),
      medicines: of('MedicationStatement', 'MedicationRequest'),
      allergies: of('AllergyIntolerance'),
      unread: [],
    };
  });
}

const newestOf = ({ observations }: PatientFile): number =>
  observations.reduce((last, one) => Math.max(last, Date.parse(String(one.effectiveDateTime))), 0);

describe.skipIf(!hasSharedExamples)(
  `files of synthetic patients (or: ${NO_SHARED_EXAMPLES})`,
  () => {
    it('give scores that are filed as valid resources, an hour after the newest value', async () => {
      const files = filesOf(synthesizedResources());
      expect(files.length).toBeGreaterThan(20);
      const validator = createValidator(openDefinitions());
      const counts = { scores: 0, read: 0 };
      for (const file of files) {
        const now = newestOf(file) + HOUR;
        const { data, readFrom } = patientDataOf(file, now);
        const names = readFrom.map(({ resource }) => resource);
        const engine = { models: () => [] } as unknown as Engine;
        const service = createRiskService({
          engine,
          language: () => undefined,
          clock: () => now,
        });
        const told = await service.assess({ patient_data: data }, new AbortController().signal);
        let id = 0;
        const made = fromRisk(renameIn(told, names), {
          subject: `Patient/${file.patient.id}`,
          observations: names.filter((name) => name.startsWith('Observation/')),
          version: '0.1.0',
          newId: () => {
            id += 1;
            return `made-${id}`;
          },
        });
        const faults = made.flatMap((one) =>
          validator
            .validate(JSON.parse(JSON.stringify(one)), { type: one.resourceType })
            .filter(({ severity }) => severity !== 'information'),
        );
        expect(faults).toEqual([]);
        expect(readFrom.every(({ age_hours = 0 }) => age_hours >= 0)).toBe(true);
        counts.scores += made.length;
        counts.read += names.length;
      }
      expect(counts.scores).toBeGreaterThan(200);
      expect(counts.read).toBeGreaterThan(300);
    });
  },
);
