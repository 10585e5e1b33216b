import { invalidFields } from '../../core/errors.js';
import type { FindingTree } from '../knowledge/finding-tree.js';
import type { Correction } from '../schema.js';
import type { EvidenceItem } from './evidence-item.js';

/** The findings of a request that a person has corrected, by the number of the finding. */
export type Corrections = ReadonlyMap<number, Correction['assertion']>;

export const NO_CORRECTIONS: Corrections = new Map();

/**
 * Looks up the findings that are corrected.
 *
 * @throws AppError `validation_error` for a name that is no finding, or is corrected twice
 */
export function correctionsOf(tree: FindingTree, sent: readonly Correction[] = []): Corrections {
  if (sent.length === 0) return NO_CORRECTIONS;
  const numbers = new Map(tree.findings.map(({ name }, number) => [name, number] as const));
  const found = new Map<number, Correction['assertion']>();
  const issues = sent.flatMap(({ finding, assertion }, n) => {
    const field = `corrections.${n}.finding`;
    const number = numbers.get(finding);
    if (number === undefined) return [{ field, issue: 'is not a finding of the knowledge' }];
    if (found.has(number)) return [{ field, issue: 'is corrected twice' }];
    found.set(number, assertion);
    return [];
  });
  if (issues.length > 0) throw invalidFields(issues);
  return found;
}

/**
 * Replaces what was read from words by what a person says of it. An absent finding takes the more
 * specific ones with it, unless these are corrected themselves.
 *
 * @param isInWords whether an item comes from a text, and not from a value or an image
 */
export function withCorrections(
  tree: FindingTree,
  read: readonly EvidenceItem[],
  corrections: Corrections,
  isInWords: (item: EvidenceItem) => boolean,
): readonly EvidenceItem[] {
  if (corrections.size === 0) return read;
  const replaced = new Set(corrections.keys());
  for (const [number, assertion] of corrections) {
    if (assertion !== 'absent') continue;
    for (const below of tree.descendants[number] ?? []) replaced.add(below);
  }
  const stated = [...corrections].flatMap(([number, assertion], n): EvidenceItem[] => {
    const finding = tree.findings[number];
    if (finding === undefined || assertion === 'unknown') return [];
    const field = `corrections.${n}`;
    return [{ finding, text: finding.name, assertion, field, counts: assertion }];
  });
  const kept = read.filter(
    (item) => !isInWords(item) || !replaced.has(tree.numberOf(item.finding.id) ?? -1),
  );
  return [...kept, ...stated];
}
