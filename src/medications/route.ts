import { type Operation, postOperation } from '../http/operation.js';
import { medicationsRequest, medicationsResult } from './schema.js';
import type { MedicationsService } from './service.js';

export function medicationsOperations(
  service: MedicationsService,
  bodyLimitBytes: number,
): Operation[] {
  return [
    postOperation({
      path: '/medications',
      operationId: 'medications.create',
      summary: 'A check of a list of medications',
      description:
        'Interactions, contraindications, allergies, duplicates, doses, kidney, liver, pregnancy, ' +
        'lactation, age, QT interval and laboratory values, as one ranked list of alerts with their ' +
        'sources. A drug or an allergy that is not known makes `safe_to_proceed` null: silence never ' +
        'means safe. What could not be judged is listed under `not_assessed`.',
      scope: 'medications',
      request: medicationsRequest,
      response: medicationsResult,
      bodyLimitBytes,
      async handle(_call, request) {
        const result = service.check(request);
        return { body: result, audit: { result_id: result.check_id, models: result.models ?? [] } };
      },
    }),
  ];
}
