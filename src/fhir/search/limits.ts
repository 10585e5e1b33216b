import type { SearchLimits } from './search.js';

/** What one search may ask for: enough for people, too little to stand the store still. */
export const SEARCH_LIMITS: SearchLimits = {
  parameters: 50,
  values: 200,
  conditions: 1_000,
  chain: 3,
  count: 1000,
};
