import { z } from 'zod';
import { normalLength } from '../../core/normal-length.js';

/** Letters with several diacritics become up to four characters when decomposed. */
const WRITTEN_OUT = 4;

/** One limit for every field: longer than any name, and short enough to be read quickly. */
export const line = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .refine((text) => text.length > max || normalLength(text) <= max * WRITTEN_OUT, {
      error: `must be at most ${max * WRITTEN_OUT} characters when its signs are written out`,
    });
