import { applyPatch } from './apply.js';
import { markNumbers, unmarkNumbers } from './numbers.js';
import type { Operation } from './read.js';

/**
 * The text of a resource after a patch.
 *
 * @throws AppError `unprocessable` that names the operation that could not be done
 */
export function patchText(text: string, operations: readonly Operation[]): string {
  const patched = applyPatch(JSON.parse(markNumbers(text)), operations);
  return unmarkNumbers(JSON.stringify(patched));
}
