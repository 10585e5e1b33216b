import { packageSources, trustOf } from '../../appliance/package-sources.js';
import { openInWorker } from '../../appliance/packages/trial.js';
import { AppError } from '../../core/errors.js';
import type { ModelStatus } from '../../inference/engine.js';
import { listModelPackages } from '../../inference/model-package.js';
import type { BackendReport } from '../../inference/parity.js';
import type { PackageSources } from '../../model-packages/sources.js';
import { type CommandContext, type CommonOptions, configFor } from '../context.js';
import { json, table } from '../output.js';
import { createProgress } from '../progress.js';

const BACKENDS = ['webgpu', 'cpu', 'wasm'] as const;

interface Figure {
  readonly id: string;
  readonly version: string;
  readonly backend: string;
  readonly status: string;
  readonly parity_error: number | null;
  readonly latency_ms: number | null;
  readonly reason: string | null;
}

function figureOf({ id, version }: { id: string; version: string }, report: BackendReport): Figure {
  const { backend, status, parityError, latencyMs, reason } = report;
  return {
    id,
    version,
    backend,
    status: status === 'chosen' ? 'passed' : status,
    parity_error: parityError ?? null,
    latency_ms: latencyMs ?? null,
    reason: reason ?? null,
  };
}

/** Packages whose models can be run, each opened by itself, their signatures not checked. */
async function modelsOf(sources: PackageSources, id: string | undefined) {
  const listed = await listModelPackages(sources);
  const sound = listed.flatMap((entry) => (entry.status === 'verified' ? [entry.package] : []));
  const places = sound.map(({ manifest, dir, seal }) => {
    const { version, kind } = manifest;
    return { id: manifest.id, dir, version, kind, sha256: seal.sha256 };
  });
  return id === undefined ? places : places.filter((place) => place.id === id);
}

const figuresOf = (statuses: readonly ModelStatus[], versions: ReadonlyMap<string, string>) =>
  statuses.flatMap(({ id, reports }) =>
    reports.map((report) => figureOf({ id, version: versions.get(id) ?? '' }, report)),
  );

function rounded(value: number | null, digits: number): string | null {
  return value === null ? null : value.toPrecision(digits);
}

/** `wardbox models bench [ID]`: the golden inputs on every backend of this machine, one by one. */
export async function bench(
  context: CommandContext,
  id: string | undefined,
  options: CommonOptions,
): Promise<void> {
  const config = configFor(context, options);
  const installed = await modelsOf(packageSources(config), id);
  if (installed.length === 0) throw new AppError('not_found', `No intact model ${id ?? 'exists'}.`);
  const packages = { folders: [], installed, trust: { ...trustOf(config), required: false } };
  const versions = new Map(installed.map((place) => [place.id, place.version]));
  const { environment } = context;
  const progress = createProgress();
  const figures: Figure[] = [];
  for (const backend of BACKENDS) {
    progress.show(`on ${backend}`);
    const statuses = await openInWorker(packages, backend, { config, environment });
    figures.push(...figuresOf(statuses, versions));
  }
  progress.clear();
  if (options.json) return context.output.out(json(figures));
  const rows = figures.map((one) => [
    one.id,
    one.version,
    one.backend,
    one.status,
    rounded(one.latency_ms, 3),
    rounded(one.parity_error, 2),
    one.reason,
  ]);
  const head = ['MODEL', 'VERSION', 'BACKEND', 'STATUS', 'MS', 'ERROR', 'REASON'];
  context.output.out(table(head, rows));
}
