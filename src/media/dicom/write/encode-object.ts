import type { Library, TagObject } from 'dcmjs';
import type { AttributeValue, DataSet } from '../../../core/dicom-data-set.js';
import {
  IMPLEMENTATION_CLASS_UID,
  IMPLEMENTATION_VERSION_NAME,
} from '../../../core/dicom-implementation.js';
import { isUid } from '../../../core/dicom-uid.js';
import { line, lines, toAscii } from './plain-text.js';

/** Loaded when it is first needed: it takes 17 MB, and most workers never write an object. */
const loadLibrary = async (): Promise<Library['data']> => (await import('dcmjs')).default.data;

export const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const UTF_8 = 'ISO_IR 192';
const PREAMBLE_BYTES = 132;

/** An attribute as it stands in another file: a text value, byte for byte. */
export interface CopiedAttribute {
  /** Eight upper-case hexadecimal digits. */
  readonly tag: string;
  /** With two length bytes in an explicit encoding (PS3.5 table 7.1-2). */
  readonly vr: string;
  /** Without padding. */
  readonly bytes: Uint8Array;
}

/** Characters that a value may have (PS3.5 table 6.2-1). */
const MAX_CHARACTERS: Readonly<Record<string, number>> = { LO: 64, SH: 16, ST: 1_024, LT: 10_240 };
/** Of one value each: a backslash is a character. */
const SINGLE = new Set(['LT', 'ST', 'UT']);
const FREE_TEXT = new Set(['LO', 'SH', 'ST', 'LT', 'UT', 'UC']);
const INTEGERS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  US: [0, 0xffff],
  UL: [0, 0xffff_ffff],
  AT: [0, 0xffff_ffff],
  SS: [-0x8000, 0x7fff],
  SL: [-0x8000_0000, 0x7fff_ffff],
};
const FLOATS = new Set(['FL', 'FD']);

/** What other texts have to look like (PS3.5 table 6.2-1). */
const FORMATS: Readonly<Record<string, RegExp>> = {
  CS: /^[A-Z0-9 _]{1,16}$/,
  DA: /^\d{8}$/,
  TM: /^\d{6}(\.\d{1,6})?$/,
  DT: /^\d{14}(\.\d{1,6})?([+-]\d{4})?$/,
  IS: /^-?\d{1,11}$/,
  AE: /^[\x20-\x5b\x5d-\x7e]{1,16}$/,
  AS: /^\d{3}[DWMY]$/,
};

const cannot = (keyword: string, reason: string) => new TypeError(`${keyword} ${reason}`);

/** A number as a decimal string, of at most 16 characters. */
function decimalString(value: number): string {
  for (let digits = 10; digits > 0; digits -= 1) {
    const rounded = Number(value.toPrecision(digits));
    const text = [String(rounded), rounded.toExponential()].find(({ length }) => length <= 16);
    if (text !== undefined) return text;
  }
  throw new RangeError('a number has no decimal string');
}

function freeText(vr: string, text: string, isUtf8: boolean): string {
  const plain = SINGLE.has(vr) ? lines(text) : line(text).replaceAll('\\', '/');
  const written = isUtf8 ? plain : toAscii(plain);
  const max = MAX_CHARACTERS[vr];
  if (max === undefined || written.length <= max) return written;
  const cut = written.slice(0, max - 3);
  // Never half of a character of two units.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}...`;
}

function textValue(keyword: string, vr: string, value: unknown, isUtf8: boolean): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw cannot(keyword, 'must be a finite number');
    if (vr === 'DS') return decimalString(value);
    if (vr === 'IS' && Number.isInteger(value)) return String(value);
  }
  if (typeof value !== 'string') throw cannot(keyword, `must be a text (${vr})`);
  if (FREE_TEXT.has(vr)) return freeText(vr, value, isUtf8);
  const isValid = vr === 'UI' ? isUid(value) : FORMATS[vr]?.test(value);
  if (isValid !== true) throw cannot(keyword, `has no valid value (${vr})`);
  return value;
}

function numberValue(keyword: string, vr: string, value: unknown): number {
  const [min, max] = INTEGERS[vr] ?? [-Infinity, Infinity];
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (!isNumber || value < min || value > max || (!FLOATS.has(vr) && !Number.isInteger(value))) {
    throw cannot(keyword, `must be a number (${vr})`);
  }
  return value;
}

const isDataSet = (value: unknown): value is DataSet =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How values are written. */
interface Encoding {
  readonly nameMap: Library['data']['DicomMetaDictionary']['nameMap'];
  /** The character set is UTF-8. */
  readonly isUtf8: boolean;
}

