import { invalidField } from '../core/errors.js';
import type { HeldObject } from '../core/held-object.js';
import type { Assessment } from './assessment.js';
import type { ChosenModels } from './choose-model.js';
import { type Asker, type ImagingParts, inputOf, type Picture, readBoth } from './read-picture.js';
import { readVolume, seriesModels, type VolumeReading } from './read-volume.js';
import { showsSlices } from './report/slice.js';
import type { ImagingRequest, SeriesReading } from './schema.js';
import { describeSeries, leftOutOf, type SeriesFiles } from './sent-series.js';
import { chooseFilm } from './volume/choose-film.js';
import { chooseSeries } from './volume/choose-series.js';
import { isSameModality } from './volume/modality.js';
import type { Slice } from './volume/slice.js';
import type { ReadImageOutput } from './worker/read-image-contract.js';

/** How much of the reading of a series its headers take. */
const HEADERS_PART = 0.1;
/** Of a model that does not name its views. */
const FRONTAL_VIEWS = ['PA', 'AP'];

/** What was read, and of what. */
export interface ReadResult {
  readonly output: ReadImageOutput;
  readonly earlier?: ReadImageOutput | undefined;
  /** With the thresholds that apply. */
  readonly models: ChosenModels;
  readonly sources: readonly HeldObject[];
  readonly series?: SeriesReading;
  readonly volume?: VolumeReading;
}

/** The images of a series that was sent, of the modality of the request where there are any. */
function ofModality(slices: readonly Slice[], requested: string): readonly Slice[] {
  const own = slices.filter(({ modality }) => isSameModality(requested, modality));
  return own.length > 0 ? own : slices;
}

const sourcesOf = ({ sources }: SeriesFiles, slices: readonly Slice[]): HeldObject[] => [
  ...new Set(slices.flatMap(({ file }) => sources[file] ?? [])),
];

/** One image of the files of a series. */
function pictureAmong({ field, files, sources }: SeriesFiles, { file, frame }: Slice): Picture {
  const sent = files[file];
  if (sent === undefined) throw new RangeError('the image is of none of the files');
  const source = sources[file];
  return {
    field,
    sent: { file: sent },
    ...(frame !== undefined && { frame }),
    ...(source && { source }),
  };
}

/** Chooses what is to be read of a series or a study, and reads it. */
export async function readSeries(
  request: ImagingRequest,
  files: SeriesFiles,
  models: ChosenModels,
  parts: ImagingParts,
  asker: Asker,
): Promise<ReadResult> {
  const { engine, limits } = parts;
  const part = (from: number, to: number) => ({
    signal: asker.signal,
    background: asker.background ?? false,
    onProgress: (done: number) => asker.onProgress?.(from + (to - from) * done),
  });
  const described = await describeSeries(files, engine, part(0, HEADERS_PART));
  const slices = ofModality(described.slices, request.modality);
  const images = described.slices.length + described.unreadable;
  const single = async (
    image: Slice,
    about: Pick<SeriesReading, 'slices' | 'positions_mm'> & { readonly reasons: readonly string[] },
  ): Promise<ReadResult> => {
    const picture = pictureAmong(described, image);
    const [output, earlier] = await readBoth(request, picture, models, parts, asker);
    const series = {
      images,
      assessed: output.assessed ? 1 : 0,
      ...(image.studyUid !== undefined && { study_instance_uid: image.studyUid }),
      ...(image.seriesUid !== undefined && { series_instance_uid: image.seriesUid }),
      ...about,
      reasons: [...about.reasons, ...leftOutOf(described)],
      probabilities: {},
      key_images: [],
    };
    return { output, earlier, models, sources: sourcesOf(described, [image]), series };
  };
  if (!showsSlices({ imageType: request.image_type, modality: request.modality })) {
    const chosen = chooseFilm(slices, models.reader?.manifest.serves.views ?? FRONTAL_VIEWS);
    if (chosen === undefined) throw invalidField(files.field, 'holds no image');
    return single(chosen.film, { slices: 1, reasons: chosen.reasons, positions_mm: [] });
  }
  const reading = seriesModels(models);
  const chosen = chooseSeries(slices, reading.wanted);
  const [first, ...others] = chosen?.stack.slices ?? [];
  if (chosen === undefined || first === undefined) {
    throw invalidField(files.field, 'holds only localisers');
  }
  if (others.length === 0) {
    const { stack, reasons } = chosen;
    return single(first, { slices: 1, reasons, positions_mm: [...stack.positionsMm] });
  }
  const input = inputOf(request, models, limits);
  const watch = part(HEADERS_PART, 1);
  const volume = await readVolume(chosen, described, reading, input, engine, watch);
  const sources = sourcesOf(described, chosen.stack.slices);
  return { ...volume, volume, sources };
}

/** The assessment of a series: its findings are on their slices, and what lacks limits it. */
export function ofVolume(
  now: Assessment,
  { series, keySlices, incomplete }: VolumeReading,
): Assessment {
  return {
    ...now,
    slices: series.slices,
    limited: now.limited || incomplete.length > 0,
    findings: now.findings.map((finding) => {
      const slice = keySlices.get(finding.label);
      return slice === undefined ? finding : { ...finding, slice };
    }),
    notAssessed: [...incomplete.map((reason) => ({ what: 'series', reason })), ...now.notAssessed],
    comparable: { ...now.comparable, ofSeries: true },
  };
}
