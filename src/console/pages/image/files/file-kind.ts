/** What a file is, by its content and never by its name. */
export type FileKind = 'dicom' | 'png' | 'jpeg' | 'webp' | 'unknown';

/** Enough of a file for `fileKindOf`. */
export const KIND_BYTES = 144;

const DICOM_PREAMBLE = 128;

const startsWith = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte);

const codes = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** Groups with which a data set without preamble begins: file meta information, or SOP identification. */
function isBareDicom(bytes: Uint8Array): boolean {
  const group = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8);
  const element = (bytes[2] ?? 0) | ((bytes[3] ?? 0) << 8);
  return (group === 0x02 || group === 0x08) && element <= 0x20;
}

export function fileKindOf(bytes: Uint8Array): FileKind {
  if (startsWith(bytes, DICOM_PREAMBLE, codes('DICM'))) return 'dicom';
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47])) return 'png';
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, 0, codes('RIFF')) && startsWith(bytes, 8, codes('WEBP'))) return 'webp';
  return bytes.length >= 8 && isBareDicom(bytes) ? 'dicom' : 'unknown';
}
