import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  classifyGpu,
  inferenceEnvironment,
  readGpuEvidence,
} from '../../../src/inference/backends/gpu-adapter.js';
import { scratchFolder } from '../../support/scratch-folder.js';

describe('classifyGpu', () => {
  it('takes a driver with its device file open for a graphics card', () => {
    const evidence = { drivers: ['libGLX_nvidia.so.0'], devices: ['/dev/nvidia0'] };
    expect(classifyGpu(evidence)).toEqual({
      adapter: 'libGLX_nvidia.so.0 on /dev/nvidia0',
      software: false,
    });
  });

  it.each([
    ['libvk_swiftshader.so', 'SwiftShader'],
    ['libvulkan_lvp.so', 'llvmpipe'],
  ])('knows %s for software, whatever other drivers are mapped', (driver, name) => {
    const idle = classifyGpu({ drivers: [driver, 'libvulkan_radeon.so'], devices: [] });
    expect(idle).toEqual({ adapter: name, software: true });
  });

  it('never takes a doubtful case for a graphics card', () => {
    const both = classifyGpu({
      drivers: ['libvulkan_intel.so', 'libvulkan_lvp.so'],
      devices: ['/dev/dri/renderD128'],
    });
    expect(both.software).toBe(true);
    expect(both.adapter).toContain('undetermined');
    expect(classifyGpu({ drivers: [], devices: [] }).software).toBe(true);
  });
});

describe('readGpuEvidence', () => {
  it('reads drivers from the maps and cards from the open files', async () => {
    const proc = scratchFolder();
    const map = (path: string) => `7f00-7f01 r-xp 00000000 08:01 42    ${path}`;
    const mapped = [
      '/usr/lib/libc.so.6',
      '/usr/lib/libvulkan.so.1',
      '/usr/lib/libvulkan_radeon.so',
    ];
    await writeFile(join(proc, 'maps'), `${mapped.map(map).join('\n')}\n7f02-7f03 rw-p 0 0:0 0\n`);
    await mkdir(join(proc, 'fd'));
    const open = ['/dev/null', '/dev/dri/card0', '/dev/dri/renderD128', '/dev/nvidiactl'];
    await Promise.all(open.map((file, index) => symlink(file, join(proc, 'fd', `${index}`))));
    expect(readGpuEvidence(proc)).toEqual({
      drivers: ['libvulkan_radeon.so'],
      devices: ['/dev/dri/renderD128'],
    });
  });

  it('is empty where there is no /proc', () => {
    expect(readGpuEvidence('/nonexistent')).toEqual({ drivers: [], devices: [] });
  });
});

describe('inferenceEnvironment', () => {
  it('always turns the telemetry of the library off', () => {
    const none = inferenceEnvironment({ allowSoftwareGpu: false, gpuDevices: [] });
    expect(none).toEqual({ ORT_DISABLE_TELEMETRY: '1' });
  });

  it('keeps software drivers out where a card exists, unless they are allowed', () => {
    const gpuDevices = ['/dev/dri/renderD128'];
    const strict = inferenceEnvironment({ allowSoftwareGpu: false, gpuDevices });
    expect(strict.VK_LOADER_DRIVERS_DISABLE).toContain('*swiftshader*');
    const lax = inferenceEnvironment({ allowSoftwareGpu: true, gpuDevices });
    expect(lax.VK_LOADER_DRIVERS_DISABLE).toBeUndefined();
  });
});
