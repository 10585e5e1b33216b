import { contradictions } from '../chart/contradictions.js';
import { withDerived } from '../chart/derive.js';
import type { Chart } from '../chart/fact.js';
import { conditionState } from '../chart/record/conditions.js';
import { readPatientData } from '../chart/record/read.js';
import type { AnalyzePatientData, FhirResource, PatientData } from '../chart/schema.js';
import { invalidFields } from '../core/errors.js';
import type { TextLine } from './evidence/read-evidence.js';

/** A medicine as it was sent: a line, or an object with a name and whatever else. */
export type SentMedicine = string | Readonly<Record<string, unknown>>;

/** All that a request says of a patient. */
export interface Gathered {
  readonly chart: Chart;
  readonly lines: readonly TextLine[];
  readonly history: readonly string[];
  readonly medications: readonly SentMedicine[];
  readonly allergies: readonly SentMedicine[];
  readonly notAssessed: readonly { readonly what: string; readonly reason: string }[];
}

const PATH = 'patient_data';
/** The scores pass over what the differential reads. */
const READ_HERE =
  /\.(?:symptoms|symptom_onset|medications|allergies|demographics\.medical_history\.\d+)$/;

function nameOf(sent: SentMedicine): string {
  if (typeof sent === 'string') return sent;
  const { name, substance } = sent;
  return typeof name === 'string' ? name : typeof substance === 'string' ? substance : '';
}

function linesOf(data: AnalyzePatientData): TextLine[] {
  const { symptoms = [], symptom_onset, medications = [] } = data;
  const history = data.demographics?.medical_history ?? [];
  return [
    ...symptoms.map((text, n): TextLine => {
      return { text, field: `${PATH}.symptoms.${n}`, kind: 'complaint' };
    }),
    ...(symptom_onset === undefined
      ? []
      : [{ text: symptom_onset, field: `${PATH}.symptom_onset`, kind: 'onset' as const }]),
    ...history.map((text, n): TextLine => {
      return { text, field: `${PATH}.demographics.medical_history.${n}`, kind: 'history' };
    }),
    ...medications.map((sent, n): TextLine => {
      return { text: nameOf(sent), field: `${PATH}.medications.${n}`, kind: 'medication' };
    }),
  ];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The words of a FHIR CodeableConcept: its text, or the first name of its codes. */
function wordsOf(concept: unknown): string {
  if (!isObject(concept)) return '';
  if (typeof concept.text === 'string') return concept.text;
  const codings: unknown[] = Array.isArray(concept.coding) ? concept.coding : [];
  const display = codings.find((one) => isObject(one) && typeof one.display === 'string');
  return isObject(display) ? String(display.display) : '';
}

const CONCEPTS: Readonly<Record<string, string>> = {
  Condition: 'code',
  MedicationStatement: 'medicationCodeableConcept',
  MedicationRequest: 'medicationCodeableConcept',
  AllergyIntolerance: 'code',
};

interface Named {
  readonly type: string;
  readonly text: string;
  readonly field: string;
}

/** Whether the patient has, or had, what a Condition names. */
const isHistory = (condition: FhirResource): boolean =>
  ['present', 'passed'].includes(conditionState(condition));

/** What a bundle names in words, by type of resource. */
function namedIn(bundle: Extract<PatientData, { resourceType: 'Bundle' }>): Named[] {
  return bundle.entry.flatMap(({ resource }, n) => {
    const type = resource?.resourceType ?? '';
    const concept = Object.hasOwn(CONCEPTS, type) ? CONCEPTS[type] : undefined;
    if (resource === undefined || concept === undefined) return [];
    if (type === 'Condition' && !isHistory(resource)) return [];
    const text = wordsOf((resource as FhirResource)[concept]).slice(0, 500);
    return text === '' ? [] : [{ type, text, field: `${PATH}.entry.${n}.resource` }];
  });
}

function ofBundle(bundle: Extract<PatientData, { resourceType: 'Bundle' }>) {
  const named = namedIn(bundle);
  const of = (...types: string[]) => named.filter(({ type }) => types.includes(type));
  const conditions = of('Condition');
  const medicines = of('MedicationStatement', 'MedicationRequest');
  return {
    lines: [
      ...conditions.map(({ text, field }): TextLine => ({ text, field, kind: 'history' })),
      ...medicines.map(({ text, field }): TextLine => ({ text, field, kind: 'medication' })),
    ],
    history: conditions.map(({ text }) => text),
    medications: medicines.map(({ text }) => text),
    allergies: of('AllergyIntolerance').map(({ text }) => text),
  };
}

function ofFields(data: AnalyzePatientData) {
  return {
    lines: linesOf(data),
    history: data.demographics?.medical_history ?? [],
    medications: data.medications ?? [],
    allergies: data.allergies ?? [],
  };
}

/**
 * Reads everything that a request says of the patient.
 *
 * @param now ms since 1970
 * @throws AppError `validation_error` with every value that cannot be, or that contradicts another
 */
export function gather(data: PatientData, now: number): Gathered {
  const record = readPatientData(data, PATH, now);
  const issues = [...record.issues, ...contradictions(record.chart)];
  if (issues.length > 0) throw invalidFields(issues);
  return {
    chart: withDerived(record.chart),
    ...(data.resourceType === 'Bundle' ? ofBundle(data) : ofFields(data)),
    notAssessed: record.notAssessed.filter(({ what }) => !READ_HERE.test(what)),
  };
}
