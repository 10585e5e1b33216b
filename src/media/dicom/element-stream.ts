import dicomParser, { type ByteStream, type Element } from 'dicom-parser';
import { PictureFault } from '../picture-fault.js';

/**
 * Every element, item and fragment costs memory that is many times its eight bytes in the file. A
 * large enhanced object (3,000 frames with 50 attributes in ten sequences each) counts 250,000.
 */
const MAX_ELEMENTS = 500_000;

/** dicom-parser reads these as short elements: PS3.5 table 7.1-1 gives them four length bytes. */
const LONG_VALUES = new Set(['OV', 'SV', 'UV']);

export const PIXEL_DATA = 'x7fe00010';

/** The length of an element that a delimiter ends. */
export const UNDEFINED_LENGTH = 0xff_ff_ff_ff;

export interface ReadFrom {
  readonly bytes: Uint8Array;
  readonly position: number;
  readonly bigEndian: boolean;
}

/**
 * A parser stream that stops before the parsed objects fill the memory, and that supports the value
 * representations of 64-bit integers.
 *
 * @throws PictureFault
 */
export function elementStream({ bytes, position, bigEndian }: ReadFrom): ByteStream {
  const { ByteStream, bigEndianByteArrayParser, littleEndianByteArrayParser } = dicomParser;
  const order = bigEndian ? bigEndianByteArrayParser : littleEndianByteArrayParser;
  const stream = new ByteStream(order, bytes, position);
  let left = MAX_ELEMENTS;
  const spend = () => {
    left -= 1;
    if (left < 0) throw new PictureFault('has too many data elements');
  };
  // Called for the length of an item or a long element, and the value representation of a short one.
  const { readUint32, readFixedString } = stream;
  stream.readUint32 = () => {
    spend();
    return readUint32.call(stream);
  };
  stream.readFixedString = (length) => {
    spend();
    const text = readFixedString.call(stream, length);
    return LONG_VALUES.has(text) ? 'OB' : text;
  };
  return stream;
}

export type Elements = Record<string, Element>;

/**
 * Reads the elements up to Pixel Data and stops at its start: what follows it (padding, or bytes
 * that a writer appended) does not matter.
 *
 * @returns whether the end was reached without an error
 */
export function readElements(stream: ByteStream, explicit: boolean, into: Elements): boolean {
  const { readDicomElementExplicit, readDicomElementImplicit } = dicomParser;
  const end = stream.byteArray.length;
  try {
    while (stream.position < end) {
      const element = explicit
        ? readDicomElementExplicit(stream, stream.warnings, PIXEL_DATA)
        : readDicomElementImplicit(stream, PIXEL_DATA);
      into[element.tag] = element;
      if (element.tag === PIXEL_DATA) return true;
    }
    return stream.position === end;
  } catch (error) {
    if (error instanceof PictureFault) throw error;
    // The parser throws strings, type errors and stack overflows for invalid bytes.
    return false;
  }
}
