/**
 * Weights of each kind of evidence. Findings are not independent, and published cases are not
 * sampled by the frequency of diseases, so every kind is damped; the values were chosen on the
 * development vignettes (`scripts/knowledge/measure/tune.ts`).
 */
export interface Tuning {
  /** Exponent of the base rates. */
  readonly prior: number;
  /** Weight of present findings. */
  readonly present: number;
  /** Weight of absent findings. */
  readonly absent: number;
  /** Weight of the duration of the illness. */
  readonly course: number;
  /** Weight of a symptom or sign that a disease does not cause: it is seldom coincidental. */
  readonly unexplained: number;
  /** Part of the frequency in related diseases that applies to findings a disease does not list. */
  readonly likeRelatives: number;
  /** Weight of each further finding of a group that occurs together. */
  readonly repeated: number;
  /** Rate, per 100,000 a year, of all diseases that are not listed. */
  readonly other: number;
  /** Factor for an unknown precondition, such as a pregnancy. */
  readonly unknownNeed: number;
  /** Factor for diseases of the requested specialty relative to others. */
  readonly ownSpecialty: number;
  /** Maximum weight of one finding for and against, as logarithms. */
  readonly most: number;
  readonly least: number;
  /** Overall weight, for calibrated probabilities. */
  readonly temperature: number;
}

export const TUNING: Tuning = {
  prior: 0.55,
  present: 1,
  absent: 0.6,
  course: 0.5,
  unexplained: 0.4,
  likeRelatives: 0.3,
  repeated: 0.5,
  other: 300,
  unknownNeed: 0.15,
  ownSpecialty: 1.5,
  most: 4.5,
  least: -2,
  temperature: 0.85,
};
