import type { Evidence } from './evidence.js';
import type { ConfidenceParameters } from './parameters.js';

/** The features of the logistic model of a word, in the order of its weights. */
export function confidenceFeatures({ agreement, sound, language, tokens }: Evidence) {
  return {
    agreement: Math.log(agreement / (1 - agreement)),
    sound: Math.max(-20, sound),
    language: Math.max(-20, language),
    length: Math.log(Math.max(1, tokens)),
  };
}

/** Calibrated probability that the word is right, 0..1. */
export function probabilityOf(evidence: Evidence, weights: ConfidenceParameters): number {
  const { agreement, sound, language, length } = confidenceFeatures(evidence);
  const logit =
    weights.intercept +
    weights.agreement * agreement +
    weights.sound * sound +
    weights.language * language +
    weights.length * length;
  const p = 1 / (1 + Math.exp(-logit));
  const { stranger } = weights;
  const strange =
    stranger && evidence.language < stranger.language && evidence.sound < stranger.sound;
  return strange ? Math.min(stranger.most, p) : p;
}
