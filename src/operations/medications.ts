import { type Operation, postOperation } from '../calls/operation.js';
import {
  type MedicationsRequest,
  type MedicationsResult,
  medicationsRequest,
  medicationsResult,
} from '../medications/schema.js';
import type { MedicationsService } from '../medications/service.js';

/** Checks a long list in a worker thread; returns nothing for one to be checked inline. */
export type CheckMedicationsInThread = (
  request: MedicationsRequest,
  signal: AbortSignal,
) => Promise<MedicationsResult> | undefined;

export function medicationsOperations(
  service: MedicationsService,
  bodyLimitBytes: number,
  elsewhere: CheckMedicationsInThread = () => undefined,
): Operation[] {
  return [
    postOperation({
      path: '/medications',
      operationId: 'medications.create',
      summary: 'Check a list of medications',
      description:
        'Interactions, contraindications, allergies, duplicates, doses, kidney, liver, pregnancy, ' +
        'lactation, age, QT interval and laboratory values, as one ranked list of alerts with their ' +
        'sources. An unknown drug or allergy makes `safe_to_proceed` null: the absence of alerts never ' +
        'means safe. What could not be assessed is listed under `not_assessed`.',
      scope: 'medications',
      request: medicationsRequest,
      response: medicationsResult,
      bodyLimitBytes,
      async handle(call, request) {
        const result = await (elsewhere(request, call.signal) ?? service.check(request));
        return { body: result, audit: { result_id: result.check_id, models: result.models ?? [] } };
      },
    }),
  ];
}
