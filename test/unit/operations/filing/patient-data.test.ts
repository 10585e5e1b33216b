import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PatientFile, patientDataOf } from '../../../../src/operations/filing/patient-data.js';
import { contradictions } from '../../../../src/patient-record/chart/contradictions.js';
import type { FhirResource } from '../../../../src/patient-record/chart/schema.js';
import { readPatientRecord } from '../../../../src/patient-record/read-record.js';
import { status } from '../../../support/filing.js';
import { rounds } from '../../../support/rounds.js';
import { NOON } from '../../../support/stopped-clock.js';

const HOUR = 3_600_000;
const NOTHING: PatientFile = {
  patient: { resourceType: 'Patient', id: 'p', gender: 'female', birthDate: '1950-01-01' },
  observations: [],
  conditions: [],
  medicines: [],
  allergies: [],
  unread: [],
};

const hoursAgo = (hours: number) => new Date(NOON - hours * HOUR).toISOString();

function observation(id: string, code: string, value: number, hours?: number, more: object = {}) {
  const unit = { '8302-2': 'cm', '2160-0': 'mg/dL', '8480-6': 'mm[Hg]' }[code] ?? '/min';
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code }] },
    ...(hours !== undefined && { effectiveDateTime: hoursAgo(hours) }),
    valueQuantity: { value, unit, code: unit },
    ...more,
  };
}

const used = (changes: Partial<PatientFile>) => {
  const { readFrom, notAssessed } = patientDataOf({ ...NOTHING, ...changes }, NOON);
  const names = readFrom.map(({ resource }) => resource).filter((name) => name !== 'Patient/p');
  return { names, reasons: notAssessed.map(({ what, reason }) => `${what}: ${reason}`) };
};

describe('observations', () => {
  it('are used to the end of their time and not a moment longer', () => {
    const at = (hours: number) => used({ observations: [observation('o', '8867-4', 80, hours)] });
    expect(at(24).names).toEqual(['Observation/o']);
    expect(at(24.001).names).toEqual([]);
    expect(at(24.001).reasons[0]).toContain('heart_rate: 24 hours old');
    expect(at(-0.05).names).toEqual(['Observation/o']);
    expect(at(-1).reasons).toEqual(['Observation/o: heart_rate: its time is in the future']);
  });

  it('count by the newest that holds a result, in whatever order they come', () => {
    const observations = [
      observation('old', '8867-4', 70, 5),
      observation('new', '8867-4', 80, 2),
      observation('wrong', '8867-4', 20, 1, { status: 'entered-in-error' }),
      observation('planned', '8867-4', 20, 1, { status: 'registered' }),
      { ...observation('empty', '8867-4', 0, 1), valueQuantity: undefined },
    ].map((one) => JSON.parse(JSON.stringify(one)));
    expect(used({ observations }).names).toEqual(['Observation/new']);
    expect(used({ observations: observations.toReversed() }).names).toEqual(['Observation/new']);
  });

  it('of an unknown code are left to the reader while they are recent', () => {
    expect(used({ observations: [observation('o', '1-8', 1, 20)] }).names).toHaveLength(1);
    expect(used({ observations: [observation('o', '1-8', 1, 2_000)] })).toEqual({
      names: [],
      reasons: [],
    });
  });

  it('that software asserted are left out', () => {
    const meta = {
      security: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
          code: 'AIAST',
        },
      ],
    };
    const observations = [observation('o', '8867-4', 80, 1, { meta })];
    expect(used({ observations }).names).toEqual([]);
  });
});

