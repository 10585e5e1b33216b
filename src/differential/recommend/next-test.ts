import type { DiseaseFacts } from '../knowledge/schema.js';
import type { RankedDisease } from '../probability/diagnostician.js';

type TestFacts = NonNullable<DiseaseFacts['tests']>[number];

const FAIR_SENSITIVITY = 0.75;
const FAIR_SPECIFICITY = 0.85;

const entropy = (p: number) =>
  p <= 0 || p >= 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);

/**
 * Returns the expected information of a test about one disease, in bits: the uncertainty before it
 * minus the average uncertainty after it.
 *
 * @param probability of the disease before the test, 0..1
 */
export function expectedInformation({ sens, spec }: TestFacts, probability: number): number {
  const truly = sens ?? FAIR_SENSITIVITY;
  const falsely = 1 - (spec ?? FAIR_SPECIFICITY);
  const positive = truly * probability + falsely * (1 - probability);
  if (positive <= 0 || positive >= 1) return 0;
  const afterPositive = (truly * probability) / positive;
  const afterNegative = ((1 - truly) * probability) / (1 - positive);
  return (
    entropy(probability) -
    positive * entropy(afterPositive) -
    (1 - positive) * entropy(afterNegative)
  );
}

/** Returns the most informative test for a disease; nothing where none is known. */
export function bestTestFor({ disease, probability }: RankedDisease): string | undefined {
  const weighed = (disease.tests ?? []).map((test, n) => ({
    name: test.name,
    // At equal information, the test listed first.
    bits: expectedInformation(test, Math.min(0.95, Math.max(0.05, probability))) - n * 0.02,
  }));
  return weighed.toSorted((a, b) => b.bits - a.bits)[0]?.name;
}

/** Returns the most informative test for the whole differential. */
export function nextBestTest(
  ranked: readonly RankedDisease[],
): { readonly test: string; readonly disease: string } | undefined {
  let best: { test: string; disease: string; bits: number } | undefined;
  for (const { disease, probability } of ranked) {
    for (const test of disease.tests ?? []) {
      const bits = expectedInformation(test, probability);
      if (best === undefined || bits > best.bits) {
        best = { test: test.name, disease: disease.name, bits };
      }
    }
  }
  return best && { test: best.test, disease: best.disease };
}
