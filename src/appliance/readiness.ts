import type { Readiness } from '../http/schema.js';
import type { ModelStatus } from '../inference/engine.js';
import type { ModelPool } from '../inference/model-pool.js';
import type { KnowledgeStatus } from '../model-packages/knowledge.js';
import { signedBy } from '../model-packages/seal.js';
import type { DiskState } from '../store/disk.js';

type ModelHealth = Readiness['checks']['models'][number];

/** A model package as `/readyz` reports it. */
function modelHealth(status: ModelStatus): ModelHealth {
  if (status.state !== 'ready') {
    return { id: status.id, state: status.state, reason: status.reason };
  }
  const { id, state, backend, manifest, seal, reports } = status;
  const chosen = reports.find((report) => report.status === 'chosen');
  return {
    id,
    state,
    version: manifest.version,
    backend,
    ...(chosen?.parityError !== undefined && { parity_error: chosen.parityError }),
    ...(chosen?.latencyMs !== undefined && { latency_ms: chosen.latencyMs }),
    signed: signedBy(seal),
  };
}

/** The same for a knowledge package. */
function knowledgeHealth(status: KnowledgeStatus): ModelHealth {
  if (status.state !== 'ready') return status;
  const { id, state, manifest, seal } = status;
  return { id, state, version: manifest.version, backend: 'rules', signed: signedBy(seal) };
}

interface AnalysisLoad {
  readonly up: number;
  readonly busy: number;
  readonly queued: number;
  /** Workers that have ended and are not yet restarted. */
  readonly lost: number;
}

export interface ReadinessParts {
  readonly pool: Pick<ModelPool, 'load' | 'models'>;
  /** The analysis threads; undefined without any. */
  readonly analysis: () => AnalysisLoad | undefined;
  readonly knowledge: { statuses(): readonly KnowledgeStatus[] };
  readonly disk: () => DiskState;
  readonly stopping: () => boolean;
  /** Whether the database can be read and written. */
  readonly stored: () => boolean;
  /** Whether the search index is complete. */
  readonly searchable: () => boolean;
}

/** Returns whether new work is accepted now, and if not, why. */
export function createReadiness(parts: ReadinessParts): () => Readiness {
  return () => {
    const { freeMb, low } = parts.disk();
    const { workers, up, busy, queued } = parts.pool.load();
    const opened = parts.pool.models();
    // A package of unreadable kind is listed by every reader.
    const isReported = (id: string) => opened.some((one) => one.id === id && one.state !== 'ready');
    const knowledge = parts.knowledge.statuses();
    const analysis = parts.analysis();
    const models = [
      ...opened.map(modelHealth),
      ...knowledge
        .filter(({ id, state }) => state === 'ready' || !isReported(id))
        .map(knowledgeHealth),
    ];
    const usable = models.filter(({ state }) => state === 'ready').length;
    const stored = parts.stored() ? 'ok' : 'failed';
    const stopping = parts.stopping();
    const serves = !stopping && !low && up > 0 && usable > 0 && stored === 'ok';
    const searchable = parts.searchable();
    const whole = usable === models.length && up === workers && searchable && !analysis?.lost;
    return {
      status: serves ? (whole ? 'ready' : 'degraded') : 'not_ready',
      checks: {
        stopping,
        database: stored,
        search_index: searchable ? 'ok' : 'rebuilding',
        disk: { status: low ? 'low' : 'ok', free_mb: freeMb },
        workers: { up, busy, queued },
        ...(analysis && {
          analysis: { up: analysis.up, busy: analysis.busy, queued: analysis.queued },
        }),
        models,
      },
    };
  };
}
