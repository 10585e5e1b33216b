import { describe, expect, it } from 'vitest';
import { check, parse } from '../../../src/core/schema.js';
import { imagingRequest } from '../../../src/imaging/schema.js';

const VALID = { image_data: 'QUJD', image_type: 'chest_xray', modality: 'DX' };
const read = (changes: Record<string, unknown>) => parse(imagingRequest, { ...VALID, ...changes });
function faultsOf(changes: Record<string, unknown>) {
  const result = check(imagingRequest, { ...VALID, ...changes });
  return result.ok ? [] : result.issues.map(({ field }) => field);
}

describe('imagingRequest', () => {
  it('fills in the options', () => {
    const { image_data, ...fields } = VALID;
    expect(read({})).toEqual({
      ...fields,
      image: { field: 'image_data', base64: image_data },
      analysis_options: {
        detect_abnormalities: true,
        measure_structures: false,
        compare_to_prior: false,
        return_heatmap: false,
        return_outlines: false,
        return_probabilities: false,
      },
    });
    expect(read({ analysis_options: {} }).analysis_options).toEqual(read({}).analysis_options);
  });

  it('says of each field that it is required', () => {
    expect(check(imagingRequest, {})).toEqual({
      ok: false,
      issues: ['image_type', 'modality', 'image_data'].map((field) => ({
        field,
        issue: 'is required',
      })),
    });
  });

  it('takes the UID of an object that is held in place of an image, not both', () => {
    const { image_data: _, ...fields } = VALID;
    const uid = '1.2.840.113619.2.5';
    expect(parse(imagingRequest, { ...fields, sop_instance_uid: uid }).image).toEqual({
      field: 'sop_instance_uid',
      instanceUid: uid,
    });
    expect(faultsOf({ sop_instance_uid: uid })).toEqual(['sop_instance_uid']);
    for (const wrong of ['1.2.x', '', '../1', `1.${'2'.repeat(63)}`, '1.02']) {
      expect(check(imagingRequest, { ...fields, sop_instance_uid: wrong }).ok).toBe(false);
    }
    for (const body of [null, 7, 'text', []]) expect(check(imagingRequest, body).ok).toBe(false);
  });

  it.each([
    'chest_xray',
    'Chest X-Ray',
    'CHEST X-RAY',
    'chest-xray',
    'chest x ray',
    ' chest_x_ray ',
    'chest  xray',
    'Chest_X-ray',
  ])('takes %j for chest_xray', (image_type) => {
    expect(read({ image_type }).image_type).toBe('chest_xray');
  });

  it.each([
    ['Brain MRI', 'brain_mri'],
    ['head-ct', 'head_ct'],
    ['dental xray panoramic', 'dental_xray_panoramic'],
  ])('takes %j for %s', (image_type, expected) => {
    expect(read({ image_type }).image_type).toBe(expected);
  });

  it.each([
    ['DX', 'DX'],
    ['dx', 'DX'],
    ['X-RAY', 'XR'],
    ['xray', 'XR'],
    ['X Ray', 'XR'],
    ['x_ray', 'XR'],
    ['MRI', 'MR'],
    ['mr', 'MR'],
    ['CT', 'CT'],
    ['cr', 'CR'],
  ])('takes the modality %j for %s', (modality, expected) => {
    expect(read({ modality }).modality).toBe(expected);
  });

  it.each(['US', 'XRAYS', '', 'constructor', '__proto__', 'C T R', 1, null, ['DX']])(
    'refuses the modality %j',
    (modality) => {
      expect(faultsOf({ modality })).toEqual(['modality']);
    },
  );

  it.each([
    ['male', 'M'],
    ['Female', 'F'],
    [' f ', 'F'],
    ['OTHER', 'O'],
    ['unknown', 'U'],
    ['u', 'U'],
  ])('takes the gender %j for %s', (gender, expected) => {
    expect(read({ patient_context: { gender } }).patient_context?.gender).toBe(expected);
  });

  it.each(['', 'X', 'man', 'constructor', 1, null])('refuses the gender %j', (gender) => {
    expect(faultsOf({ patient_context: { gender } })).toEqual(['patient_context.gender']);
  });

  it.each([0, 1, 130])('takes the age %d', (age) => {
    expect(read({ patient_context: { age } }).patient_context?.age).toBe(age);
  });

  it.each([-1, 131, 1.5, '45', null, 1e300, true])('refuses the age %j', (age) => {
    expect(new Set(faultsOf({ patient_context: { age } }))).toEqual(
      new Set(['patient_context.age']),
    );
  });

  it.each([
    ['image_data', { image_data: '' }],
    ['image_data', { image_data: 12 }],
    ['image_data', { image_data: { toString: 'QUJD' } }],
    ['image_type', { image_type: '' }],
    ['image_type', { image_type: 'x'.repeat(101) }],
    ['analysis_options', { analysis_options: null }],
    ['analysis_options.return_heatmap', { analysis_options: { return_heatmap: 'true' } }],
    ['analysis_options.more', { analysis_options: { more: true } }],
    ['patient_context.name', { patient_context: { name: 'Jane Roe' } }],
    [
      'patient_context.clinical_question',
      { patient_context: { clinical_question: 'x'.repeat(2_001) } },
    ],
  ])('refuses %s: %j', (field, changes) => {
    expect(faultsOf(changes)).toEqual([field]);
  });
});
