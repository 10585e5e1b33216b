import type { ModelStatus } from './model-status.js';

/** The state of each model in its best worker: ready is better than failed. */
export function mergeModels(reports: ReadonlyArray<readonly ModelStatus[]>): ModelStatus[] {
  const merged = new Map<string, ModelStatus>();
  for (const status of reports.flat()) {
    const existing = merged.get(status.id);
    if (existing === undefined || (existing.state !== 'ready' && status.state === 'ready')) {
      merged.set(status.id, status);
    }
  }
  return [...merged.values()];
}
