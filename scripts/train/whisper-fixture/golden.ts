import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { decoderGolden, encoderGolden } from '../../../src/inference/golden/sequence-cases.js';
import { readWhisperSettings } from '../../../src/speech/whisper/settings.js';
import { openGraph } from '../../../test/support/whisper-fixture.js';

// golden.ts PACKAGE: golden cases of both graphs, named in the manifest, which package.ts completes.

const [folder = ''] = argv.slice(2);
const json = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
const manifest = await json('model.json');
const { settings, input, weights, more_graphs } = manifest;
const read = readWhisperSettings({
  config: await json(settings.config),
  generation: await json(settings.generation),
  preprocessor: await json(settings.preprocessor),
  tokenizer: await json(settings.tokenizer),
});
const write = (name: string, content: unknown, space = 0) =>
  writeFile(join(folder, name), `${JSON.stringify(content, null, space)}\n`);
const encoder = await openGraph(join(folder, weights));
await write('golden.json', await encoderGolden(encoder, input));
const decoder = await openGraph(join(folder, more_graphs.decoder.weights));
await write('golden-decoder.json', await decoderGolden(decoder, read));
// Weights are int8 and each run scales what it reads anew: kernels may round differently.
more_graphs.decoder.golden = { file: 'golden-decoder.json', tolerance: { logits: 0.3 } };
manifest.golden = { file: 'golden.json', tolerance: { last_hidden_state: 0.3 } };
delete manifest.files;
await write('model.json', manifest, 2);
