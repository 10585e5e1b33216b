import { z } from 'zod';
import { packageId } from '../schema.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One version of a package in the store. */
const stored = z.strictObject({
  version: z.string().min(1).max(100),
  /** Below the folder of its id. */
  folder: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.-]*$/),
  /** Of its manifest. */
  sha256,
  kind: z.string().min(1).max(100),
  installed_at: z.iso.datetime(),
});
export type StoredPackage = z.output<typeof stored>;

/** What of the store is in force. It is replaced as a whole, so that it is never half a change. */
export const storeState = z.strictObject({
  format: z.literal(1),
  packages: z.record(
    packageId,
    z.strictObject({
      /** The one that answers. */
      active: stored,
      /** Those that answered before, the last one last. */
      before: z.array(stored),
    }),
  ),
});
export type StoreState = z.output<typeof storeState>;
