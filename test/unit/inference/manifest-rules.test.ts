import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/schema.js';
import {
  inputTensorName,
  manifestFaults,
  outputTensors,
} from '../../../src/inference/manifest-rules.js';
import { modelManifestSchema } from '../../../src/inference/schema.js';
import { FIXTURE_MODELS, OWN_MODELS } from '../../support/fixture-models.js';
import { imageManifest } from '../../support/image-manifest.js';
import { type LooseManifest, readManifest } from './package-folder.js';

const FOLDERS = {
  classifier: join(FIXTURE_MODELS, 'pattern-fp32'),
  detector: join(OWN_MODELS, 'spot-detector'),
  segmenter: join(OWN_MODELS, 'spot-segmenter'),
  table: join(OWN_MODELS, 'step-sum'),
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
    ['an interval by steps', 'table', (m) => (m.interval = steps())],
    ['no hours that it looks at', 'table', (m) => delete m.window_hours],
    ['a code for its outcome', 'table', (m) => (m.outcome.code = coding())],
    ['no other rule than a number', 'table', (m) => (m.abstain = leastRules())],
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
    expect(imageManifest(parsed).labels[0]).toMatchObject({ calibration: { scale: 1, bias: 0 } });
  });
});

const steps = (changes = {}) => ({
  method: 'table',
  description: 'in three steps',
  logits: [-1, 0, 1],
  low: [0.1, 0.3, 0.6],
  high: [0.2, 0.3, 0.9],
  ...changes,
});
const coding = () => ({ system: 'http://snomed.info/sct', code: '419099009', display: 'Dead' });
const leastRules = () => ({ least_inputs: 1, out_of_range: 'refuse' });

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
    // A table of values.
    ['serves', 'table', (m) => (m.serves = { image_types: ['x'], modalities: [] })],
    ['golden.tolerance.members', 'table', (m) => delete m.golden.tolerance.members],
    ['outcome.base_rate', 'table', (m) => (m.outcome.base_rate = 14)],
    ['outcome.horizon', 'table', (m) => delete m.outcome.horizon],
    ['inputs.1.variable', 'table', (m) => (m.inputs[1].variable = 'age')],
    ['inputs.2.high', 'table', (m) => delete m.inputs[2].low],
    ['inputs.2.high', 'table', (m) => (m.inputs[2].low = 220)],
    ['inputs.5.variable', 'table', (m) => m.inputs.push({ variable: 'sodium' })],
    ['features.0.variable', 'table', (m) => (m.features[0].variable = 'sodium')],
    ['features.0.statistic', 'table', (m) => (m.features[0].statistic = 'median')],
    ['features.1.statistic', 'table', (m) => (m.features[1].statistic = 'mean')],
    ['features.1.codes', 'table', (m) => (m.features[1].codes = { F: 0 })],
    ['features.3.codes', 'table', (m) => (m.features[3].codes = { low: 0, high: 1 })],
    ['features.1.name', 'table', (m) => (m.features[1].name = 'age')],
    ['features.6', 'table', (m) => m.terms.splice(6, 1)],
    ['terms.1.name', 'table', (m) => (m.terms[1].name = 'age')],
    ['terms.7.features.1', 'table', (m) => (m.terms[7].features = [2, 7])],
    ['terms.7.features', 'table', (m) => (m.terms[7].features = [2, 2])],
    ['terms.7.features', 'table', (m) => (m.terms[7].features = [1, 2, 3])],
    ['interval.level', 'table', (m) => (m.interval.level = 90)],
    ['interval.method', 'table', (m) => (m.interval.method = 'guess')],
    ['interval.logits.1', 'table', (m) => (m.interval = steps({ logits: [0, 0, 1] }))],
    ['interval.low', 'table', (m) => (m.interval = steps({ low: [0, 0] }))],
    ['interval.low.2', 'table', (m) => (m.interval = steps({ low: [0.1, 0.3, 0.95] }))],
    ['abstain.least_inputs', 'table', (m) => (m.abstain.least_inputs = 6)],
    ['abstain.required_any.0.1', 'table', (m) => (m.abstain.required_any = [['age', 'sodium']])],
    ['abstain.population.0.variable', 'table', (m) => (m.abstain.population[0].variable = 'x')],
    ['abstain.population.0.low', 'table', (m) => delete m.abstain.population[0].low],
    ['abstain.population.0.low', 'table', (m) => (m.abstain.population[0].high = 16)],
    ['window_hours', 'table', (m) => (m.window_hours = 0)],
    ['calibration.scale', 'table', (m) => (m.calibration.scale = -1)],
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
    expect(Object.keys(await of('table')).sort()).toEqual(['contributions', 'logits', 'members']);
    const table = await readManifest(FOLDERS.table);
    const stepped = modelManifestSchema.parse({ ...table, interval: steps() });
    expect(Object.keys(outputTensors(stepped)).sort()).toEqual(['contributions', 'logits']);
    expect(inputTensorName(stepped)).toBe('features');
  });
});
