import type { PcmBlock } from '../pcm.js';
import { instantiateWasm, isTrap, type WasmMemory, wasmModule } from '../wasm-module.js';
import type { Mp3Header } from './frame-header.js';

/** Decodes one frame at a time; keeps the bit reservoir between them. */
export interface Mp3FrameDecoder {
  /** Null when the frame cannot be decoded. */
  decode(frame: Uint8Array, header: Mp3Header): PcmBlock | null;
  /** Resets the decoder. */
  reset(): void;
}

/** What minimp3-wasm's module exports (its decoder.c). */
interface Exports {
  readonly memory: WasmMemory;
  decoder_init(): void;
  /** Grows the memory to fit, and sets the read position to the first byte without a reset. */
  decoder_set_mp3_data_size(bytes: number): void;
  decoder_mp3_data_offset(): number;
  decoder_pcm_data_offset(): number;
  decoder_decode(seconds: number): void;
  decode_results_num_channels(): number;
  decode_results_num_samples(): number;
}

/** No frame is longer (MPEG 2.5, 160 kbit/s, 8 kHz: 1,441), and none decodes to more samples. */
const LONGEST_FRAME = 4096;
const MAX_SAMPLES = 2 * 1152;

function instantiate(): Exports {
  const module = wasmModule('minimp3-wasm/dist/decoder.opt.wasm');
  const exports = instantiateWasm(module, {}).exports as Exports;
  exports.decoder_set_mp3_data_size(LONGEST_FRAME + 2 * MAX_SAMPLES);
  exports.decoder_init();
  return exports;
}

function decodeOne(minimp3: Exports, frame: Uint8Array, header: Mp3Header): PcmBlock | null {
  minimp3.decoder_set_mp3_data_size(frame.length);
  new Uint8Array(minimp3.memory.buffer, minimp3.decoder_mp3_data_offset()).set(frame);
  // A frame whose bit reservoir is missing writes nothing: it is silence, not the frame before.
  const at = minimp3.decoder_pcm_data_offset();
  new Uint8Array(minimp3.memory.buffer, at, 2 * MAX_SAMPLES).fill(0);
  minimp3.decoder_decode(-1);
  const channels = minimp3.decode_results_num_channels();
  if (minimp3.decode_results_num_samples() !== header.samples * channels) return null;
  const pcm = new DataView(minimp3.memory.buffer, at, 2 * header.samples * channels);
  return {
    rate: header.sampleRate,
    channels: Array.from({ length: channels }, (_, channel) => {
      const samples = new Float32Array(header.samples);
      for (let i = 0; i < header.samples; i += 1) {
        samples[i] = pcm.getInt16(2 * (i * channels + channel), true) / 32_768;
      }
      return samples;
    }),
  };
}

/** Layer III by minimp3 in WebAssembly, which is given exactly one frame at a time. */
export function createMp3FrameDecoder(): Mp3FrameDecoder {
  let minimp3 = instantiate();
  return {
    decode(frame, header) {
      if (frame.length > LONGEST_FRAME) return null;
      try {
        return decodeOne(minimp3, frame, header);
      } catch (error) {
        if (!isTrap(error)) throw error;
        minimp3 = instantiate();
        return null;
      }
    },
    reset: () => minimp3.decoder_init(),
  };
}
