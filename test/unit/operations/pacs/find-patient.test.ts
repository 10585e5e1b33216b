import { describe, expect, it } from 'vitest';
import { findPatient, identifierOf } from '../../../../src/operations/pacs/find-patient.js';
import { openFhir } from '../../../support/fhir/ask.js';

const SYSTEMS = [
  { issuer: 'HOSPITAL', system: 'urn:oid:1.2.3' },
  { system: 'https://hospital.test/ids' },
];
const ANN = {
  resourceType: 'Patient',
  identifier: [{ system: 'urn:oid:1.2.3', value: 'P-1' }],
  name: [{ family: 'Example', given: ['Ann'] }],
  birthDate: '1950-02-03',
  gender: 'female',
};

async function ward(...patients: object[]) {
  const { ask, store } = openFhir();
  const ids: unknown[] = [];
  for (const body of patients) ids.push((await ask('POST', 'Patient', { body })).body.id);
  const find = (patient: Parameters<typeof findPatient>[0], mode: 'test' | 'live' = 'test') =>
    store.decide(mode, findPatient(patient, SYSTEMS));
  return { find, ids };
}

describe('the identifier of a header', () => {
  it.each([
    [
      { id: 'P-1', issuer: 'HOSPITAL' },
      { system: 'urn:oid:1.2.3', value: 'P-1' },
    ],
    [
      { id: ' P-1 ', issuer: ' HOSPITAL ' },
      { system: 'urn:oid:1.2.3', value: 'P-1' },
    ],
    [{ id: 'P-1' }, { system: 'https://hospital.test/ids', value: 'P-1' }],
    [
      { id: 'P-1', issuer: '' },
      { system: 'https://hospital.test/ids', value: 'P-1' },
    ],
  ])('of %j is %j', (patient, identifier) => {
    expect(identifierOf(patient, SYSTEMS)).toEqual(identifier);
  });

  it.each([
    [{}, 'no patient ID'],
    [{ id: '  ', issuer: 'HOSPITAL' }, 'no patient ID'],
    [{ id: 'P-1', issuer: 'ELSEWHERE' }, 'of this issuer'],
    [{ id: 'P-1', issuer: 'hospital' }, 'of this issuer'],
  ])('of %j is none', (patient, reason) => {
    expect(identifierOf(patient, SYSTEMS)).toEqual({ reason: expect.stringContaining(reason) });
  });
});

describe('the patient of a study', () => {
  const header = { id: 'P-1', issuer: 'HOSPITAL', birthDate: '19500203', sex: 'F' };

  it('is the one with its ID of its issuer', async () => {
    const { find, ids } = await ward(ANN, {
      ...ANN,
      identifier: [{ system: 'https://hospital.test/ids', value: 'P-1' }],
    });
    expect(await find(header)).toEqual({ subject: `Patient/${ids[0]}` });
    expect(await find({ id: 'P-1' })).toEqual({ subject: `Patient/${ids[1]}` });
  });

  it('is taken where the record leaves the birth date, or the sex, open', async () => {
    const { find, ids } = await ward({ ...ANN, gender: 'unknown', birthDate: '1950' });
    expect(await find(header)).toEqual({ subject: `Patient/${ids[0]}` });
  });

  it.each([
    ['another ID', { ...header, id: 'P-2' }, 'no patient is kept'],
    ['the beginning of an ID', { ...header, id: 'P-' }, 'no patient is kept'],
    ['another date of birth', { ...header, birthDate: '19500204' }, 'date of birth'],
    ['another sex', { ...header, sex: 'M' }, 'the sex differs'],
    ['a name alone', { name: 'Example^Ann' }, 'no patient ID'],
  ])('is none with %s', async (_, patient, reason) => {
    const { find } = await ward(ANN);
    expect(await find(patient)).toEqual({ reason: expect.stringContaining(reason) });
  });

  it('is none where two have the ID, and none of the other world', async () => {
    const { find } = await ward(ANN, ANN);
    expect(await find(header)).toEqual({ reason: expect.stringContaining('several') });
    expect(await find(header, 'live')).toEqual({ reason: expect.stringContaining('no patient') });
  });
});
