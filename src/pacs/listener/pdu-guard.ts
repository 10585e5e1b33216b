/** Types of PDU (PS3.8 section 9.3). */
const ASSOCIATE_REQUEST = 1;
const ASSOCIATE_ACCEPT = 2;
const ASSOCIATE_REJECT = 3;
const DATA_TRANSFER = 4;
const ABORT = 7;

const HEADER_BYTES = 6;
/** A request with all its 128 presentation contexts and 40 transfer syntaxes in each is a third of it. */
const MAX_ASSOCIATE_BYTES = 1024 * 1024;
/** The first PDU of the side that calls, and of the side that is called. */
const FIRST = {
  calling: [ASSOCIATE_REQUEST],
  called: [ASSOCIATE_ACCEPT, ASSOCIATE_REJECT, ABORT],
} as const;
/** Release and abort have four bytes; nothing else of theirs is read. */
const MAX_OTHER_BYTES = 1_024;

/**
 * Follows the PDUs of one connection and says when one is invalid or longer than was agreed: a peer
 * that states four gigabytes would otherwise fill the memory before its message is complete.
 */
export class PduGuard {
  readonly #maxDataBytes: number;
  /** Bytes of the current PDU that are still to come. */
  #left = 0;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  readonly #first: readonly number[];
  #isFirst = true;

  /**
   * @param maxDataBytes the maximum length of P-DATA-TF that was announced to the peer
   * @param peer the side that the peer is on
   */
  constructor(maxDataBytes: number, peer: keyof typeof FIRST = 'calling') {
    this.#maxDataBytes = maxDataBytes;
    this.#first = FIRST[peer];
  }

  /** @returns whether all that came so far is valid; after false nothing more may be read */
  accept(chunk: Uint8Array): boolean {
    let position = 0;
    while (position < chunk.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - position);
        this.#left -= taken;
        position += taken;
        continue;
      }
      const wanted = HEADER_BYTES - this.#headerBytes;
      const part = chunk.subarray(position, position + wanted);
      this.#header.set(part, this.#headerBytes);
      this.#headerBytes += part.length;
      position += part.length;
      if (this.#headerBytes === HEADER_BYTES && !this.#begin()) return false;
    }
    return true;
  }

  /** Begins the PDU whose header is complete. */
  #begin(): boolean {
    const type = this.#header[0] ?? 0;
    const length = this.#header.readUInt32BE(2);
    this.#headerBytes = 0;
    this.#left = length;
    const isExpected = this.#isFirst
      ? this.#first.includes(type)
      : type > ASSOCIATE_REJECT && type <= ABORT;
    const isNegotiation = type <= ASSOCIATE_ACCEPT;
    this.#isFirst = false;
    if (!isExpected) return false;
    if (isNegotiation) return length <= MAX_ASSOCIATE_BYTES;
    return length <= (type === DATA_TRANSFER ? this.#maxDataBytes : MAX_OTHER_BYTES);
  }
}
