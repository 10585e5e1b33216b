import type {
  AllergyIntolerance,
  CodeableConcept,
  Dosage,
  FhirResource,
  Medication,
  MedicationRequest,
  MedicationStatement,
} from 'fhir/r4';
import { conceptText, isAiAsserted } from './concepts.js';

export type Medicine = MedicationStatement | MedicationRequest;

/** The medicine by its own code, or that of the Medication that it refers to. */
export function medicineConcept(
  medicine: Medicine,
  medications: readonly FhirResource[],
): CodeableConcept | undefined {
  if (medicine.medicationCodeableConcept !== undefined) return medicine.medicationCodeableConcept;
  const { reference = '', display } = medicine.medicationReference ?? {};
  const all = [...(medicine.contained ?? []), ...medications];
  const found = all.find(
    (one): one is Medication =>
      one.resourceType === 'Medication' &&
      (reference === `#${one.id}` || reference === `Medication/${one.id}`),
  );
  return found?.code ?? (display === undefined ? undefined : { text: display });
}

/** MedicationRequest and MedicationStatement name their dosages differently. */
const dosagesOf = (medicine: Medicine): readonly Dosage[] =>
  (medicine.resourceType === 'MedicationRequest' ? medicine.dosageInstruction : medicine.dosage) ??
  [];

const UNITS: Readonly<Record<string, string>> = {
  s: 'second',
  min: 'minute',
  h: 'hour',
  d: 'day',
  wk: 'week',
  mo: 'month',
  a: 'year',
};

function frequencyOf({ timing, asNeededBoolean, asNeededCodeableConcept }: Dosage): string {
  const { frequency, period, periodUnit } = timing?.repeat ?? {};
  const unit = UNITS[periodUnit ?? ''];
  const named = conceptText(timing?.code);
  const counted =
    period === undefined || unit === undefined
      ? ''
      : period === 1
        ? `${frequency ?? 1} times a ${unit}`
        : frequency === undefined || frequency === 1
          ? `every ${period} ${unit}s`
          : `${frequency} times every ${period} ${unit}s`;
  const needed =
    asNeededBoolean === true || asNeededCodeableConcept !== undefined ? 'as needed' : '';
  return [named || counted, needed].filter((part) => part !== '').join(' ');
}

/** How a medicine is to be taken, in words: its own text, or its parts; '' where nothing is stated. */
export const dosageText = (medicine: Medicine): string =>
  dosagesOf(medicine)
    .map(wordsOfDosage)
    .filter((text) => text !== '')
    .join('; ');

function wordsOfDosage(dosage: Dosage): string {
  if (dosage.text !== undefined) return dosage.text;
  const { value, unit = '' } = dosage.doseAndRate?.[0]?.doseQuantity ?? {};
  const dose = value === undefined ? '' : `${value} ${unit}`.trim();
  return [dose, conceptText(dosage.route), frequencyOf(dosage)]
    .filter((part) => part !== '')
    .join(' ');
}

const ORDERS: ReadonlySet<string> = new Set([
  'order',
  'original-order',
  'reflex-order',
  'filler-order',
  'instance-order',
]);

/** Whether the patient takes a medicine now: it is active and, of a request, an order. */
export function isTaken(medicine: Medicine): boolean {
  if (isAiAsserted(medicine) || medicine.status !== 'active') return false;
  if (medicine.resourceType !== 'MedicationRequest') return true;
  return medicine.doNotPerform !== true && ORDERS.has(medicine.intent);
}

/** The substance of an allergy: its own code, or that of its first reaction. */
export const substanceOf = ({ code, reaction = [] }: AllergyIntolerance): string =>
  conceptText(code) || conceptText(reaction.find(({ substance }) => substance)?.substance);

/** What a patient reacts with, in words. */
export const reactionsOf = ({ reaction = [] }: AllergyIntolerance): string =>
  reaction
    .flatMap(({ manifestation }) => manifestation.map(conceptText))
    .filter((text) => text !== '')
    .join(', ');
