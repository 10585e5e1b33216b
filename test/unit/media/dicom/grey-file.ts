import {
  type DicomElement,
  type DicomFile,
  EXPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../../scripts/samples/dicom-file.js';
import { openDicom } from '../../../../src/media/dicom/open-dicom.js';
import { PictureFault } from '../../../../src/media/picture-fault.js';

export const MEGAPIXELS = 10;

/** Attributes that replace those of the plain picture; undefined takes one away. */
export type Changes = Readonly<
  Record<string, readonly [vr: string, value: DicomElement['value']] | undefined>
>;

const PLAIN: Changes = {
  '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.1.1'],
  '00080060': ['CS', 'DX'],
  '00100010': ['PN', 'SECRET^NAME'],
  '00100020': ['LO', 'SECRET-NUMBER'],
  '00280002': ['US', 1],
  '00280004': ['CS', 'MONOCHROME2'],
  '00280010': ['US', 2],
  '00280011': ['US', 4],
  '00280100': ['US', 16],
  '00280101': ['US', 16],
  '00280102': ['US', 15],
  '00280103': ['US', 0],
};

/** 16-bit samples as bytes in little-endian order. */
export function words(...samples: number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(samples, (sample) => sample & 0xffff).buffer);
}

/** Two rows of four 16-bit greys, 0 to 7000. */
export const RAMP = words(0, 1000, 2000, 3000, 4000, 5000, 6000, 7000);

type FileChanges = Partial<Omit<DicomFile, 'pixels'>> & {
  /** undefined for an object without Pixel Data. */
  readonly pixels?: DicomFile['pixels'] | undefined;
};

export function greyFile(changes: Changes = {}, file: FileChanges = {}): Buffer {
  const elements = Object.entries({ ...PLAIN, ...changes }).flatMap(([tag, change]) =>
    change === undefined ? [] : [{ tag, vr: change[0], value: change[1] }],
  );
  const { pixels, ...rest } = { syntax: EXPLICIT_LITTLE_ENDIAN, pixels: RAMP, ...file };
  return writeDicomFile({ ...rest, elements, ...(pixels !== undefined && { pixels }) });
}

/** Greys or colours of a file at full size. */
export async function shown(bytes: Buffer, options: { frame?: number } = {}): Promise<number[]> {
  const frame = await (await openDicom(bytes, { megapixels: MEGAPIXELS, ...options })).display();
  return Array.from(frame.kind === 'grey' ? frame.greys : frame.rgb);
}

/** What is wrong with a file, or `no fault`; anything else that is thrown goes on. */
export async function faultOf(bytes: Buffer, options: { frame?: number } = {}): Promise<string> {
  try {
    await shown(bytes, options);
    return 'no fault';
  } catch (error) {
    if (error instanceof PictureFault) return error.message;
    throw error;
  }
}
