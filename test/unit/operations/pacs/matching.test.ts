import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { matchOf } from '../../../../src/operations/pacs/dicom-web/matching.js';
import { searchAttribute } from '../../../../src/operations/pacs/dicom-web/search-attributes.js';
import type { SearchEntry } from '../../../../src/operations/pacs/dicom-web/search-entry.js';

const entry: SearchEntry = {
  level: 'instance',
  header: {
    patient: { id: 'A-100', name: 'Roe^Jane^^^' },
    study: { date: '20260115', time: '093000.25', description: 'CHEST [PA]' },
    series: { modality: 'CR', number: 3 },
    instanceNumber: 7,
  },
  study: { uid: '1.2.3', modalities: ['CR', 'SR'], series: 2, instances: 9 },
  series: { uid: '1.2.3.4', instances: 4 },
  instance: { uid: '1.2.3.4.5', sopClassUid: '1.2.840.1' },
};

function fits(name: string, ...sent: string[]): boolean | undefined {
  const attribute = searchAttribute(name);
  if (attribute === undefined) throw new Error(`no attribute ${name}`);
  return matchOf(attribute, sent)?.(entry);
}

describe('matchOf', () => {
  it.each([
    ['PatientID', 'A-100', true],
    ['PatientID', 'a-100', false],
    ['PatientID', 'A-10', false],
    ['PatientID', 'A*', true],
    ['PatientID', '*0', true],
    ['PatientID', 'A-?00', true],
    ['PatientID', 'A-?', false],
    ['PatientName', 'roe^jane', true],
    ['PatientName', 'ROE*', true],
    ['PatientName', 'Roe', false],
    ['StudyDescription', 'CHEST [PA]', true],
    ['StudyDescription', 'CHEST P', false],
    ['ModalitiesInStudy', 'SR', true],
    ['ModalitiesInStudy', 'CT', false],
    ['AccessionNumber', '1', false],
    ['StudyDate', '20260115', true],
    ['StudyDate', '20260116', false],
    ['StudyDate', '20260101-20260131', true],
    ['StudyDate', '-20260114', false],
    ['StudyDate', '20260115-', true],
    ['StudyTime', '0930', true],
    ['StudyTime', '0900-1000', true],
    ['StudyTime', '0930-0930', true],
    ['StudyTime', '-09', true],
    ['StudyTime', '0931-', false],
    ['StudyInstanceUID', '1.2.3', true],
    ['StudyInstanceUID', '1.9,1.2.3', true],
    ['StudyInstanceUID', '1.9\\1.2.3', true],
    ['StudyInstanceUID', '1.2', false],
    ['SeriesNumber', '03', true],
    ['InstanceNumber', '8', false],
  ])('%s=%s: %s', (name, sent, expected) => {
    expect(fits(name, sent)).toBe(expected);
  });

  it('takes a list of UIDs as one parameter for each', () => {
    expect(fits('SOPInstanceUID', '1.9', '1.2.3.4.5')).toBe(true);
  });

  it('matches everything without a value', () => {
    expect([fits('PatientID', ''), fits('StudyDate', '*'), fits('PatientName', '**')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['StudyDate', ['2026-01-15']],
    ['StudyDate', ['2026011']],
    ['StudyTime', ['noon']],
    ['StudyInstanceUID', ['../1.2.3']],
    ['StudyInstanceUID', ['1.2.*']],
    ['SeriesNumber', ['3.5']],
    ['PatientID', ['a', 'b']],
    ['PatientID', ['x'.repeat(257)]],
  ])('refuses %s=%j, naming it', (name, sent) => {
    let thrown: unknown;
    try {
      fits(name, ...sent);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AppError);
    expect((thrown as AppError).issues[0]?.field).toBe(name);
  });

  it('decides on hostile patterns step by step', () => {
    const long = { ...entry, header: { ...entry.header, patient: { id: 'a'.repeat(1_000) } } };
    const attribute = searchAttribute('PatientID');
    const pattern = `${'*a'.repeat(120)}b`;
    expect(attribute && matchOf(attribute, [pattern])?.(long)).toBe(false);
  });
});
