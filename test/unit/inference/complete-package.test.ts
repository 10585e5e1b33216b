import { execFile } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { completePackage } from '../../../scripts/models/complete-package.js';
import { goldenPictures } from '../../../scripts/models/golden-cases.js';
import { FIXTURE_MODELS, OWN_MODELS } from '../../support/fixture-models.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { editManifest, type LooseManifest, readManifest } from './package-folder.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A folder as an engineer would bring it: a graph, a card, and half a manifest. */
async function halfWritten(id: string, edit: (manifest: LooseManifest) => void = () => undefined) {
  const dir = join(scratchFolder(), id);
  const from = id.startsWith('pattern') ? FIXTURE_MODELS : OWN_MODELS;
  await cp(join(from, id), dir, { recursive: true });
  await rm(join(dir, 'golden.json'));
  await editManifest(dir, (manifest) => {
    delete manifest.files;
    delete manifest.golden;
    edit(manifest);
  });
  return dir;
}

describe('completePackage', () => {
  it.each(['pattern-fp32', 'spot-detector', 'spot-segmenter'])(
    'makes a package that loads and passes the gate out of half of %s',
    async (id) => {
      const dir = await halfWritten(id);
      const { loaded, reports } = await completePackage(dir);
      expect(loaded.manifest.id).toBe(id);
      expect(Object.keys(loaded.manifest.files).sort()).toEqual([
        'CARD.md',
        'golden.json',
        'model.onnx',
      ]);
      expect(loaded.graph.golden.map(({ name }) => name)).toEqual(['slope', 'spots', 'noise']);
      expect(reports.map(({ backend, status }) => [backend, status])).toEqual([
        ['cpu', 'chosen'],
        ['wasm', 'chosen'],
      ]);
    },
  );

  it('makes up rows for a model over a table: none of a patient, some of them missing', async () => {
    const { loaded, reports } = await completePackage(await halfWritten('step-sum'));
    expect(reports.map(({ status }) => status)).toEqual(['chosen', 'chosen']);
    const rows = Object.fromEntries(
      loaded.graph.golden.map(({ name, inputs }) => [
        name,
        Array.from(inputs.features!.data, Number),
      ]),
    );
    // Half of 16 to 100, 1 of two words, half of 30 to 220, level, half of 0.3 to 20, 0 to 1.
    expect(rows.middle!.slice(0, 5)).toEqual([58, 1, 125, 125, 0]);
    expect(rows.nothing).toEqual(Array(7).fill(Number.NaN));
    const random = rows['half-missing']!;
    expect(random).toHaveLength(16 * 7);
    const missing = random.filter(Number.isNaN).length;
    expect(missing).toBeGreaterThan(30);
    expect(missing).toBeLessThan(80);
  });

  it('made the packages of the tests: doing it again changes nothing', async () => {
    for (const id of ['spot-detector', 'spot-segmenter', 'step-sum']) {
      const dir = await halfWritten(id);
      await completePackage(dir);
      for (const name of ['golden.json', 'model.json']) {
        const made = JSON.parse(await readFile(join(dir, name), 'utf8'));
        const kept = JSON.parse(await readFile(join(OWN_MODELS, id, name), 'utf8'));
        expect(made).toEqual(kept);
      }
    }
  });

  it('shows the graph in golden cases what the appliance would show it', async () => {
    const { loaded } = await completePackage(await halfWritten('spot-segmenter'));
    const { data, shape } = loaded.graph.golden[0]!.inputs.picture!;
    expect(shape).toEqual([1, 32, 32, 3]);
    const [{ greys } = { greys: new Uint8Array() }] = goldenPictures({ width: 32, height: 32 });
    for (const pixel of [0, 17, 500, 1_023]) {
      for (const channel of [0, 1, 2]) {
        const expected = (greys[pixel]! / 255 - 0.5) / 0.5;
        expect(Math.abs(Number(data[pixel * 3 + channel]) - expected)).toBeLessThan(1e-5);
      }
    }
  });

  it('writes floats where bytes could not stand for them', async () => {
    const dir = await halfWritten('spot-segmenter', (m) => {
      m.input.normalisation = { method: 'mean_std', mean: [0.4, 0.5, 0.6], std: [0.2, 0.3, 0.4] };
    });
    const { loaded } = await completePackage(dir);
    const golden = JSON.parse(await readFile(join(dir, 'golden.json'), 'utf8'));
    expect(golden.cases[0].inputs.picture.encoding).toBe('f32-le');
    const { data } = loaded.graph.golden[0]!.inputs.picture!;
    expect(Number(data[0])).toBeCloseTo(-2, 5);
    expect(Number(data[2])).toBeCloseTo(-1.5, 5);
  });

  it('keeps a golden file and the tolerances that are there', async () => {
    const dir = join(scratchFolder(), 'pattern-fp32');
    await cp(join(FIXTURE_MODELS, 'pattern-fp32'), dir, { recursive: true });
    await editManifest(dir, (m) => {
      delete m.files;
      m.golden.tolerance = { logits: 0.25 };
    });
    const { loaded } = await completePackage(dir);
    expect(loaded.graph.golden.map(({ name }) => name)).toEqual(['ramp', 'disc', 'noise']);
    expect(loaded.manifest.golden.tolerance.logits).toBe(0.25);
    expect(loaded.manifest.golden.tolerance.gate).toBeGreaterThan(0);
    const again = await completePackage(dir, { remakeGolden: true });
    expect(again.loaded.graph.golden.map(({ name }) => name)).toEqual(['slope', 'spots', 'noise']);
  });

  it('reports a golden file that the graph does not reproduce', async () => {
    const dir = join(scratchFolder(), 'pattern-fp32');
    await cp(join(FIXTURE_MODELS, 'pattern-fp32'), dir, { recursive: true });
    const golden = JSON.parse(await readFile(join(dir, 'golden.json'), 'utf8'));
    golden.cases[1].outputs = golden.cases[0].outputs;
    await writeFile(join(dir, 'golden.json'), JSON.stringify(golden));
    const { reports } = await completePackage(dir);
    expect(reports.map(({ status }) => status)).toEqual(['refused', 'refused']);
    expect(reports[0]!.reason).toContain('case disc');
  });

  it.each<[string, string, (manifest: LooseManifest) => void]>([
    ['a misspelt field', 'input.fit Invalid', (m) => (m.input.fit = 'squash')],
    ['an output that the graph does not give', 'outputs names', (m) => (m.outputs.boxes = 'rois')],
    ['an input that the graph does not take', 'input.name is', (m) => (m.input.name = 'x')],
    ['an id that is used twice', 'labels.1.id is used twice', (m) => (m.labels[1].id = 'bright')],
    ['weights that are not there', 'weights is not listed', (m) => (m.weights = 'other.onnx')],
  ])('names %s and writes nothing', async (_, message, edit) => {
    const dir = await halfWritten('spot-detector', edit);
    const before = await readManifest(dir);
    await expect(completePackage(dir)).rejects.toThrow(message);
    expect(await readManifest(dir)).toEqual(before);
  });

  it('fails on an input of another size, in the words of the runtime', async () => {
    const dir = await halfWritten('spot-detector', (m) => (m.input.width = 32));
    await expect(completePackage(dir)).rejects.toThrow(/dimension|shape|expected/i);
  });
});

