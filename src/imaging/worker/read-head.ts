import { openSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { PictureFault } from '../../media/picture-fault.js';

/**
 * Most headers of slices end before the first, nearly all others before the second; all of a file is
 * read only for those that do not.
 */
const HEAD_BYTES = [16 * 1_024, 256 * 1_024];

/** What the first bytes of a file say, and whether nothing of its header can be missing. */
interface Head {
  readonly isComplete: boolean;
}

/** Reads the first bytes; undefined where they are too few. */
function tryHead<T extends Head>(
  bytes: Buffer,
  isAll: boolean,
  read: (bytes: Buffer) => T,
): T | undefined {
  try {
    const head = read(bytes);
    return head.isComplete || isAll ? head : undefined;
  } catch (error) {
    // A deflated data set that is cut cannot be inflated.
    if (isAll || !(error instanceof PictureFault)) throw error;
    return undefined;
  }
}

/**
 * Reads the header of a file from its first bytes, and all of the file only where these do not reach
 * the end of its header.
 *
 * @throws what `read` throws
 */
export async function readHead<T extends Head>(
  file: SealedFile,
  read: (bytes: Buffer) => T,
): Promise<T> {
  const reader = await openSealedFile(file);
  try {
    const bytesOf = async (length: number) => {
      const { buffer, byteOffset, byteLength } = await reader.read(0, length);
      return Buffer.from(buffer, byteOffset, byteLength);
    };
    for (const length of HEAD_BYTES) {
      const bytes = await bytesOf(length);
      const head = tryHead(bytes, bytes.length === reader.bytes, read);
      if (head !== undefined) return head;
    }
    return read(await bytesOf(reader.bytes));
  } finally {
    await reader.close();
  }
}
