import { describe, expect, it } from 'vitest';
import {
  createWasmCodec,
  type WasmDecoder,
  type WasmFactory,
} from '../../../../../src/media/dicom/codecs/wasm-codec.js';
import { PictureFault } from '../../../../../src/media/picture-fault.js';

/** A codec that doubles bytes, aborts at 255 and prints at 7. */
function fakePackage(memoryBytes = 64) {
  const counts = { instances: 0, decoders: 0, deleted: 0 };
  const factory: WasmFactory = async ({ print }) => {
    counts.instances += 1;
    class Doubling implements WasmDecoder {
      private bytes = new Uint8Array(0);
      constructor() {
        counts.decoders += 1;
      }
      getEncodedBuffer(size: number) {
        this.bytes = new Uint8Array(size);
        return this.bytes;
      }
      decode() {
        if (this.bytes[0] === 255) throw 4711;
        if (this.bytes[0] === 7) print('seven');
        this.bytes = this.bytes.map((byte) => byte * 2);
      }
      getDecodedBuffer = () => this.bytes;
      getFrameInfo = () => ({ width: 0, height: 0, bitsPerSample: 8, componentCount: 1 });
      delete() {
        counts.deleted += 1;
      }
    }
    return { HEAPU8: { length: memoryBytes } as Uint8Array, Doubling };
  };
  return { counts, factory };
}

const take = (decoder: WasmDecoder, printed: readonly string[]) => ({
  bytes: [...decoder.getDecodedBuffer()],
  printed: [...printed],
});

describe('a WebAssembly codec', () => {
  it('is loaded with the first frame, once, and frees each decoder', async () => {
    const { counts, factory } = fakePackage();
    const codec = createWasmCodec('Doubling', 'Doubling', () => factory);
    expect(counts.instances).toBe(0);
    const results = await Promise.all([1, 2, 3].map((n) => codec.decode(Uint8Array.of(n), take)));
    expect(results.map(({ bytes }) => bytes)).toEqual([[2], [4], [6]]);
    expect(counts).toEqual({ instances: 1, decoders: 3, deleted: 3 });
  });

  it('is thrown away after a failure, which is the fault of the file', async () => {
    const { counts, factory } = fakePackage();
    const codec = createWasmCodec('Doubling', 'Doubling', () => factory);
    await expect(codec.decode(Uint8Array.of(255), take)).rejects.toThrow(PictureFault);
    await expect(codec.decode(Uint8Array.of(255), take)).rejects.toThrow(/has a Doubling frame/);
    expect((await codec.decode(Uint8Array.of(4), take)).bytes).toEqual([8]);
    expect(counts.instances).toBe(3);
  });

  it('passes on what the taker finds wrong', async () => {
    const { factory } = fakePackage();
    const codec = createWasmCodec('Doubling', 'Doubling', () => factory);
    const fault = new PictureFault('is wrong');
    const refuse = () => {
      throw fault;
    };
    await expect(codec.decode(Uint8Array.of(1), refuse)).rejects.toBe(fault);
  });

  it('keeps what it prints to the frame that it printed it for', async () => {
    const { factory } = fakePackage();
    const codec = createWasmCodec('Doubling', 'Doubling', () => factory);
    expect((await codec.decode(Uint8Array.of(7), take)).printed).toEqual(['seven']);
    expect((await codec.decode(Uint8Array.of(8), take)).printed).toEqual([]);
  });

  it('does not keep memory that grew large', async () => {
    const { counts, factory } = fakePackage(300 * 2 ** 20);
    const codec = createWasmCodec('Doubling', 'Doubling', () => factory);
    await codec.decode(Uint8Array.of(1), take);
    await codec.decode(Uint8Array.of(1), take);
    expect(counts.instances).toBe(2);
  });

  it('takes a package that does not load for no fault of the file, and tries again', async () => {
    const { factory } = fakePackage();
    let loads = 0;
    const codec = createWasmCodec('Doubling', 'Doubling', () => {
      loads += 1;
      if (loads === 1) throw new Error('no such package');
      return factory;
    });
    const failing = codec.decode(Uint8Array.of(1), take);
    await expect(failing).rejects.toThrow('no such package');
    await expect(failing).rejects.not.toBeInstanceOf(PictureFault);
    expect((await codec.decode(Uint8Array.of(1), take)).bytes).toEqual([2]);
  });
});
