/** The guideline on management after a subarachnoid haemorrhage. */
export const AHA_SAH_2023 = 'AHA/ASA aneurysmal SAH guideline 2023, 10.1161/STR.0000000000000436';

/** What it advises with a poor clinical grade. */
export const POOR_GRADE_ACTION = {
  text:
    'Stabilise, drain a hydrocephalus, then consider early treatment of the aneurysm after ' +
    'discussing the likely outcome.',
  source: AHA_SAH_2023,
} as const;
