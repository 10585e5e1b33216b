import type { AnalyzeRequest, AnalyzeResult } from './schema.js';
import type { AnalysisCaller, AnalyzeService } from './service.js';

/** An answer that has been written down: nobody else has to make JSON of it. */
export interface WrittenAnalysis {
  readonly id: string;
  readonly models: AnalyzeResult['models'];
  /** The whole `AnalyzeResult`. */
  readonly json: string;
}

/** Who analyses, here or in a thread of its own. */
export interface Analyst {
  /** @throws AppError as `AnalyzeService.analyze`, and `overloaded` when too much waits */
  analyze(request: AnalyzeRequest, asker: AnalysisCaller): Promise<WrittenAnalysis>;
}

/** The service itself as an analyst. */
export function createAnalyst(service: AnalyzeService): Analyst {
  return {
    async analyze(request, asker) {
      const result = await service.analyze(request, asker);
      return { id: result.analysis_id, models: result.models, json: JSON.stringify(result) };
    },
  };
}
