import { startsDataSet } from './dicom/file-encoding.js';

export type RasterFormat = 'png' | 'jpeg' | 'webp' | 'tiff';
export type FileKind = RasterFormat | 'dicom' | 'zip' | 'unknown';

const startsWith = (bytes: Buffer, ...head: number[]) =>
  head.every((byte, index) => bytes[index] === byte);
const textAt = (bytes: Buffer, offset: number, text: string) =>
  bytes.toString('latin1', offset, offset + text.length) === text;

/** Determines the format of a file from its first bytes; names and declared types are not used. */
export function sniffFile(bytes: Buffer): FileKind {
  // The preamble may be a TIFF header so that TIFF readers show the pixels as well, but without the
  // window and the header.
  if (textAt(bytes, 128, 'DICM')) return 'dicom';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (textAt(bytes, 0, 'RIFF') && textAt(bytes, 8, 'WEBP')) return 'webp';
  if (textAt(bytes, 0, 'II*\0') || textAt(bytes, 0, 'MM\0*')) return 'tiff';
  if (['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].some((head) => textAt(bytes, 0, head)))
    return 'zip';
  if (startsDataSet(bytes)) return 'dicom';
  return 'unknown';
}
