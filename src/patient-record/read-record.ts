import type { Issue } from '../core/errors.js';
import { type Chart, chartOf } from './chart/fact.js';
import { readCondition } from './chart/record/conditions.js';
import { readNamedValues } from './chart/record/named-values.js';
import { readObservation } from './chart/record/observations.js';
import { readPerson } from './chart/record/person.js';
import { emptyReading, type Reading } from './chart/record/reading.js';
import { type AnalyzePatientData, type PatientData, pressuresOf } from './chart/schema.js';
import type { AllergyFact, MedicineFact } from './facts.js';
import type { ClinicalLanguage } from './language/create-clinical-language.js';
import { readHistory } from './read-history.js';
import { namedInBundle } from './resources.js';
import { sentLines } from './sent-lines.js';
import type { TextLine } from './text-line.js';
import { readWords, type WrittenPatient } from './written-patient.js';

/** Everything that a request or a stored file states about one patient, read once. */
export interface PatientRecord {
  /** What was sent as values, codes and history only; see `withDerived`. */
  readonly chart: Chart;
  readonly lines: readonly TextLine[];
  readonly medicines: readonly MedicineFact[];
  readonly allergies: readonly AllergyFact[];
  readonly notAssessed: ReadonlyArray<{ readonly what: string; readonly reason: string }>;
  /** Faults of the input; no answer is given until they are corrected. */
  readonly issues: readonly Issue[];
  /** The chart including values and person read from the text; computed at the first call. */
  readonly written: () => WrittenPatient;
}

export interface RecordOptions {
  /** Path of the data in the request, the prefix of every field path. */
  readonly path?: string;
  /** Absent where no clinical language package is open: doubtful words are then not assessed. */
  readonly language: ClinicalLanguage | undefined;
  /** ms since 1970, the reference for an age from a date of birth when nothing else is dated. */
  readonly now: number;
}

function readPressure(text: string, field: string, reading: Reading): void {
  const both = pressuresOf(text);
  if (both === undefined) return;
  for (const [name, value] of [
    ['systolic_bp', both.systolic],
    ['diastolic_bp', both.diastolic],
  ] as const) {
    const given = { value, unit: 'mm[Hg]' };
    reading.facts.push([name, { value, given, from: field }]);
  }
}

/** Parts of patient data that no score uses; other readers handle them. */
const NOT_FOR_SCORES = ['symptoms', 'symptom_onset', 'medications', 'allergies'] as const;

function readValues(data: AnalyzePatientData, path: string, reading: Reading): void {
  const { blood_pressure, ...vitals } = data.vitals ?? {};
  if (blood_pressure !== undefined) {
    readPressure(blood_pressure, `${path}.vitals.blood_pressure`, reading);
  }
  readNamedValues(vitals, `${path}.vitals`, {}, reading);
  const units = data.lab_units ?? {};
  readNamedValues(data.lab_results ?? {}, `${path}.lab_results`, units, reading);
  for (const [at, resource] of (data.observations ?? []).entries()) {
    readObservation(resource, `${path}.observations.${at}`, reading);
  }
  for (const [at, resource] of (data.conditions ?? []).entries()) {
    readCondition(resource, `${path}.conditions.${at}`, reading);
  }
  for (const name of NOT_FOR_SCORES) {
    if (data[name] === undefined) continue;
    reading.notAssessed.push({ what: `${path}.${name}`, reason: 'no score has an input for it' });
  }
}

function readFields(
  data: AnalyzePatientData,
  path: string,
  language: ClinicalLanguage | undefined,
  reading: Reading,
): void {
  const { age, gender, medical_history = [], ...more } = data.demographics ?? {};
  const demographics = `${path}.demographics`;
  const sex = gender === 'M' || gender === 'F' ? gender : undefined;
  readNamedValues({ age, gender: sex, ...more }, demographics, {}, reading);
  const field = `${demographics}.medical_history`;
  readHistory(medical_history, field, language, reading);
  readValues(data, path, reading);
}

function readBundle(
  bundle: Extract<PatientData, { resourceType: 'Bundle' }>,
  path: string,
  now: number,
  reading: Reading,
): void {
  const people = bundle.entry.filter(({ resource }) => resource?.resourceType === 'Patient');
  if (people.length > 1) {
    reading.issues.push({ field: `${path}.entry`, issue: 'holds more than one Patient' });
    return;
  }
  for (const [at, { resource }] of bundle.entry.entries()) {
    const field = `${path}.entry.${at}.resource`;
    if (resource?.resourceType === 'Observation') readObservation(resource, field, reading);
    if (resource?.resourceType === 'Condition') readCondition(resource, field, reading);
  }
  // Age is calculated at the time of the newest dated resource.
  const times = reading.facts.flatMap(([, { at }]) => at ?? []);
  const newest = times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : now;
  for (const [at, { resource }] of bundle.entry.entries()) {
    if (resource?.resourceType !== 'Patient') continue;
    readPerson(resource, `${path}.entry.${at}.resource`, newest, reading);
  }
}

/**
 * Returns a function that computes a value at the first call and returns the same value afterwards.
 */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type NamedParts = Pick<PatientRecord, 'lines' | 'medicines' | 'allergies'>;

/** A record whose text is read on first use. */
class ReadRecord implements PatientRecord {
  readonly chart: Chart;
  readonly notAssessed: PatientRecord['notAssessed'];
  readonly issues: readonly Issue[];
  readonly written: () => WrittenPatient;
  readonly #named: () => NamedParts;

  constructor(reading: Reading, named: () => NamedParts, language: ClinicalLanguage | undefined) {
    this.chart = chartOf(reading.facts);
    this.notAssessed = reading.notAssessed;
    this.issues = reading.issues;
    this.#named = once(named);
    this.written = once(() => readWords(this.lines, this.chart, language));
  }

  get lines(): PatientRecord['lines'] {
    return this.#named().lines;
  }

  get medicines(): PatientRecord['medicines'] {
    return this.#named().medicines;
  }

  get allergies(): PatientRecord['allergies'] {
    return this.#named().allergies;
  }
}

/** Reads the record of a patient from the data of a request, in the API's own format or as FHIR. */
export function readPatientRecord(
  data: PatientData,
  { path = 'patient_data', language, now }: RecordOptions,
): PatientRecord {
  const reading = emptyReading();
  const isBundle = data.resourceType === 'Bundle';
  if (isBundle) readBundle(data, path, now, reading);
  else readFields(data, path, language, reading);
  const named = () => (isBundle ? namedInBundle(data, path) : sentLines(data, path));
  return new ReadRecord(reading, named, language);
}
