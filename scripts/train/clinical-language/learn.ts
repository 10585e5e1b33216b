import { marginals } from '../../../src/patient-record/language/tagger/chain.js';
import { LABEL_COUNT } from '../../../src/patient-record/language/tagger/labels.js';
import type { Example } from './examples.js';

export interface Settings {
  readonly bits: number;
  readonly epochs: number;
  readonly rate: number;
  /** Weight decay of a weight each time that it is touched, before the rate. */
  readonly decay: number;
  /** Share of features left out of a sentence at random. */
  readonly dropout: number;
  readonly seed: number;
}

export interface Learned {
  readonly weights: Float32Array;
  readonly transitions: Float64Array;
}

/** Numbers 0..1 from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const L = LABEL_COUNT;

function shuffle<T>(list: T[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const one = list[i] as T;
    list[i] = list[j] as T;
    list[j] = one;
  }
}

/**
 * Maximises the probability of the labels that are allowed (a conditional random field with partly
 * known labels) by AdaGrad, one sentence at a time; the weights of the second half of the epochs are
 * averaged.
 */
export function learn(
  examples: readonly Example[],
  settings: Settings,
  report: (epoch: number, loss: number) => void,
): Learned {
  const { bits, epochs, rate, decay, dropout, seed } = settings;
  const random = createRandom(seed);
  const weights = new Float32Array(L << bits);
  const squares = new Float32Array(L << bits).fill(1e-2);
  const transitions = new Float64Array(L * L);
  const transitionSquares = new Float64Array(L * L).fill(1);
  const sum = new Float64Array(L << bits);
  const transitionSum = new Float64Array(L * L);
  let summed = 0;
  const order = [...examples];
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    shuffle(order, random);
    let loss = 0;
    for (const { length, buckets, starts, allowed } of order) {
      const kept = new Uint8Array(buckets.length);
      for (let n = 0; n < kept.length; n += 1) kept[n] = random() >= dropout ? 1 : 0;
      const emissions = new Float64Array(length * L);
      for (let at = 0; at < length; at += 1) {
        for (let n = starts[at] as number; n < (starts[at + 1] as number); n += 1) {
          if (kept[n] === 0) continue;
          const row = (buckets[n] as number) * L;
          for (let label = 0; label < L; label += 1) {
            (emissions[at * L + label] as number) += weights[row + label] as number;
          }
        }
      }
      const chain = { emissions, transitions, length };
      const open = new Uint8Array(length * L);
      for (let at = 0; at < length; at += 1) {
        for (let label = 0; label < L; label += 1) open[at * L + label] = ((allowed[at] as number) >> label) & 1;
      }
      const model = marginals(chain);
      const right = marginals(chain, open);
      loss += model.logSum - right.logSum;
      for (let at = 0; at < length; at += 1) {
        for (let label = 0; label < L; label += 1) {
          const gradient = (right.labels[at * L + label] as number) - (model.labels[at * L + label] as number);
          if (Math.abs(gradient) < 1e-4) continue;
          for (let n = starts[at] as number; n < (starts[at + 1] as number); n += 1) {
            if (kept[n] === 0) continue;
            const i = (buckets[n] as number) * L + label;
            const g = gradient - decay * (weights[i] as number);
            (squares[i] as number) += g * g;
            (weights[i] as number) += (rate * g) / Math.sqrt(squares[i] as number);
          }
        }
      }
      for (let i = 0; i < L * L; i += 1) {
        const g = (right.steps[i] as number) - (model.steps[i] as number) - decay * (transitions[i] as number);
        (transitionSquares[i] as number) += g * g;
        (transitions[i] as number) += (rate * g) / Math.sqrt(transitionSquares[i] as number);
      }
    }
    report(epoch, loss / examples.length);
    if (epoch * 2 > epochs) {
      summed += 1;
      for (let i = 0; i < sum.length; i += 1) (sum[i] as number) += weights[i] as number;
      for (let i = 0; i < L * L; i += 1) (transitionSum[i] as number) += transitions[i] as number;
    }
  }
  return {
    weights: Float32Array.from(sum, (one) => one / summed),
    transitions: transitionSum.map((one) => one / summed),
  };
}
