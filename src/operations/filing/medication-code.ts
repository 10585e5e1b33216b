import type { FhirResource } from '../../patient-record/chart/schema.js';

/** Of a medicine whose code is in a Medication: `Medication/7`, `#1`, without a version. */
export function medicationReference({ medicationReference: sent }: FhirResource): string {
  const { reference } = (sent ?? {}) as FhirResource;
  return typeof reference === 'string' ? reference.replace(/\/_history\/.*$/, '') : '';
}

/**
 * A medicine that refers to a Medication, with its code in place of the reference.
 *
 * @param stored by reference; a contained one goes first
 */
export function withMedicationCode(
  medicine: FhirResource,
  stored: ReadonlyMap<string, FhirResource>,
): FhirResource {
  const reference = medicationReference(medicine);
  const contained = Array.isArray(medicine.contained) ? (medicine.contained as FhirResource[]) : [];
  const medication =
    contained.find(({ id }) => reference === `#${String(id)}`) ?? stored.get(reference);
  const code = medication?.code;
  return code === undefined ? medicine : { ...medicine, medicationCodeableConcept: code };
}
