import type { Issue } from '../../core/errors.js';
import { type Chart, chartOf } from '../fact.js';
import { type AnalyzePatientData, type PatientData, pressuresOf } from '../schema.js';
import { readCondition } from './conditions.js';
import { readHistory, readNamedValues } from './named-values.js';
import { readObservation } from './observations.js';
import { readPerson } from './person.js';
import { emptyReading, type Reading } from './reading.js';

export interface PatientRecord {
  /** What was sent and nothing else; see `withDerived` and `contradictions`. */
  readonly chart: Chart;
  readonly notAssessed: ReadonlyArray<{ readonly what: string; readonly reason: string }>;
  /** Faults of the input: nothing may be said before they are mended. */
  readonly issues: readonly Issue[];
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

/** Parts of patient data that no score looks at; they are for those who can read them. */
const NOT_FOR_SCORES = ['symptoms', 'symptom_onset', 'medications', 'allergies'] as const;

function readAnalyzeShape(data: AnalyzePatientData, path: string, reading: Reading): void {
  const { age, gender, medical_history, ...more } = data.demographics ?? {};
  const demographics = `${path}.demographics`;
  const sex = gender === 'M' || gender === 'F' ? gender : undefined;
  readNamedValues({ age, gender: sex, ...more }, demographics, {}, reading);
  readHistory(medical_history ?? [], `${demographics}.medical_history`, reading);
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
  // The patient was as old as this when the newest of it was true.
  const times = reading.facts.flatMap(([, { at }]) => at ?? []);
  const newest = times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : now;
  for (const [at, { resource }] of bundle.entry.entries()) {
    if (resource?.resourceType !== 'Patient') continue;
    readPerson(resource, `${path}.entry.${at}.resource`, newest, reading);
  }
}

/**
 * The chart of a patient from the data of a request.
 *
 * @param path of the data in the request, which begins the path of every field
 * @param now ms since 1970, for an age from a day of birth when nothing else is dated
 */
export function readPatientData(data: PatientData, path: string, now: number): PatientRecord {
  const reading = emptyReading();
  if (data.resourceType === 'Bundle') readBundle(data, path, now, reading);
  else readAnalyzeShape(data, path, reading);
  const { notAssessed, issues } = reading;
  return { chart: chartOf(reading.facts), notAssessed, issues };
}
