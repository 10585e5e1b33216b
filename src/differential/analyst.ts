import type { AnalyzeRequest, AnalyzeResult } from './schema.js';
import type { AnalysisCaller, AnalyzeService } from './service.js';

/** A serialised answer: it need not be converted to JSON again. */
export interface WrittenAnalysis {
  readonly id: string;
  readonly models: AnalyzeResult['models'];
  /** The whole `AnalyzeResult`. */
  readonly json: string;
}

/** Runs analyses, in this thread or in a worker. */
export interface Analyst {
  /**
   * Analyses a patient.
   *
   * @throws AppError as `AnalyzeService.analyze`, and `overloaded` when too many requests wait
   */
  analyze(request: AnalyzeRequest, asker: AnalysisCaller): Promise<WrittenAnalysis>;
}

/** Wraps the service as an analyst of this thread. */
export function createAnalyst(service: AnalyzeService): Analyst {
  return {
    async analyze(request, asker) {
      const result = await service.analyze(request, asker);
      return { id: result.analysis_id, models: result.models, json: JSON.stringify(result) };
    },
  };
}
