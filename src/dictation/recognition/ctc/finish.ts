import type { Grammar } from './grammar.js';
import type { Hypotheses } from './hypotheses.js';
import type { SearchTree } from './search-tree.js';

/**
 * Returns the hypotheses with a complete last word; without any, the others without their last
 * word.
 */
export function finish(now: Hypotheses, tree: SearchTree, grammar: Grammar) {
  const { node, total, state, past, count } = now;
  const pasts: number[] = [];
  const scores: number[] = [];
  const whole = { best: -1, score: -Infinity };
  const broken = { best: -1, score: -Infinity };
  for (let i = 0; i < count; i += 1) {
    const at = node[i] ?? 0;
    const answer = at < tree.roots ? whole : broken;
    const score = (total[i] ?? 0) - (tree.ahead[at] ?? 0) + grammar.end(state[i] ?? 0);
    if (answer === whole) {
      pasts.push(past[i] ?? -1);
      scores.push(score);
    }
    if (score <= answer.score) continue;
    answer.score = score;
    answer.best = past[i] ?? -1;
  }
  const { best, score } = whole.score > -Infinity ? whole : { ...broken, score: -Infinity };
  const answers = { pasts: Int32Array.from(pasts), scores: Float64Array.from(scores) };
  return { best, score, answers };
}
