/** µmol/L of bilirubin in one mg/dL: 584.66 g/mol. */
const UMOL_PER_MG_DL = 17.104;

/** Bilirubin in µmol/L from mg/dL. */
export const bilirubinMicromoles = (mgPerDl: number): number => mgPerDl * UMOL_PER_MG_DL;
