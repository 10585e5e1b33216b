import dicomParser, { type ByteStream, type Element } from 'dicom-parser';
import { PictureFault } from '../picture-fault.js';
import { Attributes } from './attributes.js';
import {
  type Elements,
  elementStream,
  PIXEL_DATA,
  readElements,
  UNDEFINED_LENGTH,
} from './element-stream.js';
import { guessSyntax, inflate, looksExplicit } from './file-encoding.js';
import { type TransferSyntax, transferSyntaxOf } from './transfer-syntax.js';

export interface DicomDataSet {
  readonly attributes: Attributes;
  readonly syntax: TransferSyntax;
  /** The bytes that element offsets refer to: the file, or the inflated data set. */
  readonly bytes: Buffer;
  /** Pixel Data (7FE0,0010) with its fragments located, but not decoded. */
  readonly pixelData: Element;
}

const MEDIA_DIRECTORY = '1.2.840.10008.1.3.10';
const PREAMBLE = 128;
const UID = /^[0-9.]{1,64}$/;

/** Returns the offset of the first element: after the preamble, or 0 in a file without one. */
function startOf(bytes: Buffer): number {
  return bytes.toString('latin1', PREAMBLE, PREAMBLE + 4) === 'DICM' ? PREAMBLE + 4 : 0;
}

/**
 * File Meta Information, which is explicit little endian in every file (PS3.10 section 7.1).
 *
 * @throws PictureFault
 */
export function readMeta(bytes: Buffer): { meta: Attributes; end: number } {
  const elements: Elements = {};
  const start = startOf(bytes);
  if (start >= bytes.length) throw new PictureFault('ends before its header (truncated file)');
  const stream = elementStream({ bytes, position: start, bigEndian: false });
  try {
    while (stream.position + 8 <= bytes.length && bytes.readUInt16LE(stream.position) === 2) {
      const element = dicomParser.readDicomElementExplicit(stream, stream.warnings);
      elements[element.tag] = element;
    }
  } catch (cause) {
    throw new PictureFault('has damaged file meta information', { cause });
  }
  return { meta: new Attributes(elements, bytes, false), end: stream.position };
}

function syntaxOf(meta: Attributes, bytes: Buffer, position: number): TransferSyntax {
  const uid = meta.text('x00020010') ?? guessSyntax(bytes, position);
  const syntax = transferSyntaxOf(uid);
  if (syntax !== undefined) return syntax;
  throw new PictureFault(
    `is stored in an unknown transfer syntax${UID.test(uid) ? ` (${uid})` : ''}`,
  );
}

function findFragments(stream: ByteStream, element: Element): void {
  if (element.length !== UNDEFINED_LENGTH) return;
  try {
    dicomParser.findEndOfEncapsulatedElement(stream, element, stream.warnings);
  } catch (cause) {
    if (cause instanceof PictureFault) throw cause;
    throw new PictureFault('has pixel data whose fragments are damaged', { cause });
  }
  // The parser gives it a length where it finds its end.
  if (element.length === UNDEFINED_LENGTH) {
    throw new PictureFault('ends inside its compressed pixel data (truncated file)');
  }
}

function describeMissing(attributes: Attributes, meta: Attributes, whole: boolean): string {
  if (meta.text('x00020002') === MEDIA_DIRECTORY || attributes.has('x00041220')) {
    return 'is a DICOMDIR, the index of a medium, without pixel data of its own';
  }
  if (attributes.has('x7fe00008') || attributes.has('x7fe00009')) {
    return 'has floating-point pixel data, whose grey scale is undefined';
  }
  return whole
    ? 'is a DICOM object without pixel data'
    : 'ends or is damaged before its pixel data';
}

/** The elements of a DICOM Part 10 file up to its pixel data. */
export interface DicomElements {
  readonly meta: Attributes;
  readonly syntax: TransferSyntax;
  readonly elements: Elements;
  /** The bytes that element offsets refer to: the file, or the inflated data set. */
  readonly bytes: Buffer;
  /** Whether the elements name their value representations. */
  readonly explicit: boolean;
  /** Whether the pixel data, or the end, were reached without an error. */
  readonly whole: boolean;
  readonly stream: ByteStream;
}

/**
 * Reads the elements of a file, or of its first bytes, up to the pixel data.
 *
 * @throws PictureFault where its encoding is not known, and for a file without elements
 */
export function readFileElements(file: Buffer): DicomElements {
  const { meta, end } = readMeta(file);
  const syntax = syntaxOf(meta, file, end);
  const bytes = syntax.deflated ? inflate(file, end) : file;
  const position = syntax.deflated ? 0 : end;
  if (position >= bytes.length) throw new PictureFault(describeMissing(meta, meta, true));
  const { bigEndian } = syntax;
  const stream = elementStream({ bytes, position, bigEndian });
  const elements: Elements = {};
  // The bytes decide, not the declaration: they contradict each other in real files.
  const explicit = bigEndian || looksExplicit(bytes, position);
  const whole = readElements(stream, explicit, elements);
  return { meta, syntax, elements, bytes, explicit, whole, stream };
}

/**
 * The attributes of a DICOM Part 10 file and where its pixels are, nothing decoded.
 *
 * @throws PictureFault, also for an object without Pixel Data
 */
export function readDataSet(file: Buffer): DicomDataSet {
  const { meta, syntax, elements, bytes, whole, stream } = readFileElements(file);
  const attributes = new Attributes(elements, bytes, syntax.bigEndian);
  const pixelData = elements[PIXEL_DATA];
  if (pixelData === undefined) throw new PictureFault(describeMissing(attributes, meta, whole));
  findFragments(stream, pixelData);
  return { attributes, syntax, bytes, pixelData };
}
