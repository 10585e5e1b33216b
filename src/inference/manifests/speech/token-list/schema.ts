import { z } from 'zod';

/** What each column of a network's output stands for, the blank among them. */
export const tokenListSchema = z.array(z.string()).min(2).max(100_000);
