import { AppError } from '../../core/errors.js';
import type { ModelStatus } from '../../inference/engine.js';
import { openInOneWorker } from '../../inference/model-worker.js';
import type { WorkerSetup } from '../../inference/worker-setup.js';
import { isKnowledgeKind } from '../../model-packages/schema.js';
import type { InstalledPackage, PackageSources } from '../../model-packages/sources.js';
import { openKnowledgePackages } from '../../operations/knowledge-packages.js';
import { MODEL_WORKER } from '../../operations/model-worker/entry.js';
import type { Environment, LoadedConfig } from '../config/load.js';
import { packageSources } from '../package-sources.js';

const LONGEST_MS = 15 * 60_000;

const refuse = (why: string): AppError =>
  new AppError('unprocessable', `The package is refused: ${why}.`);

/**
 * Opens packages in a new worker, as the daemon would, and ends the worker.
 *
 * @param backend the backend to be tried, or `auto`
 * @throws AppError `model_unavailable` when the worker dies while opening one
 */
export function openInWorker(
  packages: PackageSources,
  backend: WorkerSetup['backend'],
  { config, environment }: { config: LoadedConfig; environment: Environment },
): Promise<readonly ModelStatus[]> {
  const { allow_software_gpu: allowSoftwareGpu, threads_per_worker: threads } = config.inference;
  const setup = { packages, backend, mayUseGpu: true, allowSoftwareGpu, threads };
  return openInOneWorker(MODEL_WORKER, setup, environment, LONGEST_MS);
}

/** No other package is opened with it; its signature has already been verified. */
export const aloneIn = (place: InstalledPackage, { trust }: PackageSources): PackageSources => ({
  folders: [],
  installed: [place],
  trust: { ...trust, required: false },
});

async function tryModel(
  place: InstalledPackage,
  sources: PackageSources,
  box: { config: LoadedConfig; environment: Environment },
): Promise<string> {
  const { backend } = box.config.inference;
  const [status] = await openInWorker(aloneIn(place, sources), backend, box);
  if (status?.state === 'ready') return status.backend;
  const failures = status?.reports.map(
    (report) => `${report.backend}: ${report.reason ?? 'refused'}`,
  );
  const reasons = [status?.reason ?? 'it was not opened', ...(failures ?? [])];
  throw refuse(reasons.map((reason) => reason.replace(/\.$/, '')).join('; '));
}

/** Rules depend on each other: packages that opened before must still open with the new one. */
async function tryKnowledge(place: InstalledPackage, sources: PackageSources): Promise<string> {
  const others = sources.installed.filter(({ id }) => id !== place.id);
  const then = (await openKnowledgePackages({ ...sources, installed: [...others, place] }))
    .statuses;
  const own = then.find(({ id }) => id === place.id);
  if (own?.state !== 'ready') throw refuse(own?.reason ?? 'it was not opened');
  const silent = then.filter(({ state }) => state !== 'ready');
  const now = silent.length > 0 ? (await openKnowledgePackages(sources)).statuses : [];
  for (const after of silent) {
    const answers = now.some(({ id, state }) => id === after.id && state === 'ready');
    if (!answers || after.state === 'ready') continue;
    throw refuse(`${after.id} would no longer open: ${after.reason}`);
  }
  return 'rules';
}

/**
 * Tests a package as the daemon would open it: a model answers its golden cases in a new worker,
 * knowledge is opened together with all other knowledge.
 *
 * @returns the backend that it will run on
 * @throws AppError with the reason why it would not be opened
 */
export function prove(
  place: InstalledPackage,
  box: { config: LoadedConfig; environment: Environment },
): Promise<string> {
  const sources = packageSources(box.config);
  return isKnowledgeKind(place.kind) ? tryKnowledge(place, sources) : tryModel(place, sources, box);
}
