/** A row of a logistic regression. */
export interface LogisticRow {
  readonly terms: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
}

const MAX_STEPS = 50;
const PRECISION = 1e-9;
/** Pull of each slope towards 0, as of one more row. */
const RIDGE = 1;

/** Solves a small system of linear equations by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const n = right.length;
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let column = 0; column < n; column += 1) {
    const below = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const pivot = column + below.indexOf(Math.max(...below));
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    const head = rows[column] ?? [];
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const factor = (row[column] ?? 0) / (head[column] ?? 1);
      for (let k = column; k <= n; k += 1) row[k] = (row[k] ?? 0) - factor * (head[k] ?? 0);
    }
  }
  return rows.map((row, at) => (row[n] ?? 0) / (row[at] ?? 1));
}

/**
 * Fits a logistic regression with an intercept by Newton's method.
 *
 * @returns the intercept and one coefficient a term
 */
export function fitLogistic(rows: readonly LogisticRow[]): number[] {
  const size = 1 + (rows[0]?.terms.length ?? 0);
  let coefficients = new Array<number>(size).fill(0);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const gradient = coefficients.map((value, at) => (at === 0 ? 0 : -RIDGE * value));
    const curvature = coefficients.map((_, i) =>
      coefficients.map((_, j): number => (i === j && i > 0 ? RIDGE : 0)),
    );
    for (const { terms, isTrue, weight } of rows) {
      const x = [1, ...terms];
      const sum = x.reduce((all, value, at) => all + value * (coefficients[at] ?? 0), 0);
      const p = 1 / (1 + Math.exp(-sum));
      for (const [i, xi] of x.entries()) {
        gradient[i] = (gradient[i] ?? 0) + weight * (Number(isTrue) - p) * xi;
        const row = curvature[i] ?? [];
        for (const [j, xj] of x.entries()) row[j] = (row[j] ?? 0) + weight * p * (1 - p) * xi * xj;
      }
    }
    const change = solve(curvature, gradient);
    coefficients = coefficients.map((value, at) => value + (change[at] ?? 0));
    if (Math.max(...change.map(Math.abs)) < PRECISION) break;
  }
  return coefficients;
}
