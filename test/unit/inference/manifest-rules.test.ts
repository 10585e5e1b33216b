import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/schema.js';
import { manifestFaults, outputTensors } from '../../../src/inference/manifest-rules.js';
import { modelManifestSchema } from '../../../src/inference/schema.js';
import { FIXTURE_MODELS, OWN_MODELS } from '../../support/fixture-models.js';
import { type LooseManifest, readManifest } from './package-folder.js';

const FOLDERS = {
  classifier: join(FIXTURE_MODELS, 'pattern-fp32'),
  detector: join(OWN_MODELS, 'spot-detector'),
  segmenter: join(OWN_MODELS, 'spot-segmenter'),
};
type Kind = keyof typeof FOLDERS;
type Edit = (manifest: LooseManifest) => void;

/** All fields at fault after an edit. */
async function faultsOf(kind: Kind, edit: Edit): Promise<string[]> {
  const manifest = await readManifest(FOLDERS[kind]);
  edit(manifest);
  const result = check(modelManifestSchema, manifest);
  const issues = result.ok ? manifestFaults(result.value) : result.issues;
  return issues.map(({ field }) => field);
}

describe('a manifest that is right', () => {
  it.each(Object.keys(FOLDERS) as Kind[])('has no fault: %s', async (kind) => {
    expect(await faultsOf(kind, () => undefined)).toEqual([]);
  });

  it.each<[string, Kind, Edit]>([
    ['a window', 'classifier', (m) => (m.input.window = { centre: 40, width: 80 })],
    ['body parts and views', 'classifier', (m) => (m.serves.views = ['PA'])],
    ['three channels', 'classifier', (m) => (m.input.channels = 3)],
    ['no structures to measure', 'segmenter', (m) => (m.labels = [])],
    ['a softmax over labels', 'classifier', (m) => (m.outputs.form = 'softmax_logits')],
    ['a detector of score columns', 'detector', (m) => delete m.outputs.classes],
    ['a part to look at', 'classifier', (m) => (m.input.region = region())],
    ['an unsure range', 'classifier', (m) => (m.labels[0].unsure = { low: 0.4, high: 0.6 })],
    ['measurements', 'segmenter', (m) => (m.measurements = {})],
  ])('may have %s', async (_, kind, edit) => {
    expect(await faultsOf(kind, edit)).toEqual([]);
  });

  it('has defaults for what it leaves open', async () => {
    const raw = await readManifest(FOLDERS.detector);
    delete raw.serves.priority;
    delete raw.overlap;
    const parsed = modelManifestSchema.parse(raw);
    expect(parsed).toMatchObject({
      serves: { priority: 0 },
      input: { layout: 'nchw' },
      outputs: { form: 'logits' },
      overlap: 0.5,
    });
    expect(parsed.labels[0]).toMatchObject({ calibration: { scale: 1, bias: 0 } });
  });
});

const region = (changes = {}) => ({
  segmenter: 'spot-segmenter',
  structures: ['spot'],
  margin: 0.1,
  ...changes,
});

