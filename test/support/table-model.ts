import { join } from 'node:path';
import type { ReadyModel } from '../../src/inference/engine.js';
import { loadModelPackage } from '../../src/inference/model-package.js';
import type { TabularManifest } from '../../src/inference/schema.js';
import { OWN_MODELS } from './fixture-models.js';
import { UNSIGNED } from './unsigned.js';

/** A tiny package that adds up steps over a table of values. */
export const STEP_SUM = join(OWN_MODELS, 'step-sum');

/** Its manifest as it is on disk, to be changed by tests. */
export async function stepSum(changes: Partial<TabularManifest> = {}): Promise<TabularManifest> {
  const { manifest } = await loadModelPackage(STEP_SUM);
  if (manifest.kind !== 'tabular-classifier') throw new Error('it reads no tables');
  return { ...structuredClone(manifest), ...changes };
}

export function readyTable(manifest: TabularManifest): ReadyModel<TabularManifest> {
  return {
    state: 'ready',
    id: manifest.id,
    manifest,
    seal: UNSIGNED,
    backend: 'cpu',
    reports: [],
  };
}
