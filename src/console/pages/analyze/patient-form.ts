import type { AnalysisAnswer } from '../../components/answers/answer-types.js';
import type { Flag } from '../../components/form/controls.js';
import { type LabRow, nameOfLab, type ReadLabs, readLabs } from '../../components/form/labs.js';
import { listLines, readNumber, storyLines } from '../../components/form/lines.js';
import { text } from '../../text/en.js';

// Between the form of the analysis and the body of POST /v1/analyze.

export type CorrectedAssertion = 'present' | 'absent' | 'unknown';

/** What a person says of findings, by their concept. */
export type Corrections = Readonly<Record<string, CorrectedAssertion>>;

/** Vital signs that are numbers, with their units (UCUM). */
export const MEASURED_VITALS = [
  ['heart_rate', '/min'],
  ['respiratory_rate', '/min'],
  ['temperature', 'Cel'],
  ['oxygen_saturation', '%'],
  ['gcs', '{score}'],
] as const;
export type MeasuredVital = (typeof MEASURED_VITALS)[number][0];

/** The form as it is written. */
export interface PatientForm {
  readonly story: string;
  readonly onset: string;
  readonly age: string;
  readonly sex: string;
  readonly bloodPressure: string;
  readonly vitals: Readonly<Record<MeasuredVital, string>>;
  readonly onOxygen: Flag;
  readonly consciousness: string;
  readonly labs: readonly LabRow[];
  readonly medications: string;
  readonly allergies: string;
  readonly history: string;
  readonly specialty: string;
  readonly corrections: Corrections;
}

export const EMPTY_FORM: PatientForm = {
  story: '',
  onset: '',
  age: '',
  sex: '',
  bloodPressure: '',
  vitals: { heart_rate: '', respiratory_rate: '', temperature: '', oxygen_saturation: '', gcs: '' },
  onOxygen: '',
  consciousness: '',
  labs: [],
  medications: '',
  allergies: '',
  history: '',
  specialty: 'general',
  corrections: {},
};

export interface ReadForm {
  /** Undefined while nothing is written from which an analysis can begin. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** By the field of the request: what is no number. */
  readonly faults: ReadonlyMap<string, string>;
  readonly labFaults: ReadLabs['faults'];
}

/** The entries that say something; undefined where none does. */
function filled(entries: Readonly<Record<string, unknown>>) {
  const known = Object.entries(entries).filter(
    ([, value]) =>
      value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Reads the form; what is empty is not sent, and never stands for a normal value. */
export function readForm(form: PatientForm): ReadForm {
  const faults = new Map<string, string>();
  const number = (field: string, written: string) => {
    const value = readNumber(written);
    if (!Number.isNaN(value)) return value;
    faults.set(field, text.form.notANumber);
    return undefined;
  };
  const measured = MEASURED_VITALS.map(([name]) => [
    name,
    number(`patient_data.vitals.${name}`, form.vitals[name]),
  ]);
  const labs = readLabs(form.labs);
  const vitals = filled({
    ...Object.fromEntries(measured),
    blood_pressure: form.bloodPressure.trim(),
    on_oxygen: form.onOxygen === '' ? undefined : form.onOxygen === 'yes',
    consciousness: form.consciousness,
  });
  const symptoms = storyLines(form.story);
  const lab_results = filled(labs.values);
  const patient_data = filled({
    demographics: filled({
      age: number('patient_data.demographics.age', form.age),
      gender: form.sex,
      medical_history: listLines(form.history),
    }),
    vitals,
    symptoms,
    symptom_onset: form.onset.trim(),
    lab_results,
    medications: listLines(form.medications),
    allergies: listLines(form.allergies),
  });
  const corrections = Object.entries(form.corrections).map(([finding, assertion]) => ({
    finding,
    assertion,
  }));
  const says = symptoms.length > 0 || vitals !== undefined || lab_results !== undefined;
  return {
    body: says
      ? {
          patient_data,
          specialty: form.specialty,
          ...(corrections.length > 0 && { corrections }),
        }
      : undefined,
    faults,
    labFaults: labs.faults,
  };
}

/** Fields at which the page shows a refusal, and where they stand in the form. */
export const SHOWN_FIELDS: readonly string[] = [
  'patient_data.demographics.age',
  'patient_data.demographics.gender',
  'patient_data.demographics.medical_history',
  'patient_data.symptoms',
  'patient_data.symptom_onset',
  'patient_data.medications',
  'patient_data.allergies',
  'patient_data.vitals.blood_pressure',
  'patient_data.vitals.on_oxygen',
  'patient_data.vitals.consciousness',
  ...MEASURED_VITALS.map(([name]) => `patient_data.vitals.${name}`),
];

/** Every field at which the page shows a refusal of this form. */
export const shownFields = ({ labs }: PatientForm): readonly string[] => [
  ...SHOWN_FIELDS,
  ...labs.map(({ name }) => `patient_data.lab_results.${nameOfLab(name)}`),
];

/** The words that a person typed for a field that an answer names. */
export function nameOfField(form: PatientForm, what: string): string | undefined {
  const [, list = '', n = ''] = /^(?:patient_data\.)?(.+?)\.(\d+)(?:\.|$)/.exec(what) ?? [];
  const at = Number(n);
  switch (list) {
    case 'symptoms':
      return text.analyze.story;
    case 'medications':
      return listLines(form.medications)[at];
    case 'allergies':
      return listLines(form.allergies)[at];
    case 'demographics.medical_history':
      return listLines(form.history)[at];
    case 'corrections':
      return Object.keys(form.corrections)[at];
  }
  const lab = /^patient_data\.lab_results\.(.+)$/.exec(what)?.[1];
  return lab === undefined ? undefined : text.analyze.labNamed(lab.replaceAll('_', ' '));
}

type Finding = AnalysisAnswer['explanation']['findings'][number];

/** A finding as a chip: each concept once for each assertion, with all words that it was read from. */
export interface Chip {
  readonly concept: string;
  readonly assertion: Finding['assertion'];
  readonly words: readonly string[];
  /** From words a finding can be corrected; from a value, the value has to be. */
  readonly origin: 'words' | 'value' | 'correction';
}

const WORDS = /^patient_data\.(?:symptoms|demographics\.medical_history|medications)\.\d+$/;

function originOf({ field }: Finding): Chip['origin'] {
  if (field.startsWith('corrections.')) return 'correction';
  return WORDS.test(field) || field === 'patient_data.symptom_onset' ? 'words' : 'value';
}

/** The findings of an answer as chips, in the order in which they were read. */
export function chipsOf(findings: readonly Finding[]): readonly Chip[] {
  const chips = new Map<string, Chip>();
  for (const finding of findings) {
    const { concept, assertion, text: words } = finding;
    const origin = originOf(finding);
    const key = `${origin} ${assertion} ${concept}`;
    const known = chips.get(key);
    const all = known?.words ?? [];
    if (all.some((one) => one.toLowerCase() === words.toLowerCase())) continue;
    chips.set(key, { concept, assertion, origin, words: [...all, words] });
  }
  return [...chips.values()];
}

/** Adds a correction; the same assertion as was read takes it back. */
export function withCorrection(
  corrections: Corrections,
  concept: string,
  assertion: CorrectedAssertion | undefined,
): Corrections {
  const { [concept]: _, ...others } = corrections;
  return assertion === undefined ? others : { ...others, [concept]: assertion };
}
