import { createRequire } from 'node:module';
import { AudioFault } from './audio-fault.js';
import { oddFormat, type PacketDecoder } from './pcm.js';
import { instantiateWasm, type WasmInstance, type WasmModule, wasmModule } from './wasm-module.js';

/** The parts of ogv.js's audio decoder module that are used (its decoder glue). */
interface OgvAudio {
  audioFormat: { readonly channels: number; readonly rate: number } | null;
  audioBuffer: readonly Float32Array[] | null;
  init(done: () => void): void;
  processHeader(packet: Uint8Array, done: (fine: number) => void): void;
  processAudio(packet: Uint8Array, done: (fine: number) => void): void;
}

type Imports = Record<string, Record<string, (...args: number[]) => unknown>>;
type InstanceCallback = (instance: WasmInstance, module: WasmModule) => void;

interface OgvOptions {
  instantiateWasm(imports: Imports, received: InstanceCallback): object;
}

type OgvFactory = (options: OgvOptions) => Promise<OgvAudio>;

/** A setup header can request gigabytes of tables; real ones need a few megabytes. */
const MAX_MEMORY = 96 * 1024 * 1024;

/** The module's imports with a limit on the one that makes its memory grow, `a.a`. */
function limited(imports: Imports): Imports {
  const grow = imports.a?.a;
  if (grow === undefined) throw new Error('the Vorbis decoder is not of the expected version');
  const within = (bytes: number) => bytes >>> 0 <= MAX_MEMORY && grow(bytes) === true;
  return { ...imports, a: { ...imports.a, a: within } };
}

async function instantiate(): Promise<OgvAudio> {
  const factory: OgvFactory = createRequire(import.meta.url)(
    'ogv/dist/ogv-decoder-audio-vorbis-wasm.js',
  );
  const audio = await factory({
    instantiateWasm(imports, received) {
      const module = wasmModule('ogv/dist/ogv-decoder-audio-vorbis-wasm.wasm');
      const instance = instantiateWasm(module, limited(imports));
      received(instance, module);
      return instance.exports;
    },
  });
  audio.init(() => undefined);
  return audio;
}

/** Runs a call into the module; a trap counts as a failure. */
function succeeds(call: (done: (fine: number) => void) => void): boolean {
  let fine = 0;
  try {
    call((result) => {
      fine = result;
    });
  } catch {
    return false;
  }
  return fine === 1;
}

/** Number of a Vorbis header packet (1, 3, 5 as on the wire), null for anything else. */
export function vorbisHeaderType(packet: Uint8Array): number | null {
  const named = Buffer.from(packet.subarray(1, 7)).toString('latin1') === 'vorbis';
  return named && [1, 3, 5].includes(packet[0] ?? 0) ? (packet[0] ?? 0) : null;
}

/**
 * Vorbis I by libvorbis in WebAssembly.
 * @param headers identification, comment and setup packets.
 * @throws AudioFault when they are not valid.
 */
export async function createVorbisDecoder(headers: readonly Uint8Array[]): Promise<PacketDecoder> {
  const audio = await instantiate();
  const fine =
    headers.length === 3 &&
    headers.every((header) => succeeds((done) => audio.processHeader(header.slice(), done)));
  if (!fine || audio.audioFormat === null) {
    throw new AudioFault('has Vorbis headers that cannot be read');
  }
  const { channels, rate } = audio.audioFormat;
  const odd = oddFormat(rate, channels);
  if (odd !== null) throw new AudioFault(`has a Vorbis header that ${odd}`);
  let broken = false;
  return {
    codec: 'Vorbis',
    sampleRate: rate,
    channels,
    rate,
    preSkip: 0,
    granuleRate: rate,
    // Known only with the modes of the setup header.
    samplesIn: () => null,
    decode(packet) {
      // After a trap the module's memory may be corrupt.
      if (broken || packet.length === 0 || ((packet[0] ?? 0) & 1) !== 0) return null;
      audio.audioBuffer = null;
      let trapped = true;
      const decoded = succeeds((done) =>
        audio.processAudio(packet.slice(), (result) => {
          trapped = false;
          done(result);
        }),
      );
      broken = trapped;
      return decoded ? { rate, channels: audio.audioBuffer ?? [] } : null;
    },
    free: () => undefined,
  };
}
