import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readinessSchema } from '../../src/http/schema.js';
import { imagingResult } from '../../src/imaging/schema.js';
import { createCpuBackend } from '../../src/inference/backends/cpu.js';
import { loadModelPackage } from '../../src/inference/model-package.js';
import { openBestSession } from '../../src/inference/parity.js';
import { startDaemon } from '../support/daemon.js';
import { imageManifest } from '../support/image-manifest.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SCRIPT = join('scripts', 'models', 'make_densenet.py');
const MINUTES = 60_000;

const folders: string[] = [];
function modelsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-densenet-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const MODULES = ['torch', 'onnx', 'onnxruntime', 'onnxscript', 'numpy'];

/** A Python that can build the network: the checkout's own environment, or the machine's. */
function findPython(): string | undefined {
  const candidates = [join(ROOT, '.cache', 'venv', 'bin', 'python'), 'python3'];
  const imports = `import importlib.util as u, sys; sys.exit(any(not u.find_spec(p) for p in ${JSON.stringify(MODULES)}))`;
  return candidates.find((python) => spawnSync(python, ['-c', imports]).status === 0);
}

const python = findPython();
const runPython = (args: readonly string[], cwd = ROOT) =>
  promisify(execFile)(python ?? '', args, { cwd });
const reason = python === undefined ? ' (skipped: no Python with PyTorch)' : '';

describe.skipIf(python === undefined)(`a DenseNet-121 as TorchXRayVision has it${reason}`, () => {
  it(
    'is made by a script, laid into the folder, and reads films',
    async () => {
      const models = modelsFolder();
      const dir = join(models, 'densenet121-random');
      await runPython([SCRIPT, dir, '--image-type', 'chest_xray']);
      const daemon = await startDaemon({ config: { models_dir: models } });
      try {
        const { checks } = readinessSchema.parse((await daemon.request('/readyz')).json());
        expect(checks.models).toMatchObject([{ id: 'densenet121-random', state: 'ready' }]);
        const film = readFileSync(join(ROOT, 'scripts', 'samples', 'films', 'normal.png'));
        const json = {
          image_data: film.toString('base64'),
          image_type: 'chest_xray',
          modality: 'DX',
          analysis_options: { return_probabilities: true, return_heatmap: true },
        };
        const response = await daemon.request('/v1/imaging', { key: await daemon.key(), json });
        expect(response.status, response.text).toBe(200);
        const { models: ran, probabilities = {}, heatmap } = imagingResult.parse(response.json());
        expect(ran).toMatchObject([{ id: 'densenet121-random', backend: 'cpu' }]);
        expect(Object.keys(probabilities)).toHaveLength(18);
        expect(probabilities).toHaveProperty('pleural_thickening');
        // Random weights: the numbers mean nothing, but they are numbers, and not all the same.
        expect(new Set(Object.values(probabilities)).size).toBeGreaterThan(5);
        expect(heatmap).toMatch(/^data:image\/png;base64,/);
      } finally {
        await daemon.stop();
      }
    },
    5 * MINUTES,
  );

  /** Saves a network of the published shape, with every norm away from its neutral values. */
  const SAVE = `
import sys
import torch
from torch import nn
from densenet import DenseNet121
torch.manual_seed(7)
net = DenseNet121(18)
for module in net.modules():
    if isinstance(module, nn.BatchNorm2d):
        nn.init.uniform_(module.weight, 0.5, 1.5)
        nn.init.normal_(module.bias, 0.0, 0.2)
        module.running_mean.normal_(0.0, 0.3)
        module.running_var.uniform_(0.5, 2.0)
state = net.state_dict()
state["op_threshs"] = torch.tensor([0.1, float("nan")] + [0.02] * 16)
torch.save(state, sys.argv[1])
torch.save(net, sys.argv[2])
torch.save({**state, "classifier.extra": torch.zeros(1)}, sys.argv[3])
`;

  it(
    'carries weights and operating thresholds over from a state dict, and takes nothing else',
    async () => {
      const folder = modelsFolder();
      const files = ['state.pt', 'pickled.pt', 'foreign.pt'].map((name) => join(folder, name));
      await runPython(['-c', SAVE, ...files], join(ROOT, 'scripts', 'models'));
      const convert = (dir: string, weights: string) =>
        runPython([SCRIPT, dir, '--weights', weights]);
      const dir = join(folder, 'torchxrayvision-all');
      await convert(dir, files[0]!);
      const loaded = await loadModelPackage(dir);
      const [first, second] = imageManifest(loaded.manifest).labels;
      expect(first).toMatchObject({ id: 'atelectasis', reported: true, threshold: 0.5 });
      if (!('calibration' in first!)) throw new Error('the label has no calibration');
      // Even odds where the raw sigmoid is at its operating threshold of 0.1.
      expect(first.calibration.bias).toBeCloseTo(Math.log(9), 4);
      expect(second).toMatchObject({ id: 'consolidation', reported: false });
      // The golden answers are those of PyTorch: the graph gives them on the appliance's backend.
      const { session, reports } = await openBestSession({
        graph: loaded.graph,
        candidates: [createCpuBackend()],
        preferred: 'cpu',
        allowSoftwareGpu: false,
        threads: 1,
      });
      await session.release();
      expect(reports[0]).toMatchObject({ status: 'chosen' });
      expect(reports[0]!.parityError).toBeLessThan(1e-2);
      for (const [file, words] of [
        [files[1], 'is no state dict'],
        [files[2], 'not a DenseNet-121 of this shape'],
      ] as const) {
        const failed = await convert(join(folder, 'none'), file!).catch((error) => error);
        expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
      }
    },
    5 * MINUTES,
  );
});
