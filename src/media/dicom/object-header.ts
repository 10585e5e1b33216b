import { constants, inflateRawSync } from 'node:zlib';
import { isUid } from '../../core/dicom-uid.js';
import { present } from '../../core/present.js';
import type { ObjectHeader } from '../../core/received-object.js';
import { PictureFault } from '../picture-fault.js';
import { Attributes } from './attributes.js';
import { type Elements, elementStream, PIXEL_DATA, readElements } from './element-stream.js';
import { looksExplicit } from './file-encoding.js';
import { isReportClass } from './storage-classes.js';
import { textDecoderFor } from './text-encoding.js';
import { transferSyntaxOf } from './transfer-syntax.js';
import { checkPixels, type DataSetBytes, type PixelPlace, placeOfPixels } from './whole-pixels.js';

/** Maximum size of the inflated head of a deflated data set. */
const MAX_INFLATED = 64 * 2 ** 20;

function uid(attributes: Attributes, tag: string, name: string): string {
  const text = attributes.text(tag);
  if (text === undefined) throw new PictureFault(`has no ${name}`);
  if (!isUid(text)) throw new PictureFault(`has an invalid ${name}`);
  return text;
}

/** As much of a deflated data set as its first bytes hold. */
function inflateHead(head: Buffer): Buffer {
  try {
    return inflateRawSync(head, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_INFLATED,
    });
  } catch (cause) {
    throw new PictureFault('has a deflated data set that is damaged', { cause });
  }
}

interface Head {
  readonly attributes: Attributes;
  readonly pixels: PixelPlace | undefined;
}

function readHead(head: Buffer, transferSyntaxUid: string): Head {
  const syntax = transferSyntaxOf(transferSyntaxUid);
  if (syntax === undefined) throw new PictureFault('is stored in an unknown transfer syntax');
  const bytes = syntax.deflated ? inflateHead(head) : head;
  const { bigEndian } = syntax;
  const elements: Elements = {};
  const stream = elementStream({ bytes, position: 0, bigEndian });
  const whole = readElements(stream, bigEndian || looksExplicit(bytes, 0), elements);
  if (!whole) throw new PictureFault('ends or is damaged before its pixel data');
  const attributes = new Attributes(elements, bytes, bigEndian);
  const pixelData = elements[PIXEL_DATA];
  return { attributes, pixels: pixelData && placeOfPixels(attributes, pixelData, syntax) };
}

function wholeNumber(attributes: Attributes, tag: string): number | undefined {
  const value = attributes.decimal(tag);
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

/** Long lists of evidence are cut: what a report replaces comes first. */
const MAX_CITED = 200;

/** Predecessor Documents, Current Requested Procedure Evidence, Pertinent Other Evidence. */
const CITING_SEQUENCES = ['x0040a360', 'x0040a375', 'x0040a385'];

/** What a report states of itself (PS3.3 section C.17.2). */
function readReport(attributes: Attributes): NonNullable<ObjectHeader['report']> {
  const cites = CITING_SEQUENCES.flatMap((tag) => attributes.items(tag))
    .flatMap((study) => study.items('x00081115'))
    .flatMap((series) => series.items('x00081199'))
    .flatMap((instance) => instance.text('x00081155') ?? [])
    .filter(isUid);
  return {
    verified: attributes.text('x0040a493') === 'VERIFIED',
    cites: [...new Set(cites)].slice(0, MAX_CITED),
  };
}

function headerOf(attributes: Attributes, transferSyntaxUid: string): ObjectHeader {
  const decoder = textDecoderFor(attributes.texts('x00080005'));
  const text = (tag: string): string | undefined => {
    const bytes = attributes.bytes(tag);
    if (bytes === undefined || bytes.length > 1_024) return undefined;
    const [first = ''] = decoder.decode(bytes).replaceAll('\0', '').split('\\');
    return first.trim() || undefined;
  };
  const sopClassUid = uid(attributes, 'x00080016', 'SOP Class UID');
  return {
    sopClassUid,
    sopInstanceUid: uid(attributes, 'x00080018', 'SOP Instance UID'),
    studyInstanceUid: uid(attributes, 'x0020000d', 'Study Instance UID'),
    seriesInstanceUid: uid(attributes, 'x0020000e', 'Series Instance UID'),
    transferSyntaxUid,
    patient: present({
      id: text('x00100020'),
      issuer: text('x00100021'),
      name: text('x00100010'),
      birthDate: text('x00100030'),
      sex: text('x00100040'),
    }),
    study: present({
      date: text('x00080020'),
      time: text('x00080030'),
      id: text('x00200010'),
      accessionNumber: text('x00080050'),
      description: text('x00081030'),
      referringPhysician: text('x00080090'),
    }),
    series: present({
      modality: text('x00080060'),
      number: wholeNumber(attributes, 'x00200011'),
      description: text('x0008103e'),
      bodyPart: text('x00180015'),
      stationName: text('x00081010'),
      view: text('x00185101'),
      laterality: text('x00200060') ?? text('x00200062'),
      instances: wholeNumber(attributes, 'x00201209'),
    }),
    ...present({
      instanceNumber: wholeNumber(attributes, 'x00200013'),
      rows: attributes.word('x00280010'),
      columns: attributes.word('x00280011'),
      frames: wholeNumber(attributes, 'x00280008'),
      bitsAllocated: attributes.word('x00280100'),
    }),
    ...(isReportClass(sopClassUid) && { report: readReport(attributes) }),
  };
}

/** What the first bytes of a data set say of it. */
export interface ObjectHead {
  readonly header: ObjectHeader;
  /** Undefined where it has none. */
  readonly pixels: PixelPlace | undefined;
}

/**
 * Reads the header of a DICOM data set, and where its pixels are.
 *
 * @param head the data set from its first element (after the File Meta Information) to its pixel data
 *   at least, or to its end
 * @throws PictureFault when it cannot be read, or lacks one of the four UIDs that place it in a study
 */
export function readObjectHead(head: Buffer, transferSyntaxUid: string): ObjectHead {
  const { attributes, pixels } = readHead(head, transferSyntaxUid);
  return { header: headerOf(attributes, transferSyntaxUid), pixels };
}

/** The header alone. */
export const readObjectHeader = (head: Buffer, transferSyntaxUid: string): ObjectHeader =>
  readObjectHead(head, transferSyntaxUid).header;

/**
 * Checks that an object is there to its end: an image has its pixels, and all of them.
 *
 * @throws PictureFault
 */
export async function checkWhole(
  { header, pixels }: ObjectHead,
  source: DataSetBytes,
): Promise<void> {
  if (pixels !== undefined) await checkPixels(pixels, source);
  else if (!isReportClass(header.sopClassUid)) throw new PictureFault('has no pixel data');
}
