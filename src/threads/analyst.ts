import type { FindReading } from '../analyze/evidence/pictures.js';
import type { Analyst } from '../analyze/written.js';
import type { Clock } from '../core/clock.js';
import type { Engine } from '../inference/engine.js';
import { createInference } from './inference.js';
import type { ThreadPool } from './pool.js';

export interface ThreadAnalystParts {
  readonly pool: Pick<ThreadPool, 'ask'>;
  readonly engine: Engine;
  readonly findReading: FindReading;
  readonly clock: Clock;
}

/** Has threads analyse: they are given what they cannot fetch, and their work for inference is done. */
export function createThreadAnalyst({ engine, ...parts }: ThreadAnalystParts): Analyst {
  const inferenceFor = createInference(engine);
  return {
    analyze(request, { mode, signal, background = false }) {
      const ids = request.imaging_analysis_ids ?? [];
      const pictures = new Map(ids.map((id) => [id, parts.findReading(id, mode)]));
      const question = { request, mode, pictures, now: parts.clock() };
      const inference = inferenceFor({ signal, background });
      return parts.pool.ask({ kind: 'analyze', question, inference }, { signal, background });
    },
  };
}
