import { invalidField, invalidFields } from '../core/errors.js';
import { contradictions } from '../patient-record/chart/contradictions.js';
import { withDerived } from '../patient-record/chart/derive.js';
import { type Chart, chartOf } from '../patient-record/chart/fact.js';
import type { ClinicalLanguage } from '../patient-record/language/create-clinical-language.js';
import { type PatientRecord, readPatientRecord } from '../patient-record/read-record.js';
import type { NamedScores } from './named-scores.js';
import { type ReadInputs, readInputs } from './read-inputs.js';
import type { RiskRequest } from './schema.js';

/** The patient data of a request. */
export interface ReadRequest {
  readonly chart: Chart;
  /** Inputs of one score alone, by score and input name. */
  readonly own: ReadInputs['own'];
  readonly notAssessed: PatientRecord['notAssessed'];
}

const NOTHING_READ: ReadInputs = { facts: [], own: new Map(), issues: [] };
const NO_RECORD: Pick<PatientRecord, 'chart' | 'notAssessed' | 'issues'> = {
  chart: new Map(),
  notAssessed: [],
  issues: [],
};

/**
 * Checks that the parts of a request are compatible.
 *
 * @throws AppError `validation_error` when they are not
 */
export function checkShape({ score, scores, inputs, patient_data }: RiskRequest): void {
  if (score !== undefined && scores !== undefined) {
    throw invalidField('scores', 'cannot be combined with score; send one');
  }
  if (inputs !== undefined && score === undefined && scores === undefined) {
    throw invalidField('score', 'is required with inputs');
  }
  if (inputs === undefined && patient_data === undefined) {
    throw invalidField('inputs', 'is required, unless patient_data is sent');
  }
}

/**
 * Facts of `inputs` replace those of the record: the explicit inputs of a request take precedence.
 */
function joined(record: Chart, { facts }: ReadInputs): Chart {
  return new Map([...record, ...chartOf(facts)]);
}

/** The readers for a patient's data. */
export interface RequestReaders {
  /** Absent where no clinical language package is open. */
  readonly language: ClinicalLanguage | undefined;
  /** ms since 1970. */
  readonly now: number;
}

/**
 * Reads the patient data of a request, with derived facts.
 *
 * @throws AppError `validation_error` with every value that is impossible or contradicts another
 */
export function readRequest(
  request: RiskRequest,
  requested: NamedScores | undefined,
  readers: RequestReaders,
): ReadRequest {
  const { inputs, patient_data } = request;
  const read =
    inputs === undefined || requested === undefined ? NOTHING_READ : readInputs(inputs, requested);
  const record = patient_data === undefined ? NO_RECORD : readPatientRecord(patient_data, readers);
  const given = joined(record.chart, read);
  const issues = [...read.issues, ...record.issues, ...contradictions(given)];
  if (issues.length > 0) throw invalidFields(issues);
  return { chart: withDerived(given), own: read.own, notAssessed: record.notAssessed };
}
