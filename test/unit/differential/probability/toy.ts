import { createFindingTree } from '../../../../src/differential/knowledge/finding-tree.js';
import type { DiseaseFacts, FindingFacts } from '../../../../src/differential/knowledge/schema.js';
import { DifferentialModel } from '../../../../src/differential/probability/diagnostician.js';
import { TUNING, type Tuning } from '../../../../src/differential/probability/tuning.js';

const finding = (id: string, leak: number, more: Partial<FindingFacts> = {}): FindingFacts => ({
  id,
  name: id,
  kind: 'symptom',
  leak,
  ...more,
});

export const FINDINGS: readonly FindingFacts[] = [
  finding('pain', 0.2),
  finding('pain_left', 0.05, { in: ['pain'], one_of: 'side' }),
  finding('pain_right', 0.05, { in: ['pain'], one_of: 'side' }),
  finding('fever', 0.1, { same: 'flu' }),
  finding('chills', 0.04, { same: 'flu' }),
  finding('rash', 0.05),
  finding('pregnant', 0.02, { kind: 'history' }),
];

export function disease(
  id: string,
  find: Record<string, number>,
  more: Partial<DiseaseFacts> = {},
): DiseaseFacts {
  return {
    id,
    name: id,
    icd10: 'R69',
    danger: 'moderate',
    care: 'soon',
    rate: 100,
    find,
    sources: [{ name: 'invented' }],
    ...more,
  };
}

export const tree = createFindingTree(FINDINGS);

/** The plain product of ratios: nothing weakened, nothing added. */
export const PLAIN: Tuning = {
  ...TUNING,
  prior: 1,
  present: 1,
  absent: 1,
  course: 1,
  unexplained: 1,
  likeRelatives: 0,
  repeated: 1,
  other: 1e-6,
  unknownNeed: 0.1,
  ownSpecialty: 1,
  temperature: 1,
  most: 20,
  least: -20,
};

export const doctor = (diseases: readonly DiseaseFacts[], tuning: Tuning = PLAIN) =>
  new DifferentialModel(tree, diseases, tuning);

export const numbers = (...ids: string[]): ReadonlySet<number> =>
  new Set(ids.map((id) => tree.numberOf(id) ?? -1));
