import { deflateRawSync } from 'node:zlib';

/** Transfer syntaxes whose data set has a form of its own; all others are explicit little endian. */
export const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
export const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
export const DEFLATED_EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1.99';
export const EXPLICIT_BIG_ENDIAN = '1.2.840.10008.1.2.2';

/** Text and tags as text, numbers of a numeric value representation, bytes as they are. */
export type DicomValue = string | number | readonly string[] | readonly number[] | Uint8Array;

export interface DicomElement {
  /** Eight hexadecimal digits, group and element: `00280010`. */
  readonly tag: string;
  readonly vr: string;
  readonly value: DicomValue | readonly DicomItem[];
}

/** An item of a sequence (`SQ`). */
export interface DicomItem {
  readonly items: readonly DicomElement[];
}

/** Frames that were compressed, each as one fragment or more. */
export interface Encapsulated {
  readonly fragments: readonly Uint8Array[];
  /** Basic Offset Table: bytes from the first fragment's tag to each frame; empty when left out. */
  readonly offsets?: readonly number[];
}

export interface DicomFile {
  readonly syntax: string;
  /** In any order; file meta information is added. */
  readonly elements: readonly DicomElement[];
  /** Bytes of native frames in little-endian order, or compressed ones. */
  readonly pixels?: Uint8Array | Encapsulated;
  /** Value representation of native pixels, OW when left out. */
  readonly pixelVr?: 'OB' | 'OW';
  /** false leaves out preamble and file meta information, as some old archives do. */
  readonly meta?: boolean;
  /** Sequences and items without a length, ended by delimiters. */
  readonly undefinedLengths?: boolean;
}

interface Encoding {
  readonly explicit: boolean;
  readonly bigEndian: boolean;
  readonly undefinedLengths: boolean;
}

const PREAMBLE = 128;
const UNDEFINED_LENGTH = 0xff_ff_ff_ff;
const ITEM = 'fffee000';
const ITEM_END = 'fffee00d';
const SEQUENCE_END = 'fffee0dd';
const PIXEL_DATA = '7fe00010';
/** PS3.5 table 7.1-1: these have four length bytes in an explicit encoding. */
const LONG = 'OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' ');
/** The arc for UIDs that need no registration (PS3.5 annex B.2). */
const SAMPLE_UID = '2.25.1';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

type NumberWriter = readonly [
  bytes: number,
  write: (view: DataView, n: number, le: boolean) => void,
];

const NUMBERS: Readonly<Record<string, NumberWriter>> = {
  US: [2, (view, n, le) => view.setUint16(0, n, le)],
  SS: [2, (view, n, le) => view.setInt16(0, n, le)],
  OW: [2, (view, n, le) => view.setUint16(0, n, le)],
  UL: [4, (view, n, le) => view.setUint32(0, n, le)],
  SL: [4, (view, n, le) => view.setInt32(0, n, le)],
  FL: [4, (view, n, le) => view.setFloat32(0, n, le)],
  FD: [8, (view, n, le) => view.setFloat64(0, n, le)],
  OV: [8, (view, n, le) => view.setBigUint64(0, BigInt(n), le)],
};

function word(value: number, { bigEndian }: Encoding, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bigEndian) buffer.writeUIntBE(value, 0, bytes);
  else buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

function tagBytes(tag: string, encoding: Encoding): Buffer {
  const group = Number.parseInt(tag.slice(0, 4), 16);
  const element = Number.parseInt(tag.slice(4), 16);
  return Buffer.concat([word(group, encoding, 2), word(element, encoding, 2)]);
}

function numberBytes(vr: string, numbers: readonly number[], { bigEndian }: Encoding): Buffer {
  const [size, write] = NUMBERS[vr] ?? [];
  if (size === undefined || write === undefined) throw new TypeError(`${vr} holds no numbers`);
  return Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(size);
      write(new DataView(bytes.buffer, bytes.byteOffset, size), number, !bigEndian);
      return bytes;
    }),
  );
}

/** To an even length: UIDs and bytes with zero, text with a blank (PS3.5 section 6.2). */
function padded(bytes: Uint8Array, vr: string): Buffer {
  const filler = ['UI', 'OB', 'UN'].includes(vr) ? '\0' : ' ';
  return Buffer.concat([bytes, Buffer.from(bytes.length % 2 === 1 ? filler : '', 'latin1')]);
}

function valueBytes(vr: string, value: DicomValue, encoding: Encoding): Buffer {
  if (value instanceof Uint8Array) return padded(value, vr);
  const values: readonly (string | number)[] =
    typeof value === 'string' || typeof value === 'number' ? [value] : value;
  const numbers = values.filter((one) => typeof one === 'number');
  if (values.length > 0 && numbers.length === values.length && vr in NUMBERS) {
    return numberBytes(vr, numbers, encoding);
  }
  return padded(Buffer.from(values.join('\\'), 'latin1'), vr);
}

function header(tag: string, vr: string, length: number, encoding: Encoding): Buffer {
  const start = tagBytes(tag, encoding);
  if (!encoding.explicit) return Buffer.concat([start, word(length, encoding, 4)]);
  const name = Buffer.from(vr, 'latin1');
  if (!LONG.includes(vr)) return Buffer.concat([start, name, word(length, encoding, 2)]);
  return Buffer.concat([start, name, Buffer.alloc(2), word(length, encoding, 4)]);
}

