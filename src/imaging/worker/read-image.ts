import { AppError, invalidField } from '../../core/errors.js';
import { fill } from '../../core/fill.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { calibrate } from '../../inference/calibrate.js';
import { inputTensor } from '../../inference/input-tensor.js';
import { defineModels, type ModelWorker } from '../../inference/model-opener.js';
import type { OpenImageModel } from '../../inference/open-model.js';
import { floats, type Outputs } from '../../inference/outputs.js';
import type { ImageManifest, InputManifest } from '../../inference/schema.js';
import { NoSuchFrame, PictureFault } from '../../media/picture-fault.js';
import { cut, decodePlane, fittedRegion, type GreyPlane, isVaried } from './grey-plane.js';
import { checkHeader } from './header-agreement.js';
import { drawHeatMap } from './heat-map.js';
import { type OpenedPicture, openPicture, type PictureSource } from './open-picture.js';
import type { ReadImageInput, ReadImageOutput, Region, Structures } from './read-image-contract.js';
import { readLabels } from './read-labels.js';
import { regionAround, structureMasks } from './structure-masks.js';
import { structureOutlines } from './structure-outlines.js';

/** The models of a reading; at least one of the two. */
export interface ReadImageModels {
  readonly reader?: OpenImageModel | undefined;
  readonly segmenter?: OpenImageModel | undefined;
}

/** Grey levels; a blank or nearly blank picture shows less. */
const MIN_DEVIATION = 4;
/** Mean distance between colour channels; films toned blue or sepia stay below. */
const MAX_CHROMA = 24;

/** The picture is not suitable for the model: an answer, not an error. */
class Refusal extends Error {}

interface ModelView {
  readonly outputs: Outputs;
  readonly region: Region;
  readonly greys: Float32Array;
}

/** Runs a model on its part of the picture. */
async function show(model: OpenImageModel, plane: GreyPlane, within?: Region): Promise<ModelView> {
  const input: InputManifest = model.manifest.input;
  const region = fittedRegion(plane, input, within);
  const greys = await cut(plane, region, input);
  const outputs = await model.session.run({ [input.name]: inputTensor(greys, input) });
  checkGate(model.manifest, outputs);
  return { outputs, region, greys };
}

/** @throws Refusal when the model does not accept this kind of picture */
function checkGate({ gate, outputs: names, title }: ImageManifest, outputs: Outputs): void {
  if (gate === undefined || names.gate === undefined) return;
  const probability = calibrate(floats(outputs, names.gate).data[0] ?? Number.NaN, gate);
  // Written so that NaN refuses as well.
  if (probability >= gate.threshold) return;
  const seen = probability.toFixed(2);
  throw new Refusal(`it does not look like an image for ${title} (probability ${seen})`);
}

/** Requirements of all models, checked before they run. */
function checkPlane(plane: GreyPlane): void {
  if (plane.chroma > MAX_CHROMA) throw new Refusal('it is a colour picture, not a radiograph');
  if (!isVaried(plane, MIN_DEVIATION)) throw new Refusal('it is blank or nearly blank');
}

/** @throws Refusal when the header names a view that is not read */
function checkView({ header }: OpenedPicture, { serves: { views } }: ImageManifest): void {
  const { view } = header;
  if (view === undefined || views === undefined || views.includes(view)) return;
  throw new Refusal(`its header names an unsupported view; supported: ${views.join(', ')}`);
}

interface Outline extends Structures {
  /** The part of the picture that the masks cover. */
  readonly region: Region;
}

function outline({ manifest }: OpenImageModel, { outputs, greys, region }: ModelView): Outline {
  if (manifest.kind !== 'image-segmenter') throw new TypeError('the package is not a segmenter');
  const masks = structureMasks(manifest, outputs);
  const bytes = fill(new Uint8Array(greys.length), (at) => Math.round(greys[at] ?? 0));
  return { masks, greys: bytes, region };
}

function drawOutlines(segmenter: OpenImageModel | undefined, { masks, region }: Outline) {
  const manifest = segmenter?.manifest;
  return manifest?.kind === 'image-segmenter' ? structureOutlines(masks, manifest, region) : [];
}

/** A part of a part of the picture. */
function withinRegion(part: Region, { x, y, width, height }: Region): Region {
  return {
    x: x + part.x * width,
    y: y + part.y * height,
    width: part.width * width,
    height: part.height * height,
  };
}

/** The part of the picture that the reader gets; undefined means all of it. */
function partFor(
  reader: OpenImageModel,
  segmenter: OpenImageModel | undefined,
  outlined: Outline | undefined,
): Region | undefined {
  const wanted = reader.manifest.input.region;
  if (wanted === undefined) return undefined;
  if (segmenter?.manifest.kind !== 'image-segmenter' || outlined === undefined) {
    throw new AppError('model_unavailable', `The model ${wanted.segmenter} is not available.`);
  }
  const around = regionAround(outlined.masks, segmenter.manifest, wanted);
  return around && withinRegion(around, outlined.region);
}

