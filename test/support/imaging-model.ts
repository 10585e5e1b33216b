import type { Engine, ModelStatus } from '../../src/inference/engine.js';
import type { ImageClassifierManifest } from '../../src/inference/schema.js';
import type {
  ReadImageInput,
  ReadImageOutput,
} from '../../src/inference/tasks/read-image-contract.js';

type Label = ImageClassifierManifest['labels'][number];

export function label(id: string, changes: Partial<Label> = {}): Label {
  return {
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    reported: true,
    calibration: { scale: 1, bias: 0 },
    threshold: 0.5,
    box: { activation_threshold: 0 },
    ...changes,
  };
}

export function manifest(changes: Partial<ImageClassifierManifest> = {}): ImageClassifierManifest {
  return {
    manifest_version: 1,
    id: 'chest',
    version: '1.2.3',
    kind: 'image-classifier',
    title: 'Chest model',
    description: 'd',
    licence: 'Apache-2.0',
    intended_use: 'tests',
    files: {},
    weights: 'model.onnx',
    serves: { image_types: ['chest_xray'], modalities: ['CR', 'DX'] },
    input: {
      name: 'image',
      width: 32,
      height: 32,
      channels: 1,
      fit: 'fill',
      normalisation: 'per_image_standard',
    },
    outputs: { logits: 'logits', activation: 'activation' },
    labels: [label('pneumonia'), label('tuberculosis')],
    golden: { file: 'golden.json', tolerance: {} },
    ...changes,
  };
}

export function readyModel(
  changes: Partial<ImageClassifierManifest> = {},
): Extract<ModelStatus, { state: 'ready' }> {
  const made = manifest(changes);
  return { state: 'ready', id: made.id, manifest: made, backend: 'cpu', reports: [] };
}

export const IMAGE: ReadImageOutput['image'] = {
  width: 1_400,
  height: 700,
  format: 'png',
  photometric: 'MONOCHROME2',
  bitsPerSample: 16,
  pages: 1,
  reoriented: false,
};

/** An engine that always gives one answer and remembers what it was asked. */
export function fakeEngine(output: ReadImageOutput | Error, models: ModelStatus[]) {
  const asked: { input: ReadImageInput; signal: AbortSignal | undefined }[] = [];
  const engine: Engine = {
    async run(task, input, options) {
      if (task !== 'read-image') throw new Error(`unexpected task ${task}`);
      asked.push({ input, signal: options?.signal });
      if (output instanceof Error) throw output;
      return output;
    },
    models: () => models,
  };
  return { engine, asked };
}
