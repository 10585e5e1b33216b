/** The JSON files of a public export that configure the use of its networks. */
export interface WhisperFiles {
  /** `config.json` */
  readonly config: unknown;
  /** `generation_config.json` */
  readonly generation: unknown;
  /** `preprocessor_config.json` */
  readonly preprocessor: unknown;
  /** `tokenizer.json` */
  readonly tokenizer: unknown;
}

export interface AlignmentHead {
  readonly layer: number;
  readonly head: number;
}

/** The validated settings of a model of Whisper's kind. */
export interface WhisperSettings {
  readonly sampleRate: number;
  readonly fft: number;
  readonly hop: number;
  readonly mels: number;
  /** Seconds of sound in a window. */
  readonly window: number;
  /** Places of the encoder's output in one window. */
  readonly places: number;
  readonly layers: number;
  readonly heads: number;
  /** Size of a head. */
  readonly headSize: number;
  readonly vocabulary: number;
  /** Maximum number of tokens of the decoder, including the prompt. */
  readonly textPlaces: number;
  readonly startToken: number;
  readonly endToken: number;
  readonly noTimesToken: number;
  /** Time 0; every later token is 20 ms (a place) later. */
  readonly firstTime: number;
  readonly noSpeechToken: number;
  /** Precedes the previous text, where the vocabulary has it. */
  readonly previousToken: number | undefined;
  /** Token of the task "transcribe"; none in a model of English alone. */
  readonly transcribeToken: number | undefined;
  /** Tokens of languages by their ISO 639-1 codes; none in a model of English alone. */
  readonly languages: ReadonlyMap<string, number>;
  readonly neverTokens: readonly number[];
  readonly neverFirstTokens: readonly number[];
  /** The first time must not be later, in places. */
  readonly latestFirstTime: number;
  readonly alignmentHeads: readonly AlignmentHead[];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${what} is not an object`);
  }
  return value as Fields;
}

function whole(fields: Fields, name: string, what: string, max: number): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max) {
    throw new TypeError(`${what}: ${name} must be a whole number from 0 to ${max}`);
  }
  return value;
}

function tokenList(value: unknown, vocabulary: number): number[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (token): token is number => Number.isInteger(token) && token >= 0 && token < vocabulary,
  );
}

/** Ids of the special tokens by their text. */
function addedTokens(tokenizer: unknown): Map<string, number> {
  const { added_tokens } = fieldsOf(tokenizer, 'tokenizer.json');
  if (!Array.isArray(added_tokens)) throw new TypeError('tokenizer.json: added_tokens is missing');
  return new Map(
    added_tokens.map((entry): [string, number] => {
      const { content, id } = fieldsOf(entry, 'an added token of tokenizer.json');
      if (typeof content !== 'string' || typeof id !== 'number') {
        throw new TypeError('tokenizer.json: an added token has no content or no id');
      }
      return [content, id];
    }),
  );
}

function languageTokens(generation: Fields): Map<string, number> {
  if (generation.is_multilingual === false || generation.lang_to_id === undefined) return new Map();
  const entries = Object.entries(fieldsOf(generation.lang_to_id, 'lang_to_id'));
  return new Map(
    entries.flatMap(([name, token]) =>
      typeof token === 'number' ? [[name.replace(/[<|>]/g, ''), token] as const] : [],
    ),
  );
}

function readHeads(value: unknown, layers: number, heads: number): AlignmentHead[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair) => {
    const [layer, head] = Array.isArray(pair) ? pair : [];
    const isThere = (index: unknown, max: number): index is number =>
      typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < max;
    return isThere(layer, layers) && isThere(head, heads) ? [{ layer, head }] : [];
  });
}

function readSound(preprocessor: Fields) {
  const what = 'preprocessor_config.json';
  const sampleRate = whole(preprocessor, 'sampling_rate', what, 16_000);
  if (sampleRate !== 16_000) throw new TypeError(`${what}: sampling_rate must be 16000`);
  const fft = whole(preprocessor, 'n_fft', what, 4_096);
  const hop = whole(preprocessor, 'hop_length', what, fft);
  const mels = whole(preprocessor, 'feature_size', what, 256);
  const window = whole(preprocessor, 'chunk_length', what, 60);
  if (fft < 2 || hop < 1 || mels < 1 || window < 1) throw new TypeError(`${what}: a size is 0`);
  return { sampleRate, fft, hop, mels, window };
}

function readNetwork(config: Fields, mels: number) {
  const what = 'config.json';
  if (whole(config, 'num_mel_bins', what, 256) !== mels) {
    throw new TypeError(`${what}: num_mel_bins is not feature_size of preprocessor_config.json`);
  }
  const heads = whole(config, 'decoder_attention_heads', what, 256);
  const width = whole(config, 'd_model', what, 65_536);
  if (heads < 1 || width % heads !== 0) throw new TypeError(`${what}: d_model has no whole heads`);
  return {
    places: whole(config, 'max_source_positions', what, 100_000),
    layers: whole(config, 'decoder_layers', what, 256),
    heads,
    headSize: width / heads,
    vocabulary: whole(config, 'vocab_size', what, 1_000_000),
    textPlaces: whole(config, 'max_target_positions', what, 100_000),
  };
}

/**
 * Reads the settings from the four files. Values of `generation_config.json` take precedence over
 * those of `config.json`, as in the Transformers library.
 *
 * @throws TypeError naming the file and the field that is missing or out of range
 */
export function readWhisperSettings(files: WhisperFiles): WhisperSettings {
  const config = fieldsOf(files.config, 'config.json');
  const given = fieldsOf(files.generation, 'generation_config.json');
  const generation: Fields = { ...config, ...given };
  const sound = readSound(fieldsOf(files.preprocessor, 'preprocessor_config.json'));
  const network = readNetwork(config, sound.mels);
  const { vocabulary, layers, heads } = network;
  const token = (name: string) => whole(generation, name, 'generation_config.json', vocabulary - 1);
  const noTimesToken = token('no_timestamps_token_id');
  const special = addedTokens(files.tokenizer);
  const languages = languageTokens(generation);
  const latest = generation.max_initial_timestamp_index;
  return {
    ...sound,
    ...network,
    startToken: token('decoder_start_token_id'),
    endToken: token('eos_token_id'),
    noTimesToken,
    firstTime: noTimesToken + 1,
    // Its name has changed (`nocaptions`, `nospeech`), its position has not.
    noSpeechToken: noTimesToken - 1,
    previousToken: special.get('<|startofprev|>'),
    transcribeToken: languages.size === 0 ? undefined : special.get('<|transcribe|>'),
    languages,
    neverTokens: tokenList(generation.suppress_tokens, vocabulary),
    neverFirstTokens: tokenList(generation.begin_suppress_tokens, vocabulary),
    latestFirstTime: typeof latest === 'number' ? latest : 50,
    alignmentHeads: readHeads(generation.alignment_heads, layers, heads),
  };
}
