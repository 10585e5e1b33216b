import { z } from 'zod';

/** The token of each column of a network's output, the blank among them. */
export const tokenListSchema = z.array(z.string()).min(2).max(100_000);
