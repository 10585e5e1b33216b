import { z } from 'zod';
import { packageId } from '../schema.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One version of a package in the store. */
const stored = z.strictObject({
  version: z.string().min(1).max(100),
  /** Name of its folder, below the folder of its id. */
  folder: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.-]*$/),
  /** Of its manifest. */
  sha256,
  kind: z.string().min(1).max(100),
  installed_at: z.iso.datetime(),
});
export type StoredPackage = z.output<typeof stored>;

/** The active versions of the store. The state is replaced as a whole, so that no change is half applied. */
export const storeState = z.strictObject({
  format: z.literal(1),
  packages: z.record(
    packageId,
    z.strictObject({
      /** The active version. */
      active: stored,
      /** The previously active versions, the most recent last. */
      before: z.array(stored),
    }),
  ),
});
export type StoreState = z.output<typeof storeState>;
