import { contradictions } from '../chart/contradictions.js';
import { withDerived } from '../chart/derive.js';
import { type Chart, chartOf } from '../chart/fact.js';
import { invalidField, invalidFields } from '../core/errors.js';
import type { ClinicalLanguage } from '../language/create-clinical-language.js';
import { type PatientRecord, readPatientRecord } from '../patient-record/read-record.js';
import type { NamedScores } from './named-scores.js';
import { type ReadInputs, readInputs } from './read-inputs.js';
import type { RiskRequest } from './schema.js';

/** All that a request says of a patient. */
export interface ReadRequest {
  readonly chart: Chart;
  /** Inputs that one score alone asks for, by score and input name. */
  readonly own: ReadInputs['own'];
  readonly notAssessed: PatientRecord['notAssessed'];
}

const NOTHING_READ: ReadInputs = { facts: [], own: new Map(), issues: [] };
const NO_RECORD: Pick<PatientRecord, 'chart' | 'notAssessed' | 'issues'> = {
  chart: new Map(),
  notAssessed: [],
  issues: [],
};

/** @throws AppError `validation_error` when the parts of a request do not go together */
export function checkShape({ score, scores, inputs, patient_data }: RiskRequest): void {
  if (score !== undefined && scores !== undefined) {
    throw invalidField('scores', 'cannot stand beside score; send one');
  }
  if (inputs !== undefined && score === undefined && scores === undefined) {
    throw invalidField('score', 'is required with inputs');
  }
  if (inputs === undefined && patient_data === undefined) {
    throw invalidField('inputs', 'is required, unless patient_data is sent');
  }
}

/** Facts of `inputs` instead of those of the record: what is said for this question counts. */
function joined(record: Chart, { facts }: ReadInputs): Chart {
  return new Map([...record, ...chartOf(facts)]);
}

/** What a patient's data are read with. */
export interface RequestReaders {
  /** Nothing where no package of clinical language is open. */
  readonly language: ClinicalLanguage | undefined;
  /** ms since 1970. */
  readonly now: number;
}

/**
 * Reads everything that a request says of the patient, with what follows from it.
 *
 * @throws AppError `validation_error` with every value that cannot be, or that contradicts another
 */
export function readRequest(
  request: RiskRequest,
  asked: NamedScores | undefined,
  readers: RequestReaders,
): ReadRequest {
  const { inputs, patient_data } = request;
  const read =
    inputs === undefined || asked === undefined ? NOTHING_READ : readInputs(inputs, asked);
  const record = patient_data === undefined ? NO_RECORD : readPatientRecord(patient_data, readers);
  const given = joined(record.chart, read);
  const issues = [...read.issues, ...record.issues, ...contradictions(given)];
  if (issues.length > 0) throw invalidFields(issues);
  return { chart: withDerived(given), own: read.own, notAssessed: record.notAssessed };
}
