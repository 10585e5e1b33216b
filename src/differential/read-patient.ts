import { invalidFields } from '../core/errors.js';
import { contradictions } from '../patient-record/chart/contradictions.js';
import type { PatientData } from '../patient-record/chart/schema.js';
import type { ClinicalLanguage } from '../patient-record/language/create-clinical-language.js';
import { type PatientRecord, readPatientRecord } from '../patient-record/read-record.js';

/** Parts of the data that no score uses but the differential reads. */
const READ_HERE =
  /\.(?:symptoms|symptom_onset|medications|allergies|demographics\.medical_history\.\d+)$/;

/**
 * Returns the record of a patient for an analysis.
 *
 * @param now ms since 1970
 * @throws AppError `validation_error` with every value that is impossible or contradicts another
 */
export function readPatient(
  data: PatientData,
  language: ClinicalLanguage,
  now: number,
): PatientRecord {
  const record = readPatientRecord(data, { language, now });
  const issues = [...record.issues, ...contradictions(record.chart)];
  if (issues.length > 0) throw invalidFields(issues);
  return record;
}

/** Returns the parts of the data that neither a score nor the differential reads. */
export const notAssessedData = ({ notAssessed }: PatientRecord): PatientRecord['notAssessed'] =>
  notAssessed.filter(({ what }) => !READ_HERE.test(what));
