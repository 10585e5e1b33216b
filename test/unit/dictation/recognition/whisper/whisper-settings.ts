import {
  readWhisperSettings,
  type WhisperFiles,
  type WhisperSettings,
} from '../../../../../src/dictation/recognition/whisper/settings.js';

/**
 * A vocabulary that can be taken in at a glance: 0–9 words, 10 end, 11 start, 12 en, 13 de,
 * 14 transcribe, 15 previous, 16 no speech, 17 no times, 18 the time 0 and so on to 318 (6 s).
 */
export function smallFiles(): Record<keyof WhisperFiles, Record<string, unknown>> {
  const added = ['<|endoftext|>', '<|startoftranscript|>', '<|en|>', '<|de|>', '<|transcribe|>'];
  return {
    config: {
      d_model: 8,
      decoder_attention_heads: 2,
      decoder_layers: 2,
      num_mel_bins: 4,
      max_source_positions: 300,
      max_target_positions: 64,
      vocab_size: 319,
      decoder_start_token_id: 11,
    },
    generation: {
      eos_token_id: 10,
      no_timestamps_token_id: 17,
      suppress_tokens: [9, 500],
      begin_suppress_tokens: [0, 10],
      max_initial_timestamp_index: 50,
      is_multilingual: true,
      lang_to_id: { '<|en|>': 12, '<|de|>': 13 },
      alignment_heads: [
        [1, 0],
        [1, 1],
        [7, 0],
      ],
    },
    preprocessor: {
      sampling_rate: 16_000,
      n_fft: 400,
      hop_length: 160,
      feature_size: 4,
      chunk_length: 6,
    },
    tokenizer: {
      added_tokens: [...added, '<|startofprev|>', '<|nospeech|>', '<|notimestamps|>'].map(
        (content, index) => ({ content, id: 10 + index }),
      ),
    },
  };
}

export function smallSettings(): WhisperSettings {
  return readWhisperSettings(smallFiles());
}

/** Token of a time of the small vocabulary. */
export const at = (seconds: number) => 18 + Math.round(seconds * 50);

/** Its words by number. */
export const WORDS = [
  ' zero',
  ' one',
  ' two',
  ' three',
  ' four',
  ' five',
  '.',
  ' se',
  'ven',
  ' never',
];

export const smallTokenizer = {
  encode: (text: string) =>
    [...text.matchAll(/ ?[a-z]+|\./g)].flatMap(([piece]) => {
      const token = WORDS.indexOf(piece);
      return token < 0 ? [] : [token];
    }),
  decode: (tokens: readonly number[]) => tokens.map((token) => WORDS[token] ?? '').join(''),
};
