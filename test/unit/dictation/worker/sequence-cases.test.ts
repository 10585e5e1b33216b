import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWhisperSettings } from '../../../../src/dictation/recognition/whisper/settings.js';
import { decoderGolden, encoderGolden } from '../../../../src/dictation/worker/sequence-cases.js';
import { compareOutputs, decodeGolden } from '../../../../src/inference/golden/cases.js';
import { goldenFileSchema } from '../../../../src/inference/golden/schema.js';
import { openGraph, WHISPER_DIGITS, WHISPER_SPLIT } from '../../../support/whisper-fixture.js';

const json = async (name: string) => JSON.parse(await readFile(join(WHISPER_DIGITS, name), 'utf8'));
const settings = readWhisperSettings({
  config: await json('config.json'),
  generation: await json('generation_config.json'),
  preprocessor: await json('preprocessor_config.json'),
  tokenizer: await json('tokenizer.json'),
});
const ENCODER = join(WHISPER_DIGITS, 'onnx/encoder_model.onnx');
const MERGED = join(WHISPER_DIGITS, 'onnx/decoder_model_merged.onnx');

describe.each([
  ['encoder', ENCODER, ['noise']],
  ['merged decoder', MERGED, ['first tokens', 'a later token']],
  ['decoder of first tokens', join(WHISPER_SPLIT, 'decoder_model.onnx'), ['first tokens']],
  ['decoder with past', join(WHISPER_SPLIT, 'decoder_with_past_model.onnx'), ['a later token']],
])('golden cases of the %s', (_, path, names) => {
  it('are of the form of a golden file, and the graph gives them again', async () => {
    const session = await openGraph(path);
    const made =
      path === ENCODER
        ? await encoderGolden(session, { mels: 80, frames: 600 })
        : await decoderGolden(session, settings);
    const file = goldenFileSchema.parse(JSON.parse(JSON.stringify(made)));
    expect(file.cases.map(({ name }) => name)).toEqual(names);
    for (const { inputs, outputs } of decodeGolden(file)) {
      expect(Object.keys(inputs).toSorted()).toEqual(session.inputNames.toSorted());
      const tolerance = Object.fromEntries(Object.keys(outputs).map((name) => [name, 1e-6]));
      expect(compareOutputs(outputs, await session.run(inputs), tolerance).passed).toBe(true);
    }
    await session.release();
  });
});

it('asks the merged decoder for both of its branches', async () => {
  const session = await openGraph(MERGED);
  const cases = decodeGolden(await decoderGolden(session, settings));
  expect(cases.map(({ inputs }) => inputs.use_cache_branch?.data[0])).toEqual([0, 1]);
  expect(cases.map(({ inputs }) => inputs['past_key_values.0.decoder.key']?.shape[2])).toEqual([
    0, 4,
  ]);
  expect(cases[0]!.outputs.logits!.data).not.toEqual(cases[1]!.outputs.logits!.data);
  await session.release();
});
