import { derivedUid } from '../../core/derived-uid.js';
import type { DataSet } from '../../core/dicom-data-set.js';
import { groupBy } from '../../core/group.js';
import type { Finding, ImagingResult } from '../schema.js';
import type { ReadObject } from '../worker/make-result-objects-contract.js';
import { NOT_VERIFIED } from './codes.js';
import type { ImageReference } from './content-items.js';

/** What all objects of one result are made from. */
export interface ResultContext {
  readonly result: ImagingResult;
  readonly imageType?: string | undefined;
  readonly evidence: readonly ReadObject[];
  /** The image that was read; of a series the one that carries the answer. */
  readonly image: ReadObject;
  readonly uidRoot?: string | undefined;
  /** Tells this box from others. */
  readonly identity: string;
  /** Of Wardbox. */
  readonly version: string;
  /** YYYYMMDD and HHMMSS, as the dates and times of the study are written. */
  readonly date: string;
  readonly time: string;
}

const MINUTE_MS = 60_000;

/**
 * A moment as a date and a time of DICOM.
 *
 * @param at ms since 1970
 * @param utcOffset `+0100`; without it in the time zone of the machine
 */
export function dateAndTime(at: number, utcOffset?: string): { date: string; time: string } {
  const sign = utcOffset?.startsWith('-') ? -1 : 1;
  const minutes =
    utcOffset === undefined
      ? -new Date(at).getTimezoneOffset()
      : sign * (Number(utcOffset.slice(1, 3)) * 60 + Number(utcOffset.slice(3, 5)));
  const text = new Date(at + minutes * MINUTE_MS).toISOString();
  return {
    date: text.slice(0, 10).replaceAll('-', ''),
    time: text.slice(11, 19).replaceAll(':', ''),
  };
}

/** A UID of a part of this result: a repetition of the result gets the same. */
export const resultUid = ({ result, uidRoot }: ResultContext, kind: string, part: string): string =>
  derivedUid(uidRoot, [result.analysis_id, kind, part]);

/** Of this box: no other one has it. */
export const deviceUid = ({ uidRoot, identity }: ResultContext): string =>
  derivedUid(uidRoot, ['device', identity]);

/** The kind of an object as UIDs and series have it. */
interface ObjectKind {
  readonly sopClassUid: string;
  readonly modality: string;
  readonly part: string;
  readonly seriesNumber: number;
}

/** The modules that all objects share: SOP Common, Series, Equipment (PS3.3 C.12.1, C.7.3.1, C.7.5.1). */
export function commonModules(context: ResultContext, kind: ObjectKind): DataSet {
  const { date, time, version } = context;
  return {
    SOPClassUID: kind.sopClassUid,
    SOPInstanceUID: resultUid(context, kind.part, 'instance'),
    InstanceCreationDate: date,
    InstanceCreationTime: time,
    Modality: kind.modality,
    SeriesInstanceUID: resultUid(context, kind.part, 'series'),
    SeriesNumber: kind.seriesNumber,
    SeriesDescription: NOT_VERIFIED,
    SeriesDate: date,
    SeriesTime: time,
    InstanceNumber: 1,
    ContentDate: date,
    ContentTime: time,
    Manufacturer: 'Wardbox',
    ManufacturerModelName: 'Wardbox',
    DeviceSerialNumber: deviceUid(context),
    SoftwareVersions: version,
  };
}

const referenceTo = ({ sopClassUid, instanceUid }: ReadObject): ImageReference => ({
  sopClassUid,
  instanceUid,
});

/** A key image of a series. */
type KeyImage = NonNullable<ImagingResult['series']>['key_images'][number];

/** The object of a key image; undefined where it is not known. */
export function keyImageReference(
  { evidence }: Pick<ResultContext, 'evidence'>,
  { sop_instance_uid: named, frame }: Pick<KeyImage, 'sop_instance_uid' | 'frame'>,
): ImageReference | undefined {
  const object =
    named === undefined && evidence.length === 1
      ? evidence[0]
      : evidence.find(({ instanceUid }) => instanceUid === named);
  return object && { ...referenceTo(object), ...(frame !== undefined && { frame }) };
}

/** The image that was read, where there is one and not a series. */
export function singleImage({ result, image }: ResultContext): ImageReference | undefined {
  if (result.series !== undefined) return undefined;
  const { frames, frame } = result.image;
  return { ...referenceTo(image), ...(frames > 1 && { frame }) };
}

/** The image on which the regions of a finding are. */
export function imageOfFinding(
  context: ResultContext,
  { label, slice }: Finding,
): ImageReference | undefined {
  const { series } = context.result;
  if (series === undefined) return singleImage(context);
  const onSlice = series.key_images.filter((key) => key.slice === slice);
  const key = onSlice.find((one) => one.label === label) ?? onSlice[0];
  return key && keyImageReference(context, key);
}

/** Evidence as Current Requested Procedure Evidence Sequence has it: by study and series. */
export function evidenceSequence(evidence: readonly ReadObject[]): DataSet[] {
  return [...groupBy(evidence, ({ studyUid }) => studyUid)].map(([studyUid, ofStudy]) => ({
    StudyInstanceUID: studyUid,
    ReferencedSeriesSequence: [...groupBy(ofStudy, ({ seriesUid }) => seriesUid)].map(
      ([seriesUid, ofSeries]) => ({
        SeriesInstanceUID: seriesUid,
        ReferencedSOPSequence: ofSeries.map(({ sopClassUid, instanceUid }) => ({
          ReferencedSOPClassUID: sopClassUid,
          ReferencedSOPInstanceUID: instanceUid,
        })),
      }),
    ),
  }));
}
