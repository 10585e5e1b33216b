import type { FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts } from '../knowledge/schema.js';
import type { Evidence } from './evidence.js';
import { courseWeight, needFactor } from './factors.js';
import { createShareTree, familyShares, findingShares } from './finding-shares.js';
import { rateFor } from './prior.js';
import {
  chargeUnexplained,
  clip,
  damp,
  groupsOf,
  log,
  logOfStep,
  type Shares,
  type Step,
  type StepGroups,
  stepsOf,
} from './steps.js';
import { TUNING, type Tuning } from './tuning.js';

/** What one finding, or the course, says of a disease. */
export interface Contribution {
  /** Number of the finding; -1 is the course. */
  readonly finding: number;
  readonly absent: boolean;
  /** Logarithm of the likelihood ratio; above 0 speaks for the disease. */
  readonly weight: number;
}

/** A disease and how probable it is. */
export interface Ranked {
  readonly disease: DiseaseFacts;
  /** 0..1; with the others and `other` they add up to 1. */
  readonly probability: number;
}

export interface Differential {
  /** Every disease that can be, most probable first; of equals by id. */
  readonly ranked: readonly Ranked[];
  /** Probability that it is none of them. */
  readonly other: number;
  /** What each piece of evidence says of a disease, in the order of the findings. */
  contributionsOf(disease: DiseaseFacts): readonly Contribution[];
}

export interface Diagnostician {
  readonly tree: FindingTree;
  readonly diseases: readonly DiseaseFacts[];
  /** The differential of what is known; deterministic. */
  diagnose(evidence: Evidence): Differential;
  /** P(finding | disease), by id and number. */
  shareOf(disease: string, finding: number): number;
}

/** Shares with their logarithms; those that are as usual are not reckoned again. */
function withLogs(plain: Float32Array, usual?: Shares): Shares {
  const logs = usual === undefined ? new Float32Array(plain.length) : usual.logs.slice();
  for (let n = 0; n < plain.length; n += 1) {
    if (plain[n] !== usual?.plain[n]) logs[n] = log(plain[n] ?? 0);
  }
  return { plain, logs };
}

/** Evidence as arrays: it is held against every disease. */
interface Prepared {
  readonly steps: readonly Step[];
  readonly findings: Int32Array;
  readonly givens: Int32Array;
  /** Logarithm of each step in anybody. */
  readonly usually: Float64Array;
  readonly groups: StepGroups;
}

/**
 * Bayesian inference over all diseases of the knowledge and one hypothesis for what is in no list.
 * Findings are taken as independent but for those that imply one another, exclude one another or
 * come together (see {@link Tuning}); what nobody spoke of says nothing.
 */
export function createDiagnostician(
  tree: FindingTree,
  diseases: readonly DiseaseFacts[],
  tuning: Tuning = TUNING,
): Diagnostician {
  const byChance = log(tuning.unexplained);
  const shareTree = createShareTree(tree);
  const { leaks } = shareTree;
  const families = familyShares(tree, diseases);
  const usual = withLogs(leaks);
  const shares = diseases.map((disease, n) =>
    withLogs(findingShares(shareTree, disease, families[n], tuning.likeRelatives), usual),
  );
  const numbers = new Map(diseases.map(({ id }, n) => [id, n] as const));
  /** Evidence with what every disease is held against. */
  function prepare(evidence: Evidence): Prepared {
    const steps = stepsOf(tree, evidence);
    return {
      steps,
      findings: Int32Array.from(steps, ({ finding }) => finding),
      // Without a more general one the finding itself stands for it: it is compared twice.
      givens: Int32Array.from(steps, ({ finding, given }) => (given === -1 ? finding : given)),
      usually: Float64Array.from(steps, (step) => logOfStep(step, usual)),
      groups: groupsOf(steps, tree, evidence),
    };
  }

  /** What each step says of a disease, into `weights`. */
  function weighSteps(
    n: number,
    { steps, findings, givens, usually, groups }: Prepared,
    weights: Float64Array,
  ): void {
    const known = shares[n];
    if (known === undefined) return;
    weights.fill(0);
    for (let at = 0; at < findings.length; at += 1) {
      const finding = findings[at] ?? 0;
      const given = givens[at] ?? 0;
      const same = known.plain[finding] === leaks[finding] && known.plain[given] === leaks[given];
      const step = steps[at];
      if (same || step === undefined) continue;
      const ratio = logOfStep(step, known) - (usually[at] ?? 0);
      const kind = step.absent ? tuning.absent : tuning.present;
      weights[at] = clip(ratio, tuning.least, tuning.most) * kind;
    }
    chargeUnexplained(weights, groups, byChance);
    damp(weights, groups.all, tuning.repeated);
  }

  /** The same without the findings, but for a constant; nothing where the disease cannot be. */
  function priorOf(disease: DiseaseFacts, evidence: Evidence): number | undefined {
    const rate = rateFor(disease, evidence.person, evidence.setting);
    const need = rate > 0 ? needFactor(disease, tree, evidence, tuning.unknownNeed) : 0;
    if (need <= 0) return undefined;
    const own = evidence.specialty === disease.specialty ? log(tuning.ownSpecialty) : 0;
    const course = courseWeight(disease, evidence.courses) * tuning.course;
    return log(rate) * tuning.prior + log(need) + own + course;
  }

  function contributionsTo(
    disease: DiseaseFacts,
    evidence: Evidence,
    prepared: Prepared,
  ): Contribution[] {
    const { steps } = prepared;
    const weights = new Float64Array(steps.length);
    weighSteps(numbers.get(disease.id) ?? -1, prepared, weights);
    const course = courseWeight(disease, evidence.courses) * tuning.course;
    return [
      ...steps.map(({ finding, absent }, at) => ({ finding, absent, weight: weights[at] ?? 0 })),
      ...(course === 0 ? [] : [{ finding: -1, absent: false, weight: course }]),
    ];
  }

  return {
    tree,
    diseases,
    shareOf: (disease, finding) => shares[numbers.get(disease) ?? -1]?.plain[finding] ?? 0,
    diagnose(evidence) {
      const prepared = prepare(evidence);
      const weights = new Float64Array(prepared.steps.length);
      const scored: { disease: DiseaseFacts; score: number }[] = [];
      for (const [n, disease] of diseases.entries()) {
        let score = priorOf(disease, evidence);
        if (score === undefined) continue;
        weighSteps(n, prepared, weights);
        for (let at = 0; at < weights.length; at += 1) score += weights[at] ?? 0;
        scored.push({ disease, score });
      }
      const otherScore = log(tuning.other) * tuning.prior;
      const top = scored.reduce((most, { score }) => Math.max(most, score), otherScore);
      const mass = (score: number) => Math.exp((score - top) / tuning.temperature);
      const other = mass(otherScore);
      const total = scored.reduce((sum, { score }) => sum + mass(score), other);
      const ranked = scored
        .sort((a, b) => b.score - a.score || (a.disease.id < b.disease.id ? -1 : 1))
        .map(({ disease, score }) => ({ disease, probability: mass(score) / total }));
      return {
        ranked,
        other: other / total,
        contributionsOf: (disease) => contributionsTo(disease, evidence, prepared),
      };
    },
  };
}
