import { contradictions } from '../chart/contradictions.js';
import { withDerived } from '../chart/derive.js';
import { type Chart, chartOf } from '../chart/fact.js';
import { type PatientRecord, readPatientData } from '../chart/record/read.js';
import { invalidField, invalidFields } from '../core/errors.js';
import type { Asked } from './asked.js';
import { type ReadInputs, readInputs } from './read-inputs.js';
import type { RiskRequest } from './schema.js';

/** All that a request says of a patient. */
export interface Gathered {
  readonly chart: Chart;
  /** Inputs that one score alone asks for, by score and input name. */
  readonly own: ReadInputs['own'];
  readonly notAssessed: PatientRecord['notAssessed'];
}

const NOTHING_READ: ReadInputs = { facts: [], own: new Map(), issues: [] };
const NO_RECORD: PatientRecord = { chart: new Map(), notAssessed: [], issues: [] };

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

/**
 * Reads everything that a request says of the patient, with what follows from it.
 *
 * @param now ms since 1970
 * @throws AppError `validation_error` with every value that cannot be, or that contradicts another
 */
export function gather(request: RiskRequest, asked: Asked | undefined, now: number): Gathered {
  const { inputs, patient_data } = request;
  const read =
    inputs === undefined || asked === undefined ? NOTHING_READ : readInputs(inputs, asked);
  const record =
    patient_data === undefined ? NO_RECORD : readPatientData(patient_data, 'patient_data', now);
  const given = joined(record.chart, read);
  const issues = [...read.issues, ...record.issues, ...contradictions(given)];
  if (issues.length > 0) throw invalidFields(issues);
  return { chart: withDerived(given), own: read.own, notAssessed: record.notAssessed };
}
