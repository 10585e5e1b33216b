import type {
  Attention,
  DecoderStep,
  WhisperNetworks,
} from '../../../../../src/dictation/recognition/whisper/networks.js';

/** What the networks are to say about one window. */
export interface Script {
  readonly tokens: readonly number[];
  /** Logit of each token above all others; the lower the less sure. */
  readonly sureness?: number;
  /** Logit of "no speech" at the start. */
  readonly noSpeech?: number;
  /** Where both heads of the second layer look when they write a token. */
  readonly looks?: readonly number[];
}

const VOCABULARY = 319;
const PLACES = 300;
const END = 10;
const START = 11;
const NO_SPEECH = 16;

function attentionAt(place: number | undefined, queries: number): Attention {
  const weights = new Float32Array(2 * queries * PLACES).fill(1e-4);
  for (let head = 1; head <= 2 && place !== undefined; head += 1) {
    const row = (head * queries - 1) * PLACES;
    for (let p = 0; p < PLACES; p += 1) weights[row + p] = Math.exp(-Math.abs(p - place) / 8);
  }
  return { heads: 2, queries, places: PLACES, weights };
}

/**
 * Networks that say what they are told: a script for each window, asked for by number and by how
 * often the window has been begun.
 */
export function scriptedNetworks(scriptOf: (window: number, attempt: number) => Script) {
  const prompts: number[][] = [];
  const windows: Float32Array[] = [];

  function rowsFor(script: Script, given: readonly number[], written: number): Float32Array {
    const rows = new Float32Array(given.length * VOCABULARY);
    const next = script.tokens[written] ?? END;
    rows[(given.length - 1) * VOCABULARY + next] = script.sureness ?? 30;
    const startsAt = given.indexOf(START);
    if (startsAt >= 0) rows[startsAt * VOCABULARY + NO_SPEECH] = script.noSpeech ?? 0;
    return rows;
  }

  function step(script: Script, given: readonly number[], written: number): DecoderStep {
    const { looks } = script;
    const attention = looks && attentionAt(looks[written], given.length);
    return {
      logits: rowsFor(script, given, written),
      ...(attention && { attentions: [attention, attention] }),
      next: async (tokens) => step(script, tokens, written + tokens.length),
    };
  }

  const networks: WhisperNetworks = {
    async encode(features) {
      const window = windows.length;
      windows.push(features);
      let attempt = 0;
      return {
        async begin(tokens) {
          prompts.push([...tokens]);
          attempt += 1;
          return step(scriptOf(window, attempt - 1), tokens, 0);
        },
      };
    },
  };
  return { networks, prompts, windows };
}
