import { AppError, messageOf } from '../core/errors.js';
import type { Backend, BackendId, ProbeResult, Session } from './backends/backend.js';
import { compareOutputs, type GoldenCase } from './golden/cases.js';
import type { Graph } from './model-package.js';

export interface BackendReport {
  readonly backend: BackendId;
  readonly status: 'chosen' | 'passed' | 'refused' | 'unavailable';
  /** Largest absolute error over all cases and outputs. */
  readonly parityError?: number;
  readonly parityErrorByOutput?: Readonly<Record<string, number>>;
  /** Median time of one run after warm-up. */
  readonly latencyMs?: number;
  readonly adapter?: string;
  /** `mixed`: part of the graph runs on the CPU because kernels are missing. */
  readonly placement?: 'whole' | 'mixed';
  readonly reason?: string;
}

export interface BestSession {
  readonly session: Session;
  readonly backend: BackendId;
  readonly reports: readonly BackendReport[];
}

export interface OpenBestSessionOptions {
  readonly graph: Graph;
  readonly candidates: readonly Backend[];
  readonly preferred: 'auto' | BackendId;
  readonly allowSoftwareGpu: boolean;
  readonly threads: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Thrown when no backend passes; the reports state why, for the log and the administrator. */
export class NoBackendError extends AppError {
  readonly reports: readonly BackendReport[];

  constructor(modelId: string, reports: readonly BackendReport[]) {
    const why = reports.map(({ backend, reason }) => `${backend}: ${reason ?? 'refused'}`);
    super('model_unavailable', `The model ${modelId} runs on no backend of this appliance.`, {
      cause: new Error(why.join('; ') || 'no backend to try'),
    });
    this.name = 'NoBackendError';
    this.reports = reports;
  }
}

const TIMED_RUNS = 12;
const TIMING_BUDGET_MS = 1_500;

interface GateResult {
  readonly parityError?: number;
  readonly parityErrorByOutput?: Readonly<Record<string, number>>;
  readonly latencyMs?: number;
  readonly reason?: string;
}

interface Attempt {
  readonly report: BackendReport;
  /** Open only if the backend has passed. */
  readonly session?: Session;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Runs cases and keeps the worst error of each output. */
function createComparer(session: Session, options: OpenBestSessionOptions) {
  const now = options.now ?? (() => performance.now());
  const { tolerance } = options.graph;
  const worst: Record<string, number> = {};
  return {
    now,
    async compare(entry: GoldenCase): Promise<{ tookMs: number; reason?: string }> {
      const started = now();
      const outputs = await session.run(entry.inputs);
      const tookMs = now() - started;
      const result = compareOutputs(entry.outputs, outputs, tolerance);
      for (const [name, error] of Object.entries(result.maxAbsoluteError)) {
        worst[name] = Math.max(worst[name] ?? 0, error);
      }
      return result.passed
        ? { tookMs }
        : { tookMs, reason: `case ${entry.name}: ${result.reason}` };
    },
    summary: () =>
      Object.keys(worst).length === 0
        ? {}
        : { parityError: Math.max(...Object.values(worst)), parityErrorByOutput: worst },
  };
}

/**
 * Runs every golden case. The first round warms up (shaders are compiled, buffers allocated) and
 * is compared too; further rounds are timed and compared as well, because a kernel can go wrong
 * only once its buffers are used again.
 */
async function runGate(session: Session, options: OpenBestSessionOptions): Promise<GateResult> {
  const cases = options.graph.golden;
  const { now, compare, summary } = createComparer(session, options);
  if (cases.length === 0) return { reason: 'the package has no golden case' };
  for (const entry of cases) {
    const { reason } = await compare(entry);
    if (reason !== undefined) return { ...summary(), reason };
  }
  const times: number[] = [];
  const until = now() + TIMING_BUDGET_MS;
  while (times.length < TIMED_RUNS && (times.length === 0 || now() < until)) {
    for (const entry of cases) {
      const { tookMs, reason } = await compare(entry);
      if (reason !== undefined) return { ...summary(), reason: `when repeated, ${reason}` };
      times.push(tookMs);
    }
  }
  return { ...summary(), latencyMs: median(times) };
}

async function probe(backend: Backend): Promise<ProbeResult> {
  try {
    return await backend.probe();
  } catch (error) {
    return { available: false, reason: messageOf(error) };
  }
}

async function release(session: Session | undefined): Promise<void> {
  try {
    await session?.release();
  } catch {
    // It will not be used: what it fails to release is freed with the process.
  }
}

async function attempt(backend: Backend, options: OpenBestSessionOptions): Promise<Attempt> {
  const result = await probe(backend);
  const { id } = backend;
  if (!result.available) {
    return { report: { backend: id, status: 'unavailable', reason: result.reason } };
  }
  const base = {
    backend: id,
    ...(result.adapter === undefined ? {} : { adapter: result.adapter }),
  };
  if (result.software === true && !options.allowSoftwareGpu) {
    const reason = `the adapter (${result.adapter ?? 'unknown'}) is not a graphics card`;
    return { report: { ...base, status: 'refused', reason } };
  }
  let session: Session | undefined;
  try {
    session = await backend.open(options.graph.weights, { threads: options.threads });
    const placement = session.placement === undefined ? {} : { placement: session.placement };
    const gate = await runGate(session, options);
    if (gate.reason === undefined) {
      return { report: { ...base, ...placement, ...gate, status: 'passed' }, session };
    }
    await release(session);
    return { report: { ...base, ...placement, ...gate, status: 'refused' } };
  } catch (error) {
    await release(session);
    return { report: { ...base, status: 'refused', reason: messageOf(error) } };
  }
}

function isFaster(one: Attempt, other: Attempt): boolean {
  const latency = ({ report }: Attempt) => report.latencyMs ?? Number.POSITIVE_INFINITY;
  return latency(one) < latency(other);
}

/** The candidates that may be tried, those that are only a fallback last. */
function inOrder({ candidates, preferred }: OpenBestSessionOptions): Backend[] {
  const allowed = candidates.filter(({ id }) => preferred === 'auto' || id === preferred);
  const isFallback = ({ fallback }: Backend) => fallback === true;
  return [...allowed.filter((one) => !isFallback(one)), ...allowed.filter(isFallback)];
}

/**
 * Opens the model on the fastest candidate that reproduces the package's golden outputs. Candidates
 * are tried one after another, so that they do not slow each other; on a tie the earlier one stays,
 * and a fallback is tried only when no other has passed. A preferred backend is the only one
 * tried: an administrator's choice never changes silently.
 * @throws NoBackendError (`model_unavailable`) if none passes
 */
export async function openBestSession(options: OpenBestSessionOptions): Promise<BestSession> {
  let best: (Attempt & { session: Session }) | undefined;
  const reports: BackendReport[] = [];
  for (const backend of inOrder(options)) {
    if (best !== undefined && backend.fallback === true) break;
    const tried = await attempt(backend, options);
    reports.push(tried.report);
    if (tried.session === undefined) continue;
    if (best === undefined || isFaster(tried, best)) {
      await release(best?.session);
      best = { ...tried, session: tried.session };
    } else {
      await release(tried.session);
    }
  }
  if (best === undefined) throw new NoBackendError(options.graph.id, reports);
  const chosen = best.report;
  return {
    session: best.session,
    backend: chosen.backend,
    reports: reports.map((report) =>
      report === chosen ? { ...report, status: 'chosen' } : report,
    ),
  };
}
