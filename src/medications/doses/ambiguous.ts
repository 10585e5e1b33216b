import type { Finding } from '../finding.js';
import type { PossibleMeanings } from '../names/read-request.js';
import { weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';

const SERIOUS = weightOf('major');

const byWeight = (a: Finding, b: Finding): number => weightOf(a.severity) - weightOf(b.severity);

/**
 * Reports a dose that is a serious error whatever an ambiguous name means: `insulin 100 mL`. Of
 * the findings the mildest is reported, by a rule that holds for every meaning where there is one;
 * none where the dose is right for one of the meanings.
 */
export function whateverIsMeant(
  { name, meanings }: PossibleMeanings,
  check: (taken: readonly TakenIngredient[]) => readonly Finding[],
): readonly Finding[] {
  const found = meanings.map((taken) =>
    check(taken).filter(({ severity }) => weightOf(severity) >= SERIOUS),
  );
  const [first = []] = found;
  const shared = first.filter(({ ruleId }) =>
    found.every((findings) => findings.some((one) => one.ruleId === ruleId)),
  );
  const ofEach = found.flatMap((findings) => [...findings].sort(byWeight).at(-1) ?? []);
  const finding = [...shared].sort(byWeight).at(-1) ?? [...ofEach].sort(byWeight)[0];
  if (finding === undefined || ofEach.length < meanings.length) return [];
  const drugs = [
    ...new Set(meanings.flatMap((taken) => taken.map(({ ingredient }) => ingredient))),
  ];
  const because = [`${name} has several meanings: it is wrong for each of them`];
  return [{ ...finding, drugs, because: [...(finding.because ?? []), ...because] }];
}
