import type {
  AnalyzeCreateAnswer,
  MedicationsCreateAnswer,
  RiskCreateAnswer,
  RiskListScoresAnswer,
} from '../../api/types.js';

// Parts of the answers of the API, by the names that the pages use for them.

export type AnalysisAnswer = AnalyzeCreateAnswer;
export type UrgencyLevel = AnalysisAnswer['urgency_level'];
export type FindingOfText = AnalysisAnswer['explanation']['findings'][number];
export type RankedDiagnosis = AnalysisAnswer['explanation']['differential'][number];
export type DangerousCause = AnalysisAnswer['explanation']['must_not_miss'][number];

export type RiskAnswer = RiskCreateAnswer;
export type ScoreAnswer = RiskAnswer['scores'][number];
export type PredictionAnswer = RiskAnswer['predictions'][number];
export type ScoreDeclaration = RiskListScoresAnswer['scores'][number];
export type ScoreInput = ScoreDeclaration['inputs'][number];
export type ScoreCategory = ScoreDeclaration['categories'][number];
export type Reference = ScoreAnswer['reference'];

export type MedicationsAnswer = MedicationsCreateAnswer;
export type MedicationAlert = MedicationsAnswer['alerts'][number];
export type AlertSeverity = MedicationAlert['severity'];
export type ResolvedLine = MedicationsAnswer['resolved'][number];
export type UnresolvedLine = MedicationsAnswer['unresolved'][number];

/** Something that an answer leaves out, and why. */
export interface Omission {
  /** A field of the request or the name of a part. */
  readonly what: string;
  readonly reason: string;
}

export interface ModelVersion {
  readonly id: string;
  readonly version: string;
}

/** `disease-knowledge 1.2.0, medication-knowledge 1.4.0` */
export const versionsOf = (models: readonly ModelVersion[] = []): string =>
  models.map(({ id, version }) => `${id} ${version}`).join(', ');
