import { logistic } from '../../logistic.js';

type Diagnosis = readonly [name: string, weight: number];

/**
 * Weights of the diagnostic categories, Knaus 1985, appendix. Where a public listing has −1.685 for
 * multiple trauma and −2.59 for cardiogenic shock, these are its misprints: a second one and the
 * order of the table have −1.684 and −0.259.
 */
const NONOPERATIVE: Readonly<Record<string, Diagnosis>> = {
  asthma_allergy: ['respiratory failure from asthma or allergy', -2.108],
  copd: ['respiratory failure from COPD', -0.367],
  pulmonary_edema: ['respiratory failure from non-cardiogenic oedema', -0.251],
  post_respiratory_arrest: ['after respiratory arrest', -0.168],
  aspiration_poisoning_toxic: ['respiratory failure from aspiration, poisoning, toxins', -0.142],
  pulmonary_embolus: ['respiratory failure from pulmonary embolism', -0.128],
  respiratory_infection: ['respiratory failure from infection', 0],
  respiratory_neoplasm: ['respiratory failure from a neoplasm', 0.891],
  hypertension: ['cardiovascular failure from hypertension', -1.798],
  rhythm_disturbance: ['cardiovascular failure from arrhythmia', -1.368],
  congestive_heart_failure: ['heart failure', -0.424],
  hemorrhagic_shock_hypovolemia: ['haemorrhagic shock or hypovolaemia', 0.493],
  coronary_artery_disease: ['coronary artery disease', -0.191],
  sepsis: ['sepsis', 0.113],
  post_cardiac_arrest: ['after cardiac arrest', 0.393],
  cardiogenic_shock: ['cardiogenic shock', -0.259],
  dissecting_aneurysm: ['dissecting thoracic or abdominal aneurysm', 0.731],
  multiple_trauma: ['multiple trauma', -1.228],
  head_trauma: ['head trauma', -0.517],
  seizure_disorder: ['seizures', -0.584],
  intracranial_hemorrhage: ['intracerebral, subdural or subarachnoid haemorrhage', 0.723],
  drug_overdose: ['drug overdose', -3.353],
  diabetic_ketoacidosis: ['diabetic ketoacidosis', -1.507],
  gi_bleeding: ['gastrointestinal bleeding', 0.334],
  other_metabolic_renal: ['other metabolic or renal', -0.885],
  other_respiratory: ['other respiratory', -0.89],
  other_neurologic: ['other neurological', -0.759],
  other_cardiovascular: ['other cardiovascular', 0.47],
  other_gastrointestinal: ['other gastrointestinal', 0.501],
};

const POSTOPERATIVE: Readonly<Record<string, Diagnosis>> = {
  postop_multiple_trauma: ['after surgery: multiple trauma', -1.684],
  postop_chronic_cardiovascular: ['after surgery: chronic cardiovascular disease', -1.376],
  postop_peripheral_vascular: ['after surgery: peripheral vascular', -1.315],
  postop_heart_valve: ['after surgery: heart valve', -1.261],
  postop_craniotomy_neoplasm: ['after surgery: craniotomy for a neoplasm', -1.245],
  postop_renal_neoplasm: ['after surgery: renal neoplasm', -1.204],
  postop_renal_transplant: ['after surgery: renal transplant', -1.042],
  postop_head_trauma: ['after surgery: head trauma', -0.955],
  postop_thoracic_neoplasm: ['after surgery: thoracic neoplasm', -0.802],
  postop_craniotomy_hemorrhage: ['after surgery: craniotomy for a haemorrhage', -0.788],
  postop_spinal: ['after surgery: laminectomy, spinal cord', -0.699],
  postop_hemorrhagic_shock: ['after surgery: haemorrhagic shock', -0.682],
  postop_gi_bleeding: ['after surgery: gastrointestinal bleeding', -0.617],
  postop_gi_neoplasm: ['after surgery: gastrointestinal neoplasm', -0.248],
  postop_respiratory_insufficiency: ['after surgery: respiratory insufficiency', -0.14],
  postop_gi_perforation_obstruction: ['after surgery: perforation or obstruction', 0.06],
  postop_other_neurologic: ['after surgery: other neurological', -1.15],
  postop_other_cardiovascular: ['after surgery: other cardiovascular', -0.797],
  postop_other_respiratory: ['after surgery: other respiratory', -0.61],
  postop_other_gastrointestinal: ['after surgery: other gastrointestinal', -0.613],
  postop_other_metabolic_renal: ['after surgery: other metabolic or renal', -0.196],
};

/** These keep their non-operative weight after an operation (Knaus 1985). */
const AFTER_EITHER = ['sepsis', 'post_cardiac_arrest', 'post_respiratory_arrest'];

const ALL: Readonly<Record<string, Diagnosis>> = { ...NONOPERATIVE, ...POSTOPERATIVE };

/** Code → its meaning. */
export const APACHE_II_DIAGNOSES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ALL).map(([code, [name]]) => [code, name]),
);

/** Whether a diagnosis is one that a patient with or without an operation can have. */
export function fitsAdmission(diagnosis: string, operated: boolean): boolean {
  if (AFTER_EITHER.includes(diagnosis)) return true;
  return Object.hasOwn(operated ? POSTOPERATIVE : NONOPERATIVE, diagnosis);
}

/**
 * Probability of death in hospital by the APACHE II equation,
 * ln(R / (1 − R)) = −3.517 + 0.146 · points + 0.603 after emergency surgery + weight of the diagnosis.
 * Knaus 1985, doi:10.1097/00003246-198510000-00009.
 */
export function apacheIiMortality(points: number, diagnosis: string, emergency: boolean): number {
  const weight = ALL[diagnosis]?.[1];
  if (weight === undefined) throw new RangeError('unknown APACHE II diagnosis');
  const logit = -3.517 + 0.146 * points + (emergency ? 0.603 : 0) + weight;
  return logistic(logit);
}

/** Observed hospital deaths by points: from, without operation, after operation (Knaus 1985). */
const OBSERVED: ReadonlyArray<readonly [from: number, medical: number, operated: number]> = [
  [35, 0.85, 0.88],
  [30, 0.73, 0.73],
  [25, 0.55, 0.35],
  [20, 0.4, 0.3],
  [15, 0.24, 0.12],
  [10, 0.15, 0.07],
  [5, 0.08, 0.03],
  [0, 0.04, 0.01],
];

/** Approximate hospital mortality of the derivation cohort where the diagnosis is not known. */
export function apacheIiObservedMortality(points: number, operated: boolean): number {
  const row = OBSERVED.find(([from]) => points >= from);
  return row?.[operated ? 2 : 1] ?? 0;
}
