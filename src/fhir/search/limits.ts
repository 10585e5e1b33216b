import type { SearchLimits } from './search.js';

/** Limits of one search, so that it does not block the store. */
export const SEARCH_LIMITS: SearchLimits = {
  parameters: 50,
  values: 200,
  conditions: 1_000,
  chain: 3,
  count: 1000,
};
