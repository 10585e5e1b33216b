import type { Frames } from './frames.js';

/**
 * Certainty of the network: mean probability of the likeliest token over the frames in which it is
 * not the blank, 0..1; 1 without such frames.
 */
export function clarityOf({ logProbs, frames, tokens: columns, blank }: Frames): number {
  let [sum, count] = [0, 0];
  for (let frame = 0; frame < frames; frame += 1) {
    const from = frame * columns;
    let best = 0;
    for (let token = 1; token < columns; token += 1) {
      if ((logProbs[from + token] ?? 0) > (logProbs[from + best] ?? 0)) best = token;
    }
    if (best === blank) continue;
    sum += Math.exp(logProbs[from + best] ?? 0);
    count += 1;
  }
  return count === 0 ? 1 : sum / count;
}
