import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Session } from '../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../src/inference/backends/cpu.js';
import { loadModelPackage } from '../../src/inference/model-package.js';
import type { ImageClassifierManifest } from '../../src/inference/schema.js';
import type { OpenModel } from '../../src/inference/tasks/read-image.js';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'models');

/** A tiny model on the real CPU backend; its manifest may be changed. */
export async function openFixture(
  id: 'pattern-fp32' | 'pattern-int8' = 'pattern-fp32',
  changes: Partial<ImageClassifierManifest> = {},
): Promise<OpenModel & { runs: () => number }> {
  const { manifest, weights } = await loadModelPackage(join(FIXTURES, id));
  const session = await createCpuBackend().open(weights, { threads: 1 });
  onTestFinished(() => session.release());
  let runs = 0;
  const counted: Session = {
    ...session,
    run(feeds) {
      runs += 1;
      return session.run(feeds);
    },
  };
  return {
    manifest: { ...manifest, ...changes },
    session: counted,
    backend: 'cpu',
    runs: () => runs,
  };
}

/** A gate that lets everything pass: the fixture's own weights are random. */
export const OPEN_GATE = { gate: { threshold: 0, scale: 1, bias: 0 } };