/** Items and delimiters have no value representation in any encoding. */
function bracket(tag: string, length: number, encoding: Encoding): Buffer {
  return Buffer.concat([tagBytes(tag, encoding), word(length, encoding, 4)]);
}

function itemBytes({ items }: DicomItem, encoding: Encoding): Buffer {
  const body = dataSetBytes(items, encoding);
  return encoding.undefinedLengths
    ? Buffer.concat([
        bracket(ITEM, UNDEFINED_LENGTH, encoding),
        body,
        bracket(ITEM_END, 0, encoding),
      ])
    : Buffer.concat([bracket(ITEM, body.length, encoding), body]);
}

const isItem = (value: unknown): value is DicomItem =>
  typeof value === 'object' && value !== null && 'items' in value;
const isPlain = (value: DicomElement['value']): value is DicomValue =>
  !Array.isArray(value) || !value.some(isItem);

function elementBytes({ tag, vr, value }: DicomElement, encoding: Encoding): Buffer {
  if (vr !== 'SQ') {
    if (!isPlain(value)) throw new TypeError(`${tag} is ${vr} and cannot hold items`);
    const body = valueBytes(vr, value, encoding);
    return Buffer.concat([header(tag, vr, body.length, encoding), body]);
  }
  const items = Array.isArray(value) ? value.filter(isItem) : [];
  const body = Buffer.concat(items.map((item) => itemBytes(item, encoding)));
  return encoding.undefinedLengths
    ? Buffer.concat([
        header(tag, vr, UNDEFINED_LENGTH, encoding),
        body,
        bracket(SEQUENCE_END, 0, encoding),
      ])
    : Buffer.concat([header(tag, vr, body.length, encoding), body]);
}

function dataSetBytes(elements: readonly DicomElement[], encoding: Encoding): Buffer {
  const ascending = elements.toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
  return Buffer.concat(ascending.map((element) => elementBytes(element, encoding)));
}

function nativeBytes(pixels: Uint8Array, vr: string, encoding: Encoding): Buffer {
  const body = padded(pixels, 'OB');
  if (encoding.bigEndian && vr === 'OW') body.swap16();
  return Buffer.concat([header(PIXEL_DATA, vr, body.length, encoding), body]);
}

function encapsulatedBytes({ fragments, offsets = [] }: Encapsulated, encoding: Encoding): Buffer {
  const table = numberBytes('UL', offsets, encoding);
  const items = [table, ...fragments].map((fragment) => {
    const body = padded(fragment, 'OB');
    return Buffer.concat([bracket(ITEM, body.length, encoding), body]);
  });
  return Buffer.concat([
    header(PIXEL_DATA, 'OB', UNDEFINED_LENGTH, encoding),
    ...items,
    bracket(SEQUENCE_END, 0, encoding),
  ]);
}

/** File Meta Information (PS3.10 section 7.1), always explicit little endian. */
function metaBytes(syntax: string, elements: readonly DicomElement[]): Buffer {
  const encoding = { explicit: true, bigEndian: false, undefinedLengths: false };
  const own = (tag: string, fallback: string) => {
    const value = elements.find((element) => element.tag === tag)?.value;
    return typeof value === 'string' ? value : fallback;
  };
  const body = dataSetBytes(
    [
      { tag: '00020001', vr: 'OB', value: Uint8Array.of(0, 1) },
      { tag: '00020002', vr: 'UI', value: own('00080016', SECONDARY_CAPTURE) },
      { tag: '00020003', vr: 'UI', value: own('00080018', SAMPLE_UID) },
      { tag: '00020010', vr: 'UI', value: syntax },
      { tag: '00020012', vr: 'UI', value: SAMPLE_UID },
    ],
    encoding,
  );
  const length = elementBytes({ tag: '00020000', vr: 'UL', value: body.length }, encoding);
  return Buffer.concat([Buffer.alloc(PREAMBLE), Buffer.from('DICM', 'latin1'), length, body]);
}

/**
 * A DICOM Part 10 file. The elements are written unchecked, right or wrong, so that broken
 * files can be made as well.
 */
export function writeDicomFile(file: DicomFile): Buffer {
  const { syntax, elements, pixels, pixelVr = 'OW', undefinedLengths = false } = file;
  const encoding = {
    explicit: syntax !== IMPLICIT_LITTLE_ENDIAN,
    bigEndian: syntax === EXPLICIT_BIG_ENDIAN,
    undefinedLengths,
  };
  const parts = [dataSetBytes(elements, encoding)];
  if (pixels instanceof Uint8Array) parts.push(nativeBytes(pixels, pixelVr, encoding));
  else if (pixels !== undefined) parts.push(encapsulatedBytes(pixels, encoding));
  const plain = Buffer.concat(parts);
  const body = syntax === DEFLATED_EXPLICIT_LITTLE_ENDIAN ? deflateRawSync(plain) : plain;
  return file.meta === false ? body : Buffer.concat([metaBytes(syntax, elements), body]);
}
