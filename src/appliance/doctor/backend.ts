import { accessSync, constants } from 'node:fs';
import { listGpuDevices } from '../../inference/backends/gpu-adapter.js';
import { type CheckResult, failed, ok, type QuickCheck, warning } from './check.js';

export interface BackendFacts {
  readonly configured: 'auto' | 'webgpu' | 'cpu' | 'wasm';
  readonly softwareAllowed: boolean;
  /** Device files of graphics cards, and those of them that this user may not open. */
  readonly cards: readonly string[];
  readonly locked: readonly string[];
  /** The backend of each model that is ready; undefined where the daemon does not answer. */
  readonly running: readonly string[] | undefined;
}

const GROUPS = 'add the user of the daemon to the groups render and video';
const DRIVER = 'install the Vulkan driver of the card; see why in journalctl -u wardbox';

function counted(running: readonly string[]): string {
  const backends = [...new Set(running)].sort();
  return backends
    .map((backend) => `${running.filter((one) => one === backend).length} on ${backend}`)
    .join(', ');
}

function judgeRunning(facts: BackendFacts, running: readonly string[]): CheckResult {
  const { configured, cards } = facts;
  const found = `Models: ${counted(running)} (inference.backend ${configured})`;
  if (configured === 'auto' && cards.length > 0 && !running.includes('webgpu')) {
    return warning(`${found}, though there is ${cards.join(', ')}.`, DRIVER);
  }
  if (running.includes('wasm') && configured !== 'wasm') {
    return warning(`${found}: WASM is many times slower.`, 'run npm ci on this machine');
  }
  return ok(`${found}.`);
}

/** Checks that the models run, or will run, on the configured backend. */
export function judgeBackend(facts: BackendFacts): CheckResult {
  const { configured, softwareAllowed, cards, locked, running } = facts;
  const wantsCard = configured === 'webgpu' || configured === 'auto';
  if (configured === 'webgpu' && cards.length === 0 && !softwareAllowed) {
    const remedy = 'check card and driver, or set inference.backend to auto';
    return failed('inference.backend is webgpu, but there is no graphics card.', remedy);
  }
  if (running !== undefined && running.length > 0) return judgeRunning(facts, running);
  if (wantsCard && locked.length > 0) {
    return warning(`There is ${locked.join(', ')}, but this user may not open it.`, GROUPS);
  }
  const present = cards.length === 0 ? 'no graphics card' : cards.join(', ');
  return ok(`inference.backend ${configured}; ${present}.`);
}

function mayOpen(device: string): boolean {
  try {
    accessSync(device, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export const checkBackend: QuickCheck = ({ config: { inference }, daemon }) => {
  const cards = listGpuDevices();
  const models = daemon.state === 'up' ? daemon.readiness.checks.models : undefined;
  return judgeBackend({
    configured: inference.backend,
    softwareAllowed: inference.allow_software_gpu,
    cards,
    locked: cards.filter((device) => !mayOpen(device)),
    // Rule-based models have no backend.
    running: models?.flatMap(({ backend = 'rules' }) => (backend === 'rules' ? [] : [backend])),
  });
};
