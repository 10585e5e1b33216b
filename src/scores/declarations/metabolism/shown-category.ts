import { rounded } from '../../round.js';
import type { Category, ComputedScore } from '../../score.js';

/** A value whose category is that of the number as it is written. */
export function withShownCategory(
  value: number,
  decimals: number,
  categories: readonly Category[],
): Pick<ComputedScore, 'value' | 'category'> {
  const shown = rounded(value, decimals);
  const found = categories.findLast(({ from }) => from !== undefined && shown >= from);
  return { value, ...(found && { category: found.id }) };
}
