import type { FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts } from '../knowledge/schema.js';
import type { Evidence } from './evidence.js';
import { addWeights, likeliest, probabilitiesOf, type ScoreProbabilities } from './log-scores.js';
import { highestFirst } from './order.js';
import { createPriors, type Priors } from './priors.js';
import { createShareTable, type ShareTable, shareIn } from './share-table.js';
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

/** Scores and probabilities of the diseases, by their number. */
interface DiseaseScores extends ScoreProbabilities {
  /** Log scores; NaN for an impossible disease. */
  readonly scores: Float64Array;
  readonly weighed: EvidenceScores;
}

/** Numbers of diseases in the order of their ids. */
function numbersById(diseases: readonly DiseaseFacts[]): Int32Array {
  const idOf = (n: number) => diseases[n]?.id ?? '';
  return Int32Array.from([...diseases.keys()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)));
}

/** The evidence that bears on a disease, in the order of the findings. */
function contributionsTo(disease: number, { steps, weights }: EvidenceScores): Contribution[] {
  const contributions: Contribution[] = [];
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at];
    const weight = weights.values[at * weights.count + disease] ?? 0;
    if (step === undefined || weight === 0) continue;
    contributions.push({ finding: step.finding, absent: step.absent, weight });
  }
  return contributions;
}

/**
 * Bayesian inference over all diseases of the knowledge and one hypothesis for all others. Findings
 * are treated as independent except those that imply one another, exclude one another or occur
 * together (see {@link Tuning}); a finding that was not mentioned carries no weight.
 */
export class DifferentialModel {
  readonly tree: FindingTree;
  readonly diseases: readonly DiseaseFacts[];
  readonly #tuning: Tuning;
  readonly #table: ShareTable;
  readonly #priors: Priors;
  readonly #columnOf: ReturnType<typeof createStepColumns>;
  /** Numbers of diseases by id. */
  readonly #numbers: ReadonlyMap<string, number>;
  /** Numbers of diseases in the order of their ids. */
  readonly #order: Int32Array;
  readonly #otherScore: number;

  constructor(tree: FindingTree, diseases: readonly DiseaseFacts[], tuning: Tuning = TUNING) {
    this.tree = tree;
    this.diseases = diseases;
    this.#tuning = tuning;
    this.#table = createShareTable(tree, diseases, tuning.likeRelatives);
    this.#priors = createPriors(tree, diseases, tuning);
    this.#columnOf = createStepColumns(this.#table, tuning);
    this.#numbers = new Map(diseases.map(({ id }, n) => [id, n] as const));
    this.#order = numbersById(diseases);
    this.#otherScore = log(tuning.other) * tuning.prior;
  }

  /** Returns the differential; deterministic. */
  diagnose(evidence: Evidence): Differential {
    const scored = this.#score(evidence);
    const ranked: RankedDisease[] = [];
    for (const n of highestFirst(this.#order, scored.scores)) {
      const disease = this.#rankedAs(scored, n);
      if (disease !== undefined) ranked.push(disease);
    }
    return {
      ranked,
      other: scored.other,
      contributionsOf: ({ id }) => this.#contributionsTo(id, evidence, scored.weighed),
      find: (id) => {
        const number = this.#numbers.get(id) ?? -1;
        return Number.isNaN(scored.scores[number]) ? undefined : this.#rankedAs(scored, number);
      },
    };
  }

  /**
   * Returns the first disease of the differential other than this one, by id; cheaper than the
   * whole.
   */
  likeliestBut(disease: string, evidence: Evidence): RankedDisease | undefined {
    const scored = this.#score(evidence);
    const except = this.#numbers.get(disease);
    return this.#rankedAs(scored, likeliest(this.#order, scored.scores, except));
  }

  /** P(finding | disease), by id and number. */
  shareOf(disease: string, finding: number): number {
    const number = this.#numbers.get(disease);
    return number === undefined ? 0 : shareIn(this.#table, number, finding);
  }

  #score(evidence: Evidence): DiseaseScores {
    const count = this.diseases.length;
    const weighed = weighEvidence(this.#columnOf, this.tree, evidence, this.#tuning, count);
    const scores = new Float64Array(count);
    for (let n = 0; n < count; n += 1) scores[n] = this.#priors.of(n, evidence) ?? Number.NaN;
    addWeights(scores, weighed.weights);
    const probabilities = probabilitiesOf(scores, this.#otherScore, this.#tuning.temperature);
    return { scores, weighed, ...probabilities };
  }

  #rankedAs({ probabilities }: DiseaseScores, number: number): RankedDisease | undefined {
    const disease = this.diseases[number];
    return disease && { disease, probability: probabilities[number] ?? 0 };
  }

  #contributionsTo(id: string, evidence: Evidence, weighed: EvidenceScores): Contribution[] {
    const number = this.#numbers.get(id) ?? -1;
    const contributions = contributionsTo(number, weighed);
    const course = this.#priors.courseOf(number, evidence);
    if (course !== 0) contributions.push({ finding: -1, absent: false, weight: course });
    return contributions;
  }
}
