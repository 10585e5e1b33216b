import { describe, expect, it } from 'vitest';
import { chooseModel } from '../../../src/imaging/choose-model.js';
import type { ModelStatus } from '../../../src/inference/engine.js';
import { readyModel } from '../../support/imaging-model.js';
import { thrownBy } from '../../support/thrown.js';

const serving = (id: string, image_types: string[], modalities: string[]) =>
  readyModel({ id, serves: { image_types, modalities } });
const chest = serving('chest', ['chest_xray'], ['CR', 'DX']);
const brain = serving('brain', ['brain_mri'], ['MR']);
const quarantined: ModelStatus = { state: 'quarantined', id: 'x', reason: 'r', reports: [] };

describe('chooseModel', () => {
  it('finds the model of the type and modality', () => {
    expect(chooseModel([brain, chest], 'chest_xray', 'CR')).toBe(chest);
    expect(chooseModel([brain, chest], 'brain_mri', 'MR')).toBe(brain);
  });

  it('takes XR for what DICOM splits into CR and DX, and not the other way round', () => {
    expect(chooseModel([chest], 'chest_xray', 'XR')).toBe(chest);
    expect(chooseModel([serving('dx', ['hand'], ['DX'])], 'hand', 'XR').id).toBe('dx');
    const generic = serving('xr', ['hand'], ['XR']);
    expect(chooseModel([generic], 'hand', 'XR')).toBe(generic);
    expect(() => chooseModel([generic], 'hand', 'DX')).toThrow();
  });

  it('looks on among several models of a type', () => {
    const other = serving('chest-ct', ['chest_xray'], ['CT']);
    expect(chooseModel([other, chest], 'chest_xray', 'DX')).toBe(chest);
  });

  it('names the types that are served when none fits', () => {
    const error = thrownBy(() => chooseModel([chest, brain, chest], 'knee', 'DX'));
    expect(error.code).toBe('validation_error');
    expect(error.issues).toEqual([
      {
        field: 'image_type',
        issue: 'no installed model reads it; installed: brain_mri, chest_xray',
      },
    ]);
  });

  it('names the modalities of the type when none fits', () => {
    const error = thrownBy(() => chooseModel([chest, brain], 'chest_xray', 'MR'));
    expect(error.issues).toEqual([{ field: 'modality', issue: 'chest_xray is read from CR, DX' }]);
  });

  it('is unavailable when no model is ready, and never takes one that is not', () => {
    for (const models of [[], [quarantined]]) {
      const error = thrownBy(() => chooseModel(models, 'chest_xray', 'DX'));
      expect(error).toMatchObject({ code: 'model_unavailable', retryAfterSeconds: 10 });
    }
    expect(chooseModel([quarantined, chest], 'chest_xray', 'DX')).toBe(chest);
  });

  it.each(['constructor', '__proto__', 'length'])('serves no type called %s', (type) => {
    expect(thrownBy(() => chooseModel([chest], type, 'DX')).code).toBe('validation_error');
  });
});
