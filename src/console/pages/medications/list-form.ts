import type { MedicationAlert, UnresolvedLine } from '../../components/answers/answer-types.js';
import { type Flag, flagValue } from '../../components/form/controls.js';
import { type LabRow, type ReadLabs, readLabs } from '../../components/form/labs.js';
import { listLines, readNumber, withEntry, withWords } from '../../components/form/lines.js';
import { text } from '../../text/en.js';

// Between the form of the medication check and the body of POST /v1/medications.

/** Numbers of the patient with their units (UCUM). */
export const PATIENT_NUMBERS = [
  ['age', 'a'],
  ['weight_kg', 'kg'],
  ['height_cm', 'cm'],
  ['creatinine_umol_l', 'umol/L'],
  ['egfr', 'mL/min/{1.73_m2}'],
  ['qtc_ms', 'ms'],
  ['gestational_weeks', 'wk'],
] as const;
export type PatientNumber = (typeof PATIENT_NUMBERS)[number][0];

/** The lists of the form, each an entry a line. */
export type ListName = 'medications' | 'proposed' | 'allergies' | 'conditions';

/** The form as it is written. */
export interface ListForm extends Readonly<Record<ListName, string>> {
  readonly numbers: Readonly<Record<PatientNumber, string>>;
  readonly sex: string;
  readonly pregnant: Flag;
  readonly lactating: Flag;
  readonly hepatic: string;
  readonly labs: readonly LabRow[];
}

export const EMPTY_LIST: ListForm = {
  medications: '',
  proposed: '',
  allergies: '',
  conditions: '',
  numbers: {
    age: '',
    weight_kg: '',
    height_cm: '',
    creatinine_umol_l: '',
    egfr: '',
    qtc_ms: '',
    gestational_weeks: '',
  },
  sex: '',
  pregnant: '',
  lactating: '',
  hepatic: '',
  labs: [],
};

type Body = Readonly<Record<string, unknown>>;

export interface ReadList {
  /** Undefined while no medicine is written. */
  readonly body: Body | undefined;
  /** The same without what is proposed; undefined where the two would not differ. */
  readonly without: Body | undefined;
  readonly faults: ReadonlyMap<string, string>;
  readonly labFaults: ReadLabs['faults'];
}

const known = (entries: Readonly<Record<string, unknown>>): Body =>
  Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) =>
        value !== undefined &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0) &&
        !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  );

/** Reads the form; what is empty is not sent, and never stands for a normal value. */
export function readList(form: ListForm): ReadList {
  const faults = new Map<string, string>();
  const numbers = PATIENT_NUMBERS.map(([name]) => {
    const value = readNumber(form.numbers[name]);
    if (Number.isNaN(value)) faults.set(`patient.${name}`, text.form.notANumber);
    return [name, Number.isNaN(value) ? undefined : value] as const;
  });
  const labs = readLabs(form.labs);
  const patient = known({
    ...Object.fromEntries(numbers),
    gender: form.sex,
    pregnant: flagValue(form.pregnant),
    lactating: flagValue(form.lactating),
    hepatic_impairment: form.hepatic,
    lab_results: labs.values,
  });
  const medications = listLines(form.medications);
  const proposed = listLines(form.proposed);
  const rest = known({
    allergies: listLines(form.allergies),
    conditions: listLines(form.conditions),
    patient,
  });
  const body = { ...known({ medications, proposed }), ...rest };
  const both = medications.length > 0 && proposed.length > 0;
  return {
    body: medications.length + proposed.length > 0 ? body : undefined,
    without: both ? { medications, ...rest } : undefined,
    faults,
    labFaults: labs.faults,
  };
}

/** Every field at which the page shows a refusal. */
export const SHOWN_FIELDS: readonly string[] = [
  'medications',
  'proposed',
  'allergies',
  'conditions',
  ...PATIENT_NUMBERS.map(([name]) => `patient.${name}`),
  'patient.gender',
  'patient.pregnant',
  'patient.lactating',
  'patient.hepatic_impairment',
  'patient.lab_results',
];

const ENTRY = /^(medications|proposed|allergies|conditions)\.(\d+)/;

/** The words that a person typed for a field that an answer names: `medications.0`. */
export function nameOfField(form: ListForm, what: string): string | undefined {
  const [, number] = /^patient\.(\w+)$/.exec(what) ?? [];
  const isNumber = PATIENT_NUMBERS.some(([name]) => name === number);
  if (isNumber) return text.medications.numbers[number as PatientNumber];
  const [, list, n] = ENTRY.exec(what) ?? [];
  return list === undefined ? undefined : listLines(form[list as ListName])[Number(n)];
}

/** The list in which a suggestion stands for the words that were not recognised. */
export function withSuggestion(
  form: ListForm,
  { item, words }: Pick<UnresolvedLine, 'item' | 'words'>,
  suggestion: string,
): ListForm {
  const [, list, n] = ENTRY.exec(item) ?? [];
  if (list === undefined) return form;
  const name = list as ListName;
  const changed = withEntry(form[name], Number(n), (line) => withWords(line, words, suggestion));
  return { ...form, [name]: changed };
}

/** What adding the proposed drugs changes. */
export interface Comparison {
  readonly added: readonly MedicationAlert[];
  readonly removed: readonly MedicationAlert[];
  readonly changed: ReadonlyArray<{
    readonly before: MedicationAlert;
    readonly after: MedicationAlert;
  }>;
  readonly unchanged: number;
}

const identityOf = ({ rule_id, kind, drugs }: MedicationAlert): string =>
  [rule_id, kind, ...drugs.toSorted()].join(' ');

/** Compares the alerts of a list without and with the proposed drugs. */
export function compareAlerts(
  without: readonly MedicationAlert[],
  together: readonly MedicationAlert[],
): Comparison {
  const before = new Map(without.map((alert) => [identityOf(alert), alert]));
  const after = new Set(together.map(identityOf));
  const pairs = together.flatMap((alert) => {
    const earlier = before.get(identityOf(alert));
    return earlier === undefined ? [] : [{ before: earlier, after: alert }];
  });
  const changed = pairs.filter((pair) => pair.before.severity !== pair.after.severity);
  return {
    added: together.filter((alert) => !before.has(identityOf(alert))),
    removed: without.filter((alert) => !after.has(identityOf(alert))),
    changed,
    unchanged: pairs.length - changed.length,
  };
}
