/** A file that is read in pieces, so that it is never in memory as a whole. */
export interface AudioSource {
  readonly bytes: number;
  /** Returns `length` bytes from `offset` on; fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Returns a source for bytes in memory. */
export function sourceOf(bytes: Uint8Array): AudioSource {
  return {
    bytes: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
