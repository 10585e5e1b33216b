import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpeechChunk } from '../../src/dictation/recognition/activity/chunk.js';
import type { RecognisedSegment } from '../../src/dictation/recognition/recogniser.js';
import type { WhisperParts } from '../../src/dictation/recognition/whisper/listener.js';
import { createWhisperRecogniser } from '../../src/dictation/recognition/whisper/recogniser.js';
import { readWhisperSettings } from '../../src/dictation/recognition/whisper/settings.js';
import { createWhisperSessions } from '../../src/dictation/worker/whisper-sessions.js';
import { deflatedSize, openWhisperTokenizer } from '../../src/dictation/worker/whisper-tools.js';
import type { Session } from '../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../src/inference/backends/cpu.js';

/** A small network of Whisper's shape that knows ten digits; see `scripts/train/whisper-fixture`. */
export const WHISPER_DIGITS = join(import.meta.dirname, '../fixtures/speech-models/whisper-digits');
/** Its decoder as two graphs. */
export const WHISPER_SPLIT = join(
  import.meta.dirname,
  '../fixtures/speech-models/whisper-digits-split',
);
export const DIGIT_CLIPS = join(import.meta.dirname, '../fixtures/audio/digits');

export async function openGraph(path: string): Promise<Session> {
  return createCpuBackend().open(await readFile(path), { threads: 1 });
}

export async function openWhisperParts(folder: string): Promise<WhisperParts> {
  const json = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const tokenizer = await json('tokenizer.json');
  const settings = readWhisperSettings({
    config: await json('config.json'),
    generation: await json('generation_config.json'),
    preprocessor: await json('preprocessor_config.json'),
    tokenizer,
  });
  const graphs = {
    encoder: await openGraph(join(folder, 'onnx/encoder_model.onnx')),
    decoder: await openGraph(join(folder, 'onnx/decoder_model_merged.onnx')),
  };
  return {
    settings,
    networks: createWhisperSessions(graphs, settings),
    tokenizer: await openWhisperTokenizer(tokenizer, await json('tokenizer_config.json')),
    deflatedSize,
    calibrate: (raw) => raw,
  };
}

/** Sample of a byte of µ-law (ITU-T G.711), -1..1. */
function expanded(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 132) << ((bits >> 4) & 7)) - 132;
  return (bits & 0x80 ? -magnitude : magnitude) / 32_635;
}

/** The samples of a WAV file of ours: mono, 16 kHz, µ-law or 16 bits. */
export async function readClip(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  const format = bytes.readUInt16LE(20);
  const start = bytes.indexOf('data', 36) + 8;
  const data = bytes.subarray(start, start + bytes.readUInt32LE(start - 4));
  return format === 7
    ? Float32Array.from(data, expanded)
    : Float32Array.from({ length: data.length / 2 }, (_, i) => data.readInt16LE(2 * i) / 32_768);
}

async function* single(chunk: SpeechChunk) {
  yield chunk;
}

/** All that is recognised in one piece of sound. */
export async function recogniseSamples(
  parts: WhisperParts,
  samples: Float32Array,
  vocabulary: readonly string[] = [],
): Promise<RecognisedSegment[]> {
  const recogniser = createWhisperRecogniser(parts);
  const chunk = { start: 0, end: samples.length / 16_000, samples };
  const options = { vocabulary, style: 'dictation', language: 'en-US' } as const;
  const segments: RecognisedSegment[] = [];
  for await (const segment of recogniser.listen(options).recognise(single(chunk)))
    segments.push(segment);
  return segments;
}
