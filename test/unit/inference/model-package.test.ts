import { chmod, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import { listModelPackages, loadModelPackage } from '../../../src/inference/model-package.js';
import { FIXTURE_MODELS } from '../../support/fixture-models.js';
import { imageManifest } from '../../support/image-manifest.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { copyPackage, editManifest, type LooseManifest, replaceFile } from './package-folder.js';

async function refusal(dir: string): Promise<{ field: string; issue: string }> {
  const error = await loadModelPackage(dir).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).code).toBe('model_unavailable');
  // A message may reach a client: the box's folders are not its business.
  expect((error as AppError).message).not.toContain(dir);
  const [first] = (error as AppError).issues;
  expect((error as AppError).message).toContain(first!.field);
  return first!;
}

describe('loadModelPackage', () => {
  it.each(['pattern-fp32', 'pattern-int8'])('loads %s whole', async (id) => {
    const loaded = await loadModelPackage(join(FIXTURE_MODELS, id));
    expect(loaded.manifest.id).toBe(id);
    expect(imageManifest(loaded.manifest).labels.map((label) => label.id)).toEqual([
      'alpha',
      'beta',
    ]);
    expect(loaded.graph.weights.length).toBe(loaded.manifest.files['model.onnx']!.bytes);
    expect(loaded.graph.golden.map((entry) => entry.name)).toEqual(['ramp', 'disc', 'noise']);
    expect(loaded.graph.golden[0]!.inputs.image!.shape).toEqual([1, 1, 32, 32]);
  });

  const faults: [string, string, (manifest: LooseManifest) => void][] = [
    ['an unknown key', 'colour', (m) => (m.colour = 'red')],
    ['an unknown nested key', 'input.depth', (m) => (m.input.depth = 3)],
    ['an unknown kind', 'kind', (m) => (m.kind = 'oracle')],
    ['a future manifest version', 'manifest_version', (m) => (m.manifest_version = 2)],
    ['a missing title', 'title', (m) => delete m.title],
    ['an id that is a path', 'id', (m) => (m.id = '../evil')],
    ['a probability above 1', 'labels.0.threshold', (m) => (m.labels[0].threshold = 1.5)],
    [
      'a reversed calibration',
      'labels.1.calibration.scale',
      (m) => (m.labels[1].calibration.scale = -1),
    ],
    ['labels of the same id', 'labels.1.id', (m) => (m.labels[1].id = 'alpha')],
    ['no labels', 'labels', (m) => (m.labels = [])],
    ['a gate without its output', 'gate', (m) => delete m.outputs.gate],
    ['a box without a map', 'labels.0.box', (m) => delete m.outputs.activation],
    ['weights that are not listed', 'weights', (m) => (m.weights = 'other.onnx')],
    [
      'an output without a tolerance',
      'golden.tolerance.gate',
      (m) => delete m.golden.tolerance.gate,
    ],
    ['a hash that is not one', 'files.CARD.md.sha256', (m) => (m.files['CARD.md'].sha256 = 'abc')],
  ];
  it.each(faults)('names the field of %s', async (_what, field, edit) => {
    const dir = await copyPackage();
    await editManifest(dir, edit);
    expect((await refusal(dir)).field).toBe(field);
  });

  it.each(['../model.onnx', '/etc/passwd', 'a/../../b', '..', './model.onnx', 'a\\b', '.hidden'])(
    'refuses the file name %s',
    async (name) => {
      const dir = await copyPackage();
      await editManifest(dir, (m) => {
        m.files[name] = m.files['model.onnx'];
      });
      expect((await refusal(dir)).field).toBe(`files.${name}`);
    },
  );

  it('refuses a changed byte', async () => {
    const dir = await copyPackage();
    const weights = await readFile(join(dir, 'model.onnx'));
    weights[1000] = weights[1000]! ^ 1;
    await writeFile(join(dir, 'model.onnx'), weights);
    expect(await refusal(dir)).toEqual({
      field: 'files.model.onnx.sha256',
      issue: 'does not match the file',
    });
  });

  it('refuses a truncated file', async () => {
    const dir = await copyPackage();
    await truncate(join(dir, 'model.onnx'), 100);
    expect((await refusal(dir)).field).toBe('files.model.onnx.bytes');
  });

  it('refuses a longer file before it is read', async () => {
    const dir = await copyPackage();
    await writeFile(join(dir, 'CARD.md'), 'x'.repeat(10_000));
    expect((await refusal(dir)).issue).toContain('has 10000 bytes');
  });

  it('refuses a missing file', async () => {
    const dir = await copyPackage();
    await rm(join(dir, 'CARD.md'));
    expect(await refusal(dir)).toEqual({
      field: 'files.CARD.md',
      issue: 'cannot be read (ENOENT)',
    });
  });

  it('refuses a folder in place of a file', async () => {
    const dir = await copyPackage();
    await rm(join(dir, 'CARD.md'));
    await mkdir(join(dir, 'CARD.md'));
    expect((await refusal(dir)).issue).toBe('is not a plain file');
  });

  it.skipIf(process.getuid?.() === 0)('refuses an unreadable file', async () => {
    const dir = await copyPackage();
    await chmod(join(dir, 'model.onnx'), 0o000);
    expect((await refusal(dir)).issue).toContain('EACCES');
  });

  it('refuses a link that leads out, even to the right bytes', async () => {
    const dir = await copyPackage();
    await rm(join(dir, 'model.onnx'));
    await symlink(join(FIXTURE_MODELS, 'pattern-fp32', 'model.onnx'), join(dir, 'model.onnx'));
    expect(await refusal(dir)).toEqual({
      field: 'files.model.onnx',
      issue: 'points outside the package folder',
    });
  });

  it('refuses weights that the manifest does not list, also in a subfolder', async () => {
    const dir = await copyPackage();
    await mkdir(join(dir, 'extra'));
    await writeFile(join(dir, 'extra', 'weights.ONNX'), 'x');
    expect((await refusal(dir)).issue).toContain('extra/weights.ONNX');
  });

  it.each(['', '{', '[]', 'null', '"text"', '\uFEFF{'])('refuses the manifest %j', async (text) => {
    const dir = await copyPackage();
    await writeFile(join(dir, 'model.json'), text);
    await refusal(dir);
  });

  it('refuses golden tensors that are shorter than their shape', async () => {
    const dir = await copyPackage();
    const golden = JSON.parse(await readFile(join(dir, 'golden.json'), 'utf8'));
    golden.cases[1].outputs.logits.data = 'AAAAAA==';
    await replaceFile(dir, 'golden.json', JSON.stringify(golden));
    expect(await refusal(dir)).toEqual({
      field: 'golden.json',
      issue: 'cases.1.outputs.logits has 4 bytes of data where its shape needs 8',
    });
  });

  it('refuses a golden file that vouches for nothing', async () => {
    const dir = await copyPackage();
    const golden = JSON.parse(await readFile(join(dir, 'golden.json'), 'utf8'));
    golden.cases[0].outputs = {};
    await replaceFile(dir, 'golden.json', JSON.stringify(golden));
    expect((await refusal(dir)).field).toBe('golden.json.cases.0.outputs.logits');
    await replaceFile(dir, 'golden.json', '{"cases": []}');
    expect((await refusal(dir)).field).toBe('golden.json.cases');
  });
});

