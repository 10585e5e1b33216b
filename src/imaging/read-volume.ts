import { invalidField } from '../core/errors.js';
import type { Engine, RunOptions } from '../inference/engine.js';
import type { LabelManifest, SeriesManifest } from '../inference/schema.js';
import type { ChosenModels, ReadyImageModel } from './choose-model.js';
import type { SeriesReading } from './schema.js';
import { type DescribedSeries, leftOutOf } from './sent-series.js';
import type { ChosenSeries } from './volume/choose-series.js';
import { incompleteness, remarksOn, type SliceCounts } from './volume/completeness.js';
import { describeSeriesReading, labelsOfSeries } from './volume/summarise.js';
import type {
  AssessedImage,
  ReadImageInput,
  ReadImageOutput,
} from './worker/read-image-contract.js';
import type { PooledLabel, SliceReading } from './worker/read-slices-contract.js';

/** A model that reads series, with what its manifest says of them. */
export interface SeriesModels extends ChosenModels {
  readonly reader: ReadyImageModel;
  readonly wanted: SeriesManifest;
}

/** What a series was read as: its strongest slice, with the probabilities of the series. */
export interface VolumeReading {
  readonly output: ReadImageOutput;
  /** With thresholds of series. */
  readonly models: ChosenModels;
  readonly series: SeriesReading;
  /** Of each label, the slice that its evidence is on, from 1. */
  readonly keySlices: ReadonlyMap<string, number>;
  /** Why the absence of findings cannot be relied on. */
  readonly incomplete: readonly string[];
}

type ReadingInput = Omit<ReadImageInput, 'field' | 'sent' | 'frame'>;

/** Slices that are read once more for their evidence. */
const MAX_KEY_SLICES = 5;

/** @throws AppError where the model reads single images only */
export function seriesModels(models: ChosenModels): SeriesModels {
  const { reader } = models;
  const wanted = reader?.manifest.series;
  if (reader !== undefined && wanted !== undefined) return { ...models, reader, wanted };
  const id = reader?.id ?? models.segmenter?.id ?? 'the model';
  throw invalidField('image_type', `is read by ${id} from single images, not from series`);
}

const lowestShown = ({ threshold, unsure }: LabelManifest) =>
  Math.min(threshold, unsure?.low ?? threshold);

/** The slices of the labels that are present or unsure, the most probable first; or of the strongest. */
function slicesToShow(pooled: readonly PooledLabel[], labels: readonly LabelManifest[]): number[] {
  const ranked = pooled.toSorted((a, b) => b.probability - a.probability);
  const shown = ranked.filter(({ id, probability }) => {
    const label = labels.find((one) => one.id === id);
    return label !== undefined && probability >= lowestShown(label);
  });
  const slices = (shown.length > 0 ? shown : ranked.slice(0, 1)).map(({ keySlice }) => keySlice);
  return [...new Set(slices)].slice(0, MAX_KEY_SLICES);
}

function countsOf(readings: readonly SliceReading[], unreadable: number): SliceCounts {
  const faults = readings.filter((reading) => 'fault' in reading).length;
  const refused = readings.filter((reading) => 'refusal' in reading).length;
  return { refused, unreadable: unreadable + faults };
}

/** Probabilities of the series, with the evidence on the slices that were read once more. */
function labelReadings(
  pooled: readonly PooledLabel[],
  shown: ReadonlyMap<number, ReadImageOutput>,
): AssessedImage['labels'] {
  return pooled.map(({ id, probability, keySlice }) => {
    const output = shown.get(keySlice);
    const own = output?.assessed ? output.labels.find((label) => label.id === id) : undefined;
    return { ...own, id, probability };
  });
}

/** Why no slice has a score. */
function refusalOf(readings: readonly SliceReading[], field: string): string {
  const refusal = readings.find((reading) => 'refusal' in reading);
  if (refusal !== undefined && 'refusal' in refusal) {
    return `none of the ${readings.length} slices could be assessed: ${refusal.refusal}`;
  }
  const fault = readings.find((reading) => 'fault' in reading);
  throw invalidField(field, fault && 'fault' in fault ? fault.fault : 'holds no image');
}

/** The slices of a stack are of one size. */
const pixelsOf = ({ stack: { slices } }: ChosenSeries): number =>
  (slices[0]?.rows ?? 0) * (slices[0]?.columns ?? 0);

/** Reads every slice of a series, and once more those that carry the answer. */
export async function readVolume(
  chosen: ChosenSeries,
  described: DescribedSeries,
  models: SeriesModels,
  input: ReadingInput,
  engine: Engine,
  options: RunOptions,
): Promise<VolumeReading> {
  const { field, files, unreadable } = described;
  const { reader, segmenter, wanted } = models;
  const slices = chosen.stack.slices.flatMap(({ file, frame }) => {
    const sent = files[file];
    return sent === undefined ? [] : [{ file: sent, ...(frame !== undefined && { frame }) }];
  });
  const { wantHeatmap, wantOutlines: _, ...each } = input;
  const {
    slices: readings,
    labels: pooled,
    warnings,
  } = await engine.run(
    'read-slices',
    { ...each, field, slices, pixels: pixelsOf(chosen) },
    options,
  );
  const labels = labelsOfSeries(reader.manifest.labels);
  const scored = readings.findIndex((reading) => 'probabilities' in reading);
  const refused = scored < 0 ? refusalOf(readings, field) : undefined;
  const again = pooled.length > 0 ? slicesToShow(pooled, labels) : [Math.max(0, scored)];
  const shown = new Map<number, ReadImageOutput>();
  for (const at of again) {
    const slice = slices[at];
    if (slice === undefined) continue;
    const { file, ...frame } = slice;
    const first = shown.size === 0;
    const more = { field, sent: { file }, ...frame, wantHeatmap: wantHeatmap && first };
    const { signal, background } = options;
    shown.set(
      at,
      await engine.run(
        'read-image',
        { ...input, ...more, wantOutlines: first && input.wantOutlines === true },
        { signal, background },
      ),
    );
  }
  const [firstShown] = shown.keys();
  const [key] = shown.values();
  if (key === undefined) throw new RangeError('a series that was read has a slice');
  const counts = countsOf(readings, unreadable);
  const remarks = [
    ...warnings,
    ...remarksOn(chosen, counts),
    ...leftOutOf({ unreadable: 0, imageless: described.imageless }),
    ...labels.flatMap(({ series }) => series?.caveat ?? []),
  ];
  const images = described.slices.length + unreadable;
  return {
    output:
      refused === undefined && key.assessed
        ? { ...key, labels: labelReadings(pooled, shown), warnings: remarks }
        : {
            image: key.image,
            models: key.models,
            warnings: remarks,
            assessed: false,
            refusal: { reason: refused ?? 'its slices could not be assessed' },
          },
    models: {
      reader: { ...reader, manifest: withLabels(reader, labels) },
      ...(segmenter && { segmenter }),
    },
    series: {
      ...describeSeriesReading(chosen, images, readings, pooled),
      ...(firstShown !== undefined && { shown_slice: firstShown + 1 }),
    },
    keySlices: new Map(pooled.map(({ id, keySlice }) => [id, keySlice + 1])),
    incomplete: incompleteness(chosen.stack, counts, wanted),
  };
}

/** The labels are of the kind that the manifest has; the compiler cannot pair them. */
const withLabels = ({ manifest }: ReadyImageModel, labels: readonly LabelManifest[]) =>
  ({ ...manifest, labels }) as ReadyImageModel['manifest'];
