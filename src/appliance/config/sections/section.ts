import { z } from 'zod';

export const MIB = 1024 * 1024;

/** A whole number from `min` to `max`. */
export const count = (min: number, max: number) => z.int().min(min).max(max);

/** A section of the configuration: no unknown fields, and a default for each field. */
export const section = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape).prefault({} as never);
