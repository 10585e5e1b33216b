import type { Frames } from '../../../../../src/dictation/recognition/ctc/frames.js';

const logSum = (a: number, b: number) => {
  const high = Math.max(a, b);
  return high === -Infinity ? high : high + Math.log(Math.exp(a - high) + Math.exp(b - high));
};

/** What every path through the frames says when repeats and blanks are gone, with its ln-probability. */
export function everySaying({ logProbs, frames, tokens, blank }: Frames): Map<string, number> {
  const sayings = new Map<string, number>();
  const walk = (frame: number, last: number, said: readonly number[], score: number) => {
    if (frame === frames) {
      const key = said.join(' ');
      sayings.set(key, logSum(sayings.get(key) ?? -Infinity, score));
      return;
    }
    for (let token = 0; token < tokens; token += 1) {
      const longer = token !== blank && token !== last ? [...said, token] : said;
      walk(frame + 1, token, longer, score + logProbs[frame * tokens + token]!);
    }
  };
  walk(0, blank, [], 0);
  return sayings;
}

/** Every sequence of entries whose tokens come to at most so many. */
export function everySentence(
  entries: readonly (readonly number[])[],
  mostTokens: number,
): number[][] {
  const fits = entries
    .map((sequence, entry) => ({ entry, length: sequence.length }))
    .filter(({ length }) => length <= mostTokens);
  return [
    [],
    ...fits.flatMap(({ entry, length }) =>
      everySentence(entries, mostTokens - length).map((rest) => [entry, ...rest]),
    ),
  ];
}
