import { sha256Hex } from '../../core/digest.js';
import { once } from '../../core/once.js';
import { defineTask } from '../../core/task.js';
import { openDefinitions } from '../definitions/open.js';
import { type BundleToRead, createBundleReader, type HashedBundle } from './bundle-offload.js';

const reader = once(() => createBundleReader(openDefinitions()));

/** Reads a large Bundle. */
export const readBundleTask = defineTask({
  name: 'read-bundle',
  lane: 'usual',
  run: (bundle: BundleToRead): HashedBundle => ({
    ...reader()(bundle),
    sha256: sha256Hex(bundle.bytes),
  }),
});
