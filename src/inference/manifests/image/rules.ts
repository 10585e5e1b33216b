import type { ImageManifest } from '../../schema.js';
import type { Fault } from '../fault.js';
import type { KindRules } from '../kind-rules.js';

/** How a request's `image_type` is spelt before it is compared. */
const IMAGE_TYPE = /^[a-z0-9]+(_[a-z0-9]+)*$/;

function checkServes({ serves }: ImageManifest, fault: Fault): void {
  serves.image_types.forEach((type, index) => {
    if (IMAGE_TYPE.test(type) && !type.includes('x_ray')) return;
    fault(
      ['serves', 'image_types', index],
      'must be lower-case letters, digits and underscores, with xray as one word; no request would match it',
    );
  });
}

function checkInput({ input: { normalisation, channels } }: ImageManifest, fault: Fault): void {
  if (normalisation.method === 'range' && normalisation.low === normalisation.high) {
    fault(['input', 'normalisation', 'high'], 'must differ from low');
  }
  if (normalisation.method !== 'mean_std') return;
  for (const key of ['mean', 'std'] as const) {
    if (normalisation[key].length !== channels) {
      fault(['input', 'normalisation', key], `needs ${channels} numbers, one per channel`);
    }
  }
}

type Band = Pick<ImageManifest['labels'][number], 'threshold' | 'unsure'>;

function checkBand({ threshold, unsure }: Band, at: readonly (string | number)[], fault: Fault) {
  if (unsure === undefined) return;
  if (!(unsure.low < unsure.high)) fault([...at, 'unsure'], 'needs a low below high');
  if (threshold < unsure.low || threshold > unsure.high) {
    fault([...at, 'unsure'], 'must contain the threshold');
  }
}

function checkSeries({ series, labels }: ImageManifest, fault: Fault): void {
  if (series !== undefined && labels.every((label) => label.series === undefined)) {
    fault(['series'], 'needs a label with series');
  }
}

function checkLabels(manifest: ImageManifest, fault: Fault): void {
  const { labels } = manifest;
  labels.forEach((label, index) => {
    if (labels.findIndex((other) => other.id === label.id) !== index) {
      fault(['labels', index, 'id'], 'is used twice');
    }
    const parent = labels.find(({ id }) => id === label.given);
    if (label.given !== undefined && (parent === undefined || parent.given !== undefined)) {
      fault(['labels', index, 'given'], 'must name another label that has no given of its own');
    }
    checkBand(label, ['labels', index], fault);
    if (label.series !== undefined) {
      checkBand(label.series, ['labels', index, 'series'], fault);
      if (manifest.series === undefined) {
        fault(['labels', index, 'series'], 'needs series in the manifest');
      }
    }
    if ('box' in label && label.box && !('activation' in manifest.outputs)) {
      fault(['labels', index, 'box'], 'needs outputs.activation');
    }
  });
}

/** A softmax over one score is always 1. */
function checkForm(manifest: ImageManifest, fault: Fault): void {
  if (manifest.kind === 'image-segmenter' || manifest.outputs.form !== 'softmax_logits') return;
  const scores = 'classes' in manifest.outputs ? 1 : manifest.labels.length;
  if (scores === 1) fault(['outputs', 'form'], 'needs at least two scores to choose between');
}

function checkStructures(manifest: ImageManifest, fault: Fault): void {
  if (manifest.kind !== 'image-segmenter') return;
  const ids = manifest.structures.map(({ id }) => id);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) !== index) fault(['structures', index, 'id'], 'is used twice');
  });
  manifest.labels.forEach(({ structure }, index) => {
    if (!ids.includes(structure)) fault(['labels', index, 'structure'], 'is not among structures');
  });
  // They are measured on masks of the whole picture.
  if (manifest.measurements !== undefined && manifest.input.fit !== 'fill') {
    fault(['measurements'], 'needs input.fit fill');
  }
}

/** Faults of a manifest of a kind that reads pictures. */
function checkImage(manifest: ImageManifest, fault: Fault): void {
  checkServes(manifest, fault);
  checkInput(manifest, fault);
  checkLabels(manifest, fault);
  checkSeries(manifest, fault);
  checkForm(manifest, fault);
  checkStructures(manifest, fault);
  if (manifest.gate !== undefined && manifest.outputs.gate === undefined) {
    fault(['gate'], 'needs outputs.gate');
  }
}

/** Outputs that are words, and name no tensor. */
const WORDS = ['form', 'box_format', 'box_units'];

function outputTensors({ outputs }: ImageManifest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(outputs).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !WORDS.includes(entry[0]),
    ),
  );
}

export const imageRules: KindRules<ImageManifest> = {
  inputTensor: ({ input }) => input.name,
  outputTensors,
  check: checkImage,
};