describe('a manifest that is wrong names the field', () => {
  it.each<[string, Kind, Edit]>([
    // What every kind has.
    ['kind', 'detector', (m) => (m.kind = 'image-oracle')],
    ['serves.image_types', 'detector', (m) => (m.serves.image_types = [])],
    ['serves.image_types.0', 'detector', (m) => (m.serves.image_types = ['Test Spots'])],
    ['serves.image_types.1', 'detector', (m) => m.serves.image_types.push('chest-xray')],
    ['serves.image_types.1', 'detector', (m) => m.serves.image_types.push('chest_x_ray')],
    ['serves.priority', 'detector', (m) => (m.serves.priority = 1.5)],
    ['serves.colour', 'detector', (m) => (m.serves.colour = true)],
    ['weights', 'segmenter', (m) => delete m.files['model.onnx']],
    ['golden.file', 'segmenter', (m) => delete m.files['golden.json']],
    ['files.model.json', 'segmenter', (m) => (m.files['model.json'] = m.files['CARD.md'])],
    ['golden.tolerance.masks', 'segmenter', (m) => (m.golden.tolerance = {})],
    ['golden.tolerance.classes', 'detector', (m) => delete m.golden.tolerance.classes],
    ['gate', 'detector', (m) => (m.gate = { threshold: 0.5, scale: 1, bias: 0 })],
    // How the picture is prepared.
    ['input.fit', 'classifier', (m) => (m.input.fit = 'stretch')],
    ['input.channels', 'classifier', (m) => (m.input.channels = 2)],
    ['input.layout', 'classifier', (m) => (m.input.layout = 'chw')],
    ['input.width', 'classifier', (m) => (m.input.width = 0)],
    ['input.normalisation.method', 'classifier', (m) => (m.input.normalisation.method = 'z')],
    [
      'input.normalisation.high',
      'classifier',
      (m) => (m.input.normalisation = { method: 'range', low: 0 }),
    ],
    [
      'input.normalisation.high',
      'classifier',
      (m) => (m.input.normalisation = { method: 'range', low: 1, high: 1 }),
    ],
    ['input.normalisation.mean', 'segmenter', (m) => (m.input.normalisation.mean = [0.5])],
    ['input.normalisation.std', 'segmenter', (m) => m.input.normalisation.std.pop()],
    ['input.normalisation.std.1', 'segmenter', (m) => (m.input.normalisation.std[1] = 0)],
    ['input.window.width', 'detector', (m) => (m.input.window.width = 0)],
    ['input.region.structures', 'classifier', (m) => (m.input.region = region({ structures: [] }))],
    ['input.region.margin', 'classifier', (m) => (m.input.region = region({ margin: -1 }))],
    [
      'input.region.segmenter',
      'classifier',
      (m) => (m.input.region = region({ segmenter: '../other' })),
    ],
    // What comes out of it.
    ['outputs.form', 'classifier', (m) => (m.outputs.form = 'sigmoid')],
    ['outputs.box_format', 'detector', (m) => (m.outputs.box_format = 'yxyx')],
    ['outputs.box_units', 'detector', (m) => (m.outputs.box_units = 'mm')],
    ['outputs.boxes', 'detector', (m) => delete m.outputs.boxes],
    ['outputs.masks', 'segmenter', (m) => delete m.outputs.masks],
    ['outputs.form', 'detector', (m) => (m.outputs.form = 'softmax_logits')],
    [
      'outputs.form',
      'classifier',
      (m) => {
        m.outputs.form = 'softmax_logits';
        m.labels.pop();
      },
    ],
    ['overlap', 'detector', (m) => (m.overlap = 1.5)],
    ['overlap', 'classifier', (m) => (m.overlap = 0.5)],
    // Labels and structures.
    ['labels.1.id', 'detector', (m) => (m.labels[1].id = 'bright')],
    ['labels.0.id', 'detector', (m) => (m.labels[0].id = 'bright spot')],
    ['labels.0.unsure', 'detector', (m) => (m.labels[0].unsure = { low: 0.6, high: 0.6 })],
    ['labels.0.box', 'detector', (m) => (m.labels[0].box = { activation_threshold: 1 })],
    ['labels.0.box', 'classifier', (m) => delete m.outputs.activation],
    ['labels.0.structure', 'segmenter', (m) => (m.labels[0].structure = 'heart')],
    ['labels.0.least_area', 'segmenter', (m) => (m.labels[0].least_area = 0)],
    ['labels.0.repeatability_sd', 'segmenter', (m) => (m.labels[0].repeatability_sd = -1)],
    ['structures', 'segmenter', (m) => (m.structures = [])],
    ['structures.1.id', 'segmenter', (m) => (m.structures[1].id = 'background')],
    ['structures.1.keep', 'segmenter', (m) => (m.structures[1].keep = 'some')],
    [
      'measurements',
      'segmenter',
      (m) => {
        m.measurements = {};
        m.input.fit = 'contain';
      },
    ],
  ])('%s of a %s', async (field, kind, edit) => {
    expect(await faultsOf(kind, edit)).toContain(field);
  });

  it('and all of them at once', async () => {
    const fields = await faultsOf('detector', (m) => {
      m.input.width = -1;
      m.labels[0].threshold = 2;
      m.colour = 'red';
    });
    expect(fields.sort()).toEqual(['colour', 'input.width', 'labels.0.threshold']);
  });
});

describe('outputTensors', () => {
  it('are the names of tensors, and no words beside them', async () => {
    const of = async (kind: Kind) =>
      outputTensors(modelManifestSchema.parse(await readManifest(FOLDERS[kind])));
    expect(await of('detector')).toEqual({ boxes: 'boxes', scores: 'scores', classes: 'classes' });
    expect(await of('segmenter')).toEqual({ masks: 'masks' });
    expect(Object.keys(await of('classifier')).sort()).toEqual(['activation', 'gate', 'logits']);
  });
});
