import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeldObject } from '../../../../src/core/held-object.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';
import {
  imagingStudyId,
  imagingStudyOf,
  studyIdentifier,
} from '../../../../src/operations/filing/imaging-study.js';

const validator = createValidator(openDefinitions());

const objectOf = (
  seriesUid: string,
  instanceUid: string,
  header: Partial<HeldObject['header']> = {},
): HeldObject => ({
  studyUid: '1.2.3',
  seriesUid,
  instanceUid,
  sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
  header: { patient: {}, study: {}, series: {}, ...header },
  file: { path: '', bytes: 0, key: new Uint8Array(), counter: new Uint8Array() },
});

const errorsOf = (resource: { resourceType: string }) =>
  validator
    .validate(JSON.parse(JSON.stringify(resource)), { type: resource.resourceType })
    .filter(({ severity }) => severity === 'error')
    .map(({ diagnostics, expression }) => `${expression}: ${diagnostics}`);

describe('a study as ImagingStudy', () => {
  const study = { date: '20260104', accessionNumber: 'A-77', description: 'Head' };
  const series = { modality: 'CT', number: 2, description: 'Brain 5 mm', bodyPart: 'HEAD' };
  const slices = [1, 2, 3].map((n) =>
    objectOf('1.2.3.4', `1.2.3.4.${n}`, { study, series, instanceNumber: n }),
  );
  const report = objectOf('1.2.3.9', '1.2.3.9.1', { study, series: { modality: 'SR' } });
  const resource = imagingStudyOf([slices[0]!, ...slices.slice(1), report], 'Patient/p-1');

  it('names its series and instances, results among them, by their UIDs', () => {
    expect(resource).toMatchObject({
      id: imagingStudyId('1.2.3'),
      identifier: [
        { system: 'urn:dicom:uid', value: 'urn:oid:1.2.3' },
        { type: { coding: [{ code: 'ACSN' }] }, value: 'A-77' },
      ],
      subject: { reference: 'Patient/p-1' },
      started: '2026-01-04',
      description: 'Head',
      modality: [{ code: 'CT' }, { code: 'SR' }],
      numberOfSeries: 2,
      numberOfInstances: 4,
      series: [
        { uid: '1.2.3.4', number: 2, numberOfInstances: 3, bodySite: { display: 'HEAD' } },
        { uid: '1.2.3.9', modality: { code: 'SR' }, instance: [{ uid: '1.2.3.9.1' }] },
      ],
    });
    expect(errorsOf(resource)).toEqual([]);
  });

  it('says nothing that the headers leave open', () => {
    const bare = imagingStudyOf([objectOf('1.2', '1.2.1')], 'Patient/p-1');
    expect(bare).not.toHaveProperty('started');
    expect(bare).not.toHaveProperty('description');
    expect(bare.identifier).toEqual([studyIdentifier('1.2.3')]);
    expect(errorsOf(bare)).toEqual([]);
  });

  it('is valid whatever the headers say', () => {
    const text = fc.option(fc.string({ unit: 'binary' }), { nil: undefined });
    fc.assert(
      fc.property(text, text, text, text, fc.integer(), (date, words, modality, part, number) => {
        const header = {
          study: {
            ...(date !== undefined && { date }),
            ...(words !== undefined && { description: words, accessionNumber: words }),
          },
          series: {
            number,
            ...(modality !== undefined && { modality }),
            ...(part !== undefined && { bodyPart: part, description: part }),
          },
          instanceNumber: number,
        };
        expect(errorsOf(imagingStudyOf([objectOf('1.2', '1.2.1', header)], 'Patient/p-1'))).toEqual(
          [],
        );
      }),
      { numRuns: 200 },
    );
  });
});
