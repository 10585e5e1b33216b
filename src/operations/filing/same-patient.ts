import { type AppError, invalidField } from '../../core/errors.js';
import { readPerson } from '../../patient-record/chart/record/person.js';
import { emptyReading } from '../../patient-record/chart/record/reading.js';
import type { FhirResource, PatientData } from '../../patient-record/chart/schema.js';
import { readPatientRecord } from '../../patient-record/read-record.js';

/** Years by which an age may differ from that of the record: birth dates of a year alone, data of some time ago. */
const MAX_YEARS = 2;

/** Data of a patient in a request. */
export interface SentPatient {
  readonly patient_data?: PatientData;
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Of a check of medicines. */
  readonly patient?: { readonly age?: number | undefined };
}

/** The age that a record states, in years; none of the deceased. */
function recordedAge(patient: FhirResource, now: number): number | undefined {
  const reading = emptyReading();
  readPerson(patient, 'Patient', now, reading);
  const [, age] = reading.facts.find(([name]) => name === 'age') ?? [];
  return typeof age?.value === 'number' ? age.value : undefined;
}

/** The age that a request states in a field, in years. */
function statedAge({ patient_data, inputs, patient }: SentPatient, now: number) {
  const age = inputs?.age;
  if (typeof age === 'number') return { age, field: 'inputs.age' };
  if (patient?.age !== undefined) return { age: patient.age, field: 'patient.age' };
  const record = patient_data && readPatientRecord(patient_data, { language: undefined, now });
  const fact = record?.chart.get('age')?.[0];
  return typeof fact?.value === 'number' ? { age: fact.value, field: fact.from } : undefined;
}

/**
 * Compares the age that was sent with that of the record in which the answer is to be filed. Sex is not
 * compared: that of a record is administrative, that of a score clinical.
 *
 * @returns the refusal where they cannot be the same patient
 */
export function otherPatient(
  sent: SentPatient,
  patient: FhirResource,
  now: number,
): AppError | undefined {
  const stated = statedAge(sent, now);
  const recorded = stated && recordedAge(patient, now);
  if (stated === undefined || recorded === undefined) return undefined;
  if (Math.abs(stated.age - recorded) <= MAX_YEARS) return undefined;
  const reason = `differs by more than ${MAX_YEARS} years from the age of the patient that subject names`;
  return invalidField(stated.field, reason);
}
