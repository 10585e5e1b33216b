import { PictureFault } from '../../picture-fault.js';

/** What all decoder classes of the cornerstonejs codec packages have. */
export interface WasmDecoder {
  /** A view of the codec's memory to put the codestream in. */
  getEncodedBuffer(bytes: number): Uint8Array;
  decode(): void;
  /** May be a view of the codec's memory: copy before `delete`. */
  getDecodedBuffer(): Uint8Array | Uint8ClampedArray;
  getFrameInfo(): WasmFrameInfo;
  delete(): void;
}

export interface WasmFrameInfo {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
}

interface WasmInstance {
  readonly HEAPU8: Uint8Array;
  readonly [decoderClass: string]: unknown;
}

/** What an emscripten module exports; it loads the .wasm from its own folder. */
export type WasmFactory = (options: {
  print: (line: string) => void;
  printErr: (line: string) => void;
}) => Promise<WasmInstance>;

export interface WasmCodec<D extends WasmDecoder> {
  /**
   * Decodes one codestream and passes the decoder to `take`, which copies the result.
   *
   * @param take also receives what the codec printed; throws PictureFault when there is no picture
   * @throws PictureFault
   */
  decode<T>(bytes: Uint8Array, take: (decoder: D, printed: readonly string[]) => T): Promise<T>;
}

/** WebAssembly memory only ever grows: above this an instance is not kept for the next frame. */
const KEPT_MEMORY_BYTES = 256 * 2 ** 20;

/**
 * A WebAssembly codec: loaded with the first frame, kept for the next ones, and thrown away after a
 * failure, because an aborted or trapped instance is in no known state and a caught C++ exception
 * leaves its memory behind.
 *
 * @param name of the compression, for messages
 * @param load gives the package's factory
 */
export function createWasmCodec<D extends WasmDecoder>(
  name: string,
  decoderClass: string,
  load: () => WasmFactory,
): WasmCodec<D> {
  // The worker's standard output carries messages, so the output of codecs is redirected.
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  let current: Promise<WasmInstance> | undefined;
  const instantiate = async () => load()({ print, printErr: print });

  return {
    async decode(bytes, take) {
      current ??= instantiate();
      const used = current;
      const discard = () => {
        if (current === used) current = undefined;
      };
      const instance = await used.catch((error: unknown) => {
        discard();
        throw error;
      });
      printed.length = 0;
      try {
        const Decoder = instance[decoderClass] as new () => D;
        const decoder = new Decoder();
        decoder.getEncodedBuffer(bytes.length).set(bytes);
        decoder.decode();
        const result = take(decoder, printed);
        decoder.delete();
        if (instance.HEAPU8.length > KEPT_MEMORY_BYTES) discard();
        return result;
      } catch (cause) {
        discard();
        if (cause instanceof PictureFault) throw cause;
        throw new PictureFault(`has a ${name} frame that cannot be decoded (damaged file)`, {
          cause,
        });
      }
    },
  };
}
