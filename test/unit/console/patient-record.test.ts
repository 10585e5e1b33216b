import type { Condition, Device, FhirResource, MedicationRequest } from 'fhir/r4';
import { describe, expect, it } from 'vitest';
import { earlierAnswers } from '../../../src/console/pages/patients/earlier-answers.js';
import { pageOf, searchFor } from '../../../src/console/pages/patients/fhir-search.js';
import { filingBundle } from '../../../src/console/pages/patients/filing-bundle.js';
import {
  dosageText,
  isTaken,
  type Medicine,
  medicineConcept,
} from '../../../src/console/pages/patients/medicines.js';
import { parametersOf } from '../../../src/console/pages/patients/patient-query.js';
import {
  entryOf,
  mergeParts,
  type TimeLineEntry,
} from '../../../src/console/pages/patients/time-line.js';

const AI = {
  security: [
    { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'AIAST' },
  ],
};
const subject = { reference: 'Patient/p' };
const code = (text: string) => ({ text });
const status = (one: string) => ({ coding: [{ code: one }] });

describe('a search', () => {
  it('has its values in its body, and goes on with the parameters of the next link', () => {
    expect(searchFor('Patient', { name: 'O’Brien & co', birthdate: '', _count: 5 })).toEqual({
      type: 'Patient',
      body: 'name=O%E2%80%99Brien+%26+co&_count=5',
    });
    expect(searchFor('Patient', { name: ['Anna', 'Invented'] }).body).toBe(
      'name=Anna&name=Invented',
    );
    const page = pageOf(
      {
        resourceType: 'Bundle',
        type: 'searchset',
        total: 7,
        link: [{ relation: 'next', url: 'https://box/v1/fhir/Patient?name=x&_page=abc' }],
        entry: [
          { resource: { resourceType: 'Patient', id: '1' } },
          {
            resource: { resourceType: 'Medication', id: '2' },
            search: { mode: 'include' },
          },
        ],
      },
      'Patient',
    );
    expect(page.resources.map(({ id }) => id)).toEqual(['1']);
    expect(page.included.map(({ id }) => id)).toEqual(['2']);
    expect([page.total, page.next]).toEqual([7, { type: 'Patient', body: 'name=x&_page=abc' }]);
  });

  it('takes what people type literally', () => {
    const query = {
      name: ' Invented, An|na$ ',
      birthDate: '1959',
      identifier: 'x\\y',
      soundsAlike: false,
    };
    expect(parametersOf(query)).toEqual({
      name: ['Invented', 'An\\|na\\$'],
      birthdate: '1959',
      identifier: 'x\\\\y',
    });
    expect(parametersOf({ ...query, soundsAlike: true })).toHaveProperty('phonetic');
  });
});

describe('the time line', () => {
  const entry = (at: number | undefined, resource: string): TimeLineEntry => ({
    resource,
    kind: 'encounter',
    title: '',
    detail: '',
    start: undefined,
    end: undefined,
    at,
  });

  it('holds back what is older than the oldest of a part that is not complete', () => {
    const merged = mergeParts([
      { entries: [entry(9, 'a'), entry(5, 'b')], hasMore: true },
      { entries: [entry(8, 'c'), entry(4, 'd'), entry(undefined, 'e')], hasMore: false },
    ]);
    expect(merged.entries.map(({ resource }) => resource)).toEqual(['a', 'c', 'b']);
    expect(merged.hasMore).toBe(true);
  });

  it('ends with what has no time', () => {
    const merged = mergeParts([
      { entries: [entry(undefined, 'x'), entry(1, 'y')], hasMore: false },
    ]);
    expect(merged.entries.map(({ resource }) => resource)).toEqual(['y', 'x']);
  });

  it('has nothing in error, and tells what software said from what people did', () => {
    const condition: Condition = {
      resourceType: 'Condition',
      id: 'c',
      code: code('Asthma'),
      clinicalStatus: status('resolved'),
      onsetDateTime: '2019-03',
      subject,
    };
    expect(entryOf(condition)).toMatchObject({
      kind: 'condition',
      start: '2019-03',
      end: '2019-03',
    });
    expect(entryOf({ ...condition, clinicalStatus: status('active') })?.end).toBeUndefined();
    expect(entryOf({ ...condition, meta: AI })?.kind).toBe('answer');
    const inError = { ...condition, verificationStatus: status('entered-in-error') };
    expect(entryOf(inError)).toBeUndefined();
    expect(entryOf({ resourceType: 'Patient' })).toBeUndefined();
  });
});

const DEVICES: Device[] = [
  {
    resourceType: 'Device',
    id: 'wardbox',
    deviceName: [{ name: 'Wardbox', type: 'manufacturer-name' }],
    version: [{ value: '1.2.3' }],
  },
  {
    resourceType: 'Device',
    id: 'model-1',
    deviceName: [{ name: 'disease-knowledge', type: 'model-name' }],
    version: [{ value: '1.2.0' }],
  },
];

