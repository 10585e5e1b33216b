import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/appliance/config/load.js';
import type { CommandContext } from '../../../../src/cli/context.js';
import { pull } from '../../../../src/cli/models/pull.js';
import { type PullRecipe, pullUrl } from '../../../../src/inference/pull-recipes.js';
import { openDatabase } from '../../../../src/store/open.js';
import { keyPair } from '../../../support/bundles.js';
import { commandLine } from '../../../support/command-line.js';
import { FIXTURE_MODELS } from '../../../support/fixture-models.js';
import { stoppedClock } from '../../../support/stopped-clock.js';
import { WHISPER_DIGITS } from '../../../support/whisper-fixture.js';

/** As the public exports call them, and what the fixture calls them. */
const FILES: Readonly<Record<string, string>> = {
  'onnx/encoder_model_quantized.onnx': 'onnx/encoder_model.onnx',
  'onnx/decoder_model_merged_quantized.onnx': 'onnx/decoder_model_merged.onnx',
  'config.json': 'config.json',
  'generation_config.json': 'generation_config.json',
  'preprocessor_config.json': 'preprocessor_config.json',
  'tokenizer.json': 'tokenizer.json',
  'tokenizer_config.json': 'tokenizer_config.json',
};

const contentOf = (name: string) => readFileSync(join(WHISPER_DIGITS, FILES[name]!));
const sumOf = (name: string) => createHash('sha256').update(contentOf(name)).digest('hex');

const RECIPE: PullRecipe = {
  id: 'whisper-digits',
  title: 'Digits',
  repository: 'tests/whisper-digits',
  revision: '0123456789abcdef0123456789abcdef01234567',
  licence: 'Apache-2.0',
  languages: ['en-US'],
  input: { mels: 80, frames: 600 },
  megabytes: 3,
  files: Object.keys(FILES).map((from, n) => ({
    from,
    to: from,
    ...(n < 2 && { sha256: sumOf(from) }),
  })),
};

/** A source as huggingface.co is one, with what a test wants to go wrong. */
const faults = new Map<string, 'missing' | 'endless' | 'redirect'>();
const asked: string[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const at = `/${RECIPE.repository}/resolve/${RECIPE.revision}/`;
  const name = path.replace(at, '').replace(/^\/elsewhere\//, '');
  const fault = path.startsWith('/elsewhere') ? undefined : faults.get(name);
  if (fault === 'missing' || FILES[name] === undefined) {
    response.writeHead(404).end();
  } else if (fault === 'redirect') {
    response.writeHead(302, { Location: `/elsewhere/${name}` }).end();
  } else if (fault === 'endless') {
    const block = Buffer.alloc(1_000_000);
    const more = () => {
      while (response.write(block));
    };
    response.on('drain', more);
    more();
  } else response.end(contentOf(name));
});
let from = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function setting() {
  const config = {
    models_dir: FIXTURE_MODELS,
    server: { port: 0 },
    storage: { disk_reserve_mb: 0 },
    inference: { backend: 'cpu', threads_per_worker: 1 },
  };
  const line = commandLine(config);
  const context: CommandContext = {
    environment: {},
    clock: stoppedClock(),
    exitCode: 0,
    output: { out: () => undefined, err: () => undefined },
  };
  const loaded = loadConfig({ file: line.file, env: {} });
  const out = join(line.folder, 'digits.wbm');
  const progress = { show: () => undefined, clear: () => undefined };
  const work = { context, config: loaded, from, progress, signKey: undefined };
  return { ...line, out, work };
}

describe('models pull', () => {
  it('makes a package that the appliance installs, signed where a key is given', async () => {
    faults.clear();
    faults.set('tokenizer.json', 'redirect');
    asked.length = 0;
    const { run, folder, out, work } = setting();
    const { privateKey, pem } = keyPair();
    const { files, backend } = await pull(RECIPE, out, { ...work, signKey: privateKey });
    expect(backend).toBe('cpu');
    expect(files.map(({ file, expected }) => [file, expected])).toEqual(
      Object.keys(FILES).map((name, n) => [name, n < 2]),
    );
    expect(asked).toContain(new URL(pullUrl(RECIPE, RECIPE.files[0]!)).pathname);
    expect(readdirSync(folder).sort()).toEqual(['appliance.config.json', 'digits.wbm']);

    openDatabase(join(folder, 'data')).close();
    mkdirSync(join(folder, 'trusted-keys'));
    writeFileSync(join(folder, 'trusted-keys', 'maker.pem'), pem);
    const { text } = await run('models', 'install', out);
    expect(text).toContain('whisper-digits 1.0.0 is installed (maker; runs on cpu)');
    const { active } = JSON.parse(readFileSync(join(folder, 'data/models/active.json'), 'utf8'))
      .packages['whisper-digits'];
    const card = readFileSync(
      join(folder, 'data/models/packages/whisper-digits', active.folder, 'CARD.md'),
      'utf8',
    );
    for (const name of Object.keys(FILES)) expect(card).toContain(`| ${name} | ${sumOf(name)} |`);
    expect(card).toContain(RECIPE.revision);
  });

  it.each([
    ['a file that is not there', 'missing', /config\.json cannot be fetched: status 404/],
    [
      'one that never ends',
      'endless',
      /config\.json cannot be fetched: it has more than 6000000 bytes/,
    ],
  ] as const)('leaves nothing behind after %s', async (_, fault, why) => {
    faults.clear();
    faults.set('config.json', fault);
    const { folder, out, work } = setting();
    await expect(pull(RECIPE, out, work)).rejects.toThrow(why);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(folder)).toEqual(['appliance.config.json']);
  });

  it('refuses a file that is another one than the recipe means', async () => {
    faults.clear();
    const { folder, out, work } = setting();
    const [first, ...rest] = RECIPE.files;
    const wanted = { ...first!, sha256: '0'.repeat(64) };
    await expect(pull({ ...RECIPE, files: [wanted, ...rest] }, out, work)).rejects.toThrow(
      `its SHA-256 is ${sumOf(first!.from)}, expected was ${'0'.repeat(64)}`,
    );
    expect(readdirSync(folder)).toEqual(['appliance.config.json']);
  });

  it('refuses files that are no graphs, or of another size than the recipe says', async () => {
    faults.clear();
    const { out, work } = setting();
    const recipe = { ...RECIPE, input: { mels: 80, frames: 3_000 } };
    await expect(pull(recipe, out, work)).rejects.toThrow('No golden cases can be created');
    expect(existsSync(out)).toBe(false);
  });

  it('lists its recipes, without a request to any server', async () => {
    asked.length = 0;
    const { run, folder } = setting();
    const { text } = await run('models', 'pull', '--json');
    expect(JSON.parse(text).map(({ id }: { id: string }) => id)).toContain('whisper-base');
    await expect(run('models', 'pull', 'none')).rejects.toThrow('the recipes are whisper-tiny-en');
    const out = join(folder, 'there.wbm');
    writeFileSync(out, '');
    const words = ['models', 'pull', 'whisper-base', '--from', from, '--out', out];
    await expect(run(...words)).rejects.toThrow('already exists');
    expect(asked).toEqual([]);
  });

  it('reports an unreachable source, with the reason', async () => {
    const { run, folder } = setting();
    const words = ['models', 'pull', 'whisper-base', '--from', 'http://127.0.0.1:1'];
    await expect(run(...words, '--out', join(folder, 'x.wbm'))).rejects.toThrow(
      /cannot be fetched: .*/,
    );
    expect(readdirSync(folder)).toEqual(['appliance.config.json']);
  });
});
