import { constants, inflateRawSync } from 'node:zlib';
import { PictureFault } from '../picture-fault.js';

/** Maximum size of an inflated data set; zeros are compressed a thousandfold. */
export const MAX_INFLATED = 256 * 2 ** 20;
const MEBIBYTE = 2 ** 20;
/** Maximum expansion of deflated data: 258 bytes from two bits (RFC 1951 section 3.2.5). */
const MAX_GROWTH = 1032;

const EXPLICIT_LITTLE = '1.2.840.10008.1.2.1';
const EXPLICIT_BIG = '1.2.840.10008.1.2.2';
const IMPLICIT_LITTLE = '1.2.840.10008.1.2';

/** PS3.5 table 6.2-1. */
const VALUE_REPRESENTATIONS = new Set(
  (
    'AE AS AT CS DA DS DT FL FD IS LO LT OB OD OF OL OV OW PN SH SL SQ SS ST SV TM UC UI UL UN UR ' +
    'US UT UV'
  ).split(' '),
);

/** Whether the element at a position names its value representation. */
export function looksExplicit(bytes: Buffer, position: number): boolean {
  return VALUE_REPRESENTATIONS.has(bytes.toString('latin1', position + 4, position + 6));
}

/**
 * The transfer syntax of a data set without File Meta Information: older archives and some
 * modalities write such files. The first group is 0008 nearly always, never above 00FF.
 */
export function guessSyntax(bytes: Buffer, position: number): string {
  if (!looksExplicit(bytes, position)) return IMPLICIT_LITTLE;
  return bytes[position] === 0 && bytes[position + 1] !== 0 ? EXPLICIT_BIG : EXPLICIT_LITTLE;
}

/** These have four length bytes behind two that are not used (PS3.5 table 7.1-1). */
const LONG = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '));
/** Number of valid elements by which a data set is recognised. */
const TELLTALE_ELEMENTS = 3;
const FIRST_GROUPS = [2, 8];

interface ElementHead {
  readonly group: number;
  readonly tag: number;
  readonly end: number;
}

function elementHead(bytes: Buffer, position: number, syntax: string): ElementHead | undefined {
  if (position + 12 > bytes.length) return undefined;
  const big = syntax === EXPLICIT_BIG;
  const short = (at: number) => (big ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at));
  const long = (at: number) => (big ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  const group = short(position);
  const tag = group * 2 ** 16 + short(position + 2);
  if (syntax === IMPLICIT_LITTLE) return { group, tag, end: position + 8 + long(position + 4) };
  if (!looksExplicit(bytes, position)) return undefined;
  const isLong = LONG.has(bytes.toString('latin1', position + 4, position + 6));
  const end = isLong ? position + 12 + long(position + 8) : position + 8 + short(position + 6);
  return { group, tag, end };
}

/**
 * Whether bytes are a DICOM data set from the start, without preamble: elements of the first groups
 * in ascending order, each where the one before ends.
 */
export function startsDataSet(bytes: Buffer): boolean {
  if (bytes.length < 12) return false;
  const syntax = guessSyntax(bytes, 0);
  let position = 0;
  let before = -1;
  for (let i = 0; i < TELLTALE_ELEMENTS; i += 1) {
    const head = elementHead(bytes, position, syntax);
    if (head === undefined || !FIRST_GROUPS.includes(head.group) || head.tag <= before) {
      return false;
    }
    before = head.tag;
    position = head.end;
  }
  return position <= bytes.length;
}

export const tooLarge = (options?: ErrorOptions) =>
  new PictureFault(`unpacks to more than ${MAX_INFLATED / MEBIBYTE} MiB`, options);

/** Why a deflated data set cannot be inflated. */
export function inflationFault(cause: unknown): PictureFault {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge({ cause });
  return code === 'Z_BUF_ERROR'
    ? new PictureFault('ends inside its deflated data set (truncated file)', { cause })
    : new PictureFault('has a deflated data set that is damaged', { cause });
}

/**
 * Inflates a deflated data set (PS3.5 annex A.5).
 *
 * @throws PictureFault
 */
export function inflate(bytes: Buffer, position: number): Buffer {
  const deflated = bytes.subarray(position);
  // One buffer, as joining pieces would take the memory twice. Pages that are not written take no
  // memory.
  const room = Math.min(MAX_INFLATED, deflated.length * MAX_GROWTH) + constants.Z_MIN_CHUNK;
  try {
    return inflateRawSync(deflated, { maxOutputLength: MAX_INFLATED, chunkSize: room });
  } catch (cause) {
    throw inflationFault(cause);
  }
}
