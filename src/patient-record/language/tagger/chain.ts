import { follows, LABEL_COUNT } from './labels.js';

/**
 * Sums of weights over labels: `emissions` holds LABEL_COUNT numbers a word, `transitions` LABEL_COUNT
 * rows of LABEL_COUNT (from, to). Forbidden steps are left out at any weight.
 */
export interface Chain {
  readonly emissions: Float64Array;
  readonly transitions: Float64Array;
  readonly length: number;
}

const L = LABEL_COUNT;

/** Steps that can be. */
const STEPS = Array.from({ length: L * L }, (_, n) => n).filter((n) =>
  follows(Math.floor(n / L), n % L),
);
const FROM = Uint8Array.from(STEPS, (n) => Math.floor(n / L));
const TO = Uint8Array.from(STEPS, (n) => n % L);
const STARTS = Array.from({ length: L }, (_, label) => follows(-1, label));

/** The labels of the greatest sum; of equals those of the lower numbers. O(length). */
export function bestLabels({ emissions, transitions, length }: Chain): Uint8Array {
  const labels = new Uint8Array(length);
  if (length === 0) return labels;
  const from = new Uint8Array(length * L);
  let best = new Float64Array(L).map((_, to) =>
    STARTS[to] === true ? (emissions[to] ?? 0) : -Infinity,
  );
  for (let at = 1; at < length; at += 1) {
    const next = new Float64Array(L).fill(-Infinity);
    for (let n = 0; n < STEPS.length; n += 1) {
      const before = FROM[n] ?? 0;
      const to = TO[n] ?? 0;
      const sum = (best[before] ?? 0) + (transitions[before * L + to] ?? 0);
      if (sum > (next[to] ?? 0)) {
        next[to] = sum;
        from[at * L + to] = before;
      }
    }
    for (let to = 0; to < L; to += 1) next[to] = (next[to] ?? 0) + (emissions[at * L + to] ?? 0);
    best = next;
  }
  let label = 0;
  for (let to = 1; to < L; to += 1) if ((best[to] ?? 0) > (best[label] ?? 0)) label = to;
  for (let at = length - 1; at >= 0; at -= 1) {
    labels[at] = label;
    label = from[at * L + label] ?? 0;
  }
  return labels;
}

/** Probabilities under a chain. */
export interface Marginals {
  /** Of each label at each word; LABEL_COUNT numbers a word. */
  readonly labels: Float64Array;
  /** Expected counts of steps, LABEL_COUNT rows of LABEL_COUNT. */
  readonly steps: Float64Array;
  /** Natural logarithm of the sum over all sequences. */
  readonly logSum: number;
}

/**
 * Forward and backward sums of a linear-chain conditional random field (Lafferty 2001), scaled at each
 * word. O(length).
 *
 * @param allowed where given, 1 for each label that a word may have, LABEL_COUNT a word
 */
export function marginals(chain: Chain, allowed?: Uint8Array): Marginals {
  const { emissions, transitions, length } = chain;
  const local = new Float64Array(length * L);
  let logSum = 0;
  for (let at = 0; at < length; at += 1) {
    let most = -Infinity;
    for (let i = at * L; i < at * L + L; i += 1) {
      if (allowed === undefined || allowed[i] === 1) most = Math.max(most, emissions[i] ?? 0);
    }
    for (let i = at * L; i < at * L + L; i += 1) {
      const open = allowed === undefined || allowed[i] === 1;
      local[i] = open ? Math.exp((emissions[i] ?? 0) - most) : 0;
    }
    logSum += most;
  }
  const weights = transitions.map(Math.exp);
  const forward = new Float64Array(length * L);
  const scales = new Float64Array(length);
  for (let at = 0; at < length; at += 1) {
    if (at === 0)
      for (let to = 0; to < L; to += 1) forward[to] = STARTS[to] === true ? (local[to] ?? 0) : 0;
    else {
      for (let n = 0; n < STEPS.length; n += 1) {
        const before = FROM[n] ?? 0;
        const to = TO[n] ?? 0;
        const i = at * L + to;
        forward[i] =
          (forward[i] ?? 0) +
          (forward[(at - 1) * L + before] ?? 0) * (weights[before * L + to] ?? 0);
      }
      for (let i = at * L; i < at * L + L; i += 1) forward[i] = (forward[i] ?? 0) * (local[i] ?? 0);
    }
    let sum = 0;
    for (let i = at * L; i < at * L + L; i += 1) sum += forward[i] ?? 0;
    scales[at] = sum;
    logSum += Math.log(sum);
    for (let i = at * L; i < at * L + L; i += 1) forward[i] = (forward[i] ?? 0) / sum;
  }
  return { ...backward(length, local, weights, forward, scales), logSum };
}

function backward(
  length: number,
  local: Float64Array,
  weights: Float64Array,
  forward: Float64Array,
  scales: Float64Array,
): Pick<Marginals, 'labels' | 'steps'> {
  const labels = new Float64Array(length * L);
  const steps = new Float64Array(L * L);
  let after = new Float64Array(L).fill(1);
  for (let at = length - 1; at >= 0; at -= 1) {
    for (let to = 0; to < L; to += 1)
      labels[at * L + to] = (forward[at * L + to] ?? 0) * (after[to] ?? 0);
    if (at === 0) break;
    const next = new Float64Array(L);
    const scale = scales[at] ?? 1;
    for (let n = 0; n < STEPS.length; n += 1) {
      const before = FROM[n] ?? 0;
      const to = TO[n] ?? 0;
      const part =
        ((weights[before * L + to] ?? 0) * (local[at * L + to] ?? 0) * (after[to] ?? 0)) / scale;
      next[before] = (next[before] ?? 0) + part;
      const i = before * L + to;
      steps[i] = (steps[i] ?? 0) + (forward[(at - 1) * L + before] ?? 0) * part;
    }
    after = next;
  }
  return { labels, steps };
}
