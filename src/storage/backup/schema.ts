import { z } from 'zod';

export const DATABASE_PART = 'wardbox.sqlite';
export const CONFIG_PART = 'appliance.config.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

/** Files of two folders, and no path that leads out of where a backup is unpacked. */
const partName = z
  .string()
  .regex(/^(wardbox\.sqlite|appliance\.config\.json|(tls|audit)\/[\w-][\w. -]*)$/)
  .max(100);

const part = z.strictObject({ name: partName, bytes: count, sha256 });

const isWhole = (parts: readonly { name: string }[]) => {
  const names = parts.map(({ name }) => name);
  return new Set(names).size === names.length && names.includes(DATABASE_PART);
};

/** What a backup says of itself; `format` changes when a program of before could not read it. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  /** The point in time that a restore goes back to. */
  made_at: z.iso.datetime(),
  schema: count,
  audit: z.strictObject({
    records: count,
    /** Hash of the newest record. */
    head: sha256,
    newest_at: z.string().nullable(),
    /** Why the chain was broken already when the backup was made. */
    broken: z.string().optional(),
  }),
  /** Rows of each table. */
  counts: z.record(z.string(), count),
  /** Files that the configuration names and that are not in the backup. */
  elsewhere: z.array(z.string()),
  parts: z.array(part).refine(isWhole, 'must name each part once, the database among them'),
});

export type Manifest = z.output<typeof manifestSchema>;
export type Part = Manifest['parts'][number];
