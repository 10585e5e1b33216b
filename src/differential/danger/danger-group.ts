/** Groups in which a clinician goes through dangerous causes. */
export const DANGER_GROUPS = ['heart_and_vessels', 'infection', 'cancer', 'other'] as const;
export type DangerGroup = (typeof DANGER_GROUPS)[number];

const CANCER = /^(?:C|D[0-4])/;
const VESSELS = /^(?:I|G45|G46|K55|H34|R57\.0)/;
/** Chapters A and B, and infections of single organs in the other chapters. */
const INFECTION =
  /^(?:A|B|G0[0-9]|H05\.0|H44\.0|H60|H66|H70|I33|I40|J0|J1|J20|J21|J36|J39\.0|J85|J86|K35|K57|K61|K65|K75\.0|K81|K83\.0|L0[0-8]|M00|M01|M46\.[2-5]|M60\.0|M72\.6|M86|N10|N13\.6|N15\.1|N41|N45|N70|N73|O86|P36|U07)/;

/** The group of a disease by its ICD-10 code. */
export function dangerGroup(icd10: string): DangerGroup {
  if (CANCER.test(icd10)) return 'cancer';
  if (INFECTION.test(icd10)) return 'infection';
  return VESSELS.test(icd10) ? 'heart_and_vessels' : 'other';
}
