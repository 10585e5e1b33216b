import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Evidence in the running process about the loaded graphics driver. */
export interface GpuEvidence {
  /** File names of mapped shared libraries that are Vulkan drivers. */
  readonly drivers: readonly string[];
  /** Device files of graphics cards that the process holds open. */
  readonly devices: readonly string[];
}

export interface GpuAdapter {
  readonly adapter: string;
  /** True also where a real card is not proven. */
  readonly software: boolean;
}

const SOFTWARE_DRIVERS: readonly (readonly [RegExp, string])[] = [
  [/^libvk_swiftshader\b/, 'SwiftShader'],
  [/^libvulkan_lvp\b/, 'llvmpipe'],
];
const HARDWARE_DRIVER =
  /^(libvulkan_(?!lvp\b)\w+|libGLX_nvidia|libEGL_nvidia|libnvidia-vulkan|amdvlk\w*)\b/;
/** Render nodes only: `/dev/dri/card0` is also the plain display of a server's management chip. */
const DEVICE_FILE = /^\/dev\/(dri\/renderD\d+|nvidia\d+|dxg|nvmap|mali\d+|kgsl-3d\d+)$/;

/** Files that exist where a graphics card and its kernel driver do. */
const DEVICE_FOLDERS = ['/dev', '/dev/dri'] as const;

/** Manifest names of the software drivers, in the form that the Vulkan loader filters by. */
const SOFTWARE_MANIFESTS = '*swiftshader*,*lvp*,*lavapipe*';

function softwareName(driver: string): string | undefined {
  return SOFTWARE_DRIVERS.find(([pattern]) => pattern.test(driver))?.[1];
}

/**
 * ONNX Runtime does not report which adapter Dawn has chosen, so the process's open files are read.
 * A driver of real hardware keeps its device file open; a software driver has none. Where both
 * kinds are loaded the choice is unknown, and the adapter counts as software: a slow rasteriser
 * must not be taken for a GPU.
 */
export function classifyGpu(evidence: GpuEvidence): GpuAdapter {
  const software = evidence.drivers.flatMap((driver) => softwareName(driver) ?? []);
  const hardware = evidence.drivers.filter((driver) => softwareName(driver) === undefined);
  const card = [...hardware, ...evidence.devices].join(' on ');
  if (evidence.devices.length === 0) {
    return { adapter: software.join(', ') || 'unknown, no graphics card in use', software: true };
  }
  if (software.length > 0) {
    return { adapter: `undetermined: ${card}, or ${software.join(', ')}`, software: true };
  }
  return { adapter: card, software: false };
}

/** Reads the evidence of this process; empty where there is no /proc. */
export function readGpuEvidence(procDir = '/proc/self'): GpuEvidence {
  try {
    const mapped = readFileSync(`${procDir}/maps`, 'utf8')
      .split('\n')
      .map((line) => basename(line.split(/\s+/, 6)[5] ?? ''));
    const drivers = new Set(
      mapped.filter((name) => softwareName(name) !== undefined || HARDWARE_DRIVER.test(name)),
    );
    const devices = new Set(openFiles(`${procDir}/fd`).filter((file) => DEVICE_FILE.test(file)));
    return { drivers: [...drivers].sort(), devices: [...devices].sort() };
  } catch {
    return { drivers: [], devices: [] };
  }
}

function openFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((descriptor) => {
    try {
      return [readlinkSync(`${folder}/${descriptor}`)];
    } catch {
      // The descriptor of this very listing is gone by now.
      return [];
    }
  });
}

/** Device files of graphics cards on this machine, open or not. */
export function listGpuDevices(): string[] {
  return DEVICE_FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(folder)
        .map((name) => `${folder}/${name}`)
        .filter((file) => DEVICE_FILE.test(file));
    } catch {
      return [];
    }
  });
}

/**
 * The environment for a process that opens sessions. Where a card exists and software drivers are
 * not wanted, the Vulkan loader is configured not to load them at all (honoured since loader 1.3.234),
 * which leaves no doubt about the adapter; the Mesa packages install both kinds together.
 */
export function inferenceEnvironment(options: {
  readonly allowSoftwareGpu: boolean;
  readonly gpuDevices?: readonly string[];
}): Record<string, string> {
  const devices = options.gpuDevices ?? listGpuDevices();
  return {
    ORT_DISABLE_TELEMETRY: '1',
    ...(devices.length > 0 && !options.allowSoftwareGpu
      ? { VK_LOADER_DRIVERS_DISABLE: SOFTWARE_MANIFESTS }
      : {}),
  };
}
