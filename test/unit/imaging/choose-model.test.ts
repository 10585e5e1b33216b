import { describe, expect, it } from 'vitest';
import { chooseModels, type ModelRequest } from '../../../src/imaging/choose-model.js';
import type { ModelStatus } from '../../../src/inference/engine.js';
import { manifest, readyModel, readySegmenter } from '../../support/imaging-model.js';
import { thrownBy } from '../../support/refusals.js';
import { readyTable, stepSum } from '../../support/table-model.js';

const serving = (id: string, image_types: string[], modalities: string[], priority = 0) =>
  readyModel({ id, serves: { image_types, modalities, priority } });
const chest = serving('chest', ['chest_xray'], ['CR', 'DX']);
const brain = serving('brain', ['brain_mri'], ['MR']);
const anatomy = readySegmenter();
const cropping = readyModel({
  id: 'cropping',
  input: {
    ...manifest().input,
    region: { segmenter: 'anatomy', structures: ['right_lung'], margin: 0.1 },
  },
});
const quarantined: ModelStatus = { state: 'quarantined', id: 'x', reason: 'r', reports: [] };

const WISH: ModelRequest = {
  imageType: 'chest_xray',
  modality: 'DX',
  findings: true,
  structures: false,
};
const choose = (models: readonly ModelStatus[], wish: Partial<ModelRequest> = {}) => {
  const { reader, segmenter } = chooseModels(models, { ...WISH, ...wish });
  return [reader?.id, segmenter?.id];
};
const refusal = (models: readonly ModelStatus[], wish: Partial<ModelRequest> = {}) =>
  thrownBy(() => choose(models, wish));

describe('chooseModels', () => {
  it('finds the model of the type and modality', () => {
    expect(choose([brain, chest])).toEqual(['chest', undefined]);
    expect(choose([brain, chest], { imageType: 'brain_mri', modality: 'MR' })[0]).toBe('brain');
  });

  it('does not see models that read tables', async () => {
    const table = readyTable(await stepSum());
    expect(choose([table, chest])).toEqual(['chest', undefined]);
    expect(refusal([table]).message).toBe('No imaging model is available.');
  });

  it('takes XR for what DICOM splits into CR and DX, and not the other way round', () => {
    expect(choose([chest], { modality: 'XR' })[0]).toBe('chest');
    const hand = { imageType: 'hand', modality: 'XR' } as const;
    expect(choose([serving('dx', ['hand'], ['DX'])], hand)[0]).toBe('dx');
    const generic = serving('xr', ['hand'], ['XR']);
    expect(choose([generic], hand)[0]).toBe('xr');
    expect(refusal([generic], { ...hand, modality: 'DX' }).code).toBe('validation_error');
  });

  it('looks on among several models of a type', () => {
    const other = serving('chest-ct', ['chest_xray'], ['CT']);
    expect(choose([other, chest])[0]).toBe('chest');
  });

  it('takes the highest priority, then the first by name, whatever the order', () => {
    const own = serving('own', ['chest_xray'], ['DX'], 5);
    const twin = serving('a-twin', ['chest_xray'], ['DX']);
    expect(choose([chest, own])[0]).toBe('own');
    expect(choose([own, chest])[0]).toBe('own');
    expect(choose([chest, twin])[0]).toBe('a-twin');
    expect(choose([twin, chest])[0]).toBe('a-twin');
  });

  it('takes the package that is named, and lists what there is for another name', () => {
    const own = serving('own', ['chest_xray'], ['DX'], 5);
    expect(choose([chest, own], { model: 'chest' })[0]).toBe('chest');
    for (const model of ['brain', 'nobody', 'anatomy']) {
      expect(refusal([chest, own, brain, anatomy], { model }).issues).toEqual([
        { field: 'model', issue: 'does not read chest_xray here; installed: chest, own' },
      ]);
    }
  });

  it('adds the measuring segmenter when structures are requested', () => {
    expect(choose([chest, anatomy], { structures: true })).toEqual(['chest', 'anatomy']);
    expect(choose([chest, anatomy])).toEqual(['chest', undefined]);
    expect(choose([chest, anatomy], { findings: false, structures: true })).toEqual([
      undefined,
      'anatomy',
    ]);
    expect(choose([chest], { structures: true })).toEqual(['chest', undefined]);
  });

  it('brings the segmenter that a reader cannot do without, or is unavailable', () => {
    expect(choose([cropping, anatomy])).toEqual(['cropping', 'anatomy']);
    expect(refusal([cropping])).toMatchObject({ code: 'model_unavailable' });
  });

  it('still uses a model when neither is requested', () => {
    expect(choose([chest, anatomy], { findings: false })).toEqual(['chest', undefined]);
  });

  it('names the types that are served when none fits', () => {
    const error = refusal([chest, brain, chest], { imageType: 'knee' });
    expect(error.code).toBe('validation_error');
    expect(error.issues).toEqual([
      {
        field: 'image_type',
        issue: 'no installed model reads it; installed: brain_mri, chest_xray',
      },
    ]);
  });

  it('names the modalities of the type when none fits', () => {
    const error = refusal([chest, brain], { modality: 'MR' });
    expect(error.issues).toEqual([{ field: 'modality', issue: 'chest_xray is read from CR, DX' }]);
  });

  it('says so when a type is only measured', () => {
    expect(refusal([anatomy]).issues[0]).toMatchObject({ field: 'image_type' });
  });

  it('is unavailable when no model is ready, and never takes one that is not', () => {
    for (const models of [[], [quarantined]]) {
      expect(refusal(models)).toMatchObject({ code: 'model_unavailable', retryAfterSeconds: 10 });
    }
    expect(choose([quarantined, chest])[0]).toBe('chest');
  });

  it.each(['constructor', '__proto__', 'length'])('serves no type called %s', (imageType) => {
    expect(refusal([chest], { imageType }).code).toBe('validation_error');
  });
});
