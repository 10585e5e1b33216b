import { basename, join } from 'node:path';
import { openSealedFile, type SealedFile } from '../../../core/sealed-file.js';
import type { DicomObject } from '../../../store/dicom-object.js';

const PIECE_BYTES = 256 * 1_024;

/** The sealed file of an object. */
export const fileOf = (folder: string, { file }: DicomObject): SealedFile => ({
  path: join(folder, basename(file.name)),
  bytes: file.bytes,
  key: file.key,
  counter: file.counter,
});

/** The bytes of a sealed file, piece by piece. */
export async function* contentOf(file: SealedFile): AsyncGenerator<Uint8Array> {
  const reader = await openSealedFile(file);
  try {
    for (let at = 0; at < file.bytes; ) {
      const piece = await reader.read(at, PIECE_BYTES);
      if (piece.length === 0) throw new RangeError('the file is not whole');
      at += piece.length;
      yield piece;
    }
  } finally {
    await reader.close();
  }
}
