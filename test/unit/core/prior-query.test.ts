import { describe, expect, it } from 'vitest';
import {
  type EarlierImage,
  isComparable,
  isSamePatient,
  type PatientIdentity,
  type PriorQuery,
} from '../../../src/core/prior-query.js';

const PATIENT = { id: 'P-1', issuer: 'WARD', birthDate: '19600102', sex: 'F' };

describe('the patient of an earlier image', () => {
  it.each<[string, PatientIdentity, boolean]>([
    ['with the same data', PATIENT, true],
    ['with padded values', { ...PATIENT, id: ' P-1 ', sex: 'f' }, true],
    ['without birth date and sex', { id: 'P-1', issuer: 'WARD' }, true],
    ['with another ID', { ...PATIENT, id: 'P-2' }, false],
    ['with an ID in other letters', { ...PATIENT, id: 'p-1' }, false],
    ['with another issuer', { ...PATIENT, issuer: 'ELSEWHERE' }, false],
    ['without the issuer', { id: 'P-1', birthDate: '19600102', sex: 'F' }, false],
    ['with another birth date', { ...PATIENT, birthDate: '19600103' }, false],
    ['with another sex', { ...PATIENT, sex: 'M' }, false],
    ['without an ID', { issuer: 'WARD' }, false],
  ])('%s', (_, other, isSame) => {
    expect(isSamePatient(PATIENT, other)).toBe(isSame);
    expect(isSamePatient(other, PATIENT)).toBe(isSame);
  });

  it('is never the same where neither has an ID', () => {
    expect(isSamePatient({}, {})).toBe(false);
    expect(isSamePatient({ id: ' ' }, { id: ' ' })).toBe(false);
  });
});

describe('an earlier image', () => {
  const query: PriorQuery = {
    patient: PATIENT,
    studyUid: '2.25.1',
    studyDate: '20260601',
    modality: 'DX',
    bodyPart: 'CHEST',
    view: 'PA',
  };
  const image: EarlierImage = {
    studyUid: '2.25.2',
    studyDate: '20260531',
    modality: 'DX',
    bodyPart: 'CHEST',
    view: 'PA',
  };
  const { bodyPart: _, view: __, ...unlabelled } = image;
  const { studyDate: ___, ...undated } = image;

  it.each<[string, EarlierImage, boolean]>([
    ['of the same kind', image, true],
    ['of the other class of films', { ...image, modality: 'CR' }, true],
    ['whose body part and view are not known', unlabelled, true],
    ['of the same study', { ...image, studyUid: '2.25.1' }, false],
    ['of the same day', { ...image, studyDate: '20260601' }, false],
    ['of a later day', { ...image, studyDate: '20260602' }, false],
    ['without a date', undated, false],
    ['with a range as its date', { ...image, studyDate: '-2026' }, false],
    ['of another modality', { ...image, modality: 'CT' }, false],
    ['of another body part', { ...image, bodyPart: 'HAND' }, false],
    ['in another view', { ...image, view: 'LL' }, false],
  ])('%s', (_, earlier, isComparableOne) => {
    expect(isComparable(query, earlier)).toBe(isComparableOne);
  });
});
