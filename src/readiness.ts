import type { Readiness } from './http/schema.js';
import type { ModelStatus } from './inference/engine.js';
import type { WorkerPool } from './inference/pool.js';
import type { KnowledgeStatus } from './packages/knowledge.js';
import type { DiskState } from './storage/disk.js';

type ModelHealth = Readiness['checks']['models'][number];

/** A model package as `/readyz` tells it. */
function modelHealth(status: ModelStatus): ModelHealth {
  if (status.state !== 'ready') {
    return { id: status.id, state: status.state, reason: status.reason };
  }
  const { id, state, backend, manifest, reports } = status;
  const chosen = reports.find((report) => report.status === 'chosen');
  return {
    id,
    state,
    version: manifest.version,
    backend,
    ...(chosen?.parityError !== undefined && { parity_error: chosen.parityError }),
    ...(chosen?.latencyMs !== undefined && { latency_ms: chosen.latencyMs }),
  };
}

/** The same of a package that rules are read from. */
function knowledgeHealth(status: KnowledgeStatus): ModelHealth {
  if (status.state !== 'ready') return status;
  const { id, state, manifest } = status;
  return { id, state, version: manifest.version, backend: 'rules' };
}

export interface ReadinessParts {
  readonly pool: Pick<WorkerPool, 'load' | 'models'>;
  readonly knowledge: { statuses(): readonly KnowledgeStatus[] };
  readonly disk: () => DiskState;
  readonly stopping: () => boolean;
  /** Whether the database answers and can keep what it is given. */
  readonly stored: () => boolean;
  /** Whether the search index is whole. */
  readonly searchable: () => boolean;
}

/** Whether work can be taken now, and what keeps it. */
export function createReadiness(parts: ReadinessParts): () => Readiness {
  return () => {
    const { freeMb, low } = parts.disk();
    const { workers, up, busy, queued } = parts.pool.load();
    const models = [
      ...parts.pool.models().map(modelHealth),
      ...parts.knowledge.statuses().map(knowledgeHealth),
    ];
    const usable = models.filter(({ state }) => state === 'ready').length;
    const stored = parts.stored() ? 'ok' : 'failed';
    const stopping = parts.stopping();
    const serves = !stopping && !low && up > 0 && usable > 0 && stored === 'ok';
    const searchable = parts.searchable();
    const whole = usable === models.length && up === workers && searchable;
    return {
      status: serves ? (whole ? 'ready' : 'degraded') : 'not_ready',
      checks: {
        stopping,
        database: stored,
        search_index: searchable ? 'ok' : 'rebuilding',
        disk: { status: low ? 'low' : 'ok', free_mb: freeMb },
        workers: { up, busy, queued },
        models,
      },
    };
  };
}
