/** Probability, 0..1, of a sum on the logistic scale: 1/(1 + e^−x). */
export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
