import type { FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts } from '../knowledge/schema.js';
import type { Evidence } from './evidence.js';
import { courseRatios, courseWeight, needFactor, needsOf } from './factors.js';
import { createRates } from './prior.js';
import { log } from './steps.js';
import type { Tuning } from './tuning.js';

/** Prior log probabilities of diseases, by their numbers. */
export interface Priors {
  /** The weight of the duration of the illness for a disease. */
  courseOf(disease: number, evidence: Evidence): number;
  /** Its logarithm up to a constant; nothing where the disease is impossible. */
  of(disease: number, evidence: Evidence): number | undefined;
}

export function createPriors(
  tree: FindingTree,
  diseases: readonly DiseaseFacts[],
  tuning: Tuning,
): Priors {
  const rateOf = createRates(diseases);
  const needs = diseases.map((disease) => needsOf(disease, tree));
  const courses = diseases.map(courseRatios);
  const specialties = diseases.map(({ specialty }) => specialty);
  const ofSpecialty = log(tuning.ownSpecialty);
  const courseOf = (n: number, { courses: lengths }: Evidence): number =>
    lengths.length === 0 ? 0 : courseWeight(courses[n], lengths) * tuning.course;
  return {
    courseOf,
    of(n, evidence) {
      const rate = rateOf(n, evidence.person, evidence.setting);
      const need = rate > 0 ? needFactor(needs[n], evidence, tuning.unknownNeed) : 0;
      if (need <= 0) return undefined;
      const own = evidence.specialty === specialties[n] ? ofSpecialty : 0;
      const ofNeed = need === 1 ? 0 : log(need);
      return log(rate) * tuning.prior + ofNeed + own + courseOf(n, evidence);
    },
  };
}
