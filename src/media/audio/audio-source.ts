/** A file that is read in pieces: the whole of it is never in memory. */
export interface AudioSource {
  readonly bytes: number;
  /** `length` bytes from `offset` on; fewer only where the file ends. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A source over bytes that are in memory already. */
export function sourceOf(bytes: Uint8Array): AudioSource {
  return {
    bytes: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
