import { readFileSync } from 'node:fs';
import type { SpeechChunk } from '../../../src/dictation/recognition/activity/chunk.js';
import { createActivityDetector } from '../../../src/dictation/recognition/activity/detector.js';
import { probabilityOf } from '../../../src/dictation/recognition/ctc/confidence.js';
import { createCtcDecoder } from '../../../src/dictation/recognition/ctc/decoder.js';
import type { HeardWord } from '../../../src/dictation/recognition/ctc/word-evidence.js';
import type { SpeechStyle } from '../../../src/dictation/recognition/recogniser.js';
import { createFrontEnd } from '../../../src/dictation/worker/front-end.js';
import { openLexicon } from '../../../src/dictation/worker/open-lexicon.js';
import { createCpuBackend } from '../../../src/inference/backends/cpu.js';
import { isSpeechManifest } from '../../../src/inference/manifests/kinds.js';
import { loadModelPackage } from '../../../src/inference/model-package.js';
import { sourceOf } from '../../../src/media/audio/audio-source.js';
import { openAudio } from '../../../src/media/audio/open-audio.js';

/** A stretch of sound with everything that was heard in it, before anything is rejected. */
export interface HeardChunk extends SpeechChunk {
  readonly words: readonly HeardWord[];
  readonly confidences: readonly number[];
  /** ln-probabilities, `frames` rows of `tokens` columns, the first of which is the blank. */
  readonly logProbs: Float32Array;
  readonly frames: number;
  readonly tokens: number;
}

/** Samples of a recording: mono, 16 kHz. */
export async function samplesOf(file: string): Promise<Float32Array> {
  const stream = await openAudio(sourceOf(readFileSync(file)));
  const pieces: Float32Array[] = [];
  for await (const piece of stream.pieces()) pieces.push(piece);
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}

export type Listen = (samples: Float32Array, style: SpeechStyle) => Promise<HeardChunk[]>;

/** A package that recognises as the product does, chunk by chunk, but rejects nothing. */
export async function openListener(dir: string): Promise<Listen> {
  const { manifest, files, graph } = await loadModelPackage(dir);
  if (!isSpeechManifest(manifest) || manifest.kind !== 'speech-ctc') {
    throw new Error(`${manifest.id} is no network of the kind speech-ctc`);
  }
  const session = await createCpuBackend().open(graph.weights, { threads: 1 });
  const { tokens, lexicon, letterToSound, models } = openLexicon(manifest, files);
  if (!lexicon || !letterToSound || !models) throw new Error(`${manifest.id} has no lexicon`);
  const frontEnd = createFrontEnd(manifest.input);
  const parameters = manifest.decoding;
  const decoder = createCtcDecoder({
    tokens,
    lexicon,
    letterToSound,
    parameters,
    languageModel: models('dictation'),
  });
  const hear = async (chunk: SpeechChunk, style: SpeechStyle): Promise<HeardChunk> => {
    const width = tokens.texts.length;
    const feeds = frontEnd.feeds(chunk.samples);
    const nothing = { ...chunk, words: [], confidences: [], frames: 0, tokens: width };
    if (feeds === undefined) return { ...nothing, logProbs: new Float32Array(0) };
    const output = (await session.run(feeds))[manifest.output.name];
    const data = output?.data;
    if (!(data instanceof Float32Array)) throw new Error('the network gave no floats');
    const frames = data.length / width;
    const words = decoder.listen({ languageModel: models(style) }).examine(data, frames);
    const confidences = words.map(({ evidence }) => probabilityOf(evidence, parameters.confidence));
    return { ...nothing, words, confidences, logProbs: data, frames };
  };
  return async (samples, style) => {
    const detector = createActivityDetector();
    const heard: HeardChunk[] = [];
    for (const chunk of [...detector.push(samples), ...detector.finish()]) {
      heard.push(await hear(chunk, style));
    }
    return heard;
  };
}
