import type { FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts } from '../knowledge/schema.js';
import type { Evidence } from './evidence.js';
import { highestFirst } from './order.js';
import { createPriors } from './priors.js';
import { createShareTable, shareIn } from './share-table.js';
import { createStepColumns } from './step-columns.js';
import { log } from './steps.js';
import { TUNING, type Tuning } from './tuning.js';
import { type EvidenceScores, weighEvidence } from './weigh.js';

/** The weight of one finding, or of the course, for a disease. */
export interface Contribution {
  /** Number of the finding; -1 for the course. */
  readonly finding: number;
  readonly absent: boolean;
  /** Logarithm of the likelihood ratio; above 0 supports the disease. */
  readonly weight: number;
}

/** A disease with its probability. */
export interface RankedDisease {
  readonly disease: DiseaseFacts;
  /** 0..1; all diseases and `other` add up to 1. */
  readonly probability: number;
}

export interface Differential {
  /** Every possible disease, most probable first; at equal probability by id. */
  readonly ranked: readonly RankedDisease[];
  /** Probability that it is none of them. */
  readonly other: number;
  /** One of them, by the id of the disease; nothing where it is impossible. */
  find(disease: string): RankedDisease | undefined;
  /** The evidence that bears on a disease, in the order of the findings, then the course. */
  contributionsOf(disease: DiseaseFacts): readonly Contribution[];
}

export interface DifferentialModel {
  readonly tree: FindingTree;
  readonly diseases: readonly DiseaseFacts[];
  /** Returns the differential; deterministic. */
  diagnose(evidence: Evidence): Differential;
  /**
   * Returns the first disease of the differential other than this one, by id; cheaper than the
   * whole.
   */
  likeliestBut(disease: string, evidence: Evidence): RankedDisease | undefined;
  /** P(finding | disease), by id and number. */
  shareOf(disease: string, finding: number): number;
}

/** Scores and probabilities of the diseases, by their number. */
interface DiseaseScores {
  /** Log scores; NaN for an impossible disease. */
  readonly scores: Float64Array;
  /** Together with `other` they add up to 1; 0 for an impossible disease. */
  readonly probabilities: Float64Array;
  readonly other: number;
  readonly weighed: EvidenceScores;
}

/** Returns probabilities from the scores of possible diseases and of the hypothesis `other`. */
function probabilitiesOf(
  scores: Float64Array,
  otherScore: number,
  temperature: number,
): Pick<DiseaseScores, 'probabilities' | 'other'> {
  let top = otherScore;
  for (const score of scores) if (score > top) top = score;
  const massOfOther = Math.exp((otherScore - top) / temperature);
  const probabilities = new Float64Array(scores.length);
  let total = massOfOther;
  for (let n = 0; n < scores.length; n += 1) {
    const score = scores[n] ?? Number.NaN;
    if (Number.isNaN(score)) continue;
    const mass = Math.exp((score - top) / temperature);
    probabilities[n] = mass;
    total += mass;
  }
  for (let n = 0; n < scores.length; n += 1) probabilities[n] = (probabilities[n] ?? 0) / total;
  return { probabilities, other: massOfOther / total };
}

/** Numbers of diseases in the order of their ids. */
function numbersById(diseases: readonly DiseaseFacts[]): Int32Array {
  const idOf = (n: number) => diseases[n]?.id ?? '';
  return Int32Array.from([...diseases.keys()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)));
}

/**
 * Bayesian inference over all diseases of the knowledge and one hypothesis for all others. Findings
 * are treated as independent except those that imply one another, exclude one another or occur
 * together (see {@link Tuning}); a finding that was not mentioned carries no weight.
 */
export function createDifferentialModel(
  tree: FindingTree,
  diseases: readonly DiseaseFacts[],
  tuning: Tuning = TUNING,
): DifferentialModel {
  const table = createShareTable(tree, diseases, tuning.likeRelatives);
  const priors = createPriors(tree, diseases, tuning);
  const numbers = new Map(diseases.map(({ id }, n) => [id, n] as const));
  const byId = numbersById(diseases);
  const columnOf = createStepColumns(table, tuning);
  const otherScore = log(tuning.other) * tuning.prior;

  function score(evidence: Evidence): DiseaseScores {
    const weighed = weighEvidence(columnOf, tree, evidence, tuning, diseases.length);
    const scores = new Float64Array(diseases.length);
    for (let n = 0; n < scores.length; n += 1) scores[n] = priors.of(n, evidence) ?? Number.NaN;
    const { values, count } = weighed.weights;
    for (let start = 0; start < values.length; start += count) {
      for (let n = 0; n < count; n += 1) scores[n] = (scores[n] ?? 0) + (values[start + n] ?? 0);
    }
    const told = probabilitiesOf(scores, otherScore, tuning.temperature);
    return { scores, weighed, ...told };
  }

  function rankedAs({ probabilities }: DiseaseScores, number: number): RankedDisease | undefined {
    const disease = diseases[number];
    return disease && { disease, probability: probabilities[number] ?? 0 };
  }

  function contributionsTo(
    disease: DiseaseFacts,
    evidence: Evidence,
    { steps, weights }: EvidenceScores,
  ): Contribution[] {
    const number = numbers.get(disease.id) ?? -1;
    const course = priors.courseOf(number, evidence);
    const told: Contribution[] = [];
    for (let at = 0; at < steps.length; at += 1) {
      const step = steps[at];
      const weight = weights.values[at * weights.count + number] ?? 0;
      if (step === undefined || weight === 0) continue;
      told.push({ finding: step.finding, absent: step.absent, weight });
    }
    if (course !== 0) told.push({ finding: -1, absent: false, weight: course });
    return told;
  }

  return {
    tree,
    diseases,
    shareOf(disease, finding) {
      const number = numbers.get(disease);
      return number === undefined ? 0 : shareIn(table, number, finding);
    },
    diagnose(evidence) {
      const scored = score(evidence);
      const ranked: RankedDisease[] = [];
      for (const n of highestFirst(byId, scored.scores)) {
        const one = rankedAs(scored, n);
        if (one !== undefined) ranked.push(one);
      }
      return {
        ranked,
        other: scored.other,
        contributionsOf: (disease) => contributionsTo(disease, evidence, scored.weighed),
        find(disease) {
          const number = numbers.get(disease) ?? -1;
          return Number.isNaN(scored.scores[number]) ? undefined : rankedAs(scored, number);
        },
      };
    },
    likeliestBut(disease, evidence) {
      const scored = score(evidence);
      const except = numbers.get(disease);
      let best = -1;
      let most = Number.NEGATIVE_INFINITY;
      for (const n of byId) {
        const its = scored.scores[n] ?? Number.NaN;
        if (n === except || !(its > most)) continue;
        best = n;
        most = its;
      }
      return rankedAs(scored, best);
    },
  };
}
