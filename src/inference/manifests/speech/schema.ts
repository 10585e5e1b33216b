import { z } from 'zod';
import { fileName, text } from '../../../model-packages/schema.js';
import {
  calibration,
  finite,
  goldenFacts,
  packageFacts,
  positive,
  priority,
  probability,
} from '../package/schema.js';

/** A locale tag as in requests: `en-US`. */
const locale = z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/, 'must be a locale such as en-US');

const facts = {
  ...packageFacts,
  priority,
  /** The locales that a request may name, the usual one first. */
  languages: z.array(locale).min(1).max(200),
};

/** How sound becomes a table of numbers, the same as in training. */
const features = z.strictObject({
  window_samples: z.int().min(80).max(2_048),
  hop_samples: z.int().min(40).max(2_048),
  fft: z.union([z.literal(256), z.literal(512), z.literal(1_024), z.literal(2_048)]),
  mels: z.int().min(8).max(256),
  low_hz: z.number().min(0).max(8_000),
  high_hz: z.number().min(0).max(8_000),
  mel_scale: z.enum(['htk', 'slaney']),
  /** Whether each filter is divided by its width. */
  area_normalised: z.boolean(),
  pre_emphasis: z.number().min(0).lt(1),
  /** `padded`: frames are centred, with zeros beyond both ends. */
  framing: z.enum(['inside', 'padded']),
  /** The least energy of a band before its logarithm. */
  floor: positive,
  floor_mode: z.enum(['max', 'add']),
  /** Over the whole chunk: one deviation for all bands, or each band by its own. */
  normalise: z.enum(['one_deviation', 'per_band', 'none']),
});

/** How sound meets the network. */
const input = z.discriminatedUnion('form', [
  z.strictObject({
    form: z.literal('log-mel'),
    name: text,
    /** Of the tensor after the batch. */
    layout: z.enum(['frames_first', 'mels_first']),
    /** The input that takes the number of frames, where the graph has one (int64 [1]). */
    length_name: text.optional(),
    features,
  }),
  /** Unchanged samples at 16 kHz, [1, samples], or with mean 0 and deviation 1. */
  z.strictObject({ form: z.literal('waveform'), name: text, standardised: z.boolean() }),
]);

const output = z.strictObject({
  name: text,
  form: z.enum(['log_probs', 'logits']),
  /** Input frames (samples, for a waveform) from one output frame to the next. */
  stride: z.int().min(1).max(1_280),
});

const units = z.strictObject({
  kind: z.enum(['phones', 'letters', 'word-pieces']),
  /** JSON array of the tokens in the order of the output, the blank among them. */
  tokens: fileName,
  blank: z.int().min(0),
});

const languageModel = z.strictObject({
  file: fileName,
  /** Its weight in the mixture, by the kind of speech. */
  weight: z.strictObject({
    dictation: probability,
    /** Where the request names a specialty. */
    specialty: probability,
    conversation: probability,
  }),
});

/** Numbers of the search and of its words' confidence; see `dictation/recognition/ctc/parameters.ts`. */
const decoding = z.strictObject({
  lm_weight: positive,
  word_bonus: finite,
  blank_price: z.number().min(0).default(0),
  beam: positive,
  most_hypotheses: z.int().min(1).max(100_000),
  token_beam: positive,
  blank_skip: probability,
  phrase_floor: finite,
  phrase_bonus: finite,
  confidence: z.strictObject({
    temperature: positive,
    intercept: finite,
    agreement: finite,
    sound: finite,
    language: finite,
    length: finite,
    stranger: z.strictObject({ language: finite, sound: finite, most: probability }).optional(),
  }),
  rejection: z.strictObject({
    least_confidence: probability,
    least_sound: finite,
    least_tokens_per_second: z.number().min(0),
    one_voice: z
      .strictObject({
        intercept: finite,
        confidence: finite,
        sound: finite,
        language: finite,
        clarity: finite,
        attack: finite,
      })
      .optional(),
  }),
});

/**
 * A network that gives, for every stretch of sound, the log-probabilities of phones, letters or word
 * pieces and of a blank (connectionist temporal classification), and the words to be found in them.
 */
export const speechCtc = z.strictObject({
  ...facts,
  kind: z.literal('speech-ctc'),
  input,
  output,
  units,
  /** `word<TAB>P1 P2 …`, one pronunciation a line. */
  lexicon: fileName.optional(),
  letter_to_sound: fileName.optional(),
  language_models: z.array(languageModel).max(4).default([]),
  decoding,
});

const graph = z.strictObject({ weights: fileName, golden: goldenFacts });

/**
 * An encoder of 30 seconds of sound and a decoder that writes, token by token, in the layout of the
 * public ONNX exports of Whisper. `weights` is the encoder.
 */
export const speechSeq2seq = z.strictObject({
  ...facts,
  kind: z.literal('speech-seq2seq'),
  /** `input_features` [1, mels, frames] of the encoder. */
  input: z.strictObject({
    form: z.literal('whisper'),
    mels: z.int().min(8).max(256),
    frames: z.int().min(100).max(3_000),
  }),
  more_graphs: z.strictObject({
    decoder: graph,
    /** Where the export is not merged. */
    decoder_with_past: graph.optional(),
  }),
  settings: z.strictObject({
    config: fileName,
    generation: fileName,
    preprocessor: fileName,
    tokenizer: fileName,
    tokenizer_config: fileName,
  }),
  /** Of exp(mean log-probability of a word's tokens) to the probability that it is right. */
  confidence: calibration,
});