describe('goldenPictures', () => {
  it('are the same every time, and have no two places alike where it matters', () => {
    const size = { width: 64, height: 48 };
    expect(goldenPictures(size)).toEqual(goldenPictures(size));
    for (const { greys } of goldenPictures(size)) {
      expect(greys).toHaveLength(64 * 48);
      const means = Array.from({ length: 48 }, (_, cell) => {
        const [left, top] = [(cell % 8) * 8, Math.floor(cell / 8) * 8];
        let sum = 0;
        for (let y = top; y < top + 8; y += 1) {
          for (let x = left; x < left + 8; x += 1) sum += greys[y * 64 + x]!;
        }
        return sum;
      });
      expect(new Set(means).size).toBe(48);
    }
  });
});

describe('the command', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', join('scripts', 'models', 'package.ts'), ...args],
      { cwd: ROOT },
    );

  it('reports what it created and the result of each backend', async () => {
    const { stdout } = await run(await halfWritten('spot-detector'));
    expect(stdout).toContain('spot-detector 1.0.0 (image-detector): 3 files, 3 golden cases');
    expect(stdout).toMatch(/cpu: passed, error 0.0, \d+\.\d ms/);
  });

  it('ends with 1 and the field at fault, and with 2 without a folder', async () => {
    const dir = await halfWritten('spot-detector', (m) => (m.labels[0].threshold = 7));
    const failed = await run(dir).catch((error) => error);
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('labels.0.threshold'),
    });
    expect(await run().catch((error) => error)).toMatchObject({ code: 2 });
  });
});
