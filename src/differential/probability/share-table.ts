import type { FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts } from '../knowledge/schema.js';
import { rowsOf } from '../rows.js';
import { createShareTree, familyShares, findingShares, listedBy } from './finding-shares.js';
import { log, type Probabilities } from './steps.js';

/**
 * The frequency of findings in diseases, indexed by finding: evidence contains few findings and is
 * compared with every disease.
 */
export interface ShareTable extends Probabilities {
  /** Start index of the entries of each finding; one more at the end. */
  readonly starts: Int32Array;
  /** By entry, the number of a disease in which the frequency differs from that in all patients. */
  readonly diseases: Int32Array;
  /** Index of the first trailing entry with the frequency of each finding in all patients. */
  readonly usual: number;
}

/** Findings and shares of all diseases, stored contiguously. */
function allShares(tree: FindingTree, diseases: readonly DiseaseFacts[], likeRelatives: number) {
  const shareTree = createShareTree(tree);
  const lists = diseases.map((disease) => listedBy(tree, disease));
  const families = familyShares(tree, diseases, lists);
  const all = { findings: [] as number[], owners: [] as number[], shares: [] as number[] };
  for (const [disease, listed] of lists.entries()) {
    for (const [n, share] of findingShares(shareTree, listed, families[disease], likeRelatives)) {
      if (Math.fround(share) === shareTree.leaks[n]) continue;
      all.findings.push(n);
      all.owners.push(disease);
      all.shares.push(share);
    }
  }
  return { ...all, leaks: shareTree.leaks };
}

/**
 * Builds the table.
 *
 * @param likeRelatives see {@link findingShares}
 */
export function createShareTable(
  tree: FindingTree,
  diseases: readonly DiseaseFacts[],
  likeRelatives: number,
): ShareTable {
  const { findings, owners, shares, leaks } = allShares(tree, diseases, likeRelatives);
  const count = tree.findings.length;
  const order = Int32Array.from(findings.keys());
  const { starts, values } = rowsOf(count, Int32Array.from(findings), order);
  const plain = new Float32Array(values.length + count);
  for (let n = 0; n < values.length; n += 1) plain[n] = shares[values[n] ?? 0] ?? 0;
  plain.set(leaks, values.length);
  return {
    starts,
    diseases: values.map((n) => owners[n] ?? 0),
    usual: values.length,
    plain,
    logs: plain.map(log),
  };
}

/** P(finding | disease), by number. */
export function shareIn(
  { starts, diseases, usual, plain }: ShareTable,
  disease: number,
  finding: number,
): number {
  let low = starts[finding] ?? 0;
  let high = starts[finding + 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = diseases[middle] ?? 0;
    if (at === disease) return plain[middle] ?? 0;
    if (at < disease) low = middle + 1;
    else high = middle;
  }
  return plain[usual + finding] ?? 0;
}
