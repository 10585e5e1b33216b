/** Area under the ROC curve: how often a positive stands above a negative; ties count half. */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  let wins = 0;
  for (const positive of positives) {
    for (const negative of negatives) {
      wins += positive > negative ? 1 : positive === negative ? 0.5 : 0;
    }
  }
  return wins / (positives.length * negatives.length);
}
