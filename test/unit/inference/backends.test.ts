import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FIXTURE_MODELS } from '../../support/fixture-models.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import type { ChildReport, ChildRequest } from './session-child-types.js';

const CHILD = fileURLToPath(new URL('./session-child.ts', import.meta.url));
const IDS = ['pattern-fp32', 'pattern-int8'] as const;
const PACKAGES = IDS.map((id) => join(FIXTURE_MODELS, id));
/** On a software rasteriser each new shader is compiled by the processor. */

async function runChild(
  request: Partial<ChildRequest> & Pick<ChildRequest, 'backend'>,
  env: Record<string, string | undefined> = {},
): Promise<ChildReport> {
  const full: ChildRequest = {
    packages: PACKAGES,
    allowSoftwareGpu: false,
    threads: 1,
    profile: false,
    ...request,
  };
  // With these variables the library is silent anyway, which would hide a broken guard.
  const {
    CI: _ci,
    ORT_DISABLE_TELEMETRY: _off,
    ORT_RUNNING_UNIT_TESTS: _test,
    ...rest
  } = process.env;
  const args = ['--import', 'tsx', CHILD, JSON.stringify(full)];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...rest, ...env },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
}

let cpuReport: Promise<ChildReport> | undefined;
/** What the processor says of both nets, asked once. */
const onCpu = () => {
  cpuReport ??= runChild({ backend: 'cpu' });
  return cpuReport;
};

function largestDifference(one: ChildReport, other: ChildReport, id: string): number {
  const values = (report: ChildReport) =>
    report.models[id]!.outputs.flatMap((entry) => Object.values(entry).flat());
  const others = values(other);
  expect(others.length).toBe(3 * (2 + 32 + 1));
  return Math.max(...values(one).map((value, index) => Math.abs(value - others[index]!)));
}

describe('cpu', () => {
  it('reproduces the fp32 and the int8 net', async () => {
    const { probe, models, nativeLoaded } = await onCpu();
    expect(probe).toEqual({ available: true });
    expect(nativeLoaded).toBe(process.platform === 'linux');
    for (const id of IDS) {
      expect(models[id]!.report).toMatchObject({ backend: 'cpu', status: 'chosen' });
      expect(models[id]!.report.latencyMs).toBeGreaterThan(0);
      expect(models[id]!.outputs).toHaveLength(3);
    }
    expect(models['pattern-fp32']!.report.parityError).toBeLessThan(1e-4);
  });

  it('leaves no device id and no event store of telemetry behind', async () => {
    const home = scratchFolder();
    const env = { HOME: home, TMPDIR: home, XDG_CACHE_HOME: undefined };
    const { pid } = await runChild({ backend: 'cpu' }, env);
    expect(readdirSync(home).filter((name) => !name.startsWith('tsx'))).toEqual([]);
    expect(existsSync(`/tmp/mat-debug-${pid}.log`)).toBe(false);
  });
});

describe('wasm', () => {
  it.each([1, 2])('reproduces both nets with %i threads and no network', async (threads) => {
    const [wasm, cpu] = [await runChild({ backend: 'wasm', threads }), await onCpu()];
    expect(wasm.probe).toEqual({ available: true });
    // A process that only uses WebAssembly does not even load the native library.
    expect(wasm.nativeLoaded).toBe(false);
    for (const id of IDS) {
      expect(wasm.models[id]!.report).toMatchObject({ backend: 'wasm', status: 'chosen' });
    }
    expect(largestDifference(wasm, cpu, 'pattern-fp32')).toBeLessThan(1e-4);
    expect(largestDifference(wasm, cpu, 'pattern-int8')).toBeLessThan(0.2);
  });
});

describe('webgpu without a driver', () => {
  it.skipIf(process.platform !== 'linux')(
    'is unavailable with a reason, and the process lives on',
    async () => {
      const none = { VK_ICD_FILENAMES: '/nonexistent', VK_DRIVER_FILES: '/nonexistent' };
      const { probe, models } = await runChild({ backend: 'webgpu' }, none);
      expect(probe).toMatchObject({ available: false });
      expect((probe as { reason: string }).reason).toMatch(/^Failed to get a WebGPU adapter/);
      expect(models['pattern-fp32']!.report).toMatchObject({ status: 'unavailable' });
    },
  );
});

const SWIFTSHADER_MANIFESTS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib64/chromium-browser/vk_swiftshader_icd.json',
];
const VULKAN_LOADERS = [
  '/usr/lib/x86_64-linux-gnu/libvulkan.so.1',
  '/usr/lib/aarch64-linux-gnu/libvulkan.so.1',
  '/usr/lib64/libvulkan.so.1',
];

const manifest = SWIFTSHADER_MANIFESTS.find((path) => existsSync(path));
const missing =
  process.platform !== 'linux'
    ? 'the software Vulkan driver is for Linux'
    : manifest === undefined
      ? 'no SwiftShader (Debian package chromium-common)'
      : VULKAN_LOADERS.some((path) => existsSync(path))
        ? undefined
        : 'no Vulkan loader (Debian package libvulkan1)';

describe(`webgpu on a software driver${missing ? `, skipped: ${missing}` : ''}`, () => {
  const driver = { VK_ICD_FILENAMES: manifest, VK_DRIVER_FILES: manifest };
  it.skipIf(missing)('equals the processor on both nets when allowed', async () => {
    const request = { backend: 'webgpu', allowSoftwareGpu: true, profile: true } as const;
    const gpu = await runChild(request, driver);
    const cpu = await onCpu();
    expect(gpu.probe).toEqual({ available: true, adapter: 'SwiftShader', software: true });
    for (const id of IDS) {
      const { report } = gpu.models[id]!;
      expect(report).toMatchObject({ backend: 'webgpu', status: 'chosen', adapter: 'SwiftShader' });
    }
    expect(largestDifference(gpu, cpu, 'pattern-fp32')).toBeLessThan(1e-3);
    expect(largestDifference(gpu, cpu, 'pattern-int8')).toBeLessThan(0.2);

    // The outputs alone would also be right if the processor had done the work.
    expect(gpu.models['pattern-fp32']!.report.placement).toBe('whole');
    const fp32 = Object.values(gpu.providers['pattern-fp32']!).flat();
    expect(new Set(fp32)).toEqual(new Set(['WebGpuExecutionProvider']));
    // No kernel for QuantizeLinear: the convolutions are on the GPU, the steps between are not.
    expect(gpu.models['pattern-int8']!.report.placement).toBe('mixed');
    expect(gpu.providers['pattern-int8']).toMatchObject({
      Conv: ['WebGpuExecutionProvider'],
      QuantizeLinear: ['CPUExecutionProvider'],
    });
  });

  it.skipIf(missing)('is refused unless allowed', async () => {
    const { probe, models } = await runChild({ backend: 'webgpu' }, driver);
    expect(probe).toMatchObject({ available: true, software: true });
    for (const id of IDS) {
      expect(models[id]!.report).toEqual({
        backend: 'webgpu',
        status: 'refused',
        adapter: 'SwiftShader',
        reason: 'the adapter (SwiftShader) is not a graphics card',
      });
    }
  });

  it.skipIf(missing)(
    'is not even loaded where software drivers are kept out',

    async () => {
      const env = { ...driver, VK_LOADER_DRIVERS_DISABLE: '*swiftshader*,*lvp*,*lavapipe*' };
      const { probe } = await runChild({ backend: 'webgpu', allowSoftwareGpu: true }, env);
      expect(probe).toMatchObject({ available: false });
    },
  );
});