describe('earlier answers', () => {
  const resources: FhirResource[] = [
    {
      resourceType: 'DiagnosticReport',
      id: 'r',
      status: 'preliminary',
      code: code('Analysis'),
      identifier: [{ value: 'an_1' }],
    },
    { resourceType: 'Condition', id: 'c', subject, identifier: [{ value: 'an_1' }] },
    {
      resourceType: 'Observation',
      id: 'o',
      status: 'preliminary',
      code: code('NEWS2'),
      identifier: [{ value: 'rk_2' }],
      meta: { lastUpdated: '2020-01-01T00:00:00Z' },
    },
    {
      resourceType: 'Provenance',
      target: [{ reference: 'DiagnosticReport/r/_history/1' }, { reference: 'Condition/c' }],
      recorded: '2026-03-01T08:00:00Z',
      activity: code('analyze.create'),
      contained: DEVICES,
      agent: [
        { type: status('assembler'), who: { reference: '#wardbox' } },
        { type: status('performer'), who: { reference: '#model-1' } },
        { type: status('enterer'), who: { display: 'Robin Example' } },
      ],
      entity: [
        { role: 'source', what: { display: 'Body of the request' } },
        { role: 'source', what: { reference: 'Observation/7' } },
      ],
    },
  ];

  it('are told by their id, newest first, with model, version, person and sources', () => {
    const [analysis, score] = earlierAnswers(resources);
    expect(analysis).toMatchObject({
      id: 'an_1',
      time: '2026-03-01T08:00:00Z',
      activity: 'analyze.create',
      appliance: { name: 'Wardbox', version: '1.2.3' },
      models: [{ name: 'disease-knowledge', version: '1.2.0' }],
      filedBy: 'Robin Example',
      sources: ['Observation/7'],
      otherSources: ['Body of the request'],
      hasProvenance: true,
    });
    expect(analysis?.resources.map(({ id }) => id)).toEqual(['r', 'c']);
    expect(score).toMatchObject({ id: 'rk_2', hasProvenance: false, models: [] });
  });

  it('are filed as they are, once, with the person who decided it', () => {
    const person = { user_id: 'user_1', display_name: 'Robin Example' };
    const { entry } = filingBundle(resources, person);
    expect(entry.map(({ request }) => request.ifNoneMatch)).toEqual(['*', '*', '*', '*']);
    expect(entry[0]).toMatchObject({
      resource: resources[0],
      request: { method: 'PUT', url: 'DiagnosticReport/r' },
    });
    const { agent: agents } = entry[3]!.resource as { agent: { who: object }[] };
    expect(agents).toHaveLength(3);
    expect(agents.at(-1)?.who).toEqual({
      display: 'Robin Example',
      identifier: { value: 'user_1' },
    });
  });
});

describe('medicines of a record', () => {
  const medicine = (id: string, text: string, more: Partial<MedicationRequest> = {}): Medicine => ({
    resourceType: 'MedicationRequest',
    id,
    status: 'active',
    intent: 'order',
    subject,
    medicationCodeableConcept: code(text),
    ...more,
  });

  it('are taken when they are active and, of requests, ordered', () => {
    expect(isTaken(medicine('1', 'warfarin'))).toBe(true);
    const others = [
      medicine('2', 'amoxicillin', { status: 'stopped' }),
      medicine('3', 'digoxin', { intent: 'proposal' }),
      medicine('4', 'aspirin', { meta: AI }),
      medicine('5', 'ibuprofen', { doNotPerform: true }),
    ];
    expect(others.filter(isTaken)).toEqual([]);
  });

  it('are named by the Medication that they refer to', () => {
    const statement: Medicine = {
      resourceType: 'MedicationStatement',
      id: '1',
      status: 'active',
      subject,
      medicationReference: { reference: 'Medication/m' },
    };
    const medications: FhirResource[] = [
      { resourceType: 'Medication', id: 'm', code: code('metformin 500 mg') },
    ];
    expect(medicineConcept(statement, medications)).toEqual(code('metformin 500 mg'));
  });

  it('writes a dosage from its parts', () => {
    const dosage = (more: object) => dosageText(medicine('1', 'x', { dosageInstruction: [more] }));
    const doseAndRate = [{ doseQuantity: { value: 400, unit: 'mg' } }];
    expect(
      dosage({
        doseAndRate,
        route: code('oral'),
        timing: { repeat: { frequency: 3, period: 1, periodUnit: 'd' } },
      }),
    ).toBe('400 mg oral 3 times a day');
    expect(dosage({ doseAndRate, timing: { repeat: { period: 8, periodUnit: 'h' } } })).toBe(
      '400 mg every 8 hours',
    );
    expect(dosage({ asNeededBoolean: true })).toBe('as needed');
    expect(dosage({})).toBe('');
  });
});
