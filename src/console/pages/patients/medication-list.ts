import type {
  AllergyIntolerance,
  CodeableConcept,
  Condition,
  Dosage,
  FhirResource,
  Medication,
  MedicationRequest,
  MedicationStatement,
  Patient,
} from 'fhir/r4';
import type { MedicationsCreateRequest } from '../../api/types.js';
import { codeOf, conceptText, isAiAsserted } from './concepts.js';
import { ageOf } from './person.js';
import { byQuantity, type Reading } from './readings.js';

export type Medicine = MedicationStatement | MedicationRequest;

/** A part of the record that is not sent, and the reason: a key of the texts of the page. */
export interface LeftOut {
  readonly resource: string;
  readonly title: string;
  readonly reason: 'status' | 'proposal' | 'unnamed' | 'software' | 'unconfirmed' | 'too_many';
}

export interface MedicationCheckRequest {
  readonly request: MedicationsCreateRequest;
  /** What is of no concern for the check, such as medicines that were stopped. */
  readonly leftOut: readonly LeftOut[];
}

const MAX_TEXT = 500;
const MAX_MEDICINES = 200;
const MAX_LINES = 100;
const DAY_MS = 86_400_000;

const nameOf = ({ resourceType, id = '' }: FhirResource): string => `${resourceType}/${id}`;

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

/** Why a medicine is not taken now; undefined for one that is. */
export function notTaken(medicine: Medicine): LeftOut['reason'] | undefined {
  if (isAiAsserted(medicine)) return 'software';
  if (medicine.status !== 'active') return 'status';
  if (medicine.resourceType !== 'MedicationRequest') return undefined;
  if (medicine.doNotPerform === true) return 'status';
  return ORDERS.has(medicine.intent) ? undefined : 'proposal';
}

/** Words that SNOMED CT adds to say what kind of concept it is. */
const SEMANTIC_TAG = /\s*\((?:disorder|finding|situation|morphologic abnormality|procedure)\)$/;

const ACTIVE: ReadonlySet<string> = new Set(['active', 'recurrence', 'relapse']);

/** A condition as a line of text; past ones as history. */
function conditionLine(condition: Condition): string {
  const text = conceptText(condition.code).replace(SEMANTIC_TAG, '');
  const status = codeOf(condition.clinicalStatus);
  return status === '' || ACTIVE.has(status) ? text : `history of ${text}`;
}

function conditionReason(condition: Condition): LeftOut['reason'] | undefined {
  if (isAiAsserted(condition)) return 'software';
  const verification = codeOf(condition.verificationStatus);
  if (verification === 'refuted') return 'status';
  return verification === '' || verification === 'confirmed' ? undefined : 'unconfirmed';
}

