import type { Element } from 'dicom-parser';
import { readFileElements } from './data-set.js';
import { type Elements, PIXEL_DATA } from './element-stream.js';
import { textDecoderFor } from './text-encoding.js';
import { valueRepresentationOf } from './value-representations.js';

/** An attribute in the DICOM JSON Model (PS3.18 section F.2.2). */
export interface JsonAttribute {
  readonly vr: string;
  readonly Value?: readonly JsonValue[];
  /** Base64. */
  readonly InlineBinary?: string;
}

export type JsonValue = string | number | null | PersonName | JsonDataSet;

interface PersonName {
  readonly Alphabetic?: string;
  readonly Ideographic?: string;
  readonly Phonetic?: string;
}

/** Tag, eight upper-case hexadecimal digits → attribute. */
export interface JsonDataSet {
  readonly [tag: string]: JsonAttribute;
}

/** A data set being described. */
interface Source {
  readonly bytes: Buffer;
  readonly bigEndian: boolean;
  readonly explicit: boolean;
  /** Pixel Representation: XS is SS. */
  readonly signed: boolean;
  readonly decoder: ReturnType<typeof textDecoderFor>;
}

/** Longer binary values are left out. */
const MAX_INLINE_BYTES = 1_048_576;

const CHARACTER_SET = 'x00080005';
const PIXEL_REPRESENTATION = 'x00280103';
/** Pixels: of bytes, of 32 and of 64-bit floating point numbers. */
const PIXELS = new Set([PIXEL_DATA, 'x7fe00008', 'x7fe00009']);

/** In the character set of the data set (PS3.5 section 6.1.2.2); others are ASCII. */
const NATIONAL = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']);
/** Never of several values: a backslash is a character. */
const SINGLE = new Set(['LT', 'ST', 'UR', 'UT']);
const TEXT = new Set('AE AS CS DA DT LO LT PN SH ST TM UC UI UR UT DS IS'.split(' '));
/** Bytes of one number in binary values, which JSON has in little endian. */
const CELL_BYTES: Readonly<Record<string, number>> = {
  ...{ OB: 1, UN: 1, OW: 2, OF: 4, OL: 4, OD: 8, OV: 8 },
};

type NumberReader = readonly [
  bytes: number,
  read: (view: DataView, at: number, le: boolean) => number,
];

const NUMBERS: Readonly<Record<string, NumberReader>> = {
  FL: [4, (view, at, le) => view.getFloat32(at, le)],
  FD: [8, (view, at, le) => view.getFloat64(at, le)],
  SL: [4, (view, at, le) => view.getInt32(at, le)],
  SS: [2, (view, at, le) => view.getInt16(at, le)],
  UL: [4, (view, at, le) => view.getUint32(at, le)],
  US: [2, (view, at, le) => view.getUint16(at, le)],
};

const LONG_INTEGERS = ['SV', 'UV'];

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Removes padding: spaces that do not count, and the zero after an odd number of bytes. */
const trimmed = (vr: string, text: string): string => {
  const whole = text.replaceAll('\0', '');
  return SINGLE.has(vr) ? whole.trimEnd() : whole.trim();
};

const NAME_GROUPS = ['Alphabetic', 'Ideographic', 'Phonetic'] as const;

function personName(text: string): PersonName {
  const groups = text.split('=');
  return Object.fromEntries(
    NAME_GROUPS.map((name, at) => [name, groups[at]?.trim() ?? ''] as const).filter(
      ([, group]) => group !== '',
    ),
  );
}

function textValue(vr: string, text: string): JsonValue {
  if (text === '') return null;
  if (vr === 'PN') return personName(text);
  if ((vr === 'DS' || vr === 'IS') && DECIMAL.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : text;
  }
  return text;
}

function textValues(vr: string, value: Buffer, { decoder }: Source): JsonValue[] {
  const text = NATIONAL.has(vr) ? decoder.decode(value) : value.toString('latin1');
  const parts = SINGLE.has(vr) ? [text] : text.split('\\');
  return parts.map((part) => textValue(vr, trimmed(vr, part)));
}

const viewOf = (value: Buffer) => new DataView(value.buffer, value.byteOffset, value.length);

function numberValues(
  [bytes, read]: NumberReader,
  value: Buffer,
  { bigEndian }: Source,
): JsonValue[] {
  const view = viewOf(value);
  return Array.from({ length: Math.floor(value.length / bytes) }, (_, at) => {
    const number = read(view, at * bytes, !bigEndian);
    // JSON has neither infinity nor NaN.
    return Number.isFinite(number) ? number : null;
  });
}

/** Integers of 64 bits, as text where a number would not be exact. */
function longValues(vr: string, value: Buffer, { bigEndian }: Source): JsonValue[] {
  const view = viewOf(value);
  return Array.from({ length: value.length >> 3 }, (_, at) => {
    const long =
      vr === 'SV' ? view.getBigInt64(at * 8, !bigEndian) : view.getBigUint64(at * 8, !bigEndian);
    return Number.isSafeInteger(Number(long)) ? Number(long) : String(long);
  });
}

