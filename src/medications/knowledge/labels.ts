import type { Classes } from './classes.js';

/** Placeholder for the label of each drug that a rule finds. */
export const LABEL = 'label';

/**
 * Ids of sources, with `label` replaced by the labels of the drugs: that of the FDA, and the
 * European summary of product characteristics for drugs not sold in the USA.
 */
export function labelsOf(
  sources: readonly string[],
  drugs: readonly string[],
  classes: Classes,
): readonly string[] {
  const labels = drugs.map((drug) =>
    classes.matches('@not_marketed_in_us', drug) ? `smpc:${drug}` : `fda:${drug}`,
  );
  return [...new Set(sources.flatMap((id) => (id === LABEL ? labels : [id])))];
}