function allergyReason(allergy: AllergyIntolerance): LeftOut['reason'] | undefined {
  if (isAiAsserted(allergy)) return 'software';
  if (codeOf(allergy.verificationStatus) === 'refuted') return 'status';
  return ['inactive', 'resolved'].includes(codeOf(allergy.clinicalStatus)) ? 'status' : undefined;
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

/** LOINC codes of values that the check uses, by the name it knows them by, and how long they hold. */
const VALUES: Readonly<
  Record<string, { readonly codes: readonly string[]; readonly days: number }>
> = {
  creatinine: { codes: ['2160-0', '38483-4', '14682-9'], days: 7 },
  potassium: { codes: ['2823-3', '6298-4'], days: 7 },
  sodium: { codes: ['2951-2', '2947-0'], days: 7 },
  inr: { codes: ['6301-6', '34714-6'], days: 7 },
};
const BODY = { weight_kg: ['29463-7', 'kg', 30], height_cm: ['8302-2', 'cm', 0] } as const;

interface Measured {
  readonly value: number;
  readonly unit: string;
}

/** The newest final value of one of these LOINC codes, unless it is too old or only a limit. */
function newestOf(
  groups: ReadonlyMap<string, readonly Reading[]>,
  codes: readonly string[],
  since: number,
): Measured | undefined {
  const all = codes.flatMap((code) => groups.get(`http://loinc.org|${code}`) ?? []);
  const usable = all.filter(({ at, isAi }) => !isAi && at !== undefined && at >= since);
  const [newest] = usable.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  if (newest?.value.kind !== 'number' || newest.value.comparator !== '') return undefined;
  const { value, unitCode } = newest.value;
  return unitCode === '' ? undefined : { value, unit: unitCode };
}

const GENDERS: Readonly<Record<string, string>> = { male: 'M', female: 'F', other: 'O' };

function patientFields(patient: Patient, readings: readonly Reading[], now: number) {
  const groups = new Map(
    byQuantity(readings).map(({ quantity, readings: all }) => [quantity, all]),
  );
  const age = ageOf(patient, now);
  const perYear = { years: 1, months: 12, weeks: 52.18, days: 365.25 };
  const years = age === undefined ? undefined : age.value / perYear[age.unit];
  const labs = Object.entries(VALUES).flatMap(([name, { codes, days }]) => {
    const found = newestOf(groups, codes, now - days * DAY_MS);
    return found === undefined ? [] : [[name, found] as const];
  });
  const body = Object.entries(BODY).flatMap(([name, [code, unit, days]]) => {
    const since = days === 0 ? Number.NEGATIVE_INFINITY : now - days * DAY_MS;
    const found = newestOf(groups, [code], since);
    return found?.unit === unit ? [[name, found.value] as const] : [];
  });
  const gender = GENDERS[patient.gender ?? ''];
  return {
    ...(years !== undefined && { age: years }),
    ...(gender !== undefined && { gender }),
    ...Object.fromEntries(body),
    ...(labs.length > 0 && { lab_results: Object.fromEntries(labs) }),
  };
}

export interface MedicationRecord {
  readonly patient: Patient;
  readonly medicines: readonly Medicine[];
  /** Medication resources that the medicines refer to. */
  readonly medications: readonly FhirResource[];
  readonly allergies: readonly AllergyIntolerance[];
  readonly conditions: readonly Condition[];
  readonly readings: readonly Reading[];
}

/**
 * The request of a check of what a patient takes now. A medicine without a name is sent by its id: the
 * check then asks it back and calls nothing safe.
 *
 * @param now ms since 1970
 */
export function medicationCheckOf(record: MedicationRecord, now: number): MedicationCheckRequest {
  const leftOut: LeftOut[] = [];
  const keep = <T extends FhirResource>(
    all: readonly T[],
    max: number,
    titleOf: (one: T) => string,
    reasonOf: (one: T) => LeftOut['reason'] | undefined,
  ): T[] => {
    const kept: T[] = [];
    for (const one of all) {
      const reason = reasonOf(one) ?? (kept.length >= max ? 'too_many' : undefined);
      if (reason === undefined) kept.push(one);
      else leftOut.push({ resource: nameOf(one), title: titleOf(one), reason });
    }
    return kept;
  };
  const isInError = ({ verificationStatus }: Condition | AllergyIntolerance) =>
    codeOf(verificationStatus) === 'entered-in-error';
  const medicineName = (one: Medicine) => conceptText(medicineConcept(one, record.medications));
  const lines = keep(
    record.medicines.filter(({ status }) => status !== 'entered-in-error'),
    MAX_MEDICINES,
    medicineName,
    notTaken,
  ).map((one) => {
    const name = medicineName(one);
    const line = `${name || `unnamed medicine ${nameOf(one)}`} ${dosageText(one)}`;
    return line.trim().slice(0, MAX_TEXT);
  });
  const allergies = keep(
    record.allergies.filter((one) => !isInError(one)),
    MAX_LINES,
    substanceOf,
    allergyReason,
  ).map((one) => {
    const reaction = reactionsOf(one).slice(0, MAX_TEXT);
    const substance = substanceOf(one).slice(0, MAX_TEXT) || `unnamed substance ${nameOf(one)}`;
    return { substance, ...(reaction !== '' && { reaction }) };
  });
  const conditions = keep(
    record.conditions.filter((one) => !isInError(one)),
    MAX_LINES,
    ({ code }) => conceptText(code),
    (one) => (conceptText(one.code) === '' ? 'unnamed' : conditionReason(one)),
  ).map((one) => conditionLine(one).slice(0, MAX_TEXT));
  const request: MedicationsCreateRequest = {
    medications: lines,
    ...(allergies.length > 0 && { allergies }),
    ...(conditions.length > 0 && { conditions: [...new Set(conditions)] }),
    patient: patientFields(record.patient, record.readings, now),
  };
  return { request, leftOut };
}
