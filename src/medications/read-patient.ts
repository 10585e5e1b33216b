import { invalidFields } from '../core/errors.js';
import { contradictions } from '../patient-record/chart/contradictions.js';
import { withDerived } from '../patient-record/chart/derive.js';
import { type Chart, chartOf, latest } from '../patient-record/chart/fact.js';
import { readValue, type SentValue } from '../patient-record/chart/read-value.js';
import { readNamedValues } from '../patient-record/chart/record/named-values.js';
import { emptyReading, type Reading } from '../patient-record/chart/record/reading.js';
import { type VariableName, variable } from '../patient-record/chart/variables/catalogue.js';
import type { NotAssessed } from './finding.js';
import { joinCharts } from './join-charts.js';
import { trimesterOf } from './patient.js';
import type { PatientFields } from './schema.js';

/** The content of the field `patient`, with derived facts. */
export interface PatientReading {
  readonly chart: Chart;
  readonly pregnant?: boolean;
  readonly trimester?: 1 | 2 | 3;
  readonly notAssessed: readonly NotAssessed[];
}

type SentVariable = readonly [field: string, name: VariableName, sent: SentValue];

/** Fields of `patient` by the variable of the chart. */
function sentFacts(patient: PatientFields): SentVariable[] {
  const { age, gender, weight_kg, height_cm, pregnant, egfr, creatinine_umol_l, qtc_ms } = patient;
  const sex = gender === 'M' || gender === 'F' ? gender : undefined;
  const all: (readonly [string, VariableName, SentValue | undefined])[] = [
    ['age', 'age', age],
    ['gender', 'sex', sex],
    ['weight_kg', 'weight', weight_kg],
    ['height_cm', 'height', height_cm],
    ['pregnant', 'pregnant', pregnant],
    ['egfr', 'egfr', egfr],
    [
      'creatinine_umol_l',
      'creatinine',
      creatinine_umol_l === undefined ? undefined : { value: creatinine_umol_l, unit: 'umol/L' },
    ],
    ['qtc_ms', 'qtc', qtc_ms],
  ];
  return all.filter((one): one is SentVariable => one[2] !== undefined);
}

function readPregnancy(
  { pregnant, trimester, gestational_weeks }: PatientFields,
  reading: Reading,
): Pick<PatientReading, 'pregnant' | 'trimester'> {
  const byWeeks = gestational_weeks === undefined ? undefined : trimesterOf(gestational_weeks);
  const third = trimester as 1 | 2 | 3 | undefined;
  if (pregnant === false && (third ?? byWeeks) !== undefined) {
    const field = third === undefined ? 'patient.gestational_weeks' : 'patient.trimester';
    reading.issues.push({ field, issue: 'contradicts pregnant false' });
  }
  if (third !== undefined && byWeeks !== undefined && third !== byWeeks) {
    reading.issues.push({ field: 'patient.trimester', issue: 'contradicts gestational_weeks' });
  }
  const known = third ?? byWeeks;
  const yes = pregnant ?? (known === undefined ? undefined : true);
  return { ...(yes !== undefined && { pregnant: yes }), ...(known && { trimester: known }) };
}

const NO_CHART: Chart = new Map();

/**
 * Reads the field `patient`, with what it leaves open from the patient's record.
 *
 * @param stored values of the record
 * @throws AppError `validation_error` with every value that is impossible or contradicts another
 */
export function readPatient(patient: PatientFields, stored: Chart = NO_CHART): PatientReading {
  const reading = emptyReading();
  for (const [field, name, sent] of sentFacts(patient)) {
    const read = readValue(variable(name), sent);
    const from = `patient.${field}`;
    if (!read.ok) reading.issues.push({ field: from, issue: read.issue });
    else reading.facts.push([name, { value: read.value, given: read.given, from }]);
  }
  const units = patient.lab_units ?? {};
  readNamedValues(patient.lab_results ?? {}, 'patient.lab_results', units, reading);
  const pregnancy = readPregnancy(patient, reading);
  const given = chartOf(reading.facts);
  const issues = [...reading.issues, ...contradictions(given)];
  if (issues.length > 0) throw invalidFields(issues);
  const { chart, left } = joinCharts(given, stored);
  const recorded = latest(chart, 'pregnant')?.value;
  return {
    chart: withDerived(chart),
    ...(typeof recorded === 'boolean' && { pregnant: recorded }),
    ...pregnancy,
    notAssessed: [...reading.notAssessed, ...left],
  };
}
