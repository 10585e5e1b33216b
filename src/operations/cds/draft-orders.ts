import { AppError } from '../../core/errors.js';
import { parse } from '../../core/schema.js';
import { lineOf } from '../../medications/record-lines.js';
import type { MedicationLine } from '../../medications/schema.js';
import { type FhirResource, patientData } from '../../patient-record/chart/schema.js';
import { readPatientRecord } from '../../patient-record/read-record.js';
import { withMedicationCode } from '../filing/medication-code.js';
import type { CdsRequest } from './schema.js';

/** A draft order of a medicine. */
export interface DraftOrder {
  /** `MedicationRequest/7`; undefined for one without an id. */
  readonly reference: string | undefined;
  readonly line: MedicationLine;
}

export interface DraftOrders {
  readonly orders: readonly DraftOrder[];
  /** Orders of medicines that name none that can be read: their numbers in the Bundle. */
  readonly unread: readonly number[];
}

/** Orders that are not to be carried out. */
const ENDED = ['cancelled', 'stopped', 'completed', 'entered-in-error'];

const isOrder = ({ resourceType, status, doNotPerform }: FhirResource): boolean =>
  resourceType === 'MedicationRequest' && !ENDED.includes(String(status)) && doNotPerform !== true;

/** The line of an order, as if it were in force; undefined where its medicine cannot be read. */
function lineOfOrder(order: FhirResource, now: number): MedicationLine | undefined {
  const entry = [{ resource: { ...order, status: 'active', intent: 'order' } }];
  try {
    const data = parse(patientData, { resourceType: 'Bundle', type: 'collection', entry });
    const record = readPatientRecord(data, { language: undefined, now });
    const [medicine] = record.medicines;
    return medicine && lineOf(medicine);
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_error') return undefined;
    throw error;
  }
}

/**
 * The medicines that a client is about to order.
 *
 * @param now ms since 1970
 */
export function draftOrdersOf({ draftOrders }: CdsRequest['context'], now: number): DraftOrders {
  const resources = (draftOrders?.entry ?? []).map(({ resource }) => resource as FhirResource);
  const stored = new Map(
    resources
      .filter((one) => one?.resourceType === 'Medication')
      .map((one) => [`Medication/${String(one.id)}`, one]),
  );
  const orders: DraftOrder[] = [];
  const unread: number[] = [];
  for (const [at, resource] of resources.entries()) {
    if (resource === undefined || !isOrder(resource)) continue;
    const line = lineOfOrder(withMedicationCode(resource, stored), now);
    const { id } = resource;
    const reference = typeof id === 'string' ? `MedicationRequest/${id}` : undefined;
    if (line === undefined) unread.push(at);
    else orders.push({ reference, line });
  }
  return { orders, unread };
}