describe('medicines and allergies', () => {
  const medicine = (id: string, more: object) => ({
    resourceType: 'MedicationRequest',
    id,
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text: 'aspirin' },
    ...more,
  });

  it('count while they are taken', () => {
    const medicines = [
      medicine('ordered', {}),
      medicine('proposed', { intent: 'proposal' }),
      medicine('forbidden', { doNotPerform: true }),
      medicine('stopped', { status: 'stopped' }),
      medicine('wrong', { status: 'entered-in-error' }),
      medicine('said', { resourceType: 'MedicationStatement', intent: undefined }),
      medicine('not', { resourceType: 'MedicationStatement', status: 'not-taken' }),
    ];
    expect(used({ medicines }).names).toEqual([
      'MedicationRequest/ordered',
      'MedicationStatement/said',
    ]);
  });

  it('allergies count unless they are over or refuted, unconfirmed ones too', () => {
    const allergy = (id: string, clinical: string, verification: string) => ({
      resourceType: 'AllergyIntolerance',
      id,
      code: { text: 'penicillin' },
      clinicalStatus: status('allergyintolerance-clinical', clinical),
      verificationStatus: status('allergyintolerance-verification', verification),
    });
    const allergies = [
      allergy('sure', 'active', 'confirmed'),
      allergy('said', 'active', 'unconfirmed'),
      allergy('over', 'resolved', 'confirmed'),
      allergy('not', 'active', 'refuted'),
      allergy('wrong', 'active', 'entered-in-error'),
      {
        resourceType: 'AllergyIntolerance',
        id: 'bare',
        reaction: [{ substance: { text: 'nuts' } }],
      },
    ];
    const { names } = used({ allergies });
    expect(names.map((name) => name.split('/')[1])).toEqual(['sure', 'said', 'bare']);
    const { data } = patientDataOf({ ...NOTHING, allergies: allergies.slice(-1) }, NOON);
    expect(JSON.stringify(data)).toContain('"code":{"text":"nuts"}');
  });
});

describe('a file that contradicts itself', () => {
  const pressure = (id: string, code: string, value: number, hours: number) =>
    observation(id, code, value, hours, {
      valueQuantity: { value, unit: 'mm[Hg]', code: 'mm[Hg]' },
    });

  it('gives the newer value, or neither where both are of one time', () => {
    const at = (systolic: number, diastolic: number) =>
      used({
        observations: [
          pressure('s', '8480-6', 80, systolic),
          pressure('d', '8462-4', 120, diastolic),
        ],
      }).names;
    expect(at(1, 5)).toEqual(['Observation/s']);
    expect(at(5, 1)).toEqual(['Observation/d']);
    expect(at(2, 2)).toEqual([]);
  });

  it('a birth in the future costs the age and nothing else', () => {
    const patient = { ...NOTHING.patient, birthDate: '2090-01-01' };
    const { data, notAssessed } = patientDataOf({ ...NOTHING, patient }, NOON);
    expect(data).toMatchObject({ entry: [] });
    expect(notAssessed).toEqual([{ what: 'Patient/p', reason: 'gives no age from 0 to 130' }]);
  });

  it('is never what a capability gets to see', () => {
    const codes = [
      '8480-6',
      '8462-4',
      '9269-2',
      '9267-6',
      '9270-0',
      '9268-4',
      '67775-7',
      '82810-3',
    ];
    const some = fc.record({
      code: fc.constantFrom(...codes),
      value: fc.integer({ min: 1, max: 160 }),
      hours: fc.option(fc.integer({ min: 0, max: 30 })),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), (all) => {
        const observations: FhirResource[] = all.map(({ code, value, hours }, n) => {
          const score = ['9269-2', '9267-6', '9270-0', '9268-4'].includes(code);
          const unit = score ? '{score}' : 'mm[Hg]';
          return observation(`o${n}`, code, value, hours ?? undefined, {
            valueQuantity: { value: score ? 1 + (value % 6) : value, unit, code: unit },
          });
        });
        const { data } = patientDataOf({ ...NOTHING, observations }, NOON);
        const { chart, issues } = readPatientRecord(data, { language: undefined, now: NOON });
        expect([...issues, ...contradictions(chart)]).toEqual([]);
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });
});
