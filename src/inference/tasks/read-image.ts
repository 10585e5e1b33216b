import { type AppError, invalidField } from '../../core/errors.js';
import { decodeBase64 } from '../../media/base64.js';
import { type OpenedRaster, openRaster, RasterFault, renderOverlay } from '../../media/raster.js';
import { type RasterFormat, sniffFile } from '../../media/sniff.js';
import type { Session, Tensor } from '../backends/backend.js';
import type { ImageClassifierManifest } from '../schema.js';
import { calibrate } from './calibrate.js';
import { heatColours } from './heat-colours.js';
import type {
  ActivationGrid,
  ImageFacts,
  LabelReading,
  ReadImageInput,
  ReadImageOutput,
} from './read-image-contract.js';
import { spread, standardise } from './standardise.js';

/** A model that is ready to answer in this worker. */
export interface OpenModel {
  readonly manifest: ImageClassifierManifest;
  readonly session: Session;
  readonly backend: string;
}

const FIELD = 'image_data';
/** Below this there is no anatomy left to judge. */
const SMALLEST_SIDE = 64;
/** Grey levels; a blank or nearly blank picture shows less. */
const LEAST_DEVIATION = 4;
/** Mean distance between colour channels; films toned blue or sepia stay below. */
const MOST_CHROMA = 24;
const HEATMAP_SIDE = 1_024;

const refused = (issue: string): AppError => invalidField(FIELD, issue);

function decodeFile({ encoded, limits }: ReadImageInput): { bytes: Buffer; format: RasterFormat } {
  const bytes = decodeBase64(encoded);
  if (bytes === undefined) throw refused('must be base64');
  if (bytes.length === 0) throw refused('must not be empty');
  if (bytes.length > limits.fileBytes) {
    throw refused(`holds ${bytes.length} bytes; at most ${limits.fileBytes} are taken`);
  }
  const kind = sniffFile(bytes);
  if (kind === 'dicom') throw refused('is a DICOM file, which this version does not read');
  if (kind === 'unknown') throw refused('must be a PNG, JPEG, WebP or TIFF picture');
  return { bytes, format: kind };
}

async function openImage(bytes: Buffer, megapixels: number): Promise<OpenedRaster> {
  const raster = await openRaster(bytes, megapixels);
  const { width, height } = raster;
  if (Math.min(width, height) < SMALLEST_SIDE) {
    throw refused(
      `is ${width}×${height} pixels; at least ${SMALLEST_SIDE}×${SMALLEST_SIDE} are needed`,
    );
  }
  return raster;
}

function floats(
  outputs: Record<string, Tensor>,
  name: string,
): { data: Float32Array; shape: readonly number[] } {
  const tensor = outputs[name];
  if (tensor?.dtype !== 'float32') throw new TypeError(`the model gave no float32 ${name}`);
  return { data: tensor.data, shape: tensor.shape };
}

async function infer({ manifest, session }: OpenModel, greys: Float32Array) {
  const { name, width, height, channels } = manifest.input;
  const plane = standardise(greys);
  const data = new Float32Array(plane.length * channels);
  for (let channel = 0; channel < channels; channel += 1) data.set(plane, channel * plane.length);
  return session.run({ [name]: { dtype: 'float32', shape: [1, channels, height, width], data } });
}

/** Why the picture as a whole may not be judged, if so. */
function gateReason(model: OpenModel, outputs: Record<string, Tensor>): string | undefined {
  const { gate, outputs: names, title } = model.manifest;
  if (gate === undefined || names.gate === undefined) return undefined;
  const probability = calibrate(floats(outputs, names.gate).data[0] ?? Number.NaN, gate);
  // Written so that NaN refuses as well.
  if (probability >= gate.threshold) return undefined;
  return `it does not look like what ${title} reads (probability ${probability.toFixed(2)})`;
}

function labelReadings(model: OpenModel, outputs: Record<string, Tensor>): LabelReading[] {
  const { labels, outputs: names } = model.manifest;
  const logits = floats(outputs, names.logits).data;
  const maps = names.activation === undefined ? undefined : floats(outputs, names.activation);
  const [, , rows = 0, columns = 0] = maps?.shape ?? [];
  return labels.map((label, index) => {
    const probability = calibrate(logits[index] ?? Number.NaN, label.calibration);
    if (!Number.isFinite(probability)) throw new TypeError(`no finite logit for ${label.id}`);
    if (maps === undefined) return { id: label.id, probability };
    const cells = rows * columns;
    const values = maps.data.slice(index * cells, (index + 1) * cells);
    return { id: label.id, probability, activation: { rows, columns, values } };
  });
}

async function heatmap(model: OpenModel, readings: readonly LabelReading[], image: ImageFacts) {
  const maps = model.manifest.labels.flatMap(({ id, reported, box }) => {
    const grid = readings.find((reading) => reading.id === id)?.activation;
    return reported && grid && box ? [{ grid, threshold: box.activation_threshold }] : [];
  });
  const grid: ActivationGrid | undefined = maps[0]?.grid;
  if (grid === undefined) return {};
  const scale = Math.min(1, HEATMAP_SIDE / Math.max(image.width, image.height));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  const heatmapPng = await renderOverlay(
    { rgba: heatColours(maps), columns: grid.columns, rows: grid.rows },
    { width: side(image.width), height: side(image.height) },
  );
  return { heatmapPng };
}

function factsOf(raster: OpenedRaster, format: RasterFormat): ImageFacts {
  const { width, height, colour, bitsPerSample, pages, reoriented } = raster;
  const photometric = colour ? 'RGB' : 'MONOCHROME2';
  return { width, height, format, photometric, bitsPerSample, pages, reoriented };
}

async function read(input: ReadImageInput, model: OpenModel): Promise<ReadImageOutput> {
  const { bytes, format } = decodeFile(input);
  const raster = await openImage(bytes, input.limits.megapixels);
  const image = factsOf(raster, format);
  const { width, height } = model.manifest.input;
  const { greys, chroma } = await raster.sample(width, height);
  const refuse = (reason: string): ReadImageOutput => ({
    image,
    backend: model.backend,
    assessed: false,
    refusal: { reason },
  });
  if (chroma > MOST_CHROMA) return refuse('it is a colour picture, not a radiograph');
  if (spread(greys).deviation < LEAST_DEVIATION) return refuse('it is blank or nearly blank');
  const outputs = await infer(model, greys);
  const reason = gateReason(model, outputs);
  if (reason !== undefined) return refuse(reason);
  const labels = labelReadings(model, outputs);
  const drawn = input.wantHeatmap ? await heatmap(model, labels, image) : {};
  return { image, backend: model.backend, assessed: true, labels, ...drawn };
}

/**
 * Decodes one picture, squeezes it to the model's input, runs the model and calibrates what comes
 * out. Whether the picture may be judged at all is decided here, before any score is given.
 *
 * @throws AppError `validation_error` on `image_data` for whatever the file is to blame for.
 */
export async function readImage(input: ReadImageInput, model: OpenModel): Promise<ReadImageOutput> {
  try {
    return await read(input, model);
  } catch (error) {
    if (error instanceof RasterFault) throw refused(error.message);
    throw error;
  }
}
