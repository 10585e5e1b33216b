import type { Session, Tensor, Tensors } from '../../inference/backends/backend.js';
import type {
  Attention,
  DecoderStep,
  EncodedWindow,
  WhisperNetworks,
} from '../recognition/whisper/networks.js';
import type { WhisperSettings } from '../recognition/whisper/settings.js';

/** The graphs of a public ONNX export of Whisper. */
export interface WhisperGraphs {
  readonly encoder: Session;
  /** `decoder_model_merged` (with the input `use_cache_branch`) or `decoder_model`. */
  readonly decoder: Session;
  /** `decoder_with_past_model`, in addition to a decoder that is not merged. */
  readonly decoderWithPast?: Session;
}

type Shape = Pick<WhisperSettings, 'heads' | 'headSize' | 'layers' | 'mels' | 'vocabulary'>;

const FEATURES = 'input_features';
const HIDDEN = 'last_hidden_state';
const TOKENS = 'input_ids';
const SOUND = 'encoder_hidden_states';
const BRANCH = 'use_cache_branch';
const POSITION = 'cache_position';
const PAST = /^past_key_values\.\d+\.(decoder|encoder)\.(key|value)$/;
const LOOKS = /^cross_attentions\.(\d+)$/;
const KNOWN_INPUTS: ReadonlySet<string> = new Set([TOKENS, SOUND, BRANCH, POSITION]);

function floatOf(
  tensors: Readonly<Record<string, Tensor>>,
  name: string,
): Tensor & { dtype: 'float32' } {
  const tensor = tensors[name];
  if (tensor === undefined) throw new TypeError(`the export has no output ${name}`);
  if (tensor.dtype !== 'float32') {
    throw new TypeError(
      `the output ${name} is ${tensor.dtype}: only float32 exports are supported`,
    );
  }
  return tensor;
}

function tokensTensor(tokens: readonly number[]): Tensor {
  return { dtype: 'int64', shape: [1, tokens.length], data: BigInt64Array.from(tokens, BigInt) };
}

function positionsTensor(from: number, count: number): Tensor {
  const data = BigInt64Array.from({ length: count }, (_, i) => BigInt(from + i));
  return { dtype: 'int64', shape: [count], data };
}

const flag = (value: boolean): Tensor => ({
  dtype: 'bool',
  shape: [1],
  data: Uint8Array.of(value ? 1 : 0),
});

/** `undefined` where the export has no attentions. */
function attentionsOf(outputs: Readonly<Record<string, Tensor>>): Attention[] | undefined {
  const layers: Attention[] = [];
  for (const name of Object.keys(outputs)) {
    const layer = LOOKS.exec(name)?.[1];
    if (layer === undefined) continue;
    const { shape, data } = floatOf(outputs, name);
    const [, heads = 0, queries = 0, places = 0] = shape;
    layers[Number(layer)] = { heads, queries, places, weights: data };
  }
  return layers.length === 0 ? undefined : layers;
}

/** Keys and values for the next run, by their input names. */
function pastOf(
  outputs: Readonly<Record<string, Tensor>>,
  before: Tensors,
): Record<string, Tensor> {
  const past: Record<string, Tensor> = { ...before };
  for (const [name, tensor] of Object.entries(outputs)) {
    if (!name.startsWith('present.')) continue;
    const input = name.replace('present.', 'past_key_values.');
    // With a past, exports return empty keys of the sound: those of the first run are kept.
    if (input.includes('.encoder.') && Object.hasOwn(before, input)) continue;
    past[input] = tensor;
  }
  return past;
}

/** @throws TypeError when the graphs do not have the inputs and outputs of such an export */
function checkNames({ encoder, decoder, decoderWithPast }: WhisperGraphs): void {
  if (!encoder.inputNames.includes(FEATURES) || !encoder.outputNames.includes(HIDDEN)) {
    throw new TypeError(`the encoder must have the input ${FEATURES} and the output ${HIDDEN}`);
  }
  for (const session of [decoder, decoderWithPast ?? decoder]) {
    if (!session.inputNames.includes(TOKENS) || !session.outputNames.includes('logits')) {
      throw new TypeError(`the decoder must have the input ${TOKENS} and the output logits`);
    }
    const strange = session.inputNames.find((name) => !KNOWN_INPUTS.has(name) && !PAST.test(name));
    if (strange !== undefined) throw new TypeError(`the decoder has an unknown input ${strange}`);
  }
  if (decoderWithPast === undefined && !decoder.inputNames.some((name) => PAST.test(name))) {
    throw new TypeError(
      'the decoder takes no past key values and decoder_with_past_model is missing',
    );
  }
}

/** Input of the decoder, and its past. */
interface Reading {
  readonly tokens: readonly number[];
  /** Tokens before these. */
  readonly read: number;
  readonly past: Tensors | undefined;
  readonly sound: Tensor;
}

/** Runs the graph for the first tokens or that for later ones. */
function createDecoderRun({ decoder, decoderWithPast }: WhisperGraphs, shape: Shape) {
  const { heads, headSize } = shape;
  const data = new Float32Array();
  const empty: Tensor = { dtype: 'float32', shape: [1, heads, 0, headSize], data };
  return ({ tokens, read, past, sound }: Reading): Promise<Record<string, Tensor>> => {
    const session = past === undefined ? decoder : (decoderWithPast ?? decoder);
    const offered: Record<string, Tensor> = {
      [TOKENS]: tokensTensor(tokens),
      [SOUND]: sound,
      [BRANCH]: flag(past !== undefined),
      [POSITION]: positionsTensor(read, tokens.length),
      ...past,
    };
    const feeds = session.inputNames.map((name) => [name, offered[name] ?? empty]);
    return session.run(Object.fromEntries(feeds));
  };
}

/**
 * Runs the graphs of a public export (`onnx-community/whisper-*`, `Xenova/whisper-*`): encoder, and a
 * decoder with a cache of keys and values, merged or in two files.
 *
 * @throws TypeError when a graph has other inputs or outputs
 */
export function createWhisperSessions(graphs: WhisperGraphs, shape: Shape): WhisperNetworks {
  checkNames(graphs);
  const { mels, vocabulary } = shape;
  const run = createDecoderRun(graphs, shape);
  async function step(reading: Reading): Promise<DecoderStep> {
    const { tokens, read, past, sound } = reading;
    const outputs = await run(reading);
    const logits = floatOf(outputs, 'logits').data;
    if (logits.length !== tokens.length * vocabulary) {
      throw new TypeError('the logits do not have the size of the vocabulary');
    }
    const attentions = attentionsOf(outputs);
    const kept = pastOf(outputs, past ?? {});
    return {
      logits,
      ...(attentions && { attentions }),
      next: (more) => step({ tokens: more, read: read + tokens.length, past: kept, sound }),
    };
  }
  return {
    async encode(features): Promise<EncodedWindow> {
      const size = [1, mels, features.length / mels];
      const input: Tensor = { dtype: 'float32', shape: size, data: features };
      const sound = floatOf(await graphs.encoder.run({ [FEATURES]: input }), HIDDEN);
      return { begin: (tokens) => step({ tokens, read: 0, past: undefined, sound }) };
    },
  };
}
