import { type Danger, mustNotMiss } from '../danger/must-not-miss.js';
import type { ReadPatient } from '../evidence/read-evidence.js';
import type { DiseaseKnowledge } from '../knowledge/knowledge.js';
import type { Differential, RankedDisease } from '../probability/diagnostician.js';
import { type Advice, advise } from '../recommend/recommend.js';
import { certainPoints, type EarlyWarningScore, firedScores } from '../urgency/early-warning.js';
import { firedRules, type Triage, triage } from '../urgency/triage.js';
import { confidenceOf, leadOf } from './confidence.js';
import { contradictionsOf, discrepanciesOf } from './contradictions.js';
import { type DeteriorationRisk, deteriorationRisk } from './risk.js';
import { type SecondDisease, togetherWith, unexplainedBy } from './unexplained.js';

/** The complete assessment of a patient. */
export interface PatientAssessment {
  readonly read: ReadPatient;
  readonly differential: Differential;
  /** Absent where the evidence does not support a diagnosis. */
  readonly primary: RankedDisease | undefined;
  readonly dangers: readonly Danger[];
  readonly urgency: Triage;
  readonly advice: readonly Advice[];
  readonly risk: DeteriorationRisk;
  /** 0..1 */
  readonly confidence: number;
  readonly contradictions: readonly string[];
  /** Numbers of findings that the first disease of the differential does not explain. */
  readonly unexplained: readonly number[];
  readonly together: SecondDisease | undefined;
}

/** A first disease less probable than this is not reported as the diagnosis. */
export const UNDETERMINED = 0.15;

/**
 * Assesses a patient: differential, dangerous causes, urgency, recommendations. Pure and
 * deterministic.
 *
 * @param specialty whose diseases are favoured
 * @param scores of the patient, for early warning
 */
export function assessPatient(
  { rules, presentations, reader, diagnostician }: DiseaseKnowledge,
  read: ReadPatient,
  specialty: string,
  scores: readonly EarlyWarningScore[],
): PatientAssessment {
  const { tree } = reader;
  const differential = diagnostician.diagnose({ ...read, specialty });
  const red = firedRules(rules, tree, read);
  const dangers = mustNotMiss(presentations, tree, read, differential);
  const contradictions = contradictionsOf(tree, read);
  const [first] = differential.ranked;
  const speaks = read.present.size > 0 && (first?.probability ?? 0) >= UNDETERMINED;
  const unexplained =
    first === undefined ? [] : unexplainedBy(diagnostician, first.disease.id, read);
  const confidence = confidenceOf({
    ...leadOf(differential),
    present: read.present.size,
    contradictions: contradictions.length,
  });
  return {
    read,
    differential,
    primary: speaks ? first : undefined,
    dangers,
    urgency: triage(red, firedScores(scores), differential),
    advice: advise(red, differential, dangers),
    risk: deteriorationRisk(differential, certainPoints(scores, 'news2')),
    confidence: speaks ? confidence : Math.min(confidence, UNDETERMINED),
    contradictions: [...contradictions, ...discrepanciesOf(tree, read)],
    unexplained,
    together: first && togetherWith(diagnostician, first.disease.id, read),
  };
}
