import type { Readiness } from './http/schema.js';
import type { ModelStatus } from './inference/engine.js';
import type { KnowledgeStatus } from './packages/knowledge.js';

type ModelHealth = Readiness['checks']['models'][number];

/** A model package as `/readyz` tells it. */
export function modelHealth(status: ModelStatus): ModelHealth {
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
export function knowledgeHealth(status: KnowledgeStatus): ModelHealth {
  if (status.state !== 'ready') return status;
  const { id, state, manifest } = status;
  return { id, state, version: manifest.version, backend: 'rules' };
}
