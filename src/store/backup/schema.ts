import { z } from 'zod';
import { CIPHER_NAME } from '../encryption/connect.js';

export const DATABASE_PART = 'wardbox.sqlite';
export const CONFIG_PART = 'appliance.config.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

/** Files of certain folders; no path that leads out of the folder a backup is unpacked to. */
const partName = z
  .string()
  .regex(
    /^(wardbox\.sqlite|appliance\.config\.json|audit\/segments\/\d+\.json(l\.gz)?|(tls|audit|jobs)\/[\w-][\w. -]*)$/,
  )
  .max(100);

const part = z.strictObject({ name: partName, bytes: count, sha256 });

const isWhole = (parts: readonly { name: string }[]) => {
  const names = parts.map(({ name }) => name);
  return new Set(names).size === names.length && names.includes(DATABASE_PART);
};

/** An encrypted backup has its own format, which older programs cannot read. */
export const FORMATS = { plain: 1, encrypted: 2 } as const;

const manifest = z.strictObject({
  format: z.union([z.literal(FORMATS.plain), z.literal(FORMATS.encrypted)]),
  /** The version of the program that made it. */
  version: z.string(),
  /** The point in time that a restore goes back to. */
  made_at: z.iso.datetime(),
  schema: count,
  audit: z.strictObject({
    records: count,
    /** Hash of the newest record. */
    head: sha256,
    newest_at: z.string().nullable(),
    /** Why the chain was already broken when the backup was made. */
    broken: z.string().optional(),
  }),
  /** All parts are encrypted with this key: the database as it was, the others sealed. */
  encryption: z
    .strictObject({ cipher: z.literal(CIPHER_NAME), key_id: z.string().regex(/^[0-9a-f]{16}$/) })
    .optional(),
  /** Rows of each table. */
  counts: z.record(z.string(), count),
  /** Files that the configuration names and that are not in the backup. */
  elsewhere: z.array(z.string()),
  parts: z.array(part).refine(isWhole, 'must name each part once, the database among them'),
});

/** The manifest of a backup; `format` changes when an older program could not read it. */
export const manifestSchema = manifest.refine(
  ({ format, encryption }) => (format === FORMATS.encrypted) === (encryption !== undefined),
  'format and encryption must agree',
);

export type Manifest = z.output<typeof manifestSchema>;
export type Part = Manifest['parts'][number];
