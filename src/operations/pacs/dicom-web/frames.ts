import '../../../imaging/worker/find-frames-contract.js';
import type { Answer } from '../../../calls/operation.js';
import { AppError, invalidField } from '../../../core/errors.js';
import {
  contentOfSealedFile,
  partOfSealedFile,
  type SealedFile,
} from '../../../core/sealed-file.js';
import type { FoundFrame } from '../../../imaging/worker/find-frames-contract.js';
import type { Engine } from '../../../inference/engine.js';
import type { DicomObject } from '../../../store/dicom-object.js';
import { fileOf } from './held-files.js';
import { type AcceptedType, notAcceptable, type PartChoice, partChoices } from './media-types.js';
import { multipartBody } from './multipart.js';

export interface FramesOptions {
  readonly engine: Engine;
  readonly folder: string;
  readonly accepted: readonly AcceptedType[];
  /** The part of the path: `1,2,3`. */
  readonly list: string;
}

const OCTETS = 'application/octet-stream';
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const TRANSFER_SYNTAX = '1.2.840.10008.1.2';

/** The media type of the frames of a transfer syntax (PS3.18 table 8.7.3-4), by the end of its UID. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ...['.4.50', '.4.51', '.4.53', '.4.55', '.4.57', '.4.70'].map(jpeg),
  ['.4.80', 'image/jls'],
  ['.4.81', 'image/jls'],
  ['.4.90', 'image/jp2'],
  ['.4.91', 'image/jp2'],
  ['.4.201', 'image/jphc'],
  ['.4.202', 'image/jphc'],
  ['.4.203', 'image/jphc'],
  ['.5', 'image/dicom-rle'],
]);

function jpeg(suffix: string): readonly [string, string] {
  return [suffix, 'image/jpeg'];
}

/** What is meant where a client names a media type without a transfer syntax. */
const DEFAULTS: Readonly<Record<string, string>> = {
  [OCTETS]: EXPLICIT_LITTLE_ENDIAN,
  'image/jpeg': `${TRANSFER_SYNTAX}.4.70`,
  'image/jls': `${TRANSFER_SYNTAX}.4.80`,
  'image/jp2': `${TRANSFER_SYNTAX}.4.90`,
  'image/jphc': `${TRANSFER_SYNTAX}.4.201`,
  'image/dicom-rle': `${TRANSFER_SYNTAX}.5`,
};

const MAX_FRAMES = 10_000;

/** @throws AppError `validation_error` */
function framesOf(list: string): readonly number[] {
  const numbers = list.split(',');
  const isList = numbers.every((one) => /^[1-9]\d{0,8}$/.test(one));
  if (!isList || numbers.length > MAX_FRAMES || new Set(numbers).size !== numbers.length) {
    const issue = `must be a list of at most ${MAX_FRAMES} different numbers from 1, with commas`;
    throw invalidField('frames', issue);
  }
  return numbers.map(Number);
}

/** How the frames of an object can be answered: nothing is converted. */
interface Offer {
  readonly type: string;
  readonly transferSyntaxUid: string;
}

/** Native frames are answered in little endian, in whichever native transfer syntax they are held. */
function offerOf({ transferSyntaxUid }: DicomObject): Offer {
  const type = MEDIA_TYPES.get(transferSyntaxUid.slice(TRANSFER_SYNTAX.length));
  if (type === undefined) return { type: OCTETS, transferSyntaxUid: EXPLICIT_LITTLE_ENDIAN };
  return { type, transferSyntaxUid };
}

function isWanted({ type, transferSyntax = DEFAULTS[type] }: PartChoice, offer: Offer): boolean {
  return transferSyntax === '*' || transferSyntax === offer.transferSyntaxUid;
}

async function* bytesOf(file: SealedFile, frame: FoundFrame): AsyncGenerator<Uint8Array> {
  if (frame instanceof Uint8Array) yield frame;
  else {
    for (const { start, bytes } of frame)
      yield* contentOfSealedFile(partOfSealedFile(file, start, bytes));
  }
}

/**
 * Answers frames of an object as they are stored (WADO-RS, PS3.18 section 10.4.1.1.5). A worker finds
 * them; they are sent from the file, piece by piece.
 *
 * @throws AppError `not_acceptable`; `not_found` where the object holds none of the frames
 */
export async function frames(
  object: DicomObject,
  { engine, folder, accepted, list }: FramesOptions,
): Promise<Answer> {
  const wanted = framesOf(list);
  const offer = offerOf(object);
  const { transferSyntaxUid } = offer;
  // Clients ask for octets in any transfer syntax as well where they read codestreams themselves.
  const types = [...new Set([offer.type, OCTETS])];
  const choice = partChoices(accepted, types, wanted.length === 1).find((one) =>
    isWanted(one, offer),
  );
  if (choice === undefined) {
    throw notAcceptable(`${offer.type} with transfer-syntax=${transferSyntaxUid}`);
  }
  const file = fileOf(folder, object);
  const found = (await engine.run('find-frames', { file, frames: wanted })).frames;
  const [first] = found;
  if (first === undefined) throw new AppError('not_found', 'The object has no such frame.');
  const partType = `${choice.type}; transfer-syntax=${transferSyntaxUid}`;
  if (choice.single) {
    return {
      download: { mediaType: partType, open: () => ReadableStream.from(bytesOf(file, first)) },
    };
  }
  const parts = found.map((frame) => ({
    headers: { 'Content-Type': partType },
    content: () => bytesOf(file, frame),
  }));
  const { mediaType, bytes } = multipartBody(choice.type, parts);
  return {
    // Some are beyond those that the object holds.
    status: found.length === wanted.length ? 200 : 206,
    download: { mediaType, open: () => ReadableStream.from(bytes()) },
  };
}
