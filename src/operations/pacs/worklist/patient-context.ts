import type { DescribedObject } from '../../../core/received-object.js';

const DATE = /^(\d{4})(\d{2})(\d{2})$/;
const MAX_YEARS = 130;

/** Months since year 0, and the day of the month; undefined for what is no date of DICOM. */
function dateOf(text: string | undefined): { months: number; day: number } | undefined {
  const [, year, month, day] = DATE.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  return { months: Number(year) * 12 + Number(month), day: Number(day) };
}

/** Whole years from birth to the day of the study; undefined where either is not known. */
function ageAtStudy({ patient, study }: DescribedObject): number | undefined {
  const birth = dateOf(patient.birthDate);
  const day = dateOf(study.date);
  if (birth === undefined || day === undefined) return undefined;
  const months = day.months - birth.months - (day.day < birth.day ? 1 : 0);
  const years = Math.floor(months / 12);
  return years >= 0 && years <= MAX_YEARS ? years : undefined;
}

/** PS3.3 C.7.1.1: M, F or O. */
const isSex = (text: string | undefined): text is 'M' | 'F' | 'O' =>
  text === 'M' || text === 'F' || text === 'O';

/** What a header says of the patient that counts in a reading. */
export function patientContext(header: DescribedObject): {
  readonly age?: number;
  readonly gender?: 'M' | 'F' | 'O';
} {
  const age = ageAtStudy(header);
  const { sex } = header.patient;
  return { ...(age !== undefined && { age }), ...(isSex(sex) && { gender: sex }) };
}
