import type { AnalysisAnswer, PredictionAnswer, ScoreAnswer } from './answer-types.js';

// The scores and predictions of an analysis have the form of those of POST /v1/risk.

export const scoresIn = ({ explanation }: AnalysisAnswer): readonly ScoreAnswer[] =>
  explanation.scores as unknown as readonly ScoreAnswer[];

export const predictionsIn = ({ explanation }: AnalysisAnswer): readonly PredictionAnswer[] =>
  explanation.predictions as unknown as readonly PredictionAnswer[];
