import { invalidField } from '../core/errors.js';
import { type Operation, postOperation } from '../http/operation.js';
import { analyzeBody, analyzeResult } from './schema.js';
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
      request: analyzeBody,
      response: analyzeResult,
      bodyLimitBytes,
      async handle(call, { patient_data, subject: _, ...asked }) {
        if (patient_data === undefined) throw invalidField('patient_data', 'is required');
        const result = await service.analyze({ ...asked, patient_data }, call);
        return { body: result, audit: { result_id: result.analysis_id, models: result.models } };
      },
    }),
  ];
}
