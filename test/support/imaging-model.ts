import type {
  ReadImageInput,
  ReadImageOutput,
  StructureMask,
  Structures,
} from '../../src/imaging/worker/read-image-contract.js';
import type { Engine, ModelStatus } from '../../src/inference/engine.js';
import type {
  ImageClassifierManifest,
  ImageSegmenterManifest,
} from '../../src/inference/schema.js';
import { UNSIGNED } from './unsigned.js';

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
    serves: { image_types: ['chest_xray'], modalities: ['CR', 'DX'], priority: 0 },
    input: {
      name: 'image',
      width: 32,
      height: 32,
      channels: 1,
      layout: 'nchw',
      fit: 'fill',
      normalisation: { method: 'per_image_standard' },
    },
    outputs: { logits: 'logits', form: 'logits', activation: 'activation' },
    labels: [label('pneumonia'), label('tuberculosis')],
    golden: { file: 'golden.json', tolerance: {} },
    ...changes,
  };
}

export function readyModel(
  changes: Partial<ImageClassifierManifest> = {},
): Extract<ModelStatus, { state: 'ready' }> {
  const made = manifest(changes);
  return {
    state: 'ready',
    id: made.id,
    manifest: made,
    seal: UNSIGNED,
    backend: 'cpu',
    reports: [],
  };
}

export const IMAGE: ReadImageOutput['image'] = {
  width: 1_400,
  height: 700,
  format: 'png',
  photometric: 'MONOCHROME2',
  bitsPerSample: 16,
  frames: 1,
  frame: 1,
  orientation: 1,
};

export const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/** A package that outlines a chest, made of the reader's manifest. */
export function readySegmenter(
  changes: Partial<ImageSegmenterManifest> = {},
): Extract<ModelStatus, { state: 'ready' }> {
  const { kind: _, labels: __, outputs: ___, ...shared } = manifest();
  const made: ImageSegmenterManifest = {
    ...shared,
    id: 'anatomy',
    kind: 'image-segmenter',
    outputs: { masks: 'masks', form: 'logits' },
    structures: ['right_lung', 'left_lung', 'heart'].map((id) => ({
      id,
      name: id,
      threshold: 0.5,
      keep: 'largest' as const,
    })),
    labels: [],
    measurements: { cardiothoracic_ratio: { repeatability_sd: 0.01, agreement_sd: 0.02 } },
    ...changes,
  };
  return {
    state: 'ready',
    id: made.id,
    manifest: made,
    seal: UNSIGNED,
    backend: 'cpu',
    reports: [],
  };
}

const SIDE = 64;

/** An ellipse as a mask of 64 × 64; centre and radii in parts of the picture. */
function ellipse(id: string, x: number, y: number, across: number, down: number): StructureMask {
  const probabilities = Uint8Array.from({ length: SIDE * SIDE }, (_, cell) => {
    const column = ((cell % SIDE) + 0.5) / SIDE;
    const row = (Math.floor(cell / SIDE) + 0.5) / SIDE;
    return ((column - x) / across) ** 2 + ((row - y) / down) ** 2 <= 1 ? 255 : 0;
  });
  return { id, rows: SIDE, columns: SIDE, probabilities };
}

/** A chest with a heart of a width, in parts of the picture; the thorax is about 0.8 wide. */
export function chestStructures(heartWidth: number): Structures {
  const heart = ellipse('heart', 0.53, 0.6, heartWidth / 2, 0.15);
  const lung = (id: string, x: number): StructureMask => {
    const whole = ellipse(id, x, 0.45, 0.18, 0.33);
    const beside = whole.probabilities.map((value, cell) =>
      heart.probabilities[cell] ? 0 : value,
    );
    return { ...whole, probabilities: beside };
  };
  return {
    masks: [lung('right_lung', 0.28), lung('left_lung', 0.72), heart],
    greys: Uint8Array.from(heart.probabilities, (inside, cell) => 60 + inside / 4 + (cell % 50)),
  };
}

/** An engine that gives one answer, or the next of several, and records its inputs. */
export function fakeEngine(
  answers: ReadImageOutput | Error | readonly ReadImageOutput[],
  models: ModelStatus[],
) {
  const asked: { input: ReadImageInput; signal: AbortSignal | undefined }[] = [];
  const engine: Engine = {
    async run(task, input, options) {
      if (task !== 'read-image') throw new Error(`unexpected task ${task}`);
      asked.push({ input: input as ReadImageInput, signal: options?.signal });
      if (answers instanceof Error) throw answers;
      if (!('image' in answers)) return answers[(asked.length - 1) % answers.length]!;
      return answers;
    },
    models: () => models,
  };
  return { engine, asked };
}
