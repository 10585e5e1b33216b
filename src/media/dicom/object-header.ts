import { constants, inflateRawSync } from 'node:zlib';
import { isUid } from '../../core/dicom-uid.js';
import { present } from '../../core/present.js';
import type { ObjectHeader } from '../../core/received-object.js';
import { PictureFault } from '../picture-fault.js';
import { Attributes } from './attributes.js';
import { type Elements, elementStream, readElements } from './element-stream.js';
import { looksExplicit } from './file-encoding.js';
import { isReportClass } from './storage-classes.js';
import { textDecoderFor } from './text-encoding.js';
import { transferSyntaxOf } from './transfer-syntax.js';

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

function readAttributes(head: Buffer, transferSyntaxUid: string): Attributes {
  const syntax = transferSyntaxOf(transferSyntaxUid);
  if (syntax === undefined) throw new PictureFault('is stored in an unknown transfer syntax');
  const bytes = syntax.deflated ? inflateHead(head) : head;
  const { bigEndian } = syntax;
  const elements: Elements = {};
  const stream = elementStream({ bytes, position: 0, bigEndian });
  const whole = readElements(stream, bigEndian || looksExplicit(bytes, 0), elements);
  if (!whole) throw new PictureFault('ends or is damaged before its pixel data');
  return new Attributes(elements, bytes, bigEndian);
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

/**
 * Reads the header of a DICOM data set.
 *
 * @param head the data set from its first element (after the File Meta Information) to its pixel data
 *   at least, or to its end
 * @throws PictureFault when it cannot be read, or lacks one of the four UIDs that place it in a study
 */
export function readObjectHeader(head: Buffer, transferSyntaxUid: string): ObjectHeader {
  const attributes = readAttributes(head, transferSyntaxUid);
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