describe('listModelPackages', () => {
  it('lists the good ones beside the bad ones', async () => {
    const models = scratchFolder();
    await copyPackage('pattern-fp32', models);
    const bad = await copyPackage('pattern-int8', models);
    await writeFile(join(bad, 'CARD.md'), 'edited');
    await mkdir(join(models, 'not-a-model'));
    await writeFile(join(models, 'README.md'), 'text');
    const listed = await listModelPackages(models);
    expect(listed.map(({ id, status }) => [id, status])).toEqual([
      ['pattern-fp32', 'verified'],
      ['pattern-int8', 'quarantined'],
    ]);
    expect(listed[1]).toMatchObject({ reason: expect.stringContaining('files.CARD.md') });
  });

  it('quarantines both packages of one id', async () => {
    const models = scratchFolder();
    await copyPackage('pattern-fp32', models);
    const twin = await copyPackage('pattern-int8', models);
    await editManifest(twin, (m) => {
      m.id = 'pattern-fp32';
    });
    expect(await listModelPackages(models)).toEqual([
      expect.objectContaining({ id: 'pattern-fp32', status: 'quarantined' }),
      expect.objectContaining({ id: 'pattern-fp32', status: 'quarantined' }),
    ]);
  });

  it('quarantines a package that is a link out of the models folder', async () => {
    const models = scratchFolder();
    await symlink(join(FIXTURE_MODELS, 'pattern-fp32'), join(models, 'linked'));
    await mkdir(join(models, 'dangling'));
    await symlink('/nonexistent', join(models, 'dangling', 'model.json'));
    expect(await listModelPackages(models)).toEqual([
      expect.objectContaining({ id: 'dangling', status: 'quarantined' }),
      expect.objectContaining({
        id: 'linked',
        status: 'quarantined',
        reason: expect.stringContaining('points outside the models folder'),
      }),
    ]);
  });

  it('throws if the models folder itself cannot be read', async () => {
    await expect(listModelPackages('/nonexistent')).rejects.toThrow('ENOENT');
  });
});
