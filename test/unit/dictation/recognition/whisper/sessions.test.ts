import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../../../src/core/random.js';
import type { WhisperNetworks } from '../../../../../src/dictation/recognition/whisper/networks.js';
import { readWhisperSettings } from '../../../../../src/dictation/recognition/whisper/settings.js';
import { createWhisperSessions } from '../../../../../src/dictation/worker/whisper-sessions.js';
import type { Session, Tensors } from '../../../../../src/inference/backends/backend.js';
import { openGraph, WHISPER_DIGITS, WHISPER_SPLIT } from '../../../../support/whisper-fixture.js';

const json = async (name: string) => JSON.parse(await readFile(join(WHISPER_DIGITS, name), 'utf8'));
const settings = readWhisperSettings({
  config: await json('config.json'),
  generation: await json('generation_config.json'),
  preprocessor: await json('preprocessor_config.json'),
  tokenizer: await json('tokenizer.json'),
});
const dice = createRandom(3);
const features = Float32Array.from({ length: 80 * 600 }, () => dice() - 0.5);
const prompt = [settings.startToken, settings.languages.get('en')!, settings.transcribeToken!];
const word = 264;

let encoder: Session;
let merged: Session;
let first: Session;
let later: Session;
beforeAll(async () => {
  encoder = await openGraph(join(WHISPER_DIGITS, 'onnx/encoder_model.onnx'));
  merged = await openGraph(join(WHISPER_DIGITS, 'onnx/decoder_model_merged.onnx'));
  first = await openGraph(join(WHISPER_SPLIT, 'decoder_model.onnx'));
  later = await openGraph(join(WHISPER_SPLIT, 'decoder_with_past_model.onnx'));
  return () => Promise.all([encoder, merged, first, later].map((session) => session.release()));
});

/** Logits of the last token when tokens are read at once, and when they are read one by one. */
async function bothWays(networks: WhisperNetworks) {
  const heard = await networks.encode(features);
  const { vocabulary } = settings;
  const tokens = [...prompt, settings.firstTime, word];
  const whole = (await heard.begin(tokens)).logits.subarray(-vocabulary);
  let step = await heard.begin(tokens.slice(0, 3));
  for (const token of tokens.slice(3)) step = await step.next([token]);
  return { whole, stepwise: step.logits, attentions: step.attentions };
}

const furthest = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

/** A session of which only the names count. */
function named(inputNames: readonly string[], outputNames: readonly string[]): Session {
  return {
    inputNames,
    outputNames,
    run: async () => Promise.reject(new Error('is not to be run')),
    release: async () => {},
  };
}

describe('createWhisperSessions', () => {
  it('keeps what was read: token by token gives what all at once gives', async () => {
    const { whole, stepwise } = await bothWays(
      createWhisperSessions({ encoder, decoder: merged }, settings),
    );
    expect(stepwise).toHaveLength(settings.vocabulary);
    const range = Math.max(...whole) - Math.min(...whole);
    // Weights are int8, and each run scales what it reads anew.
    expect(furthest(whole, stepwise)).toBeLessThan(0.1 * range);
    expect(stepwise.indexOf(Math.max(...stepwise))).toBe(whole.indexOf(Math.max(...whole)));
  });

  it('gives the same with a merged decoder and with one in two files', async () => {
    const one = await bothWays(createWhisperSessions({ encoder, decoder: merged }, settings));
    const two = await bothWays(
      createWhisperSessions({ encoder, decoder: first, decoderWithPast: later }, settings),
    );
    expect(furthest(one.whole, two.whole)).toBeLessThan(1e-4);
    expect(furthest(one.stepwise, two.stepwise)).toBeLessThan(1e-4);
  });

  it('hands out attentions that are probabilities over the sound', async () => {
    const { attentions } = await bothWays(
      createWhisperSessions({ encoder, decoder: merged }, settings),
    );
    expect(attentions).toHaveLength(2);
    for (const { heads, queries, places, weights } of attentions!) {
      expect([heads, queries, places]).toEqual([4, 1, 300]);
      for (let head = 0; head < heads; head += 1) {
        const row = weights.subarray(head * places, (head + 1) * places);
        expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 3);
      }
    }
  });

  it('lets a window be begun again and again', async () => {
    const networks = createWhisperSessions({ encoder, decoder: merged }, settings);
    const heard = await networks.encode(features);
    const before = await heard.begin(prompt);
    await (await before.next([settings.firstTime])).next([word]);
    const after = await heard.begin(prompt);
    expect(furthest(before.logits, after.logits)).toBe(0);
  });

  it('keeps the keys of the sound where a later run hands out empty ones', async () => {
    const seen: Tensors[] = [];
    const watched: Session = {
      ...merged,
      run: async (feeds) => {
        seen.push(feeds);
        return merged.run(feeds);
      },
    };
    const networks = createWhisperSessions({ encoder, decoder: watched }, settings);
    let step = await (await networks.encode(features)).begin(prompt);
    for (const token of [settings.firstTime, word, word]) step = await step.next([token]);
    const shapes = seen.map((feeds) => feeds['past_key_values.0.encoder.key']?.shape.join());
    expect(shapes).toEqual(['1,4,0,24', '1,4,300,24', '1,4,300,24', '1,4,300,24']);
    const own = seen.map((feeds) => feeds['past_key_values.1.decoder.value']?.shape[2]);
    expect(own).toEqual([0, 3, 4, 5]);
    expect(seen.map((feeds) => feeds.use_cache_branch?.data[0])).toEqual([0, 1, 1, 1]);
  });

  it.each([
    ['an encoder of something else', named(['x'], ['y']), undefined, /input_features/],
    ['a decoder of something else', undefined, named(['x'], ['logits']), /input_ids/],
    ['an unknown input', undefined, named(['input_ids', 'mask'], ['logits']), /unknown input mask/],
    ['no past', undefined, named(['input_ids'], ['logits']), /decoder_with_past_model is missing/],
  ])('refuses %s', (_, strangeEncoder, strangeDecoder, message) => {
    const graphs = { encoder: strangeEncoder ?? encoder, decoder: strangeDecoder ?? merged };
    expect(() => createWhisperSessions(graphs, settings)).toThrow(message);
  });

  it('refuses logits of another size', async () => {
    const networks = createWhisperSessions(
      { encoder, decoder: merged },
      { ...settings, vocabulary: settings.vocabulary + 1 },
    );
    const heard = await networks.encode(features);
    await expect(heard.begin(prompt)).rejects.toThrow(/size of the vocabulary/);
  });
});
