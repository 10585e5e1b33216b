/** Clinical specialties that a request may name. */
export const SPECIALTIES = [
  'general',
  'anaesthesiology',
  'cardiology',
  'dermatology',
  'emergency',
  'endocrinology',
  'gastroenterology',
  'geriatrics',
  'gynaecology',
  'haematology',
  'infectious_disease',
  'intensive_care',
  'internal_medicine',
  'nephrology',
  'neurology',
  'obstetrics',
  'oncology',
  'ophthalmology',
  'orthopaedics',
  'otolaryngology',
  'paediatrics',
  'palliative_care',
  'pathology',
  'primary_care',
  'psychiatry',
  'pulmonology',
  'radiology',
  'rheumatology',
  'surgery',
  'urology',
] as const;
export type Specialty = (typeof SPECIALTIES)[number];

/** American spellings and the names that people use. */
const OTHER_NAMES: ReadonlyMap<string, Specialty> = new Map(
  Object.entries({
    anesthesiology: 'anaesthesiology',
    anaesthetics: 'anaesthesiology',
    anesthesia: 'anaesthesiology',
    critical_care: 'intensive_care',
    icu: 'intensive_care',
    ear_nose_and_throat: 'otolaryngology',
    ent: 'otolaryngology',
    emergency_medicine: 'emergency',
    family_medicine: 'primary_care',
    family_practice: 'primary_care',
    general_medicine: 'internal_medicine',
    general_practice: 'primary_care',
    general_surgery: 'surgery',
    geriatric_medicine: 'geriatrics',
    gp: 'primary_care',
    gynecology: 'gynaecology',
    hematology: 'haematology',
    infectious_diseases: 'infectious_disease',
    obstetrics_and_gynaecology: 'obstetrics',
    obstetrics_and_gynecology: 'obstetrics',
    orthopedics: 'orthopaedics',
    pediatrics: 'paediatrics',
    respiratory: 'pulmonology',
    respiratory_medicine: 'pulmonology',
  } satisfies Record<string, Specialty>),
);

/** The specialty that a word denotes, in any case, with spaces, dashes or underscores. */
export function specialtyOf(text: string): Specialty | undefined {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
  return OTHER_NAMES.get(key) ?? SPECIALTIES.find((one) => one === key);
}
