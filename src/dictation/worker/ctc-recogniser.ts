import type { Session, Tensor } from '../../inference/backends/backend.js';
import { floats } from '../../inference/outputs.js';
import type { SpeechCtcManifest } from '../../inference/schema.js';
import { attackOf } from '../recognition/activity/attack.js';
import type { SpeechChunk } from '../recognition/activity/chunk.js';
import { createCtcDecoder, type Listener } from '../recognition/ctc/decoder.js';
import type { LanguageModel } from '../recognition/language-model/language-model.js';
import { logSumExp } from '../recognition/log-sum-exp.js';
import type {
  RecognisedSegment,
  Recogniser,
  RecognitionOptions,
} from '../recognition/recogniser.js';
import { createFrontEnd } from './front-end.js';
import { openLexicon } from './open-lexicon.js';

/** Seconds: after a shorter pause the sentence continues. */
const SAME_SENTENCE = 0.6;

export interface CtcParts {
  readonly manifest: SpeechCtcManifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly session: Session;
}

/** Natural logarithms of probabilities, in place of scores that have not been through a softmax. */
function logSoftmax(scores: Float32Array, columns: number): Float32Array {
  const out = new Float32Array(scores.length);
  for (let row = 0; row < scores.length; row += columns) {
    const whole = logSumExp(scores, row, row + columns);
    for (let i = row; i < row + columns; i += 1) out[i] = (scores[i] ?? 0) - whole;
  }
  return out;
}

/** The network's output: frames and the scores of each in order. */
function scoresOf(
  outputs: Readonly<Record<string, Tensor>>,
  { output }: SpeechCtcManifest,
  columns: number,
): { frames: number; logProbs: Float32Array } {
  const { data, shape } = floats(outputs, output.name);
  const [batch, frames = 0, width] = shape;
  if (shape.length !== 3 || batch !== 1 || width !== columns) {
    throw new TypeError(`the model returned ${output.name} of the shape [${shape}]`);
  }
  return { frames, logProbs: output.form === 'log_probs' ? data : logSoftmax(data, columns) };
}

/**
 * The engine for networks of the kind `speech-ctc`: sound to features, features to
 * log-probabilities of phones, letters or word pieces, and the likeliest words.
 *
 * @throws AppError `model_unavailable`, RangeError: each names the fault
 */
export function createCtcRecogniser({ manifest, files, session }: CtcParts): Recogniser {
  const { tokens, lexicon, letterToSound, models } = openLexicon(manifest, files);
  const frontEnd = createFrontEnd(manifest.input);
  const secondsPerFrame = (manifest.output.stride * frontEnd.samplesPerFrame) / 16_000;
  const decoder = createCtcDecoder({
    tokens,
    parameters: manifest.decoding,
    ...(lexicon && { lexicon }),
    ...(letterToSound && { letterToSound }),
    ...(models && { languageModel: models('dictation') }),
  });

  function openListener({ vocabulary, style }: RecognitionOptions): Listener {
    const languageModel: LanguageModel | undefined = models?.(style);
    return decoder.listen({ vocabulary, ...(languageModel && { languageModel }) });
  }

  async function decode(
    chunk: SpeechChunk,
    listener: Listener,
    before: RecognisedSegment | undefined,
  ): Promise<Pick<RecognisedSegment, 'words' | 'rejected'>> {
    const feeds = frontEnd.feeds(chunk.samples);
    if (feeds === undefined) return { words: [], rejected: 'too short' };
    const outputs = await session.run(feeds);
    const { frames, logProbs } = scoresOf(outputs, manifest, tokens.texts.length);
    const goesOn = before !== undefined && chunk.start - before.end < SAME_SENTENCE;
    const words = goesOn ? before.words.slice(-2).map(({ word }) => word) : [];
    const attack = attackOf(chunk.samples);
    const place = { startSeconds: chunk.start, secondsPerFrame, before: words, attack };
    return listener.decode(logProbs, frames, place);
  }

  return {
    form: 'spoken',
    listen(options) {
      const listener = openListener(options);
      return {
        unsayable: listener.unsayable.map((at) => options.vocabulary[at] ?? ''),
        async *recognise(chunks) {
          let before: RecognisedSegment | undefined;
          for await (const chunk of chunks) {
            const { words, rejected } = await decode(chunk, listener, before);
            const { start, end } = chunk;
            before = { start, end, words, ...(rejected !== undefined && { rejected }) };
            yield before;
          }
        },
      };
    },
  };
}
