import { type Operation, postOperation } from '../http/operation.js';
import { analyzeRequest, analyzeResult } from './schema.js';
import type { AnalyzeService } from './service.js';

export function analyzeOperations(service: AnalyzeService, bodyLimitBytes: number): Operation[] {
  return [
    postOperation({
      path: '/analyze',
      operationId: 'analyze.create',
      summary: 'From findings to a differential diagnosis, its urgency and what to do',
      description:
        'Free text goes in as it was written: whole sentences, what is absent, everyday words. What ' +
        'was understood is told under `explanation.findings`, what was not under `not_assessed`. ' +
        'Dangerous causes that the evidence does not exclude are listed even when unlikely. A thin ' +
        'evidence gives `undetermined`.',
      scope: 'analyze',
      request: analyzeRequest,
      response: analyzeResult,
      bodyLimitBytes,
      async handle(call, request) {
        const result = await service.analyze(request, call);
        return { body: result, audit: { result_id: result.analysis_id, models: result.models } };
      },
    }),
  ];
}