function encodedValues(
  keyword: string,
  vr: string,
  value: AttributeValue,
  encoding: Encoding,
): unknown[] {
  if (value instanceof Uint8Array) {
    // The library pads neither bytes nor what is in a larger buffer.
    const even = new Uint8Array(value.length + (value.length % 2));
    even.set(value);
    return [even.buffer];
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : value === '' ? [] : [value];
  return values.map((one) => {
    if (vr === 'SQ') {
      if (!isDataSet(one)) throw cannot(keyword, 'must be a list of items');
      return encodedAttributes(one, encoding);
    }
    if (vr in INTEGERS || FLOATS.has(vr)) return numberValue(keyword, vr, one);
    return textValue(keyword, vr, one, encoding.isUtf8);
  });
}

/** @throws TypeError for a keyword that the library does not know, or a value that DICOM does not allow */
function encodedAttributes(dataSet: DataSet, encoding: Encoding): Record<string, TagObject> {
  return Object.fromEntries(
    Object.entries(dataSet).map(([keyword, value]) => {
      const entry = encoding.nameMap[keyword];
      if (entry === undefined) throw cannot(keyword, 'is no keyword of DICOM');
      const tag = entry.tag.replaceAll(/[(),]/g, '').toUpperCase();
      // Pixels of eight bits or fewer.
      const vr = keyword === 'PixelData' ? 'OB' : entry.vr;
      return [tag, { vr, Value: encodedValues(keyword, vr, value, encoding) }];
    }),
  );
}

/** The library writes whole files: an element alone is what follows the File Meta Information. */
class ElementWriter {
  readonly #library: Library['data'];
  readonly #meta: Readonly<Record<string, TagObject>>;
  readonly head: Buffer;

  constructor(library: Library['data'], meta: Readonly<Record<string, TagObject>>) {
    this.#library = library;
    this.#meta = meta;
    this.head = this.#write({});
  }

  #write(dict: Readonly<Record<string, TagObject>>): Buffer {
    const file = new this.#library.DicomDict(this.#meta);
    file.dict = dict;
    return Buffer.from(file.write());
  }

  element(tag: string, attribute: TagObject): Buffer {
    return this.#write({ [tag]: attribute }).subarray(this.head.length);
  }
}

function copiedElement({ tag, vr, bytes }: CopiedAttribute): Buffer {
  const isOdd = bytes.length % 2 === 1;
  const head = Buffer.alloc(8);
  head.writeUInt16LE(Number.parseInt(tag.slice(0, 4), 16), 0);
  head.writeUInt16LE(Number.parseInt(tag.slice(4), 16), 2);
  head.write(vr, 4, 'latin1');
  head.writeUInt16LE(bytes.length + (isOdd ? 1 : 0), 6);
  return Buffer.concat([head, bytes, Buffer.from(isOdd ? (vr === 'UI' ? '\0' : ' ') : '')]);
}

const SPECIFIC_CHARACTER_SET = '00080005';

/** An object as a file. */
export interface EncodedObject {
  /** A DICOM file (PS3.10) in Explicit VR Little Endian. */
  readonly file: Buffer;
  /** Of the file: what follows the File Meta Information. */
  readonly dataSet: Buffer;
}

/**
 * Writes an object. Its own texts are in ASCII, unless the copied ones are in UTF-8.
 *
 * @param copied attributes of another file, which the data set does not have itself
 * @throws TypeError for a data set that is not valid: a fault of the program
 */
export async function encodeObject(
  dataSet: DataSet,
  copied: readonly CopiedAttribute[],
): Promise<EncodedObject> {
  const text = (keyword: string) => {
    const value = dataSet[keyword];
    if (typeof value !== 'string' || !isUid(value)) throw cannot(keyword, 'must be a UID');
    return value;
  };
  const ui = (value: string): TagObject => ({ vr: 'UI', Value: [value] });
  const library = await loadLibrary();
  const writer = new ElementWriter(library, {
    '00020001': { vr: 'OB', Value: [Uint8Array.of(0, 1).buffer] },
    '00020002': ui(text('SOPClassUID')),
    '00020003': ui(text('SOPInstanceUID')),
    '00020010': ui(EXPLICIT_LITTLE_ENDIAN),
    '00020012': ui(IMPLEMENTATION_CLASS_UID),
    '00020013': { vr: 'SH', Value: [IMPLEMENTATION_VERSION_NAME] },
  });
  const characterSet = copied.find(({ tag }) => tag === SPECIFIC_CHARACTER_SET)?.bytes;
  const isUtf8 =
    characterSet !== undefined && Buffer.from(characterSet).toString('latin1').trim() === UTF_8;
  const own = encodedAttributes(dataSet, {
    nameMap: library.DicomMetaDictionary.nameMap,
    isUtf8,
  });
  const elements = new Map<string, Buffer>();
  for (const attribute of copied) elements.set(attribute.tag, copiedElement(attribute));
  for (const [tag, attribute] of Object.entries(own)) {
    if (elements.has(tag)) throw cannot(tag, 'is both copied and written');
    elements.set(tag, writer.element(tag, attribute));
  }
  const ordered = [...elements].sort(([one], [other]) => (one < other ? -1 : 1));
  const body = Buffer.concat(ordered.map(([, element]) => element));
  const file = Buffer.concat([writer.head, body]);
  if (file.toString('latin1', PREAMBLE_BYTES - 4, PREAMBLE_BYTES) !== 'DICM') {
    throw new TypeError('the file has no prefix');
  }
  return { file, dataSet: file.subarray(writer.head.length) };
}
