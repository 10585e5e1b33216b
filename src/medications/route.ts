import { type Operation, postOperation } from '../operations/operation.js';
import {
  type MedicationsRequest,
  type MedicationsResult,
  medicationsRequest,
  medicationsResult,
} from './schema.js';
import type { MedicationsService } from './service.js';

/** Has a long list checked where it holds up nobody; nothing for what is checked on the spot. */
export type CheckMedicationsElsewhere = (
  request: MedicationsRequest,
  signal: AbortSignal,
) => Promise<MedicationsResult> | undefined;

export function medicationsOperations(
  service: MedicationsService,
  bodyLimitBytes: number,
  elsewhere: CheckMedicationsElsewhere = () => undefined,
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
      async handle(call, request) {
        const result = await (elsewhere(request, call.signal) ?? service.check(request));
        return { body: result, audit: { result_id: result.check_id, models: result.models ?? [] } };
      },
    }),
  ];
}