async function assess(
  picture: OpenedPicture,
  { reader, segmenter }: ReadImageModels,
  { wantHeatmap, wantOutlines = false }: Pick<ReadImageInput, 'wantHeatmap' | 'wantOutlines'>,
) {
  const models = [segmenter, reader].filter((model) => model !== undefined);
  for (const { manifest } of models) checkView(picture, manifest);
  const plane = await decodePlane(
    picture,
    models.map(({ manifest }) => manifest.input),
  );
  checkPlane(plane);
  const seen = segmenter && (await show(segmenter, plane));
  const outlined = seen && outline(segmenter, seen);
  const found = outlined && {
    structures: { masks: outlined.masks, greys: outlined.greys },
    ...(wantOutlines && { outlines: drawOutlines(segmenter, outlined) }),
  };
  if (reader === undefined) return { labels: [], warnings: [], ...found };
  const within = partFor(reader, segmenter, outlined);
  // One package may do both, and runs only once.
  const own = reader === segmenter ? seen : undefined;
  const { outputs, region } = own ?? (await show(reader, plane, within));
  const labels = readLabels(reader.manifest, outputs, region);
  const heatmapPng = wantHeatmap
    ? await drawHeatMap(reader.manifest, labels, picture.image)
    : undefined;
  const lost = reader.manifest.input.region !== undefined && within === undefined;
  return {
    labels,
    warnings: lost
      ? ['The structures that define the region were not found; the whole image was read.']
      : [],
    ...found,
    ...(heatmapPng && { heatmapPng }),
  };
}

/**
 * A header that contradicts the request names what it contradicts; for an earlier image, the image
 * field.
 */
function checkAgreement(
  { field, expected }: Pick<ReadImageInput, 'field' | 'expected'>,
  { header }: OpenedPicture,
  { serves }: ImageManifest,
): void {
  try {
    checkHeader(header, expected.modality, serves.body_parts);
  } catch (error) {
    const [fault] = error instanceof AppError ? error.issues : [];
    if (field !== 'prior_image_data' || fault === undefined) throw error;
    throw invalidField(field, `has a header that contradicts ${fault.field}: ${fault.issue}`);
  }
}

/** A picture in memory, or as it was sent. */
export type PictureInput = Omit<ReadImageInput, 'sent'> &
  PictureSource & {
    /** It is one of the images of a series: which frame it is of its file is no news. */
    readonly isOfSeries?: boolean;
  };

async function read(input: PictureInput, models: ReadImageModels): Promise<ReadImageOutput> {
  const taking = [models.segmenter, models.reader].filter((model) => model !== undefined);
  const first = models.reader ?? models.segmenter;
  if (first === undefined) throw new TypeError('no model was requested for the picture');
  const picture = await openPicture(input, first.manifest.input.window);
  const { image } = picture;
  checkAgreement(input, picture, first.manifest);
  const { frameNote } = picture;
  const notes = [
    ...(frameNote === undefined || input.isOfSeries ? [] : [frameNote]),
    ...picture.warnings,
  ];
  const ran = taking.map(({ manifest: { id }, backend }) => ({ id, backend }));
  try {
    const { warnings, ...assessed } = await assess(picture, models, input);
    return {
      image,
      models: ran,
      warnings: [...notes, ...warnings],
      assessed: true,
      ...assessed,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refusal = { reason: error.message };
    return { image, models: ran, warnings: notes, assessed: false, refusal };
  }
}

/**
 * Decodes one picture, runs each model on its part of it and calibrates the outputs. Whether the
 * picture is suitable is decided here, before any score is given.
 *
 * @throws AppError `validation_error` on the input's field for any fault of the file.
 */
export async function readImage(
  input: PictureInput,
  models: ReadImageModels,
): Promise<ReadImageOutput> {
  try {
    return await read(input, models);
  } catch (error) {
    if (error instanceof NoSuchFrame) throw invalidField('frame', error.message);
    if (error instanceof PictureFault) throw invalidField(input.field, error.message);
    throw error;
  }
}

const imageModels = defineModels({
  kinds: ['image-classifier', 'image-detector', 'image-segmenter'],
  open: ({ manifest, session, backend }): OpenImageModel => ({ manifest, session, backend }),
});

/** The models that a task names, as its worker has opened them. */
export function openedModels(
  { readerId, segmenterId }: Pick<ReadImageInput, 'readerId' | 'segmenterId'>,
  worker: ModelWorker,
): ReadImageModels {
  const opened = (id: string | undefined) =>
    id === undefined ? undefined : worker.model(imageModels, id);
  return { reader: opened(readerId), segmenter: opened(segmenterId) };
}

export const readImageTask = defineTask({
  name: 'read-image',
  lane: 'usual',
  models: imageModels,
  run: (input: ReadImageInput, _context: TaskContext, worker: ModelWorker) =>
    readImage(input, openedModels(input, worker)),
});
