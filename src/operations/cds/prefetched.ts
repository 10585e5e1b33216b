import { invalidField } from '../../core/errors.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';
import type { NotAssessed } from '../filing/consistent.js';
import { withMedicationCode } from '../filing/medication-code.js';
import type { PatientFile } from '../filing/patient-data.js';
import type { PrefetchKey } from './services.js';

/** What a client or its FHIR server gave for a template; null where it has nothing. */
export type Prefetched = Readonly<Partial<Record<PrefetchKey, FhirResource | null>>>;

const TYPES: Readonly<Record<PrefetchKey, string>> = {
  patient: 'Patient',
  conditions: 'Condition',
  allergies: 'AllergyIntolerance',
  medicationRequests: 'MedicationRequest',
  medicationStatements: 'MedicationStatement',
  observations: 'Observation',
};

const list = (value: unknown): readonly FhirResource[] =>
  Array.isArray(value)
    ? value.filter((one): one is FhirResource => typeof one === 'object' && one !== null)
    : [];

/** The resources of an answer: those of a Bundle, or itself. */
function resourcesOf(answer: FhirResource | null | undefined): readonly FhirResource[] {
  if (answer === null || answer === undefined) return [];
  if (answer.resourceType !== 'Bundle') return [answer];
  return list(answer.entry).flatMap(({ resource }) => list([resource]));
}

const isCut = (answer: FhirResource | null | undefined): boolean =>
  list(answer?.link).some(({ relation }) => relation === 'next');

/** Whose a resource is: `Patient/7`; undefined where it names nobody. */
function patientOf(resource: FhirResource): string | undefined {
  const { reference } = (resource.subject ?? resource.patient ?? {}) as FhirResource;
  if (typeof reference !== 'string') return undefined;
  return /Patient\/[A-Za-z0-9.-]{1,64}(?=$|\/_history\/)/.exec(reference)?.[0];
}

/**
 * The record of a patient, from what was prefetched.
 *
 * @param id of the patient, of the context
 * @throws AppError `validation_error` without the patient, and for resources of another patient
 */
export function prefetchedFile(prefetched: Prefetched, id: string): PatientFile {
  const of = (key: PrefetchKey): readonly FhirResource[] => {
    const type = TYPES[key];
    return resourcesOf(prefetched[key]).filter((resource) => {
      if (resource.resourceType !== type) return false;
      const owner = type === 'Patient' ? `Patient/${String(resource.id)}` : patientOf(resource);
      if (owner === `Patient/${id}`) return true;
      throw invalidField(`prefetch.${key}`, `must be of Patient/${id} alone`);
    });
  };
  const keys = Object.keys(TYPES) as PrefetchKey[];
  const stored = new Map(
    keys
      .flatMap((key) => resourcesOf(prefetched[key]))
      .filter(({ resourceType }) => resourceType === 'Medication')
      .map((one) => [`Medication/${String(one.id)}`, one]),
  );
  const [patient] = of('patient');
  if (patient === undefined) throw invalidField('prefetch.patient', `must be Patient/${id}`);
  const medicines = [...of('medicationStatements'), ...of('medicationRequests')];
  return {
    patient,
    // Newest first, as templates ask for.
    observations: of('observations'),
    conditions: of('conditions'),
    medicines: medicines.map((one) => withMedicationCode(one, stored)),
    allergies: of('allergies'),
    unread: keys.flatMap((key): NotAssessed[] => {
      const what = TYPES[key];
      if (!Object.hasOwn(prefetched, key)) return [{ what, reason: 'it was not sent' }];
      if (!isCut(prefetched[key])) return [];
      return [{ what, reason: 'the record has more than the first page that was sent' }];
    }),
  };
}
