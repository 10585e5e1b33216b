import '../../../imaging/worker/render-object-contract.js';
import type { Query } from '../../../calls/exchange.js';
import type { Answer } from '../../../calls/operation.js';
import { invalidField } from '../../../core/errors.js';
import type { Engine } from '../../../inference/engine.js';
import type { DicomObject } from '../../../store/dicom-object.js';
import { fileOf } from './held-files.js';
import { type AcceptedType, chooseType, notAcceptable } from './media-types.js';

export interface RenderedOptions {
  readonly engine: Engine;
  readonly folder: string;
  readonly accepted: readonly AcceptedType[];
  readonly query: Query;
  /** The part of the path, if there is one. */
  readonly frame?: string | undefined;
  readonly isThumbnail: boolean;
  /** Maximum size of a frame, 10⁶ pixels. */
  readonly megapixels: number;
}

const TYPES = ['image/jpeg', 'image/png'] as const;
const THUMBNAIL = { width: 256, height: 256 };
const MAX_SIDE = 10_000;

function wholeNumber(field: string, text: string, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) throw invalidField(field, `must be a whole number, 1 to ${max}`);
  return number;
}

function viewport(text: string) {
  const [width = '', height = '', ...source] = text.split(',');
  if (source.some((part) => part !== ''))
    throw invalidField('viewport', 'must be a width and a height');
  return {
    width: wholeNumber('viewport', width, MAX_SIDE),
    height: wholeNumber('viewport', height, MAX_SIDE),
  };
}

/** The parameters of PS3.18 section 8.3.5 that are supported. */
function parametersOf(query: Query) {
  const sentAs = (wanted: string) => query.find(([name]) => name === wanted)?.[1];
  const [size, quality] = [sentAs('viewport'), sentAs('quality')];
  for (const name of ['window', 'annotation', 'iccprofile']) {
    if (sentAs(name) !== undefined) throw invalidField(name, 'is not supported');
  }
  return {
    ...(size !== undefined && { within: viewport(size) }),
    ...(quality !== undefined && { quality: wholeNumber('quality', quality, 100) }),
  };
}

/**
 * Answers a picture of an object as its header says that it is shown (PS3.18 section 10.4.1.1.3).
 *
 * @param objects of which the middle one is shown
 * @throws AppError `not_acceptable` also where the object holds no picture
 */
export async function rendered(
  objects: readonly DicomObject[],
  { engine, folder, accepted, query, frame, isThumbnail, megapixels }: RenderedOptions,
): Promise<Answer> {
  const mediaType = chooseType(accepted, TYPES);
  const type = TYPES.find((one) => one === mediaType);
  const object = objects[Math.floor((objects.length - 1) / 2)];
  if (type === undefined || object === undefined) throw notAcceptable(TYPES.join(' or '));
  const parameters = {
    ...(isThumbnail && { within: THUMBNAIL }),
    ...parametersOf(query),
    ...(frame !== undefined && { frame: wholeNumber('frame', frame, 2 ** 29) }),
  };
  const file = fileOf(folder, object);
  const { picture } = await engine.run('render-object', { file, type, megapixels, ...parameters });
  const open = () => ReadableStream.from([picture]);
  return { download: { mediaType: type, open } };
}
