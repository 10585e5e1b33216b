const SEGMENT_MARKER = 0xff;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const ORIENTATION_TAG = 0x0112;
const EXIF = 0x45786966;

/** Enough of a file for `jpegOrientation`: Exif stands in front of the picture. */
export const ORIENTATION_BYTES = 128 * 1024;

function orientationInTiff(view: DataView, start: number): number {
  const littleEndian = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, littleEndian);
  const count = view.getUint16(directory, littleEndian);
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (view.getUint16(at, littleEndian) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(at + 8, littleEndian);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

function orientationInSegments(view: DataView): number {
  let at = 2;
  while (view.getUint8(at) === SEGMENT_MARKER) {
    const marker = view.getUint8(at + 1);
    if (marker === START_OF_SCAN) return 1;
    if (marker === APP1 && view.getUint32(at + 4) === EXIF) {
      return orientationInTiff(view, at + 10);
    }
    at += 2 + view.getUint16(at + 2);
  }
  return 1;
}

/**
 * The EXIF orientation of a JPEG file, 1 to 8; 1 where it states none or is damaged. Browsers turn
 * such pictures upright while answers speak of the stored pixels: see `uprightMap`.
 */
export function jpegOrientation(bytes: Uint8Array): number {
  try {
    return orientationInSegments(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch {
    // The segments run beyond the part that was read.
    return 1;
  }
}
