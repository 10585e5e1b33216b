/**
 * How strongly each kind of evidence counts. Findings are not independent and the cases that are
 * written down are not drawn by how frequent diseases are, so every kind is weakened; the values
 * were chosen on the vignettes for building (`scripts/knowledge/measure/tune.ts`).
 */
export interface Tuning {
  /** Exponent of the base rates. */
  readonly prior: number;
  /** Of findings that are there. */
  readonly present: number;
  /** Of findings that are said to be absent. */
  readonly absent: number;
  /** Of how long it has lasted. */
  readonly course: number;
  /** Of a symptom or sign that a disease does not bring: who comes with it seldom has it by chance. */
  readonly unexplained: number;
  /** How much of what its relatives have a disease has where its list is silent. */
  readonly likeRelatives: number;
  /** What each further finding of a group that comes together still counts. */
  readonly repeated: number;
  /** Rate, per 100,000 a year, of what is in no list. */
  readonly other: number;
  /** A precondition, such as a pregnancy, of which nothing is known. */
  readonly unknownNeed: number;
  /** Diseases of the specialty that asks, against those of others. */
  readonly ownSpecialty: number;
  /** What one finding can say at most for and against, as logarithms. */
  readonly most: number;
  readonly least: number;
  /** All of it, to make the probabilities true. */
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
