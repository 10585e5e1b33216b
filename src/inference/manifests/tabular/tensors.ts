import type { TabularManifest } from '../../schema.js';

/** The input of every model over a table: float32 [N, features], NaN where a value is missing. */
export const FEATURES = 'features';

/** Names of the outputs, the same in every package. */
export function tabularTensors({ interval }: TabularManifest): Record<string, string> {
  const always = { logits: 'logits', contributions: 'contributions' };
  return interval.method === 'members' ? { ...always, members: 'members' } : always;
}
