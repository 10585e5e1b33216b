import { AudioFault } from './audio-fault.js';
import type { AudioSource } from './audio-source.js';
import { type AudioWarnings, createAudioWarnings } from './audio-warnings.js';
import { type ByteReader, createByteReader } from './byte-reader.js';
import { openFlac } from './flac/open-flac.js';
import { createMixdown } from './mixdown.js';
import { openMp3 } from './mp3/open-mp3.js';
import { openOgg } from './ogg/open-ogg.js';
import { type AudioInfo, framesOf, type PcmSource } from './pcm.js';
import { createResampler, type Resampler, SPEECH_RATE } from './resampler.js';
import { type AudioFormat, SNIFFED, sniffAudio } from './sniff.js';
import { openWav } from './wav/open-wav.js';
import { openWebm } from './webm/open-webm.js';

export interface AudioLimits {
  /** Maximum duration in seconds. */
  readonly maxSeconds: number;
}

export interface AudioStream {
  readonly info: AudioInfo;
  /**
   * The samples from the beginning, mono, 16 kHz, in -1..1, in pieces of about a second; can be
   * read once. @throws AudioFault when the recording is longer than the limit, or holds no sound.
   */
  pieces(): AsyncGenerator<Float32Array, void, void>;
  /** Warnings about the part read so far, as sentences without a full stop. */
  notes(): string[];
}

/** Maximum duration: 4 hours. */
export const LONGEST_RECORDING: AudioLimits = { maxSeconds: 4 * 3600 };

type Opener = (reader: ByteReader, trouble: AudioWarnings) => Promise<PcmSource>;

const OPENERS: Readonly<Record<AudioFormat, Opener>> = {
  wav: openWav,
  flac: openFlac,
  mp3: openMp3,
  ogg: openOgg,
  webm: openWebm,
};

/** Gathers samples into pieces of a second. */
function createPieces() {
  let piece = new Float32Array(SPEECH_RATE);
  let filled = 0;
  return {
    *add(samples: Float32Array): Generator<Float32Array, void, void> {
      for (let at = 0; at < samples.length; ) {
        const count = Math.min(piece.length - filled, samples.length - at);
        // Ripples of the filter can exceed full scale where the recording is at full scale.
        for (let i = 0; i < count; i += 1) {
          piece[filled + i] = Math.max(-1, Math.min(1, samples[at + i] as number));
        }
        filled += count;
        at += count;
        if (filled < piece.length) return;
        yield piece;
        piece = new Float32Array(SPEECH_RATE);
        filled = 0;
      }
    },
    *rest(): Generator<Float32Array, void, void> {
      if (filled > 0) yield piece.slice(0, filled);
    },
  };
}

/** Tolerance of the limit in seconds, as encoders pad the last frame. */
const FILLING = 0.5;

function requireWithin(seconds: number, limits: AudioLimits): void {
  if (seconds <= limits.maxSeconds + FILLING) return;
  const maxSeconds = limits.maxSeconds;
  const limit = maxSeconds % 3600 === 0 ? `${maxSeconds / 3600} hours` : `${maxSeconds} seconds`;
  throw new AudioFault(`is longer than ${limit}`);
}

/** Sound of any rate, and of rates that change, as samples at 16 kHz. */
function createResampling() {
  let rate = 0;
  let resampler: Resampler | null = null;
  return {
    *push(samples: Float32Array, from: number): Generator<Float32Array, void, void> {
      if (resampler === null || from !== rate) {
        if (resampler !== null) yield resampler.finish();
        resampler = createResampler(from);
        rate = from;
      }
      yield resampler.push(samples);
    },
    *finish(): Generator<Float32Array, void, void> {
      if (resampler !== null) yield resampler.finish();
    },
  };
}

/**
 * Limit of samples of all channels: 4 hours of two channels at 96 kHz. A file of silence is small
 * at any length, rate and number of channels.
 */
const MAX_SAMPLES = 4 * 3600 * 96_000 * 2;

async function* piecesOf(
  source: PcmSource,
  mixdown: ReturnType<typeof createMixdown>,
  limits: AudioLimits,
): AsyncGenerator<Float32Array, void, void> {
  const resampling = createResampling();
  const pieces = createPieces();
  let seconds = 0;
  let samples = 0;
  for await (const block of source.blocks()) {
    const frames = framesOf(block);
    if (frames === 0) continue;
    seconds += frames / block.rate;
    samples += frames * block.channels.length;
    requireWithin(seconds, limits);
    if (samples > MAX_SAMPLES) throw new AudioFault('holds more samples than can be decoded');
    const mono = mixdown.mix(block);
    for (const some of resampling.push(mono, block.rate)) yield* pieces.add(some);
  }
  if (seconds === 0) throw new AudioFault(`is a ${source.info.format} file without audio samples`);
  for (const some of resampling.finish()) yield* pieces.add(some);
  yield* pieces.rest();
}

/**
 * Opens a recording by its content, not its name: reads its headers, and decodes it piece by piece
 * on demand.
 * @throws AudioFault when the format is not supported.
 */
export async function openAudio(
  source: AudioSource,
  limits: AudioLimits = LONGEST_RECORDING,
): Promise<AudioStream> {
  const reader = createByteReader(source);
  const trouble = createAudioWarnings();
  const format = sniffAudio(await reader.peek(SNIFFED));
  const opened = await OPENERS[format](reader, trouble);
  const mixdown = createMixdown();
  return {
    info: opened.info,
    pieces: () => piecesOf(opened, mixdown, limits),
    notes: () => [...trouble.notes(), ...mixdown.notes()],
  };
}