function tagValues(value: Buffer, { bigEndian }: Source): JsonValue[] {
  const view = viewOf(value);
  const part = (at: number) => view.getUint16(at, !bigEndian).toString(16).padStart(4, '0');
  return Array.from({ length: value.length >> 2 }, (_, at) =>
    (part(at * 4) + part(at * 4 + 2)).toUpperCase(),
  );
}

function inlineBinary(vr: string, value: Buffer, { bigEndian }: Source): string {
  const cell = CELL_BYTES[vr] ?? 1;
  if (!bigEndian || cell === 1 || value.length % cell !== 0) return value.toString('base64');
  const copy = Buffer.from(value);
  if (cell === 2) copy.swap16();
  else if (cell === 4) copy.swap32();
  else copy.swap64();
  return copy.toString('base64');
}

function representationOf({ tag, vr, items, dataOffset }: Element, source: Source): string {
  if (items !== undefined) return 'SQ';
  if (!source.explicit) {
    const known = valueRepresentationOf(tag.slice(1));
    if (known !== 'XS') return known;
    return source.signed ? 'SS' : 'US';
  }
  // The parser was made to read SV and UV as OB.
  if (vr === 'OB') return source.bytes.toString('latin1', dataOffset - 8, dataOffset - 6);
  return vr ?? 'UN';
}

function describeValue(vr: string, value: Buffer, source: Source): JsonAttribute | undefined {
  if (value.length === 0) return { vr };
  const numbers = NUMBERS[vr];
  if (numbers !== undefined) return { vr, Value: numberValues(numbers, value, source) };
  if (vr === 'AT') return { vr, Value: tagValues(value, source) };
  if (LONG_INTEGERS.includes(vr)) return { vr, Value: longValues(vr, value, source) };
  if (TEXT.has(vr)) {
    const values = textValues(vr, value, source);
    return values.every((one) => one === null) ? { vr } : { vr, Value: values };
  }
  if (value.length > MAX_INLINE_BYTES) return undefined;
  return { vr, InlineBinary: inlineBinary(vr, value, source) };
}

function describeElement(element: Element, source: Source): JsonAttribute | undefined {
  const { items, dataOffset, length } = element;
  const vr = representationOf(element, source);
  if (items !== undefined) {
    const sets = items.map(({ dataSet }) => describeItem(dataSet?.elements ?? {}, source));
    return sets.length === 0 ? { vr } : { vr, Value: sets };
  }
  if (vr === 'SQ') return { vr };
  const end = dataOffset + length;
  if (!(length >= 0) || end > source.bytes.length) return undefined;
  return describeValue(vr, source.bytes.subarray(dataOffset, end), source);
}

/** An item has the character set of the data set around it unless it names its own. */
function describeItem(elements: Elements, outer: Source): JsonDataSet {
  const { bytes } = outer;
  const raw = (tag: string) => {
    const element = elements[tag];
    if (element === undefined || !(element.length > 0)) return undefined;
    return bytes.subarray(element.dataOffset, element.dataOffset + element.length);
  };
  const terms = raw(CHARACTER_SET)?.toString('latin1').replaceAll('\0', '').split('\\');
  const representation = raw(PIXEL_REPRESENTATION);
  const source: Source = {
    ...outer,
    ...(terms && { decoder: textDecoderFor(terms.map((term) => term.trim())) }),
    ...(representation && { signed: representation.includes(1) }),
  };
  const described: [string, JsonAttribute][] = [];
  for (const element of Object.values(elements)) {
    const { tag } = element;
    // Lengths of groups say nothing of the object (PS3.18 section F.2.2).
    if (tag.endsWith('0000') || PIXELS.has(tag)) continue;
    const attribute =
      tag === CHARACTER_SET
        ? { vr: 'CS', Value: ['ISO_IR 192'] }
        : describeElement(element, source);
    if (attribute !== undefined) described.push([tag.slice(1).toUpperCase(), attribute]);
  }
  described.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(described);
}

/** What the first bytes of a file say of the object. */
export interface DescribedHead {
  readonly attributes: JsonDataSet;
  /** Whether they reach the pixel data: nothing of the header can be missing. */
  readonly isComplete: boolean;
}

/**
 * The attributes of a DICOM file in the DICOM JSON Model, in UTF-8: without its pixels, the lengths of
 * its groups, and binary values of more than a mebibyte.
 *
 * @throws PictureFault
 */
export function describeHead(file: Buffer): DescribedHead {
  const { elements, bytes, syntax, explicit } = readFileElements(file);
  const source: Source = {
    bytes,
    bigEndian: syntax.bigEndian,
    explicit,
    signed: false,
    decoder: textDecoderFor([]),
  };
  const isComplete = elements[PIXEL_DATA] !== undefined;
  return { attributes: describeItem(elements, source), isComplete };
}
