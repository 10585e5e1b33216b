import { Buffer } from 'node:buffer';
import type { Session, Tensor } from '../../inference/backends/backend.js';
import { decodeGoldenTensor } from '../../inference/golden/cases.js';
import { noise } from '../../inference/golden/noise.js';
import type { GoldenFile, GoldenTensor } from '../../inference/golden/schema.js';
import type { WhisperSettings } from '../recognition/whisper/settings.js';

type Shape = Pick<
  WhisperSettings,
  'heads' | 'headSize' | 'places' | 'startToken' | 'transcribeToken' | 'languages' | 'firstTime'
>;
type Questions = Readonly<Record<string, GoldenTensor>>;

/** Number of tokens before the later step of a decoder. */
const BEFORE = 4;

const base64 = (view: ArrayBufferView) =>
  Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64');

/** Values from -1 to 1, a byte each. */
function drawn(next: () => number, ...shape: number[]): GoldenTensor {
  const length = shape.reduce((product, extent) => product * extent, 1);
  const data = base64(Uint8Array.from({ length }, next));
  return { dtype: 'float32', shape, encoding: 'u8-affine', scale: 1 / 127.5, offset: -1, data };
}

function whole(shape: number[], ...values: number[]): GoldenTensor {
  const data = base64(BigInt64Array.from(values, BigInt));
  return { dtype: 'int64', shape, encoding: 'i64-le', data };
}

async function answered(
  session: Session,
  name: string,
  inputs: Questions,
  output: string,
): Promise<GoldenFile['cases'][number]> {
  const feeds = Object.entries(inputs).map(([key, tensor]) => [key, decodeGoldenTensor(tensor)]);
  const given: Tensor | undefined = (await session.run(Object.fromEntries(feeds)))[output];
  if (given?.dtype !== 'float32') throw new TypeError(`${output} is not float32`);
  const { dtype, shape, data } = given;
  const answer = { dtype, shape: [...shape], data: base64(data) };
  return { name, inputs, outputs: { [output]: { ...answer, encoding: 'f32-le' } } };
}

/** The golden case of an encoder: invented features and its output. */
export async function encoderGolden(
  session: Session,
  { mels, frames }: { readonly mels: number; readonly frames: number },
): Promise<GoldenFile> {
  const inputs = { input_features: drawn(noise(), 1, mels, frames) };
  return { cases: [await answered(session, 'noise', inputs, 'last_hidden_state')] };
}

/**
 * Golden cases of a decoder: its first tokens, and a later one after an invented past, as far as the
 * graph does both. They contain no recorded speech.
 */
export async function decoderGolden(session: Session, shape: Shape): Promise<GoldenFile> {
  const next = noise();
  const { heads, headSize, places, startToken, transcribeToken, languages, firstTime } = shape;
  const [language] = languages.values();
  const prompt = [startToken, language, transcribeToken].filter((token) => token !== undefined);
  const inputFor = (name: string, first: boolean): GoldenTensor => {
    const tokens = first ? prompt : [firstTime];
    if (name === 'input_ids') return whole([1, tokens.length], ...tokens);
    if (name === 'encoder_hidden_states') return drawn(next, 1, places, heads * headSize);
    if (name === 'cache_position') {
      return whole([tokens.length], ...tokens.map((_, i) => (first ? i : BEFORE)));
    }
    if (name === 'use_cache_branch') {
      const data = base64(Uint8Array.of(first ? 0 : 1));
      return { dtype: 'bool', shape: [1], encoding: 'u8', data };
    }
    const past = name.includes('.encoder.') ? places : BEFORE;
    return drawn(next, 1, heads, first ? 0 : past, headSize);
  };
  const step = (name: string, first: boolean) => {
    const inputs = session.inputNames.map((input) => [input, inputFor(input, first)]);
    return answered(session, name, Object.fromEntries(inputs), 'logits');
  };
  const takesSound = session.inputNames.includes('encoder_hidden_states');
  const keepsPast = session.inputNames.some((name) => name.startsWith('past_key_values.'));
  return {
    cases: [
      ...(takesSound ? [await step('first tokens', true)] : []),
      ...(keepsPast ? [await step('a later token', false)] : []),
    ],
  };
}
