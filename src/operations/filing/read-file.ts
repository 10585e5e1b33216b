import type { FhirResource } from '../../patient-record/chart/schema.js';
import type { Order, PageKey } from '../../store/fhir/filter.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import type { NotAssessed } from './consistent.js';
import { medicationReference, withMedicationCode } from './medication-code.js';
import type { PatientFile } from './patient-data.js';

const PAGE = 500;
const NEWEST_FIRST: readonly Order[] = [
  { by: { parameter: 'Observation?date', in: 'dates' }, descending: true },
];

/** Maximum number of resources read from a record: more blocks other requests. */
const MAX_RESOURCES = {
  observations: 2_000,
  conditions: 1_000,
  medicines: 500,
  allergies: 200,
  issues: 1_000,
} as const;

interface ResourceQuery {
  readonly type: string;
  /** The search parameter that leads to the patient. */
  readonly by: 'subject' | 'patient';
  readonly order?: readonly Order[];
  readonly maxCount: number;
}

interface ReadResources {
  readonly resources: readonly FhirResource[];
  readonly unread: readonly NotAssessed[];
}

function* readAll(id: string, query: ResourceQuery): ReadDecision<ReadResources> {
  const { type, by, order = [], maxCount } = query;
  const any = [{ type: 'Patient', target: id }];
  const where = { kind: 'reference', parameter: `${type}?${by}`, any } as const;
  const resources: FhirResource[] = [];
  let after: PageKey | undefined;
  for (;;) {
    const limit = Math.min(PAGE, maxCount - resources.length);
    const page = { type, where, order, limit, total: 'none', ...(after && { after }) } as const;
    const { rows, more } = yield* perform({ kind: 'fhir.search', query: page });
    resources.push(...rows.map(({ body }) => JSON.parse(body) as FhirResource));
    after = rows.at(-1)?.key;
    if (!more || after === undefined) return { resources, unread: [] };
    if (resources.length >= maxCount) {
      const which = order.length > 0 ? 'newest' : 'first';
      const reason = `the record has more than ${maxCount}; only the ${which} ${maxCount} were assessed`;
      return { resources, unread: [{ what: type, reason }] };
    }
  }
}

/** Medicines that refer to a stored Medication, with its code in place of the reference. */
function* withCodes(medicines: readonly FhirResource[]): ReadDecision<FhirResource[]> {
  const names = medicines.flatMap((one) => {
    const [, id] = /^Medication\/([A-Za-z0-9.-]{1,64})$/.exec(medicationReference(one)) ?? [];
    return id === undefined ? [] : [{ type: 'Medication', id }];
  });
  const named = yield* perform({ kind: 'fhir.read-many', names });
  const stored = new Map(
    named.map(({ id, body }) => [`Medication/${id}`, JSON.parse(body) as FhirResource]),
  );
  return medicines.map((one) => withMedicationCode(one, stored));
}

/** The DetectedIssues of a patient. */
export function* readIssues(id: string): ReadDecision<readonly FhirResource[]> {
  const maxCount = MAX_RESOURCES.issues;
  return (yield* readAll(id, { type: 'DetectedIssue', by: 'patient', maxCount })).resources;
}

/** Everything in a patient's record that an analysis or a score can use. */
export function* readFile(patient: FhirResource, id: string): ReadDecision<PatientFile> {
  const observations = yield* readAll(id, {
    type: 'Observation',
    by: 'subject',
    order: NEWEST_FIRST,
    maxCount: MAX_RESOURCES.observations,
  });
  const conditions = yield* readAll(id, {
    type: 'Condition',
    by: 'subject',
    maxCount: MAX_RESOURCES.conditions,
  });
  const statements = yield* readAll(id, {
    type: 'MedicationStatement',
    by: 'subject',
    maxCount: MAX_RESOURCES.medicines,
  });
  const requests = yield* readAll(id, {
    type: 'MedicationRequest',
    by: 'subject',
    maxCount: MAX_RESOURCES.medicines,
  });
  const allergies = yield* readAll(id, {
    type: 'AllergyIntolerance',
    by: 'patient',
    maxCount: MAX_RESOURCES.allergies,
  });
  const all = [observations, conditions, statements, requests, allergies];
  return {
    patient,
    observations: observations.resources,
    conditions: conditions.resources,
    medicines: yield* withCodes([...statements.resources, ...requests.resources]),
    allergies: allergies.resources,
    unread: all.flatMap(({ unread }) => unread),
  };
}
