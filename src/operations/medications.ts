import { type Operation, postOperation } from '../calls/operation.js';
import type { AlertSeverity } from '../core/alert-severity.js';
import type { Output } from '../core/schema.js';
import type { MedicationsInput } from '../medications/check-task.js';
import {
  type MedicationsResult,
  medicationsRequest,
  medicationsResult,
} from '../medications/schema.js';
import type { MedicationsService } from '../medications/service.js';

/** Checks a long list in a worker thread; returns nothing for one to be checked inline. */
export type CheckMedicationsInThread = (
  input: MedicationsInput,
  signal: AbortSignal,
) => Promise<MedicationsResult> | undefined;

export interface MedicationsSettings {
  readonly bodyBytes: number;
  /** The severity from which an alert blocks, where a request states none. */
  readonly blockAt: AlertSeverity;
}

/** A request with the patient's record, which filing adds where there is a `subject`. */
type RecordedRequest = Output<typeof medicationsRequest> & Pick<MedicationsInput, 'record'>;

export function medicationsOperations(
  service: MedicationsService,
  { bodyBytes, blockAt }: MedicationsSettings,
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
        'sources. `safe_to_proceed` is false with an alert at or above `block_at`, null where a person has ' +
        'to review the list, true only where all was judged; `safety` states what decided. What could ' +
        'not be assessed is listed under `not_assessed`. With a `subject` what is stored of the patient is ' +
        'read and checked too: medicines, allergies, conditions and values; for values that the ' +
        'request states as well, the request counts.',
      scope: 'medications',
      request: medicationsRequest,
      example: {
        medications: ['warfarin 5 mg daily'],
        proposed: ['fluconazole 200 mg daily'],
        patient: { age: 78 },
      },
      response: medicationsResult,
      bodyLimitBytes: bodyBytes,
      async handle(call, { record, ...sent }: RecordedRequest) {
        const request = { block_at: blockAt, ...sent };
        const inThread = elsewhere({ request, record }, call.signal);
        const result = await (inThread ?? service.check(request, record));
        return { body: result, audit: { result_id: result.check_id, models: result.models ?? [] } };
      },
    }),
  ];
}
