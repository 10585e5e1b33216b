import type { DifferentialModel } from '../probability/diagnostician.js';
import type { Evidence } from '../probability/evidence.js';

/** A disease explains a finding that it makes this many times more frequent. */
const EXPLAINS = 1.2;
const CLEARLY = 3;
/** Minimum probability of a second disease, and minimum number of findings it explains. */
const LIKELY = 0.3;
const FEWEST = 2;

const SHOWN: ReadonlySet<string> = new Set(['symptom', 'sign', 'test']);

/** Returns the numbers of present symptoms, signs and results that a disease does not explain. */
export function unexplainedBy(
  diagnostician: DifferentialModel,
  disease: string,
  { present }: Evidence,
): number[] {
  return [...present]
    .filter((number) => {
      const { kind = '', leak = 1 } = diagnostician.tree.findings[number] ?? {};
      return SHOWN.has(kind) && diagnostician.shareOf(disease, number) < leak * EXPLAINS;
    })
    .sort((a, b) => a - b);
}

/** A second disease, for findings that the first does not explain. */
export interface SecondDisease {
  readonly disease: string;
  readonly explains: readonly number[];
}

/** Returns the disease that best explains what the first does not; nothing where that is little. */
export function togetherWith(
  diagnostician: DifferentialModel,
  first: string,
  evidence: Evidence,
): SecondDisease | undefined {
  const left = unexplainedBy(diagnostician, first, evidence);
  if (left.length < FEWEST) return undefined;
  const unexplained = { ...evidence, present: new Set(left), courses: [] };
  const best = diagnostician.likeliestBut(first, unexplained);
  if (best === undefined || best.probability < LIKELY) return undefined;
  const explains = left.filter((number) => {
    const leak = diagnostician.tree.findings[number]?.leak ?? 1;
    return diagnostician.shareOf(best.disease.id, number) > leak * CLEARLY;
  });
  return explains.length < FEWEST ? undefined : { disease: best.disease.id, explains };
}
