import { z } from 'zod';

export const MIB = 1024 * 1024;

/** A whole number from `min` to `max`. */
export const count = (min: number, max: number) => z.int().min(min).max(max);

/** A section of the configuration: no unknown fields, and a default for each field. */
export const section = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape).prefault({} as never);

/** Refuses a list of which two entries have the same value of a field. */
export const distinctBy =
  <K extends string>(field: K) =>
  (
    entries: ReadonlyArray<Readonly<Partial<Record<K, unknown>>>>,
    context: z.RefinementCtx,
  ): void => {
    const values = entries.map((entry) => entry[field]);
    for (const [index, value] of values.entries()) {
      if (values.indexOf(value) === index) continue;
      context.addIssue({ code: 'custom', path: [index, field], message: 'is used twice' });
    }
  };
