import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { createSealedFile, type SealedFile, type SealedWriter } from '../../core/sealed-file.js';

export interface ObjectSinkOptions {
  readonly folder: string;
  /** Written before the data set. */
  readonly fileMeta: Uint8Array;
  readonly maxBytes: number;
  /** Called with true when bytes arrive faster than the disk takes them, with false afterwards. */
  readonly onPressure: (isHigh: boolean) => void;
}

/** Why an object could not be written. */
export class SinkFault extends Error {
  readonly kind: 'too-large' | 'disk';

  constructor(kind: 'too-large' | 'disk', options?: ErrorOptions) {
    super(kind === 'too-large' ? 'the object is too large' : 'the disk takes nothing', options);
    this.kind = kind;
  }
}

/** A data set on disk. */
export interface WrittenObject {
  readonly file: SealedFile;
  /** Where the data set begins in it. */
  readonly start: number;
  /** SHA-256 of the data set, hex. */
  readonly sha256: string;
  /** Its first bytes, which hold its header. */
  readonly head: Buffer;
}

/** Large headers (a functional group for each of thousands of frames) have some megabytes. */
const MAX_HEAD_BYTES = 16 * 2 ** 20;
const HIGH_BYTES = 8 * 2 ** 20;
const LOW_BYTES = 2 ** 20;

/**
 * Takes the bytes of one data set and writes them, encrypted, to a new file. What goes wrong is kept for
 * `finish`: the sender has to be answered after its last byte, not in the middle.
 */
export class ObjectSink extends Writable {
  readonly #options: ObjectSinkOptions;
  readonly #writer: SealedWriter;
  readonly #hash = createHash('sha256');
  #head: Buffer[] = [];
  #headBytes = 0;
  /** Of the data set; negative until the file meta information is written. */
  #bytes = 0;
  #fault: SinkFault | undefined;
  #isHigh = false;

  constructor(options: ObjectSinkOptions) {
    // `onPressure` holds the sender back; nobody waits for this stream itself.
    super({ highWaterMark: Number.MAX_SAFE_INTEGER });
    this.#options = options;
    this.#writer = createSealedFile(options.folder);
    this.on('error', (error) => {
      this.#fault ??= new SinkFault('disk', { cause: error });
    });
    this.#bytes = -options.fileMeta.length;
    super.write(Buffer.from(options.fileMeta));
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    void this.#put(chunk).then(() => {
      this.#relieve();
      done();
    });
    if (this.writableLength > HIGH_BYTES && !this.#isHigh) {
      this.#isHigh = true;
      this.#options.onPressure(true);
    }
  }

  /**
   * Resolves when all bytes are on the disk.
   *
   * @throws SinkFault; then nothing is left of the object
   */
  async finish(): Promise<WrittenObject> {
    if (!this.writableFinished && this.#fault?.cause === undefined) {
      await new Promise<void>((resolve) => {
        this.once('finish', resolve);
        this.once('close', resolve);
        this.end();
      });
    }
    if (this.#fault !== undefined) {
      await this.#writer.discard();
      throw this.#fault;
    }
    const head = Buffer.concat(this.#head);
    this.#head = [];
    try {
      const file = await this.#writer.finish();
      const start = this.#options.fileMeta.length;
      return { file, start, sha256: this.#hash.digest('hex'), head };
    } catch (cause) {
      await this.#writer.discard();
      throw new SinkFault('disk', { cause });
    }
  }

  /** Removes what has been written of an object that never ended. */
  async discard(): Promise<void> {
    this.destroy();
    await this.#writer.discard();
  }

  async #put(chunk: Buffer): Promise<void> {
    const isMeta = this.#bytes < 0;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#options.maxBytes) this.#fault ??= new SinkFault('too-large');
    if (this.#fault !== undefined) return;
    if (!isMeta) {
      this.#hash.update(chunk);
      if (this.#headBytes < MAX_HEAD_BYTES) this.#head.push(chunk);
      this.#headBytes += chunk.length;
    }
    try {
      await this.#writer.write(chunk);
    } catch (cause) {
      this.#fault ??= new SinkFault('disk', { cause });
    }
  }

  #relieve(): void {
    if (!this.#isHigh || this.writableLength > LOW_BYTES) return;
    this.#isHigh = false;
    this.#options.onPressure(false);
  }
}
