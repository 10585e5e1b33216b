import { calibrationErrorOf, type Prediction } from './reliability.js';

/** One thing that was right or not, and what spoke for it. */
export interface Example {
  readonly features: readonly number[];
  readonly right: boolean;
  /** How often it counts; once where it is not stated. */
  readonly weight?: number;
}

export const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

export function logitOf(weights: readonly number[], features: readonly number[]): number {
  return features.reduce((sum, x, i) => sum + x * (weights[i + 1] ?? 0), weights[0] ?? 0);
}

/** Solves a small system of linear equations by elimination, largest pivot first. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let column = 0; column < rows.length; column += 1) {
    const rest = rows.slice(column);
    const pivot = rest.reduce((a, b) =>
      Math.abs(b[column] ?? 0) > Math.abs(a[column] ?? 0) ? b : a,
    );
    rows[rows.indexOf(pivot)] = rows[column] ?? [];
    rows[column] = pivot;
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      rows[index] = row.map((value, i) => value - factor * (pivot[i] ?? 0));
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}

/**
 * Fits a logistic regression by Newton's method, with a small ridge on all but the intercept.
 *
 * @returns the intercept, then a weight for each feature
 */
export function fitLogistic(examples: readonly Example[], ridge = 1): number[] {
  const width = (examples[0]?.features.length ?? 0) + 1;
  let weights = new Array<number>(width).fill(0);
  for (let step = 0; step < 30; step += 1) {
    const gradient = weights.map((weight, i) => (i === 0 ? 0 : -ridge * weight));
    const hessian = weights.map((_, i) => weights.map((__, j) => (i === j ? ridge * +(i > 0) : 0)));
    for (const { features, right, weight = 1 } of examples) {
      const row = [1, ...features];
      const p = sigmoid(logitOf(weights, features));
      for (let i = 0; i < width; i += 1) {
        gradient[i] = (gradient[i] ?? 0) + weight * (+right - p) * (row[i] ?? 0);
        const cells = hessian[i] ?? [];
        for (let j = 0; j < width; j += 1) {
          cells[j] = (cells[j] ?? 0) + weight * p * (1 - p) * (row[i] ?? 0) * (row[j] ?? 0);
        }
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight + (change[i] ?? 0));
    if (change.every((value) => Math.abs(value) < 1e-7)) break;
  }
  return weights;
}

/** How well probabilities say what was right: mean squared error, and error of calibration. */
export function calibrationOf(predictions: readonly Prediction[]) {
  const n = predictions.length;
  const brier = predictions.reduce((sum, { p, right }) => sum + (p - +right) ** 2, 0) / n;
  return { n, brier, ece: calibrationErrorOf(predictions), rank: areaUnderCurve(predictions) };
}

/** Chance that something right is given a higher probability than something wrong. */
export function areaUnderCurve(predictions: readonly Prediction[]): number {
  const sorted = [...predictions].sort((a, b) => a.p - b.p);
  let [wrong, pairs] = [0, 0];
  for (const { right } of sorted) {
    if (right) pairs += wrong;
    else wrong += 1;
  }
  return pairs / (wrong * (sorted.length - wrong));
}
